"""Roll-outs of actions in worlds sampled from the belief. Plain functions that compile as they are.

The order is `burn_in`, then `draw_worlds` and `roll_out_worlds`, round after round. Worlds come from a Markov
chain, each from the one before it. Each can be tried independently, on any core. All actions are tried in the
same worlds: the gain over the first action, the base, is far more precise than either worth. The worth of a
hand is the chance to win the match from the scores after it.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from typing import Any, Final, NamedTuple

from ginrummy.game.cards import Hand
from ginrummy.kernel.actions import after_action, update_memory
from ginrummy.kernel.rng import number_below, word_at
from ginrummy.players.belief import (
    PATIENT,
    PROMPT,
    STYLE,
    final_hand,
    random_walk_past,
    set_walk_likelihood,
    with_hand_of,
)
from ginrummy.players.match_equity import chance_at
from ginrummy.players.simple_strategy import simple_action
from ginrummy.players.steady_strategy import steady_action
from ginrummy.rules.cards import FACE_COUNT, NO_FACE, join_hands, single
from ginrummy.rules.discards import closing_discards
from ginrummy.rules.melds import deadwood, face_points, least_deadwood, run_table_of
from ginrummy.rules.scoring import NOBODY, HandScore
from ginrummy.rules.showdown import automatic_score, best_defence, score_showdown
from ginrummy.rules.spreads import Spread
from ginrummy.rules.turns import CLOSED, DISCARD, Choices, Memory, State, choices, open_hand_state
from ginrummy.variants import Variant

BURN_IN: Final = 1000
STRIDE: Final = 16


class SearchRoot(NamedTuple):
    """A decision whose actions are tried.

    `first` and `second` are the seats' memories of each other. `own` and `other` are the scores for the
    look-up in `equity`. That and `actions`, the numbers of the actions, are arrays.
    """

    state: State
    first: Memory
    second: Memory
    actions: Any
    equity: Any
    own: int
    other: int


class Trail(NamedTuple):
    """State of the walk and the evidence: arrays of the actions and of one possible past.

    `styles` has a bit for each style that the other seat may play in. `scratch` is a buffer. `odds` is the
    prior log-odds of each face (`belief.likelihood`).
    """

    observed: Any
    past: Any
    unseen: Any
    dealt: int
    styles: int
    standing: Any
    scratch: Any
    odds: Any


class SampledWorlds(NamedTuple):
    """Sampled hidden worlds: arrays with a row per world, of the other hand, its style and the stock.

    `cards` and `twins` are the hand. A row of `stocks` is in the order of drawing.
    """

    cards: Any
    twins: Any
    styles: Any
    stocks: Any


class Results(NamedTuple):
    """Results of roll-outs: arrays with a row per world and a column per action.

    `worths` are chances to win the match, NaN where an action was not tried. `points` are the hand's, less
    those of the other seat. `kinds` is how it ended, negative where the other seat won and 0 where neither
    did.
    """

    worths: Any
    points: Any
    kinds: Any


class HandTraits(NamedTuple):
    """Traits of the other hand: arrays with a row per world.

    `wanted` has a column per face: whether that hand would meld it. `knocks` and `gins` mark hands that could
    knock, or go gin, with the next card of the stock.
    """

    wanted: Any
    deadwoods: Any
    knocks: Any
    gins: Any


def own_rollout_action(variant: Variant, state: State, options: Choices, memory: Memory, key: Any) -> int:
    """Return the searching seat's action in a roll-out. Swaps may replace this policy."""
    return steady_action(variant, state, options, memory, key)


def other_rollout_action(
    variant: Variant, style: int, state: State, options: Choices, memory: Memory, key: Any
) -> int:
    """Return the action in a roll-out of the other seat, which plays in `style`."""
    if style == PROMPT:
        return simple_action(variant, state, options, memory, key)
    return steady_action(variant, state, options, memory, key)


