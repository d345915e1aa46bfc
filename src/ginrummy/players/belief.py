"""Belief about the other hand: samples of hands, inferred from the other seat's actions.

A *past* is one possible history: the cards that the other seat was dealt and drew, in order, and its style of
play. `likelihood` scores a past. It replays each action in its state, with the hand that the past gives the
other seat, and compares it with what players of that style do there. `random_walk_past` is a Metropolis walk.
It swaps a card of the past with an unseen one, swaps two cards of the past, or changes the style, and accepts
the change by the ratio of likelihoods. The hands at the ends of the sampled pasts are the belief. Plain
functions that compile as they are.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import MutableSequence, Sequence
from typing import Any, Final, NamedTuple

from ginrummy.game.cards import Hand
from ginrummy.kernel.actions import CLOSE, DRAW, TAKE
from ginrummy.kernel.rng import number_below, word_at
from ginrummy.kernel.row_fields import read_memory, read_state
from ginrummy.players.hand_facts import infer_other_hand, unmatched_faces
from ginrummy.players.simple_strategy import fresh_card_bit, shed_order, wants_top
from ginrummy.players.steady_strategy import STEADY, choose_closing, discard_cost
from ginrummy.rules.cards import NO_FACE, bit_count, join_hands, lowest_bit, single, without
from ginrummy.rules.discards import fill_deadwoods
from ginrummy.rules.melds import deadwood, run_table_of
from ginrummy.rules.turns import Choices, Memory, State, choices, discardable_faces, held_back
from ginrummy.variants import Variant

PROMPT, PATIENT = range(2)
BY_LOT: Final = -1
BLIND: Final = 4
STYLES: Final = 2
NOW, STYLE, TRUST, LEANING, TIDINESS = range(5)
"""State of a walk: the log-likelihood of its past, its style, the weight of the observed play, the prior
log-odds of the patient style, and the penalty for each point of deadwood at the end.
"""
IMPOSSIBLE: Final = -1e9

ABOUT: Final = 11
"""Cards in a hand that has to discard."""


class StyleRates(NamedTuple):
    """The behaviour that the belief assumes: shares of decisions, and how sharply players choose.

    `take_unwanted` is for a card that completes no meld, `take_wanted` for one that does. A prompt player
    waits in `prompt_waits` of cases in which it could close. A patient one waits where closing is better
    (`patient_waits`) or where playing on is (`patient_plays_on`). A prompt discard follows the rule in
    `rule_share` of cases. Otherwise a discard is less likely the more deadwood it leaves (`shed_temper`, in
    points). A patient discard is less likely the more it costs (`cost_temper`, in hundredths).
    `by_lot_share` of all discards are random.
    """

    take_unwanted: float
    take_wanted: float
    prompt_waits: float
    patient_waits: float
    patient_plays_on: float
    rule_share: float
    shed_temper: float
    cost_temper: float
    by_lot_share: float


# Rounded from the maximum-likelihood values of `python -m ginrummy.lab.training.belief_fit`. The exact values
# overfit our players: they predict a player outside the fit worse than these do (docs/experiments.md).
RATES: Final = StyleRates(
    take_unwanted=0.03,
    take_wanted=0.97,
    prompt_waits=0.05,
    patient_waits=0.12,
    patient_plays_on=0.88,
    rule_share=0.75,
    shed_temper=4.0,
    cost_temper=150.0,
    by_lot_share=0.02,
)
TAKES: Final = array("d", [math.log(RATES.take_unwanted), math.log(RATES.take_wanted)])
REFUSES: Final = array("d", [math.log(1 - RATES.take_unwanted), math.log(1 - RATES.take_wanted)])
PROMPT_WAITS: Final = math.log(RATES.prompt_waits)
PATIENT_WAITS: Final = array("d", [math.log(RATES.patient_waits), math.log(RATES.patient_plays_on)])
BY_LOT_LOG: Final = math.log(RATES.by_lot_share / ABOUT)


def action_likelihood(
    variant: Variant, style: int, state: State, memory: Memory, action: int, scratch: MutableSequence[int]
) -> float:
    """Return the log-likelihood that a player of `style` does `action` with the hand in `state`."""
    options = choices(variant, state)
    if options.draw or options.leave:
        wants = 1 if options.take and wants_top(variant, state) else 0
        return TAKES[wants] if action == TAKE else REFUSES[wants]
    waits = 0.0
    if options.closings or options.big_gin:
        if style == PROMPT:
            waits = PROMPT_WAITS
        else:
            plays_on = choose_closing(variant, state, options, memory, STEADY) == NO_FACE
            waits = PATIENT_WAITS[1 if plays_on else 0]
        if action >= CLOSE:
            return math.log(1 - math.exp(waits))
    if style == PROMPT:
        return waits + prompt_shed_likelihood(variant, state, options, action, scratch)
    return waits + patient_shed_log_likelihood(variant, state, options, memory, action, scratch)


def prompt_shed_likelihood(
    variant: Variant, state: State, options: Choices, face: int, scratch: MutableSequence[int]
) -> float:
    """Return the log-likelihood of `face` for a prompt player: it sheds the highest that leaves least."""
    fill_deadwoods(state.hands[state.turn], run_table_of(variant), variant.set_same_suit_duplicates, scratch)
    allowed = options.discards & ~fresh_card_bit(state)
    if allowed >> face & 1 == 0:
        return BY_LOT_LOG
    best, rest = lowest_bit(allowed), allowed & allowed - 1
    while rest:
        other = lowest_bit(rest)
        rest &= rest - 1
        higher = shed_order(variant, other) > shed_order(variant, best)
        if scratch[other] < scratch[best] or (scratch[other] == scratch[best] and higher):
            best = other
    share = (1 - RATES.rule_share) * soft_share(allowed, face, scratch, scratch[best], RATES.shed_temper)
    alike, rest = 0, allowed
    while rest:
        other = lowest_bit(rest)
        rest &= rest - 1
        if scratch[other] == scratch[best] and shed_order(variant, other) == shed_order(variant, best):
            alike |= 1 << other
    if alike >> face & 1:
        share += RATES.rule_share / bit_count(alike)
    return math.log((1 - RATES.by_lot_share) * share + RATES.by_lot_share / ABOUT)


def patient_shed_log_likelihood(
    variant: Variant,
    state: State,
    options: Choices,
    memory: Memory,
    face: int,
    scratch: MutableSequence[int],
) -> float:
    """Return the log-likelihood of `face` for a patient player, who weighs what each card may become."""
    hand = state.hands[state.turn]
    least = deadwood(variant, hand)
    unmatched = unmatched_faces(variant, hand, least)
    allowed = options.discards & ~fresh_card_bit(state)
    rest = allowed & unmatched if allowed & unmatched else allowed
    if rest >> face & 1 == 0:
        return BY_LOT_LOG
    reading = infer_other_hand(variant, state, memory)
    best, left = 1 << 40, rest
    while left:
        other = lowest_bit(left)
        left &= left - 1
        scratch[other] = discard_cost(variant, state, other, unmatched, reading, STEADY)
        best = min(best, scratch[other])
    share = soft_share(rest, face, scratch, best, RATES.cost_temper)
    return math.log((1 - RATES.by_lot_share) * share + RATES.by_lot_share / ABOUT)


def soft_share(faces: int, face: int, costs: Sequence[int], best: int, temper: float) -> float:
    """Return the softmax share of `face` among `faces`: the weight falls with the cost above `best`."""
    total, rest = 0.0, faces
    while rest:
        total += math.exp((best - costs[lowest_bit(rest)]) / temper)
        rest &= rest - 1
    return math.exp((best - costs[face]) / temper) / total


def likelihood(
    variant: Variant,
    observed: Any,
    past: Sequence[int],
    dealt: int,
    style: int,
    floor: float,
    scratch: MutableSequence[int],
    odds: Sequence[float],
    trust: float,
    tidiness: float,
) -> float:
    """Return the log-likelihood of `observed` under `past`, whose first `dealt` cards are those dealt.

    `odds` adds log-odds for each face held at the end, and `tidiness` is subtracted for each point of
    deadwood there. The likelihood of the actions is weighted by `trust`. In the style `BY_LOT` all possible
    pasts are equally likely. Returns `IMPOSSIBLE` when a card is discarded before it came, and as soon as the
    log falls below `floor`.
    """
    if not is_possible(variant, observed, past, dealt):
        return IMPOSSIBLE
    final = final_hand(observed, past, dealt)
    hand, drawn, total = Hand(0, 0), dealt, odds_of(final, odds)
    if tidiness > 0.0:
        total -= tidiness * deadwood(variant, final)
    for place in range(dealt):
        hand = join_hands(hand, single(past[place]))
    for place in range(len(observed)):
        action = observed[place].action
        state = with_mover(read_state(observed[place]), hand)
        if style != BY_LOT:
            memory = read_memory(observed[place], 0)
            total += trust * action_likelihood(variant, style, state, memory, action, scratch)
        if total < floor:
            return IMPOSSIBLE
        if action == DRAW:
            hand = join_hands(hand, single(past[drawn]))
            drawn += 1
        elif action == TAKE:
            hand = join_hands(hand, single(state.pile.top))
        elif action < CLOSE:
            hand = without(hand, single(action))
    return total


def is_possible(variant: Variant, observed: Any, past: Sequence[int], dealt: int) -> bool:
    """Return whether each discard in `observed` was in hand, not counting a twin that was just taken.

    Half of the pasts that a walk proposes fail here. This test is far cheaper than the likelihood.
    """
    held, twins, drawn = 0, 0, dealt
    for place in range(dealt):
        twins |= held & 1 << past[place]
        held |= 1 << past[place]
    for place in range(len(observed)):
        action = observed[place].action
        if action < CLOSE:
            card = 1 << action
            if discardable_faces(Hand(held, twins), held_back(variant, observed[place].taken)) & card == 0:
                return False
            held, twins = held & ~card | twins & card, twins & ~card
        elif action in (DRAW, TAKE):
            card = 1 << (past[drawn] if action == DRAW else observed[place].top)
            drawn += 1 if action == DRAW else 0
            twins |= held & card
            held |= card
    return True


def with_mover(state: State, hand: Hand) -> State:
    """Return `state` with `hand` held by the seat to move."""
    return with_hand_of(state, state.turn, hand)


def with_hand_of(state: State, seat: int, hand: Hand) -> State:
    """Return `state` with `hand` held by `seat`."""
    hands = (hand, state.hands[1]) if seat == 0 else (state.hands[0], hand)
    return State(
        phase=state.phase,
        turn=state.turn,
        dealer=state.dealer,
        hands=hands,
        stock=state.stock,
        pile=state.pile,
        upcard=state.upcard,
        taken=state.taken,
        turns=state.turns,
        idle=state.idle,
        closing=state.closing,
        closed=state.closed,
    )


def final_hand(observed: Any, past: Sequence[int], dealt: int) -> Hand:
    """Return the other seat's hand under `past` after `observed`."""
    hand, drawn = Hand(0, 0), dealt
    for place in range(dealt):
        hand = join_hands(hand, single(past[place]))
    for place in range(len(observed)):
        action = observed[place].action
        if action == DRAW:
            hand = join_hands(hand, single(past[drawn]))
            drawn += 1
        elif action == TAKE:
            hand = join_hands(hand, single(observed[place].top))
        elif action < CLOSE:
            hand = without(hand, single(action))
    return hand


