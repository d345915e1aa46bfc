"""The law over NumPy arrays, on all cores: the same answers for any number of `workers`.

Hands are two arrays of 64-bit integers, shape (n,): the faces held (bit `face` for each) and the twins,
those held twice, none unless given. Bad input raises `ValueError` that says which place is wrong.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ginrummy.kernel import batch_loops
from ginrummy.kernel.hand_simulation import first_seat, play_hands, random_action, second_seat
from ginrummy.kernel.numpy_rows import CHOICE_ROW, RESULT_ROW, STATE_ROW, Rows
from ginrummy.kernel.parallel import share
from ginrummy.kernel.rng import BY_LOT
from ginrummy.kernel.row_fields import variant_record
from ginrummy.kernel.targets import Plain, compiled
from ginrummy.rules.card_encoding import FACE_COUNT
from ginrummy.rules.melds import runs_of
from ginrummy.rules.turns import CLOSED
from ginrummy.rules.variant import DEFAULT, Variant

Integers = NDArray[np.int64]

LARGEST_HAND: Final = DEFAULT.hand_nondealer + 1
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
    """Return what `loop` writes of each hand, an array of `shape`."""
    held, twice = hands
    out = np.empty((len(held), *shape), np.int16)
    copy, runs = compiled(loop), runs_of(variant)

    def work(start: int, stop: int) -> None:
        piece = slice(start, stop)
        copy(held[piece], twice[piece], runs, variant.set_same_suit_duplicates, out[piece])

    share(work, len(held), workers=workers, least=_HANDS_A_PIECE)
    return out


def deal_decks(
    seed: int, count: int, *, first: int = 0, packs: int = 1, workers: int | None = None
) -> NDArray[np.uint8]:
    """Return the decks of deals `first` to `first + count - 1` of `seed`, shape (count, 52 or 104).

    They hold card numbers in the order in which they are dealt, the same on every machine (see `rng`).
    """
    if packs not in (1, 2):
        raise ValueError(f"packs is {packs}, 1 or 2 is needed")
    out = np.empty((_count("count", count), FACE_COUNT * packs), np.uint8)
    loop, whole = compiled(batch_loops.shuffled_decks), signed(seed)

    def work(start: int, stop: int) -> None:
        loop(whole, first + start, out[start:stop])

    share(work, count, workers=workers, least=_HANDS_A_PIECE)
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
    """Return how hands end when both seats play at random, as rows of `RESULT_ROW`, shape (hands,).

    Every allowed action is equally likely; spread and defence are automatic. Row `i` is deal `first + i` of
    `seed`, whatever `hands` is; the dealer is drawn by lot unless given. A `winner` of -1 is nobody.
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
    """Return how hands end that two players of the kernel play, as `play_random` does.

    A player is a plain function over integers, called as `hand_simulation.first_seat` is; seat 0 comes first.
    It is compiled with the loop and trusted: whatever it does is done.
    """
    out = np.empty(_count("hands", hands), RESULT_ROW)
    loop, record, dealing = _loop(players), variant_record(variant), _dealing(dealer)

    def work(start: int, stop: int) -> None:
        deck, log = np.empty(FACE_COUNT * variant.decks, np.uint8), np.empty(0, np.uint8)
        loop(record, deck, signed(seed), first + start, dealing, log, out[start:stop])

    share(work, hands, workers=workers, least=_DEALS_A_PIECE)
    return out


class Replay(NamedTuple):
    """One hand again: its deck (card numbers), its dealer, every action, and how it ends (`RESULT_ROW`)."""

    deck: NDArray[np.uint8]
    dealer: int
    actions: NDArray[np.uint8]
    result: Rows


def replay(
    variant: Variant, players: tuple[Plain, Plain], *, seed: int, number: int, dealer: int | None = None
) -> Replay:
    """Return deal `number` of `seed` as `play` plays it, with the deck and every action."""
    deck, result = np.empty(FACE_COUNT * variant.decks, np.uint8), np.empty(1, RESULT_ROW)
    loop, record, dealing = _loop(players), variant_record(variant), _dealing(dealer)
    log = np.empty(0, np.uint8)
    for _attempt in range(2):
        loop(record, deck, signed(seed), number, dealing, log, result)
        log = np.empty(result["decisions"][0], np.uint8) if len(log) == 0 else log
    return Replay(deck, int(result["dealer"][0]), log, result)