def shuffle(cards: MutableSequence[int], key: Any) -> None:
    """Put `cards` in random order."""
    place = 0
    for last in range(len(cards) - 1, 0, -1):
        chosen, place = number_below(key, place, last + 1)
        cards[last], cards[chosen] = cards[chosen], cards[last]


def play_out(
    variant: Variant,
    state: State,
    style: int,
    stock: Sequence[int],
    first: Memory,
    second: Memory,
    action: int,
    key: Any,
) -> State:
    """Return the state at the end when the seat to move does `action` and both then follow their policies.

    `stock` is in the order of drawing. `first` and `second` are the seats' memories of each other.
    """
    decisions, seat = 0, state.turn
    while True:
        if state.turn == 0:
            second = update_memory(variant, second, state, action)
        else:
            first = update_memory(variant, first, state, action)
        card = stock[len(stock) - state.stock] if state.stock > 0 else NO_FACE
        state = after_action(variant, state, action, card)
        if state.phase >= CLOSED:
            return state
        decisions += 1
        memory = first if state.turn == 0 else second
        options = choices(variant, state)
        if state.turn == seat:
            action = own_rollout_action(variant, state, options, memory, word_at(key, decisions))
        else:
            action = other_rollout_action(variant, style, state, options, memory, word_at(key, decisions))


def win_chance(variant: Variant, state: State, seat: int, equity: Any, own: int, other: int) -> float:
    """Return the chance of `seat` to win the match after the hand that ended in `state`."""
    return chance_after(automatic_score(variant, state), seat, equity, own, other)


def chance_after(score: HandScore, seat: int, equity: Any, own: int, other: int) -> float:
    """Return the chance of `seat` to win the match after a hand with this score."""
    if score.winner == seat:
        own += score.points
    elif score.winner == 1 - seat:
        other += score.points
    return chance_at(equity, own, other)


def burn_in(variant: Variant, trail: Trail, steps: int, key: Any) -> None:
    """Take `steps` steps from the trail's past, towards one that explains the play well."""
    set_walk_likelihood(
        variant, trail.observed, trail.past, trail.dealt, trail.standing, trail.scratch, trail.odds
    )
    continue_walk(variant, trail, steps, word_at(key, 1))


def draw_worlds(
    variant: Variant, trail: Trail, worlds: SampledWorlds, tried: int, stride: int, key: Any
) -> None:
    """Fill all rows of `worlds` with the samples that follow the first `tried`, `stride` steps apart."""
    for world in range(len(worlds.cards)):
        stream = word_at(key, tried + world + 2)
        continue_walk(variant, trail, stride, word_at(stream, 1))
        hand = final_hand(trail.observed, trail.past, trail.dealt)
        worlds.cards[world], worlds.twins[world] = hand.cards, hand.twins
        worlds.styles[world] = int(trail.standing[STYLE])
        stock = worlds.stocks[world]
        for card in range(min(len(stock), len(trail.unseen))):
            stock[card] = trail.unseen[card]
        shuffle(stock, word_at(stream, 2))


def continue_walk(variant: Variant, trail: Trail, steps: int, key: Any) -> None:
    """Continue the walk to another possible past."""
    random_walk_past(
        variant,
        trail.observed,
        trail.past,
        trail.unseen,
        trail.dealt,
        trail.standing,
        trail.styles,
        steps,
        key,
        trail.scratch,
        trail.odds,
    )


def roll_out_worlds(
    variant: Variant, root: SearchRoot, worlds: SampledWorlds, alive: Any, results: Results, tried: int,
    key: Any,
) -> None:  # fmt: skip
    """Roll out each action that is `alive` in `worlds`, those after the first `tried`."""
    for world in range(len(worlds.cards)):
        stream = word_at(word_at(key, tried + world + 2), 3)
        for place in range(len(alive)):
            if alive[place]:
                roll_out_action(variant, root, worlds, results, world, place, stream)