def odds_of(hand: Hand, odds: Sequence[float]) -> float:
    """Return the sum of `odds` over the cards of `hand`."""
    total = 0.0
    for cards in (hand.cards, hand.twins):
        rest = cards
        while rest:
            total += odds[lowest_bit(rest)]
            rest &= rest - 1
    return total


def uniform_number(key: Any, place: int) -> float:
    """Return a uniform number in (0, 1]."""
    index, _place = number_below(key, place, 1 << 30)
    return (index + 1) / (1 << 30)


def set_walk_likelihood(
    variant: Variant,
    observed: Any,
    past: Sequence[int],
    dealt: int,
    standing: MutableSequence[float],
    scratch: MutableSequence[int],
    odds: Sequence[float],
) -> None:
    """Set `standing[NOW]` to the likelihood of `past` in the style `standing[STYLE]`."""
    style, trust, tidiness = int(standing[STYLE]), standing[TRUST], standing[TIDINESS]
    explained = likelihood(variant, observed, past, dealt, style, IMPOSSIBLE, scratch, odds, trust, tidiness)
    standing[NOW] = explained + prior_style_log_odds(style, standing)


def prior_style_log_odds(style: int, standing: Sequence[float]) -> float:
    """Return the prior log-odds of `style` against the other style."""
    return standing[LEANING] if style == PATIENT else 0.0


