"""What `search` does: it draws hidden worlds from its belief, plays each action out in them, and compares.

First `settle_in`, then round after round, at last `best_place`. Worlds come from a walk, each from the one
before it (`draw_worlds`); each can be tried out by itself, on whatever core (`try_worlds`); what was gained
is added up in the order of the worlds (`add_up`), so that sums are the same to the last bit. All actions are
tried in the same worlds, so that what each gains on the first of them, the base, is known far better than
what either is worth; those that fall behind are dropped on the way. What a hand is worth is the chance to win
the match from the scores that it leads to. Plain functions that compile as they are.
"""

from __future__ import annotations

import math
from collections.abc import MutableSequence, Sequence
from typing import Any, Final, NamedTuple

from ginrummy.cards import Hand
from ginrummy.kernel.actions import after_action, remembered
from ginrummy.kernel.rng import number_below, word_at
from ginrummy.players.belief import PROMPT, STYLE, begin, final_hand, walk, with_hand_of
from ginrummy.players.equity_loops import chance_at
from ginrummy.players.simple_strategy import simple_action
from ginrummy.players.steady_strategy import steady_action
from ginrummy.rules.automatic_showdown import automatic_score
from ginrummy.rules.card_encoding import NO_FACE
from ginrummy.rules.opponent_memory import Memory
from ginrummy.rules.scoring import HandScore
from ginrummy.rules.turns import CLOSED, Choices, State, choices
from ginrummy.variants import Variant

BURN_IN: Final = 1000
STRIDE: Final = 16
SURE: Final = 1.5
VERY_SURE: Final = 3.0


class SearchRoot(NamedTuple):
    """What is to be decided.

    `first` and `second` are what the seats remember of each other; `own` and `other` the scores that `equity`
    is looked up with, both arrays, as the numbers of the `actions`.
    """

    state: State
    first: Memory
    second: Memory
    actions: Any
    equity: Any
    own: int
    other: int


class Trail(NamedTuple):
    """Where the walk stands, and what it is to explain: arrays of deeds, of the past as it may have been.

    `styles` has a bit for each style that the other seat may play in; `scratch` is room to work in. `odds`
    are what is believed of each face beforehand (`belief.likelihood`).
    """

    deeds: Any
    past: Any
    unseen: Any
    dealt: int
    styles: int
    standing: Any
    scratch: Any
    odds: Any


class Worlds(NamedTuple):
    """What is hidden, as it may be: arrays with a row a world, of the other hand, its style, the stock.

    `cards` and `twins` are the hand; a row of `stocks` is in the order of drawing.
    """

    cards: Any
    twins: Any
    styles: Any
    stocks: Any


class GainTally(NamedTuple):
    """What each action has gained: arrays.

    `sums` and `squares` are of the gains on the first action, in chances to win; who is dropped is not
    `alive`. `prior` is what is believed beforehand, as the sum of so many worlds, `prior_worlds`.
    """

    sums: Any
    squares: Any
    alive: Any
    prior: Any
    prior_worlds: int


def own_seat(variant: Variant, state: State, options: Choices, memory: Memory, key: Any) -> int:
    """Return what the searching seat does in a roll-out; another policy may be put in this place."""
    return steady_action(variant, state, options, memory, key)


def other_seat(variant: Variant, style: int, state: State, options: Choices, memory: Memory, key: Any) -> int:
    """Return what the other seat, playing in `style`, does in a roll-out."""
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
    """Return how the hand ends when the seat to move does `action` and both then play their policies.

    `stock` is in the order of drawing; `first` and `second` are what the seats remember of each other.
    """
    decisions, seat = 0, state.turn
    while True:
        if state.turn == 0:
            second = remembered(variant, second, state, action)
        else:
            first = remembered(variant, first, state, action)
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


def worth(variant: Variant, state: State, seat: int, equity: Any, own: int, other: int) -> float:
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
    """Walk so many steps from the trail's past, towards one that explains the play well."""
    begin(variant, trail.deeds, trail.past, trail.dealt, trail.standing, trail.scratch, trail.odds)
    wander(variant, trail, steps, word_at(key, 1))


