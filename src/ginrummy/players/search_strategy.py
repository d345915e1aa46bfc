"""What `search` does: it draws hidden worlds from its belief, plays each action out in them, and compares.

First `start`, then `search_on` round after round, then `best_place`. All actions are tried in the same
worlds, so that what each gains on the first of them, the base, is known far better than what either is
worth; those that fall behind are dropped on the way. What a hand is worth is the chance to win the match from
the scores that it leads to. Plain functions that compile as they are.
"""

from __future__ import annotations

import math
from collections.abc import MutableSequence, Sequence
from typing import Any, Final, NamedTuple

from ginrummy.kernel.actions import after_action, remembered
from ginrummy.kernel.rng import number_below, word_at
from ginrummy.players.belief import PROMPT, STYLE, begin, final_hand, walk, with_hand_of
from ginrummy.players.simple_strategy import simple_action
from ginrummy.players.steady_strategy import steady_action
from ginrummy.rules.ending import automatic_score
from ginrummy.rules.faces import NO_FACE
from ginrummy.rules.opponent_memory import Memory
from ginrummy.rules.turns import CLOSED, Choices, State, choices
from ginrummy.variants import Variant

BURN_IN: Final = 1000
STRIDE: Final = 16
SURE: Final = 1.5
VERY_SURE: Final = 3.0


class Scene(NamedTuple):
    """What is to be decided, and what is known: arrays of deeds, of the past as it may have been, of actions.

    `first` and `second` are what the seats remember of each other; `own` and `other` the scores that `equity`
    is looked up with; `styles` has a bit for each style that the other seat may play in.
    """

    state: State
    first: Memory
    second: Memory
    deeds: Any
    past: Any
    unseen: Any
    dealt: int
    styles: int
    actions: Any
    equity: Any
    own: int
    other: int


class Desk(NamedTuple):
    """Room to work in: where the walk stands, the stock of a world, and of each action what it gained.

    `sums` and `squares` are of the gains on the first action, in chances to win; who is dropped is not
    `alive`. `prior` is what is believed beforehand, as the sum of so many worlds, `prior_worlds`.
    """

    standing: Any
    scratch: Any
    stock: Any
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
            second = remembered(second, state.pile.top, action)
        else:
            first = remembered(first, state.pile.top, action)
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
    score, most = automatic_score(variant, state), len(equity) - 1
    if score.winner == seat:
        own = min(own + score.points, most)
    elif score.winner == 1 - seat:
        other = min(other + score.points, most)
    return float(equity[min(own, most), min(other, most)])


def start(variant: Variant, scene: Scene, desk: Desk, key: Any) -> None:
    """Walk from the scene's past to one that explains the play well."""
    begin(variant, scene.deeds, scene.past, scene.dealt, desk.standing, desk.scratch)
    wander(variant, scene, desk, BURN_IN, word_at(key, 1))


def search_on(variant: Variant, scene: Scene, desk: Desk, tried: int, more: int, key: Any) -> int:
    """Try `more` worlds after the first `tried`; return how many questions are still open."""
    for world in range(tried + 1, tried + more + 1):
        stream = word_at(key, world + 1)
        wander(variant, scene, desk, STRIDE, word_at(stream, 1))
        compare(variant, scene, desk, stream)
    return drop_losers(desk, tried + more)


def wander(variant: Variant, scene: Scene, desk: Desk, steps: int, key: Any) -> None:
    """Walk on to another possible past."""
    walk(
        variant,
        scene.deeds,
        scene.past,
        scene.unseen,
        scene.dealt,
        desk.standing,
        scene.styles,
        steps,
        key,
        desk.scratch,
    )


def compare(variant: Variant, scene: Scene, desk: Desk, key: Any) -> None:
    """Play each action out in the world that the walk stands in, and note what it gains on the first."""
    seat = scene.state.turn
    for place in range(len(desk.stock)):
        desk.stock[place] = scene.unseen[place]
    shuffle(desk.stock, word_at(key, 2))
    hand = final_hand(scene.deeds, scene.past, scene.dealt)
    truth = with_hand_of(scene.state, 1 - seat, hand)
    style, level = int(desk.standing[STYLE]), 0.0
    for place in range(len(scene.actions)):
        if desk.alive[place]:
            end = play_out(
                variant,
                truth,
                style,
                desk.stock,
                scene.first,
                scene.second,
                scene.actions[place],
                word_at(key, 3),
            )
            gain = worth(variant, end, seat, scene.equity, scene.own, scene.other) - level
            if place == 0:
                level = gain
            else:
                desk.sums[place] += gain
                desk.squares[place] += gain * gain


def drop_losers(desk: Desk, tried: int) -> int:
    """Let go of the actions that are surely not the best; return how many questions that leaves open.

    None is left where the first action stands alone, or is surely worse than the only other one.
    """
    best, left, ahead = 0.0, 0, 0
    for place in range(1, len(desk.alive)):
        if desk.alive[place]:
            best = max(best, least_gain(desk, place, tried, SURE))
    for place in range(1, len(desk.alive)):
        if desk.alive[place]:
            if least_gain(desk, place, tried, -SURE) < best:
                desk.alive[place] = 0
            else:
                left += 1
                ahead += 1 if least_gain(desk, place, tried, VERY_SURE) > 0.0 else 0
    return 0 if left == 1 and ahead == 1 else left


def best_place(desk: Desk, tried: int, doubt: float) -> int:
    """Return the place of the action that gains most beyond doubt, 0 where none does."""
    best, best_gain = 0, 0.0
    for place in range(1, len(desk.alive)):
        if desk.alive[place]:
            gain = least_gain(desk, place, tried, doubt)
            if gain > best_gain:
                best, best_gain = place, gain
    return best


def least_gain(desk: Desk, place: int, tried: int, errors: float) -> float:
    """Return what the action at `place` gains on the first in a world, less so many standard errors."""
    seen, worlds = desk.sums[place] / tried, tried + desk.prior_worlds
    variance = max(desk.squares[place] / tried - seen * seen, 0.0)
    mean = (desk.sums[place] + desk.prior[place]) / worlds
    return float(mean - errors * math.sqrt(variance / worlds))