def _loop(players: tuple[Plain, Plain]) -> Any:
    return compiled(play_hands, {first_seat: players[0], second_seat: players[1]})


def _dealing(dealer: int | None) -> int:
    if dealer not in (None, 0, 1):
        raise ValueError(f"dealer is {dealer}: a seat is 0 or 1")
    return BY_LOT if dealer is None else dealer


def choices(states: Rows, *, variant: Variant = DEFAULT, workers: int | None = None) -> Rows:
    """Return what the seat to move may do in each of `states` (`STATE_ROW`), as rows of `CHOICE_ROW`."""
    return _of_states(batch_loops.all_choices, CHOICE_ROW, _states(states), variant, workers)


def after(states: Rows, actions: ArrayLike, next_faces: ArrayLike, *, variant: Variant = DEFAULT) -> Rows:
    """Return the states after one action each, as rows of `STATE_ROW`.

    `actions` are numbered as in `actions`; `next_faces` are the faces that a stock draw would yield.
    """
    given = _states(states)
    moves, faces = (whole_numbers(values, len(given)) for values in (actions, next_faces))
    out = np.empty(len(given), STATE_ROW)
    illegal = compiled(batch_loops.all_after)(variant_record(variant), given, moves, faces, out)
    if illegal >= 0:
        raise ValueError(f"place {illegal}: action {moves[illegal]} is not allowed")
    return out


def scores(states: Rows, *, variant: Variant = DEFAULT, workers: int | None = None) -> Rows:
    """Return the scores of hands that are closed or over, spread and defence automatic, as `RESULT_ROW`.

    `decisions` is 0.
    """
    given = _states(states)
    if len(given) and given["phase"].min() < CLOSED:
        raise ValueError(f"place {int(np.argmax(given['phase'] < CLOSED))}: the hand is not over")
    return _of_states(batch_loops.all_scores, RESULT_ROW, given, variant, workers)


def _of_states(loop: Plain, row: np.dtype[Any], states: Rows, variant: Variant, workers: int | None) -> Rows:
    """Return what `loop` writes of each state, as rows of `row`."""
    out = np.empty(len(states), row)
    copy, record = compiled(loop), variant_record(variant)

    def work(start: int, stop: int) -> None:
        copy(record, states[start:stop], out[start:stop])

    share(work, len(states), workers=workers, least=_DEALS_A_PIECE)
    return out


def signed(seed: int) -> int:
    """Return `seed` modulo 2**64, as the signed number with the same bits."""
    return (seed + (1 << 63)) % (1 << 64) - (1 << 63)


def _count(name: str, value: int) -> int:
    if value < 0:
        raise ValueError(f"{name} is {value}, at least 0 is needed")
    return value


def _hands(cards: ArrayLike, twins: ArrayLike | None) -> tuple[Integers, Integers]:
    """Return both arrays checked: one length, true faces, each hand within what the law takes."""
    held = whole_numbers(cards, np.size(cards))
    twice = np.zeros(len(held), np.int64) if twins is None else whole_numbers(twins, len(held))
    wrong = (held >> FACE_COUNT != 0) | (twice & ~held != 0)
    wrong |= np.bitwise_count(held) + np.bitwise_count(twice) > LARGEST_HAND
    if wrong.any():
        place = int(np.argmax(wrong))
        raise ValueError(f"place {place}: no hand of at most {LARGEST_HAND} cards and their twins")
    return held, twice


def _states(states: Rows) -> Rows:
    if states.dtype != STATE_ROW or states.ndim != 1:
        raise ValueError(f"states are {states.dtype} of shape {states.shape}: rows of STATE_ROW are needed")
    return np.ascontiguousarray(states)


def whole_numbers(values: ArrayLike, length: int) -> Integers:
    """Return `values` as an array of shape (length,); raises `ValueError` for others, and for fractions."""
    array = np.asarray(values)
    if array.size and array.dtype.kind not in "iub":
        raise ValueError(f"an array of {array.dtype} is given, whole numbers are needed")
    if array.shape != (length,):
        raise ValueError(f"an array has shape {array.shape}, ({length},) is needed")
    return np.ascontiguousarray(array, np.int64)
