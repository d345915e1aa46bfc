"""Luck of the draw, and results of pairs without the part that luck explains: same mean, fewer pairs."""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from functools import cache
from typing import Any, Final, NamedTuple

from ginrummy.game.game import Game
from ginrummy.game.moves import MoveKind
from ginrummy.kernel.actions import DRAW, after_action
from ginrummy.kernel.move_numbers import action_of
from ginrummy.kernel.runtimes import Plain, has_compiler
from ginrummy.lab.arena.ratings import Matrix, solve_system
from ginrummy.lab.arena.run_plan import Unit
from ginrummy.lab.arena.sequential_test import FIRST_LOOK, next_check
from ginrummy.rules.cards import FACE_COUNT, NO_FACE, Hand, join_hands, lowest_bit, single
from ginrummy.rules.discards import fill_deadwoods
from ginrummy.rules.melds import NO_LIMIT, deadwood, run_table_of
from ginrummy.rules.turns import State, deal_deck, knock_limit, next_face
from ginrummy.rules.types import Seat
from ginrummy.variants import Variant

Luck = tuple[float, ...]

NO_LUCK: Final[Luck] = (0.0, 0.0, 0.0, 0.0)
_SHOWDOWN: Final = (MoveKind.SPREAD, MoveKind.LAY_OFF)


class CardWorth(NamedTuple):
    """Value of a drawn card for a hand, in points, by several measures.

    `left` is the least deadwood after a discard, `squared` its square, `margin` the gain of closing at once
    (0 if illegal), `fed` the saving of the other seat by the card then discarded.
    """

    left: int
    squared: int
    margin: int
    fed: int


def best_discard(variant: Variant, hand: Hand, deadwoods: MutableSequence[int]) -> tuple[int, int]:
    """Return the least deadwood after a discard of `hand`, and the discard.

    `deadwoods` is a buffer for 52 numbers.
    """
    fill_deadwoods(hand, run_table_of(variant), variant.set_same_suit_duplicates, deadwoods)
    least, best, rest = NO_LIMIT + 1, NO_FACE, hand.cards
    while rest:
        face = lowest_bit(rest)
        rest &= rest - 1
        if deadwoods[face] < least:
            least, best = deadwoods[face], face
    return least, best


def draw_value(
    variant: Variant, state: State, face: int, other: int, deadwoods: MutableSequence[int]
) -> CardWorth:
    """Return the value of drawing `face` for the seat to move; the other one has `other` deadwood."""
    left, thrown = best_discard(variant, join_hands(state.hands[state.turn], single(face)), deadwoods)
    fed = other - best_discard(variant, join_hands(state.hands[1 - state.turn], single(thrown)), deadwoods)[0]
    margin = 0
    if left == 0:
        margin = variant.gin_bonus + other
    elif left <= knock_limit(variant, state, thrown):
        margin = other - left if other > left else other - left - variant.undercut_bonus
    return CardWorth(left, left * left, margin, max(0, fed))


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
    came = draw_value(variant, state, next_face(deck, state), other, deadwoods)
    left, squared, margin, fed = 0, 0, 0, 0
    for place in range(first, len(deck)):
        worth = draw_value(variant, state, int(deck[place]) % FACE_COUNT, other, deadwoods)
        left += worth.left
        squared += worth.squared
        margin += worth.margin
        fed += worth.fed
    luck[0] += sign * (came.left - left / state.stock)
    luck[1] += sign * (came.squared - squared / state.stock)
    luck[2] += sign * (came.margin - margin / state.stock)
    luck[3] += sign * (came.fed - fed / state.stock)


