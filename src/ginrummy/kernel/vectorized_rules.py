"""The law over NumPy arrays, on all cores: the same results for any number of `workers`.

Hands are two arrays of 64-bit integers, shape (n,): the faces held (bit `face` for each) and the twins, those
held twice, by default none. Invalid input raises `ValueError` with the reason and the index: values that are
not whole numbers, a hand or state that no pack gives, an unplayable variant.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from inspect import signature
from types import FunctionType
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ginrummy.kernel import batch_loops, row_fields
from ginrummy.kernel.actions import DRAW, after_action
from ginrummy.kernel.hand_simulation import (
    REFUSED,
    first_seat,
    play_hands,
    random_action,
    second_seat,
    with_legality_checks,
)
from ginrummy.kernel.move_numbers import allowed_actions, illegal_action_text
from ginrummy.kernel.numpy_arrays import dtype_of
from ginrummy.kernel.parallel import run_in_parallel
from ginrummy.kernel.rng import BY_LOT
from ginrummy.kernel.row_fields import state_fields, state_from_fields, variant_record
from ginrummy.kernel.runtimes import Plain, is_ginrummy_function
from ginrummy.kernel.targets import compile_fastest
from ginrummy.locale import _
from ginrummy.locale.argument_checks import (
    as_instance,
    as_seat,
    as_tuple,
    as_whole_number,
    whole_number_or_none,
)
from ginrummy.locale.errors import GinRummyError, safe_repr
from ginrummy.rules import turns
from ginrummy.rules.cards import FACE_COUNT, NO_FACE
from ginrummy.rules.melds import run_table_of
from ginrummy.rules.turns import (
    CLOSED,
    CLOSED_BIG_GIN,
    COMPARED,
    DISCARD,
    MUST_CLOSE,
    Choices,
    State,
    deal_deck,
    next_face,
)
from ginrummy.variants import DEFAULT, Variant, resolve_variant

Rows = NDArray[np.void]

VARIANT_ROW: Final = dtype_of(row_fields.VARIANT)
STATE_ROW: Final = dtype_of(row_fields.STATE)
CHOICE_ROW: Final = dtype_of(row_fields.CHOICE)
RESULT_ROW: Final = dtype_of(row_fields.RESULT)
TABLE_ROW: Final = dtype_of(row_fields.TABLE)


def states_as_rows(states: Iterable[State]) -> Rows:
    """Return `states` as an array of `STATE_ROW`, shape (n,)."""
    return np.array([state_fields(state) for state in states], dtype=STATE_ROW)


def rows_as_states(rows: Rows) -> list[State]:
    """Return the states in an array of `STATE_ROW`."""
    columns = [rows[name].tolist() for name in STATE_ROW.names or ()]
    return [state_from_fields(*values) for values in zip(*columns, strict=True)]


def legal_actions_at(rows: Rows, index: int) -> list[int]:
    """Return the legal options in one of `rows`, of `CHOICE_ROW` or `TABLE_ROW`."""
    row = rows[index]
    return allowed_actions(Choices(*(row[name].item() for name in Choices._fields)))


def as_words(cells: NDArray[np.int8]) -> NDArray[np.int32]:
    """Return a view of an array of bytes as words of four bytes: a fourth as many."""
    return cells.view(np.dtype("<i4"))


Integers = NDArray[np.int64]

LARGEST_HAND: Final = DEFAULT.hand_nondealer + 1
_LAST_DEAL: Final = 1 << 60
_SEATS: Final = (first_seat, second_seat)
_STATE_SETS: Final = (("cards0", "twins0"), ("cards1", "twins1"), ("pile", "pile_twins"))
_STATE_BOUNDS: Final = {
    **{name: (0, (1 << FACE_COUNT) - 1) for names in _STATE_SETS for name in names},
    **dict.fromkeys(("top", "beneath", "upcard", "taken", "closed"), (NO_FACE, FACE_COUNT - 1)),
    **dict.fromkeys(("turn", "dealer"), (0, 1)),
    **{name: (0, np.iinfo(STATE_ROW[name]).max) for name in ("turns", "idle")},
    "phase": (0, COMPARED),
    "closing": (0, CLOSED_BIG_GIN),
    "stock": (0, 2 * FACE_COUNT),
}
_ELEVEN_CARDS: Final = (DISCARD, MUST_CLOSE, CLOSED)
"""Phases in which a hand may have a card more. In others the law would index beyond its tables."""
_HANDS_A_PIECE: Final = 4096
_DEALS_A_PIECE: Final = 64


def least_deadwood(
    cards: ArrayLike,
    twins: ArrayLike | None = None,
    *,
    variant: Variant = DEFAULT,
    workers: int | None = None,
) -> NDArray[np.int16]:
    """Return the least deadwood of each hand of at most eleven cards, in points, shape (n,) (RULES 2.6).

    >>> least_deadwood([0b111, 0b101])
    array([0, 4], dtype=int16)
    """
    return _of_hands(batch_loops.least_deadwoods, (), _hands(cards, twins), variant, workers)


def discard_deadwoods(
    cards: ArrayLike,
    twins: ArrayLike | None = None,
    *,
    variant: Variant = DEFAULT,
    workers: int | None = None,
) -> NDArray[np.int16]:
    """Return the least deadwood after each discard, shape (n, 52): -1 at the faces that a hand does not hold.

    >>> discard_deadwoods([0b10111])[0, :5]
    array([10,  9,  8, -1,  0], dtype=int16)
    """
    return _of_hands(batch_loops.discard_deadwoods, (FACE_COUNT,), _hands(cards, twins), variant, workers)


def _of_hands(
    loop: Plain,
    shape: tuple[int, ...],
    hands: tuple[Integers, Integers],
    variant: Variant,
    workers: int | None,
) -> NDArray[np.int16]:
    """Return the output of `loop` for each hand, an array of `shape`."""
    held, twice = hands
    out = np.empty((len(held), *shape), np.int16)
    variant = resolve_variant(variant)
    copy, runs = compile_fastest(loop), run_table_of(variant)

    def work(start: int, stop: int) -> None:
        piece = slice(start, stop)
        copy(held[piece], twice[piece], runs, variant.set_same_suit_duplicates, out[piece])

    run_in_parallel(work, len(held), workers=workers, least=_HANDS_A_PIECE)
    return out


def deal_decks(
    seed: int, count: int, *, first: int = 0, packs: int = 1, workers: int | None = None
) -> NDArray[np.uint8]:
    """Return the decks of deals `first` to `first + count - 1` of `seed`, shape (count, 52 or 104).

    They hold card numbers in the order of dealing, the same on every machine (see `rng`).
    """
    packs = as_whole_number(packs, "packs", least=1, most=2)
    out = np.empty((as_whole_number(count, "count", least=0), FACE_COUNT * packs), np.uint8)
    loop, whole, begin = (
        compile_fastest(batch_loops.shuffled_decks),
        signed_seed(seed),
        _deal_number(first, "first"),
    )

    def work(start: int, stop: int) -> None:
        loop(whole, begin + start, out[start:stop])

    run_in_parallel(work, len(out), workers=workers, least=_HANDS_A_PIECE)
    return out


def play_random(
    variant: Variant = DEFAULT,
    *,
    seed: int,
    hands: int,
    first: int = 0,
    dealer: int | None = None,
    workers: int | None = None,
) -> Rows:
    """Return the results of hands with random play on both seats, as rows of `RESULT_ROW`, shape (hands,).

    Every legal action is equally likely. Spread and defence are automatic. Row `i` is deal `first + i` of
    `seed`, for any number of `hands`. The dealer is random by default. A `winner` of -1 means no winner.
    """
    players = (random_action, random_action)
    return play(variant, players, seed=seed, hands=hands, first=first, dealer=dealer, workers=workers)


def play(
    variant: Variant,
    players: tuple[Plain, Plain],
    *,
    seed: int,
    hands: int,
    first: int = 0,
    dealer: int | None = None,
    workers: int | None = None,
) -> Rows:
    """Return the results of hands between two players of the kernel, in the form of `play_random`.

    A player is a plain function over integers with the signature of `hand_simulation.first_seat`.
    Seat 0 comes first. It is compiled with the loop. Raises `ValueError` with the hand, the player and the
    action when a player of yours does an illegal action.
    """
    play = _Play(variant, players, seed, dealer)
    out = np.empty(as_whole_number(hands, "hands", least=0), RESULT_ROW)
    begin = _deal_number(first, "first")
    play.fill(begin, np.empty(0, np.uint8), out, workers)
    refused = out["turns"] == REFUSED
    if refused.any():
        place = int(np.argmax(refused))
        raise play.refusal(begin + place, out[place])
    return out


class Replay(NamedTuple):
    """Replay of a hand: its deck (card numbers), its dealer, every action, and its result (`RESULT_ROW`)."""

    deck: NDArray[np.uint8]
    dealer: int
    actions: NDArray[np.uint8]
    result: Rows


def replay(
    variant: Variant, players: tuple[Plain, Plain], *, seed: int, number: int, dealer: int | None = None
) -> Replay:
    """Return deal `number` of `seed` as `play` plays it, with the deck and every action."""
    play = _Play(variant, players, seed, dealer)
    found = play.replay(_deal_number(number, "number"))
    if found.result["turns"][0] == REFUSED:
        raise play.refusal(number, found.result[0])
    return found


class _Play:
    """Two players, compiled with the loop over hands, and the settings of their games."""

    def __init__(self, variant: Variant, players: tuple[Plain, Plain], seed: int, dealer: int | None) -> None:
        self.variant, self.seed = resolve_variant(variant), signed_seed(seed)
        self.players = tuple(as_player(player, "players") for player in as_tuple(players, "players"))
        if len(self.players) != len(_SEATS):
            raise ValueError(f"{len(self.players)} players are given, {len(_SEATS)} are needed")
        self._loop = compile_fastest(
            play_hands, with_legality_checks(dict(zip(_SEATS, self.players, strict=True)))
        )
        self._record = variant_record(self.variant)
        self._dealer = BY_LOT if dealer is None else as_seat(dealer, "dealer")

    def fill(self, first: int, log: NDArray[np.uint8], out: Rows, workers: int | None) -> NDArray[np.uint8]:
        """Write the results of hands `first`, `first` + 1 ... to `out`. Return the deck of the last."""
        deck = np.empty(FACE_COUNT * self.variant.decks, np.uint8)

        def work(start: int, stop: int) -> None:
            room = deck if stop == len(out) else deck.copy()
            self._loop(self._record, room, self.seed, first + start, self._dealer, log, out[start:stop])

        may_hang = not all(map(is_ginrummy_function, self.players))
        run_in_parallel(work, len(out), workers=workers, least=_DEALS_A_PIECE, may_hang=may_hang)
        return deck

    def replay(self, number: int) -> Replay:
        """Return the replay of a hand, up to an illegal action."""
        result = np.empty(1, RESULT_ROW)
        self.fill(number, np.empty(0, np.uint8), result, 1)
        log = np.empty(result["decisions"][0], np.uint8)
        return Replay(self.fill(number, log, result, 1), int(result["dealer"][0]), log, result)

    def refusal(self, number: int, result: np.void) -> ValueError:
        """Return the error for a hand in which a player did an illegal action."""
        again = self.replay(number)
        deck = again.deck.tolist()
        state = deal_deck(self.variant, deck, again.dealer)
        for action in again.actions.tolist():
            state = after_action(self.variant, state, action, next_face(deck, state))
        name = self.players[result["winner"]].__qualname__
        allowed = allowed_actions(turns.choices(self.variant, state))
        said = illegal_action_text(result["points"], allowed, by=name)
        return ValueError(f"hand {number}: {said}")


def as_player(player: object, where: str) -> Plain:
    """Return `player`, a plain function with the signature of `hand_simulation.first_seat`."""
    function = as_instance(player, FunctionType, where)
    try:
        signature(function).bind(*signature(first_seat).parameters)
    except TypeError as error:
        what = _("it cannot be made: {error}").format(error=error)
        raise GinRummyError(what, where=function.__qualname__) from error
    return function


def _deal_number(value: int, where: str) -> int:
    return as_whole_number(value, where, least=0, most=_LAST_DEAL)


def choices(states: Rows, *, variant: Variant = DEFAULT, workers: int | None = None) -> Rows:
    """Return the options of the seat to move in each of `states` (`STATE_ROW`), as rows of `CHOICE_ROW`."""
    return _of_states(batch_loops.all_choices, CHOICE_ROW, _states(states), resolve_variant(variant), workers)


def states_after(
    states: Rows, actions: ArrayLike, next_faces: ArrayLike, *, variant: Variant = DEFAULT
) -> Rows:
    """Return the states after one action each, as rows of `STATE_ROW`.

    `actions` are numbered as in `actions`; `next_faces` are the faces that a stock draw would yield.
    """
    before, variant = _states(states), resolve_variant(variant)
    moves = whole_numbers(actions, len(before), kinds="iu")
    faces = whole_numbers(next_faces, len(before))
    _refuse_places((moves == DRAW) & ((faces < 0) | (faces >= FACE_COUNT)), "the stock yields no such face")
    out = np.empty(len(before), STATE_ROW)
    illegal = compile_fastest(batch_loops.all_after)(variant_record(variant), before, moves, faces, out)
    if illegal >= 0:
        allowed = legal_actions_at(choices(before[illegal : illegal + 1], variant=variant), 0)
        raise ValueError(f"place {illegal}: {illegal_action_text(as_array(actions)[illegal], allowed)}")
    return out


def scores(states: Rows, *, variant: Variant = DEFAULT, workers: int | None = None) -> Rows:
    """Return the scores of hands that are closed or over, with automatic spread and defence, as `RESULT_ROW`.

    `decisions` is 0.
    """
    ended = _states(states)
    _refuse_places(ended["phase"] < CLOSED, "the hand is not over")
    return _of_states(batch_loops.all_scores, RESULT_ROW, ended, resolve_variant(variant), workers)


def _of_states(loop: Plain, row: np.dtype[Any], states: Rows, variant: Variant, workers: int | None) -> Rows:
    """Return the output of `loop` for each state, as rows of `row`."""
    out = np.empty(len(states), row)
    copy, record = compile_fastest(loop), variant_record(variant)

    def work(start: int, stop: int) -> None:
        copy(record, states[start:stop], out[start:stop])

    run_in_parallel(work, len(states), workers=workers, least=_DEALS_A_PIECE)
    return out


def signed_seed(seed: int) -> int:
    """Return `seed` modulo 2**64, as the signed number with the same bits."""
    return (as_whole_number(seed, "seed") + (1 << 63)) % (1 << 64) - (1 << 63)


def _hands(cards: ArrayLike, twins: ArrayLike | None) -> tuple[Integers, Integers]:
    """Return both arrays after validation: equal length, valid faces, each hand within the law's limits."""
    held = whole_numbers(cards, np.size(cards))
    twice = np.zeros(len(held), np.int64) if twins is None else whole_numbers(twins, len(held))
    wrong = (held >> FACE_COUNT != 0) | (twice & ~held != 0)
    wrong |= np.bitwise_count(held) + np.bitwise_count(twice) > LARGEST_HAND
    _refuse_places(wrong, f"no hand of at most {LARGEST_HAND} cards and their twins")
    return held, twice