def draw_worlds(variant: Variant, trail: Trail, worlds: Worlds, tried: int, key: Any) -> None:
    """Fill all rows of `worlds` with those that come after the first `tried`."""
    for place in range(len(worlds.cards)):
        draw_world(variant, trail, worlds, place, STRIDE, word_at(key, tried + place + 2))


def draw_world(variant: Variant, trail: Trail, worlds: Worlds, place: int, steps: int, stream: Any) -> None:
    """Walk on for so many steps, and write the world that the walk then stands in to a row of `worlds`."""
    wander(variant, trail, steps, word_at(stream, 1))
    hand = final_hand(trail.deeds, trail.past, trail.dealt)
    worlds.cards[place], worlds.twins[place] = hand.cards, hand.twins
    worlds.styles[place] = int(trail.standing[STYLE])
    stock = worlds.stocks[place]
    for card in range(min(len(stock), len(trail.unseen))):
        stock[card] = trail.unseen[card]
    shuffle(stock, word_at(stream, 2))


def wander(variant: Variant, trail: Trail, steps: int, key: Any) -> None:
    """Walk on to another possible past."""
    walk(
        variant,
        trail.deeds,
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
    variant: Variant, root: SearchRoot, worlds: Worlds, alive: Any, gains: Any, tried: int, key: Any
) -> None:
    """Play each action that is `alive` out in `worlds`, those after the first `tried`.

    What it gains on the first action is written to `gains`: a row a world, a column an action.
    """
    for world in range(len(gains)):
        stream, level = word_at(word_at(key, tried + world + 2), 3), 0.0
        for place in range(len(alive)):
            if alive[place]:
                gains[world, place] = chance_in(variant, root, worlds, world, place, stream) - level
                if place == 0:
                    level = gains[world, place]


def chance_in(variant: Variant, root: SearchRoot, worlds: Worlds, world: int, place: int, key: Any) -> float:
    """Return the chance to win the match after the action at `place`, played out in one of `worlds`."""
    end = end_of(variant, root, worlds, world, place, key)
    return worth(variant, end, root.state.turn, root.equity, root.own, root.other)


def end_of(variant: Variant, root: SearchRoot, worlds: Worlds, world: int, place: int, key: Any) -> State:
    """Return how the hand ends after the action at `place` in one of `worlds`."""
    style, stock, action = worlds.styles[world], worlds.stocks[world], root.actions[place]
    hand = Hand(worlds.cards[world], worlds.twins[world])
    truth = with_hand_of(root.state, 1 - root.state.turn, hand)
    return play_out(variant, truth, style, stock, root.first, root.second, action, key)


def add_up(tally: GainTally, gains: Any, tried: int) -> int:
    """Add what was gained in the worlds after the first `tried`; return how many questions are still open."""
    for world in range(len(gains)):
        for place in range(1, len(tally.alive)):
            if tally.alive[place]:
                gain = gains[world, place]
                tally.sums[place] += gain
                tally.squares[place] += gain * gain
    return drop_losers(tally, tried + len(gains))


def drop_losers(tally: GainTally, tried: int) -> int:
    """Let go of the actions that are surely not the best; return how many questions that leaves open.

    None is left where the first action stands alone, or is surely worse than the only other one.
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
    """Return the place of the action that gains most beyond doubt, 0 where none does."""
    best, best_gain = 0, 0.0
    for place in range(1, len(tally.alive)):
        if tally.alive[place]:
            gain = least_gain(tally, place, tried, doubt)
            if gain > best_gain:
                best, best_gain = place, gain
    return best


def least_gain(tally: GainTally, place: int, tried: int, errors: float) -> float:
    """Return what the action at `place` gains on the first in a world, less so many standard errors."""
    seen, worlds = tally.sums[place] / tried, tried + tally.prior_worlds
    variance = max(tally.squares[place] / tried - seen * seen, 0.0)
    mean = (tally.sums[place] + tally.prior[place]) / worlds
    return float(mean - errors * math.sqrt(variance / worlds))
