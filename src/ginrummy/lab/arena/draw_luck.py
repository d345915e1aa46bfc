"""Luck of the draw: the value of each drawn card, minus the mean over the stock.

Every card of the stock is equally likely to be drawn next, whatever the players did or will do, because they
have not seen it. So the value of the drawn card minus the mean over the stock has expectation zero, exactly,
for any value function. `variance_reduction` subtracts as much of it as explains the results of pairs.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from functools import cache
from typing import Any, Final, NamedTuple

from ginrummy.game.game import Game
from ginrummy.game.moves import MoveKind
from ginrummy.kernel.actions import DRAW, after_action
from ginrummy.kernel.move_numbers import action_of
from ginrummy.kernel.targets import Plain, Target, is_ready, target
from ginrummy.rules.bits import lowest
from ginrummy.rules.card_encoding import FACE_COUNT, NO_FACE
from ginrummy.rules.dealing import deal_deck, next_face
from ginrummy.rules.discard_deadwoods import fill_deadwoods
from ginrummy.rules.hand import Hand, joined, single
from ginrummy.rules.melds import NO_LIMIT, deadwood, runs_of
from ginrummy.rules.turns import State, knock_limit
from ginrummy.rules.types import Seat
from ginrummy.variants import Variant

Luck = tuple[float, ...]

NO_LUCK: Final[Luck] = (0.0, 0.0, 0.0, 0.0)
_SHOWDOWN: Final = (MoveKind.SPREAD, MoveKind.LAY_OFF)


class Worth(NamedTuple):
    """Value of a drawn card for a hand, in points, by several measures.

    `left` is the least deadwood after a discard, `squared` its square, `margin` the gain of closing at once
    (0 if illegal), `fed` the saving of the other seat by the card then discarded.
    """

    left: int
    squared: int
    margin: int
    fed: int


def least_left(variant: Variant, hand: Hand, deadwoods: MutableSequence[int]) -> tuple[int, int]:
    """Return the least deadwood after a discard of `hand`, and the discard.

    `deadwoods` is a buffer for 52 numbers.
    """
    fill_deadwoods(hand, runs_of(variant), variant.set_same_suit_duplicates, deadwoods)
    least, best, rest = NO_LIMIT + 1, NO_FACE, hand.cards
    while rest:
        face = lowest(rest)
        rest &= rest - 1
        if deadwoods[face] < least:
            least, best = deadwoods[face], face
    return least, best


def worth_of(variant: Variant, state: State, face: int, other: int, deadwoods: MutableSequence[int]) -> Worth:
    """Return the value of drawing `face` for the seat to move; the other one has `other` deadwood."""
    left, thrown = least_left(variant, joined(state.hands[state.turn], single(face)), deadwoods)
    fed = other - least_left(variant, joined(state.hands[1 - state.turn], single(thrown)), deadwoods)[0]
    margin = 0
    if left == 0:
        margin = variant.gin_bonus + other
    elif left <= knock_limit(variant, state, thrown):
        margin = other - left if other > left else other - left - variant.undercut_bonus
    return Worth(left, left * left, margin, max(0, fed))


def add_draw(
    variant: Variant,
    state: State,
    deck: Sequence[int],
    deadwoods: MutableSequence[int],
    luck: MutableSequence[float],
) -> None:
    """Add the value of the next card of `deck` above the mean to `luck`, of seat 0 against seat 1."""
    other = deadwood(variant, state.hands[1 - state.turn])
    first, sign = len(deck) - state.stock, 1 - 2 * state.turn
    came = worth_of(variant, state, next_face(deck, state), other, deadwoods)
    left, squared, margin, fed = 0, 0, 0, 0
    for place in range(first, len(deck)):
        worth = worth_of(variant, state, int(deck[place]) % FACE_COUNT, other, deadwoods)
        left += worth.left
        squared += worth.squared
        margin += worth.margin
        fed += worth.fed
    luck[0] += sign * (came.left - left / state.stock)
    luck[1] += sign * (came.squared - squared / state.stock)
    luck[2] += sign * (came.margin - margin / state.stock)
    luck[3] += sign * (came.fed - fed / state.stock)


def fill_luck(
    variant: Variant,
    deck: Sequence[int],
    dealer: int,
    actions: Sequence[int],
    deadwoods: MutableSequence[int],
    luck: MutableSequence[float],
) -> None:
    """Add the luck of seat 0 in the hand of `actions` to `luck`; `deadwoods` is a buffer for 52 numbers."""
    state = deal_deck(variant, deck, dealer)
    for place in range(len(actions)):
        action = int(actions[place])
        if action == DRAW:
            add_draw(variant, state, deck, deadwoods, luck)
        state = after_action(variant, state, action, next_face(deck, state))


def hands_luck(games: Sequence[Game], seat: Seat) -> Luck:
    """Return the total luck of `seat` in all `games`, each measure in points."""
    total = [0.0] * len(NO_LUCK)
    for game in games:
        for measure, value in enumerate(hand_luck(game)):
            total[measure] += value if seat == 0 else -value
    return tuple(total)


def hand_luck(game: Game) -> Luck:
    """Return the luck of seat 0 in one hand, compiled if Numba is installed, else in plain Python."""
    played = [action_of(move) for move in game.moves if move.kind not in _SHOWDOWN]
    if target() is Target.NATIVE and is_ready():
        return _compiled_luck(game, played)
    luck = list(NO_LUCK)
    fill_luck(game.variant, game.deck, game.dealer, played, [0] * FACE_COUNT, luck)
    return tuple(luck)


def _compiled_luck(game: Game, played: list[int]) -> Luck:
    import numpy as np

    from ginrummy.kernel.row_fields import variant_record

    luck, room = np.zeros(len(NO_LUCK)), np.zeros(FACE_COUNT, np.int64)
    deck, actions = np.array(game.deck, np.int64), np.array(played, np.int64)
    _loop()(variant_record(game.variant), deck, game.dealer, actions, room, luck)
    return tuple(luck.tolist())


@cache
def _loop() -> Any:
    from ginrummy.kernel.compile import compiled

    plain: Plain = fill_luck
    return compiled(plain)