def roll_out_action(
    variant: Variant, root: SearchRoot, worlds: SampledWorlds, results: Results, world: int, place: int,
    key: Any,
) -> None:  # fmt: skip
    """Roll out the action at `place` in one of `worlds`, and record the end of the hand."""
    end = roll_out_world(variant, root, worlds, world, place, key)
    store_result(root, results, world, place, automatic_score(variant, end))


def roll_out_world(
    variant: Variant, root: SearchRoot, worlds: SampledWorlds, world: int, place: int, key: Any
) -> State:
    """Return the end of the hand after the action at `place` in one of `worlds`."""
    style, stock, action = worlds.styles[world], worlds.stocks[world], root.actions[place]
    hand = Hand(worlds.cards[world], worlds.twins[world])
    truth = with_hand_of(root.state, 1 - root.state.turn, hand)
    return play_out(variant, truth, style, stock, root.first, root.second, action, key)


def store_result(root: SearchRoot, results: Results, world: int, place: int, score: HandScore) -> None:
    """Write the result of the hand to a row and a column of `results`."""
    seat = root.state.turn
    sign = 0 if score.winner == NOBODY else (1 if score.winner == seat else -1)
    results.worths[world, place] = chance_after(score, seat, root.equity, root.own, root.other)
    results.points[world, place] = sign * score.points
    results.kinds[world, place] = sign * score.kind


def show_spread(
    variant: Variant, root: SearchRoot, worlds: SampledWorlds, results: Results, place: int, spread: Spread
) -> None:
    """Write the result of laying out `spread` in each world; the other seat lays off as best it can."""
    for world in range(len(worlds.cards)):
        hand = Hand(worlds.cards[world], worlds.twins[world])
        truth = with_hand_of(root.state, 1 - root.state.turn, hand)
        score = score_showdown(variant, truth, spread, best_defence(variant, hand, spread, truth.closing))
        store_result(root, results, world, place, score)


def describe_hands(variant: Variant, state: State, worlds: SampledWorlds, traits: HandTraits) -> None:
    """Write the deadwood, wants and threats of the other hand in each of `worlds` to `traits`."""
    runs, same_suit = run_table_of(variant), variant.set_same_suit_duplicates
    for world in range(len(worlds.cards)):
        hand, stock = Hand(worlds.cards[world], worlds.twins[world]), worlds.stocks[world]
        left = deadwood(variant, hand)
        traits.deadwoods[world] = left
        for face in range(FACE_COUNT):
            if hand.twins >> face & 1 == 0 and (variant.decks > 1 or hand.cards >> face & 1 == 0):
                melded = least_deadwood(join_hands(hand, single(face)), runs, same_suit)
                traits.wanted[world, face] = melded < left + face_points(variant, face)
        if state.stock > 0:
            drawn = join_hands(hand, single(stock[len(stock) - 1]))
            traits.knocks[world] = may_close(variant, state, drawn)
            traits.gins[world] = closing_discards(drawn, drawn.cards, runs, same_suit, 0) != 0


def may_close(variant: Variant, state: State, drawn: Hand) -> bool:
    """Return whether the other seat may end the hand at its next turn, after drawing to `drawn`."""
    other = 1 - state.turn
    turned = open_hand_state(
        state, DISCARD, other, hands=with_hand_of(state, other, drawn).hands, stock=state.stock,
        pile=state.pile, taken=NO_FACE, turns=state.turns + 1, idle=state.idle,
    )  # fmt: skip
    options = choices(variant, turned)
    return options.closings != 0 or options.big_gin


def open_hands_chance(
    variant: Variant, state: State, first: Memory, second: Memory, stocks: Any, action: int,
    equity: Any, own: int, other: int,
) -> float:  # fmt: skip
    """Return the chance of seat 0 to win the match after `action`, with both hands known but not the stock.

    `stocks` has a row for each order of the stock to try. `own` is the score of seat 0.
    """
    total = 0.0
    for world in range(len(stocks)):
        end = play_out(variant, state, PATIENT, stocks[world], first, second, action, 0)
        total += win_chance(variant, end, 0, equity, own, other)
    return total / len(stocks)
