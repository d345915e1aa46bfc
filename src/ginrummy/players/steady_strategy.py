"""Strategy of `steady`, in the language of the law: plain functions over integers that compile as they are.

Each choice weighs points against chances. The numbers of `STEADY` were tuned on hands that `steady` played
against itself and against `simple` under the `eaai` rules. Those of its outlooks were fitted on them.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ginrummy.game.cards import Hand
from ginrummy.kernel.actions import BIG_GIN, CLOSE, DRAW, PASS, TAKE
from ginrummy.players.hand_facts import (
    PublicKnowledge,
    feeding_chance,
    gin_outs,
    highest_points,
    infer_other_hand,
    total_saving,
    unmatched_faces,
)
from ginrummy.players.simple_strategy import choose_closing as first_closing
from ginrummy.players.simple_strategy import fresh_card_bit, wants_big_gin
from ginrummy.players.simple_strategy import wants_top as completes_meld
from ginrummy.rules.cards import NO_FACE, bit_count, lowest_bit, single, size_of, without
from ginrummy.rules.melds import deadwood, least_deadwood, run_table_of
from ginrummy.rules.turns import (
    LAST_DISCARD,
    MUST_CLOSE,
    Choices,
    Memory,
    State,
    choices,
    closing_deadwood,
    take_top,
)
from ginrummy.variants import WALL_COMPARE, Variant

MOST_TURNS = 16
MOST_OUTS = 6
MOST_TAKEN = 3


class Outlook(NamedTuple):
    """Advantage of playing on over knocking, in thousandths: an intercept, and a slope for each feature.

    The features are: a finished turn, a card out that would give gin, a card that the other took and kept, a
    point of the own deadwood.
    """

    first: int
    turn: int
    out: int
    taken: int
    left: int


class SteadyParameters(NamedTuple):
    """The numbers that `steady` plays by.

    `patience` is the number of draws that a hand counts on at first, in hundredths. It falls by
    `patience_fall` a turn, down to `patience_least`: cards kept for later must pay soon. `feeding` is the
    cost of melding a card for the other, in hundredths of a point. `gin_share` is the worth of a card out
    that gives gin, in percent of the gin bonus. `last_left` is the deadwood up to which a knock is right when
    no turn is left. `points` is the outlook in points, `gins` and `undercuts` in bonuses.
    """

    patience: int
    patience_fall: int
    patience_least: int
    feeding: int
    gin_share: int
    last_left: int
    points: Outlook
    gins: Outlook
    undercuts: Outlook


# The outlooks are least squares over 500,000 legal knocks, each of them both knocked and played on. Playing
# on wins gins and undercuts but leaves the points on the table (-20 at first, less with every turn). The
# cards that the other took show that a knock comes late.
STEADY = SteadyParameters(
    patience=700,
    patience_fall=50,
    patience_least=250,
    feeding=1000,
    gin_share=50,
    last_left=2,
    points=Outlook(first=-20000, turn=550, out=900, taken=2700, left=400),
    gins=Outlook(first=270, turn=-14, out=95, taken=-75, left=-10),
    undercuts=Outlook(first=124, turn=24, out=-10, taken=42, left=0),
)


def steady_action(variant: Variant, state: State, options: Choices, memory: Memory, key: Any) -> int:
    """Return the action of `steady`, as a number of `kernel.actions`; it is deterministic."""
    if options.draw or options.leave:
        if options.take and wants_top(variant, state, STEADY):
            return TAKE
        return DRAW if options.draw else PASS
    if wants_big_gin(variant, options):
        return BIG_GIN
    closing = choose_closing(variant, state, options, memory, STEADY)
    if closing != NO_FACE:
        return CLOSE + closing
    return choose_discard(variant, state, options, memory, STEADY)


def wants_top(variant: Variant, state: State, plan: SteadyParameters) -> bool:
    """Return whether to take the top of the pile: when it completes a meld, as `simple` does.

    Taking a card for less reveals it for little. The last discard (RULES 8.4) is taken to close with hardly
    anything left.
    """
    if state.phase != LAST_DISCARD:
        return completes_meld(variant, state)
    taken = take_top(state)
    options = choices(variant, taken)
    best = first_closing(variant, taken, options)
    if best == NO_FACE:
        return options.big_gin
    return closing_deadwood(variant, taken, best) <= plan.last_left


def choose_discard(
    variant: Variant, state: State, options: Choices, memory: Memory, plan: SteadyParameters
) -> int:
    """Return the unmatched card, not the one just taken, with the least cost of loss and gift together."""
    hand = state.hands[state.turn]
    runs, same_suit = run_table_of(variant), variant.set_same_suit_duplicates
    unmatched = unmatched_faces(variant, hand, least_deadwood(hand, runs, same_suit))
    allowed = options.discards & ~fresh_card_bit(state)
    rest = allowed & unmatched if allowed & unmatched else allowed
    reading = infer_other_hand(variant, state, memory)
    best, best_cost = NO_FACE, 0
    while rest:
        face = lowest_bit(rest)
        rest &= rest - 1
        cost = discard_cost(variant, state, face, unmatched, reading, plan)
        if best == NO_FACE or cost < best_cost:
            best, best_cost = face, cost
    return best


def discard_cost(
    variant: Variant,
    state: State,
    face: int,
    unmatched: int,
    reading: PublicKnowledge,
    plan: SteadyParameters,
) -> int:
    """Return the cost of discarding `face`, in hundredths: of the kept hand and of the gift to the other."""
    kept = without(state.hands[state.turn], single(face))
    cost = keeping_cost(variant, state, kept, unmatched & kept.cards, reading, plan)
    return cost + plan.feeding * feeding_chance(variant, reading, face) // 256


def keeping_cost(
    variant: Variant,
    state: State,
    hand: Hand,
    unmatched: int,
    reading: PublicKnowledge,
    plan: SteadyParameters,
) -> int:
    """Return the cost of the ten cards of `hand`, in hundredths: their deadwood minus the expected saving."""
    least = deadwood(variant, hand)
    gin_worth = variant.gin_bonus * plan.gin_share // 100
    saved = total_saving(variant, hand, least, highest_points(variant, unmatched), reading.seen, gin_worth)
    draws = max(plan.patience_least, plan.patience - plan.patience_fall * state.turns)
    return 100 * least - draws * saved // cards_unseen(variant, state, reading)


def cards_unseen(variant: Variant, state: State, reading: PublicKnowledge) -> int:
    """Return how many cards may be drawn next, for all the seat to move knows."""
    return max(1, state.stock + variant.hand_dealer - size_of(reading.known))


def choose_closing(
    variant: Variant, state: State, options: Choices, memory: Memory, plan: SteadyParameters
) -> int:
    """Return the discard to close with: gin at once, a knock when it is worth more than playing on.

    `NO_FACE` means to play on.
    """
    best = first_closing(variant, state, options)
    if best == NO_FACE or state.phase == MUST_CLOSE:
        return best
    left = closing_deadwood(variant, state, best)
    if left == 0:
        return best
    if state.stock <= variant.wall_stock:
        may_win = variant.wall_action != WALL_COMPARE and left <= plan.last_left
        return best if may_win else NO_FACE
    hand = without(state.hands[state.turn], single(best))
    outs = gin_outs(variant, hand, infer_other_hand(variant, state, memory).seen)
    return NO_FACE if advantage_of_playing_on(variant, state, memory, left, outs, plan) > 0 else best


def advantage_of_playing_on(
    variant: Variant, state: State, memory: Memory, left: int, outs: int, plan: SteadyParameters
) -> int:
    """Return the advantage of playing on over knocking with `left` points, in thousandths of a point."""
    taken = bit_count(memory.taken)
    worth = predict_outlook(plan.points, state.turns, outs, taken, left)
    worth += variant.gin_bonus * predict_outlook(plan.gins, state.turns, outs, taken, left)
    return worth + variant.undercut_bonus * predict_outlook(plan.undercuts, state.turns, outs, taken, left)


def predict_outlook(outlook: Outlook, turns: int, outs: int, taken: int, left: int) -> int:
    """Return the prediction of an outlook, in thousandths, with features capped at the range of the fit."""
    return (
        outlook.first
        + outlook.turn * min(turns, MOST_TURNS)
        + outlook.out * min(outs, MOST_OUTS)
        + outlook.taken * min(taken, MOST_TAKEN)
        + outlook.left * left
    )
