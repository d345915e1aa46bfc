"""Fields of states, choices, results and tables as rows, which compiled code reads as `row.stock`.

Nothing here needs NumPy; `numpy_rows` has NumPy arrays of such rows. Missing faces and seats are -1.
"""

from __future__ import annotations

from functools import cache
from typing import Any, Final

from ginrummy.kernel.arrays import arrays
from ginrummy.kernel.struct_layout import Fields, layout
from ginrummy.rules.cards import Hand
from ginrummy.rules.scoring import HandScore
from ginrummy.rules.turns import Choices, Memory, Pile, State
from ginrummy.rules.variant import Variant

STATE_FIELDS: Final[Fields] = (
    *((name, "i8") for name in ("cards0", "twins0", "cards1", "twins1", "pile", "pile_twins")),
    ("turns", "i4"),
    ("idle", "i2"),
    ("stock", "i2"),
    *((name, "i1") for name in ("phase", "turn", "dealer", "top", "beneath", "upcard", "taken")),
    *((name, "i1") for name in ("closing", "closed")),
)
CHOICE_FIELDS: Final[Fields] = (
    ("discards", "i8"),
    ("closings", "i8"),
    *((name, "?") for name in ("draw", "take", "leave", "big_gin")),
)
RESULT_FIELDS: Final[Fields] = (
    ("points", "i4"),
    ("turns", "i4"),
    ("decisions", "i4"),
    ("extra_coups", "i2"),
    *((name, "i1") for name in ("kind", "winner", "dealer", "multiplier")),
)
MEMORY_FIELDS: Final[Fields] = tuple(
    (f"{name}{seat}", "i8")
    for seat in range(2)
    for name in ("known", "known_twins", "taken", "refused", "discarded")
)
HAND_FIELDS: Final[Fields] = (("seed", "i8"), ("number", "i8"), ("decisions", "i4"))

VARIANT: Final = layout(tuple((field, "i8") for field in Variant._fields))
STATE: Final = layout(STATE_FIELDS)
CHOICE: Final = layout(CHOICE_FIELDS)
RESULT: Final = layout(RESULT_FIELDS)
# Numba would accept a row that begins with another one's fields as that one: so the hand comes first.
TABLE: Final = layout(HAND_FIELDS + STATE_FIELDS + CHOICE_FIELDS + MEMORY_FIELDS)


@cache
def variant_record(variant: Variant) -> Any:
    """Return `variant` as a record, which compiled code takes by address."""
    return arrays.record(VARIANT, variant)


def state_fields(state: State) -> tuple[int, ...]:
    """Return the fields of `state` in the order of `STATE_FIELDS`."""
    first, second = state.hands
    masks = (*first, *second, *state.pile.cards)
    counts = (state.turns, state.idle, state.stock)
    seats, faces = (state.phase, state.turn, state.dealer), (state.pile.top, state.pile.beneath)
    return (*masks, *counts, *seats, *faces, state.upcard, state.taken, state.closing, state.closed)


def state_from_fields(
    cards0: int, twins0: int, cards1: int, twins1: int, pile: int, pile_twins: int,
    turns: int, idle: int, stock: int, phase: int, turn: int, dealer: int, top: int, beneath: int,
    upcard: int, taken: int, closing: int, closed: int,
) -> State:  # fmt: skip
    """Return the state with these fields, in the order of `STATE_FIELDS`."""
    return State(
        phase=phase,
        turn=turn,
        dealer=dealer,
        hands=(Hand(cards0, twins0), Hand(cards1, twins1)),
        stock=stock,
        pile=Pile(Hand(pile, pile_twins), top, beneath),
        upcard=upcard,
        taken=taken,
        turns=turns,
        idle=idle,
        closing=closing,
        closed=closed,
    )


def read_state(row: Any) -> State:
    """Return the state in `row`; compiled with the loops that call it."""
    return state_from_fields(
        row.cards0, row.twins0, row.cards1, row.twins1, row.pile, row.pile_twins,
        row.turns, row.idle, row.stock, row.phase, row.turn, row.dealer, row.top, row.beneath,
        row.upcard, row.taken, row.closing, row.closed,
    )  # fmt: skip


def write_state(row: Any, state: State) -> None:
    """Write `state` to `row`; compiled with the loops that call it."""
    row.cards0, row.twins0 = state.hands[0].cards, state.hands[0].twins
    row.cards1, row.twins1 = state.hands[1].cards, state.hands[1].twins
    row.pile, row.pile_twins = state.pile.cards.cards, state.pile.cards.twins
    row.turns, row.idle, row.stock = state.turns, state.idle, state.stock
    row.phase, row.turn, row.dealer = state.phase, state.turn, state.dealer
    row.top, row.beneath, row.upcard = state.pile.top, state.pile.beneath, state.upcard
    row.taken, row.closing, row.closed = state.taken, state.closing, state.closed


def read_choices(row: Any) -> Choices:
    """Return the choices in `row`; compiled with the loops that call it."""
    return Choices(row.draw, row.take, row.leave, row.discards, row.closings, row.big_gin)


def write_choices(row: Any, options: Choices) -> None:
    """Write `options` to `row`; compiled with the loops that call it."""
    row.draw, row.take, row.leave = options.draw, options.take, options.leave
    row.discards, row.closings, row.big_gin = options.discards, options.closings, options.big_gin


def memory_from_fields(known: int, known_twins: int, taken: int, refused: int, discarded: int) -> Memory:
    """Return the memory with these fields, in the order of `MEMORY_FIELDS`."""
    return Memory(Hand(known, known_twins), taken, refused, discarded)


def read_memory(row: Any, seat: int) -> Memory:
    """Return the memory of `seat`; compiled with the loops that call it."""
    if seat == 0:
        return memory_from_fields(row.known0, row.known_twins0, row.taken0, row.refused0, row.discarded0)
    return memory_from_fields(row.known1, row.known_twins1, row.taken1, row.refused1, row.discarded1)


def write_memory(row: Any, seat: int, memory: Memory) -> None:
    """Write the memory of `seat`; compiled with the loops that call it."""
    known = memory.known
    if seat == 0:
        row.known0, row.known_twins0 = known.cards, known.twins
        row.taken0, row.refused0, row.discarded0 = memory.taken, memory.refused, memory.discarded
    else:
        row.known1, row.known_twins1 = known.cards, known.twins
        row.taken1, row.refused1, row.discarded1 = memory.taken, memory.refused, memory.discarded


def write_result(row: Any, score: HandScore, dealer: int, turns: int, decisions: int) -> None:
    """Write the result of a hand to `row`; compiled with the loops that call it."""
    row.kind, row.winner, row.points = score.kind, score.winner, score.points
    row.multiplier, row.extra_coups = score.multiplier, score.extra_coups
    row.dealer, row.turns, row.decisions = dealer, turns, decisions