def _refuse_places(wrong: NDArray[np.bool_], why: str) -> None:
    """Raise `ValueError` for the first index that is `wrong`."""
    if wrong.any():
        raise ValueError(f"place {int(np.argmax(wrong))}: {why}")


def _states(states: Rows) -> Rows:
    """Return `states` after validation: the law checks nothing, and an invalid state could crash it."""
    if not isinstance(states, np.ndarray) or states.dtype != STATE_ROW or states.ndim != 1:
        raise ValueError(f"rows of STATE_ROW are needed, not {safe_repr(states)}")
    wrong = np.zeros(len(states), np.bool_)
    for name, (least, most) in _STATE_BOUNDS.items():
        wrong |= (states[name] < least) | (states[name] > most)
    for cards, twins in _STATE_SETS:
        wrong |= states[twins] & ~states[cards] != 0
    is_full = np.isin(states["phase"], _ELEVEN_CARDS)
    for cards, twins in _STATE_SETS[:2]:
        size = np.bitwise_count(states[cards]) + np.bitwise_count(states[twins])
        wrong |= size > LARGEST_HAND - 1 + is_full
    _refuse_places(wrong, "no state of a hand")
    return np.ascontiguousarray(states)


def whole_numbers(values: ArrayLike, length: int, *, kinds: str = "iub") -> Integers:
    """Return `values` as an array of shape (length,). Raises `ValueError` for others, and for fractions.

    `kinds` are the accepted NumPy kinds: "iu" excludes booleans.
    """
    array = as_array(values)
    if array.size and array.dtype.kind not in kinds:
        raise ValueError(f"an array of {array.dtype} is given, whole numbers are needed")
    if array.shape != (length,):
        raise ValueError(f"an array has shape {array.shape}, ({length},) is needed")
    return np.ascontiguousarray(array, np.int64)


def as_array(values: ArrayLike) -> NDArray[Any]:
    """Return `values` as an array; the items of a list keep their own types.

    NumPy turns a mix of unsigned and other numbers into floats, and booleans among numbers into numbers.
    """
    items = values if isinstance(values, list | tuple) else ()
    flags = sum(isinstance(item, bool | np.bool_) for item in items)
    if 0 < flags < len(items):
        return np.asarray(values, object)
    numbers = [None if flags else whole_number_or_none(item) for item in items]
    if not items or None in numbers:
        return np.asarray(values)
    with suppress(OverflowError):
        return np.array(numbers, np.int64)
    return np.array(numbers, object)