def random_walk_past(
    variant: Variant,
    observed: Any,
    past: MutableSequence[int],
    unseen: MutableSequence[int],
    dealt: int,
    standing: MutableSequence[float],
    styles: int,
    steps: int,
    key: Any,
    scratch: MutableSequence[int],
    odds: Sequence[float],
) -> None:
    """Take `steps` steps from `past`, `unseen` and `standing`, all changed in place.

    `styles` is a bit set of the styles that the other seat may play in, or `BLIND` when all pasts are equally
    likely.
    """
    for step in range(steps):
        stream = word_at(key, step + 1)
        kind, _place = number_below(stream, 8, 16)
        style = int(standing[STYLE])
        one, _place = number_below(stream, 0, len(past))
        other, _place = number_below(stream, 16, len(past) if kind < 4 else max(1, len(unseen)))
        if kind == 0:
            if bit_count(styles & ~BLIND) > 1:
                style = 1 - style
        elif kind < 4:
            past[one], past[other] = past[other], past[one]
        elif len(unseen) > 0:
            past[one], unseen[other] = unseen[other], past[one]
        floor = standing[NOW] + math.log(uniform_number(stream, 24))
        judged = BY_LOT if styles & BLIND else style
        trust, tidiness, leaning = standing[TRUST], standing[TIDINESS], prior_style_log_odds(style, standing)
        explained = likelihood(
            variant, observed, past, dealt, judged, floor - leaning, scratch, odds, trust, tidiness
        )
        then = explained + leaning
        if then > floor:
            standing[NOW], standing[STYLE] = then, style
        elif 0 < kind < 4:
            past[one], past[other] = past[other], past[one]
        elif kind >= 4 and len(unseen) > 0:
            past[one], unseen[other] = unseen[other], past[one]