def add_hand_luck(
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


def total_luck(games: Sequence[Game], seat: Seat) -> Luck:
    """Return the total luck of `seat` in all `games`, each measure in points."""
    total = [0.0] * len(NO_LUCK)
    for game in games:
        for measure, value in enumerate(hand_luck(game)):
            total[measure] += value if seat == 0 else -value
    return tuple(total)


def hand_luck(game: Game) -> Luck:
    """Return the luck of seat 0 in one hand, compiled if Numba is installed, else in plain Python."""
    played = [action_of(move) for move in game.moves if move.kind not in _SHOWDOWN]
    if has_compiler():
        return _compiled_luck(game, played)
    luck = list(NO_LUCK)
    add_hand_luck(game.variant, game.deck, game.dealer, played, [0] * FACE_COUNT, luck)
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
    from ginrummy.kernel.compile import compile_function

    plain: Plain = add_hand_luck
    return compile_function(plain)


class LuckPrior(NamedTuple):
    """Prior coefficients, of points and of legs won minus lost, and the mean square of a pair's luck.

    The mean squares set the weight of the prior.
    """

    points: Luck
    wins: Luck
    spread: Luck


# Least squares, rounded, over 1,000 pairs of hands and 50 of matches of each duel of `python -m bench.luck`
# (commit 057de979).
BEGINNINGS: Final = {
    Unit.HANDS: LuckPrior(
        points=(-1.1, 0.008, 0.35, -0.3),
        wins=(-0.045, 0.0004, 0.0085, -0.009),
        spread=(400.0, 1_600_000.0, 700.0, 300.0),
    ),
    Unit.GAMES: LuckPrior(
        points=(-1.2, 0.009, 0.35, -0.3),
        wins=(-0.011, 0.0001, 0.0025, -0.001),
        spread=(4000.0, 17_000_000.0, 5000.0, 2500.0),
    ),
}
BELIEVED: Final = 32


class LuckReduction:
    """Removes luck from the results of pairs, in the order of the pairs."""

    def __init__(self, beginning: Luck, spread: Luck) -> None:
        """Start with the prior `beginning`, weighted as `BELIEVED` pairs with luck of this `spread`."""
        self.coefficients = self._beginning = beginning
        self._spread = spread
        size = len(beginning) + 1
        self._gram: Matrix = [[0.0] * size for _row in range(size)]
        self._pull = [0.0] * size
        self._pairs = 0
        self._look = FIRST_LOOK

    def correct_value(self, value: float, luck: Sequence[float]) -> float:
        """Return `value` minus the part explained by the `luck` of its pair, then learn from the pair."""
        left = value - dot_product(self.coefficients, luck)
        self._learn(value - dot_product(self._beginning, luck), (*luck, 1.0))
        return left

    def _learn(self, rest: float, seen: Luck) -> None:
        """Learn a pair with residual `rest` from the prior; the last of `seen` is 1, for the mean."""
        for row, one in zip(self._gram, seen, strict=True):
            for place, other in enumerate(seen):
                row[place] += one * other
        self._pull = [pull + one * rest for pull, one in zip(self._pull, seen, strict=True)]
        self._pairs += 1
        if self._pairs == self._look:
            self._look = next_check(self._pairs)
            self.coefficients = self._solve()

    def _solve(self) -> Luck:
        """Return the coefficients from all pairs so far, shrunk towards the prior."""
        matrix = [list(row) for row in self._gram]
        for place, spread in enumerate(self._spread):
            matrix[place][place] += BELIEVED * spread
        change = solve_system(matrix, [[pull] for pull in self._pull])
        return tuple(first + step[0] for first, step in zip(self._beginning, change[:-1], strict=True))


def dot_product(coefficients: Sequence[float], luck: Sequence[float]) -> float:
    """Return the sum of the products."""
    return sum(each * value for each, value in zip(coefficients, luck, strict=True))


def luck_reductions(unit: Unit) -> tuple[LuckReduction, LuckReduction]:
    """Return the reductions for the points of pairs, and for legs won minus lost."""
    points, wins, spread = BEGINNINGS[unit]
    return LuckReduction(points, spread), LuckReduction(wins, spread)
