"""Algorithm of `search`: samples hidden worlds from its belief, rolls out each action in them, and compares.

The order is `settle_in`, then round after round, finally `best_place`. Worlds come from a Markov chain, each
from the one before it (`draw_worlds`). Each can be tried independently, on any core (`try_worlds`). Gains are
summed in the order of the worlds (`add_up`), so the sums are bit-identical. All actions are tried in the same
worlds: the gain over the first action, the base, is far more precise than either worth. Actions that fall
behind are dropped. The worth of a hand is the chance to win the match from the scores after it. Plain
functions that compile as they are.
"""

from __future__ import annotations

import math
from collections.abc import MutableSequence, Sequence
from typing import Any, Final, NamedTuple

from ginrummy.game.cards import Hand
from ginrummy.kernel.actions import after_action, update_memory
from ginrummy.kernel.rng import number_below, word_at
from ginrummy.players.belief import PROMPT, STYLE, begin_walk, final_hand, walk, with_hand_of
from ginrummy.players.equity_loops import chance_at
from ginrummy.players.simple_strategy import simple_action
from ginrummy.players.steady_strategy import steady_action
from ginrummy.rules.cards import NO_FACE
from ginrummy.rules.scoring import HandScore
from ginrummy.rules.showdown import automatic_score
from ginrummy.rules.turns import CLOSED, Choices, Memory, State, choices
from ginrummy.variants import Variant

BURN_IN: Final = 1000
STRIDE: Final = 16
SURE: Final = 1.5
VERY_SURE: Final = 3.0


class SearchRoot(NamedTuple):
    """A decision to search.

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


class GainTally(NamedTuple):
    """Sums over the gains of each action: arrays.

    `sums` and `squares` are of the gains over the first action, in chances to win. Dropped actions are not
    `alive`. `prior` is the sum of prior gains over `prior_worlds` worlds.
    """

    sums: Any
    squares: Any
    alive: Any
    prior: Any
    prior_worlds: int


def own_seat(variant: Variant, state: State, options: Choices, memory: Memory, key: Any) -> int:
    """Return the searching seat's action in a roll-out. Swaps may replace this policy."""
    return steady_action(variant, state, options, memory, key)


def other_seat(variant: Variant, style: int, state: State, options: Choices, memory: Memory, key: Any) -> int:
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
            action = own_seat(variant, state, options, memory, word_at(key, decisions))
        else:
            action = other_seat(variant, style, state, options, memory, word_at(key, decisions))


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


def settle_in(variant: Variant, trail: Trail, steps: int, key: Any) -> None:
    """Take `steps` steps from the trail's past, towards one that explains the play well."""
    begin_walk(variant, trail.observed, trail.past, trail.dealt, trail.standing, trail.scratch, trail.odds)
    continue_walk(variant, trail, steps, word_at(key, 1))


def draw_worlds(variant: Variant, trail: Trail, worlds: SampledWorlds, tried: int, key: Any) -> None:
    """Fill all rows of `worlds` with the samples that follow the first `tried`."""
    for place in range(len(worlds.cards)):
        draw_world(variant, trail, worlds, place, STRIDE, word_at(key, tried + place + 2))


def draw_world(
    variant: Variant, trail: Trail, worlds: SampledWorlds, place: int, steps: int, stream: Any
) -> None:
    """Take `steps` more steps, and write the resulting world to a row of `worlds`."""
    continue_walk(variant, trail, steps, word_at(stream, 1))
    hand = final_hand(trail.observed, trail.past, trail.dealt)
    worlds.cards[place], worlds.twins[place] = hand.cards, hand.twins
    worlds.styles[place] = int(trail.standing[STYLE])
    stock = worlds.stocks[place]
    for card in range(min(len(stock), len(trail.unseen))):
        stock[card] = trail.unseen[card]
    shuffle(stock, word_at(stream, 2))


def continue_walk(variant: Variant, trail: Trail, steps: int, key: Any) -> None:
    """Continue the walk to another possible past."""
    walk(
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


def try_worlds(
    variant: Variant, root: SearchRoot, worlds: SampledWorlds, alive: Any, gains: Any, tried: int, key: Any
) -> None:
    """Roll out each action that is `alive` in `worlds`, those after the first `tried`.

    Its gain over the first action is written to `gains`: a row per world, a column per action.
    """
    for world in range(len(gains)):
        stream, level = word_at(word_at(key, tried + world + 2), 3), 0.0
        for place in range(len(alive)):
            if alive[place]:
                gains[world, place] = chance_in(variant, root, worlds, world, place, stream) - level
                if place == 0:
                    level = gains[world, place]


def chance_in(
    variant: Variant, root: SearchRoot, worlds: SampledWorlds, world: int, place: int, key: Any
) -> float:
    """Return the chance to win the match after the action at `place`, rolled out in one of `worlds`."""
    end = end_of(variant, root, worlds, world, place, key)
    return win_chance(variant, end, root.state.turn, root.equity, root.own, root.other)


def end_of(
    variant: Variant, root: SearchRoot, worlds: SampledWorlds, world: int, place: int, key: Any
) -> State:
    """Return the end of the hand after the action at `place` in one of `worlds`."""
    style, stock, action = worlds.styles[world], worlds.stocks[world], root.actions[place]
    hand = Hand(worlds.cards[world], worlds.twins[world])
    truth = with_hand_of(root.state, 1 - root.state.turn, hand)
    return play_out(variant, truth, style, stock, root.first, root.second, action, key)


def add_up(tally: GainTally, gains: Any, tried: int) -> int:
    """Add the gains in the worlds after the first `tried`. Return how many comparisons are still open."""
    for world in range(len(gains)):
        for place in range(1, len(tally.alive)):
            if tally.alive[place]:
                gain = gains[world, place]
                tally.sums[place] += gain
                tally.squares[place] += gain * gain
    return drop_losers(tally, tried + len(gains))


def drop_losers(tally: GainTally, tried: int) -> int:
    """Drop the actions that are surely not the best. Return how many comparisons are still open.

    None is open when the first action is alone, or surely worse than its only rival.
    """
    best, left, ahead = 0.0, 0, 0
    for place in range(1, len(tally.alive)):
        if tally.alive[place]:
            best = max(best, least_gain(tally, place, tried, SURE))
    for place in range(1, len(tally.alive)):
        if tally.alive[place]:
            if least_gain(tally, place, tried, -SURE) < best:
                tally.alive[place] = 0
            else:
                left += 1
                ahead += 1 if least_gain(tally, place, tried, VERY_SURE) > 0.0 else 0
    return 0 if left == 1 and ahead == 1 else left


def best_place(tally: GainTally, tried: int, doubt: float) -> int:
    """Return the index of the action that gains most beyond doubt, or 0 when none does."""
    best, best_gain = 0, 0.0
    for place in range(1, len(tally.alive)):
        if tally.alive[place]:
            gain = least_gain(tally, place, tried, doubt)
            if gain > best_gain:
                best, best_gain = place, gain
    return best


def least_gain(tally: GainTally, place: int, tried: int, errors: float) -> float:
    """Return the mean gain of the action at `place` over the first, minus `errors` standard errors."""
    seen, worlds = tally.sums[place] / tried, tried + tally.prior_worlds
    variance = max(tally.squares[place] / tried - seen * seen, 0.0)
    mean = (tally.sums[place] + tally.prior[place]) / worlds
    return float(mean - errors * math.sqrt(variance / worlds))
