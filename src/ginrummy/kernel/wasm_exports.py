"""Exports of the WebAssembly of the law, and the memory layout of their arguments: the law's own part.

An export is a plain function, compiled as by `compile.compile_function`, with callees replaced by `swaps`.
Its arguments are flattened: a tuple to its parts, a row to the address of its record, an array to the
address of its first item and its length along each dimension. Upper layers add more exports.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple, get_args, get_origin, get_type_hints

import numpy as np

from ginrummy.kernel import batch_loops, hand_simulation, ledger_loops, vector_loops
from ginrummy.kernel.numpy_arrays import dtype_of
from ginrummy.kernel.struct_layout import layout
from ginrummy.kernel.vectorized_rules import CHOICE_ROW, RESULT_ROW, STATE_ROW, TABLE_ROW, VARIANT_ROW
from ginrummy.kernel.wasm_signatures import FLAG, REAL, WHOLE, export_name
from ginrummy.rules.turns import Memory, State

_PLAIN: Final = {int: WHOLE, float: REAL, bool: FLAG}


class RecordKind(NamedTuple):
    """A record, passed by address."""

    dtype: np.dtype[Any]


class ArrayKind(NamedTuple):
    """Contiguous items, the last dimension innermost."""

    dtype: np.dtype[Any]
    dimensions: int = 1


class TupleKind(NamedTuple):
    """A tuple of parts, each of its kind; `of` is `tuple` or a named tuple class."""

    of: type
    parts: tuple[Any, ...]


Kind = str | RecordKind | ArrayKind | TupleKind


class Export(NamedTuple):
    """A function to export, with the kinds of its arguments and of its result, if any."""

    function: Callable[..., Any]
    arguments: tuple[Kind, ...]
    returns: str | None = None
    swaps: Mapping[Callable[..., Any], Callable[..., Any]] = {}

    @property
    def name(self) -> str:
        """Its name in the module."""
        return export_name(self.function, self.swaps)


def array_kind(item: Any, dimensions: int = 1) -> ArrayKind:
    """Return the kind of an array of `item`, a type or a row."""
    return ArrayKind(np.dtype(item), dimensions)


def tuple_kind(of: type, **kinds: Kind) -> TupleKind:
    """Return the kind of a tuple of class `of`; `kinds` are those of its fields that are not numbers."""
    hints = get_type_hints(of)
    return TupleKind(of, tuple(kinds[name] if name in kinds else _kind_of(hints[name]) for name in hints))


def _kind_of(hint: Any) -> Kind:
    if hint in _PLAIN:
        return _PLAIN[hint]
    if get_origin(hint) is tuple:
        return TupleKind(tuple, tuple(map(_kind_of, get_args(hint))))
    return tuple_kind(hint)


def flatten_kind(kind: Kind, name: str) -> list[tuple[str, str | RecordKind | ArrayKind]]:
    """Return the flattened parts of an argument called `name`, each with its path and its kind."""
    if not isinstance(kind, TupleKind):
        return [(name, kind)]
    fields = getattr(kind.of, "_fields", range(len(kind.parts)))
    return [
        leaf
        for field, part in zip(fields, kind.parts, strict=True)
        for leaf in flatten_kind(part, f"{name}.{field}")
    ]


VARIANT: Final = RecordKind(VARIANT_ROW)
WHOLES: Final = array_kind(np.int64)
STATE: Final = tuple_kind(State)
MEMORY: Final = tuple_kind(Memory)
_SHORTS, _BYTES, _FLAGS = array_kind(np.int16), array_kind(np.uint8), array_kind(np.bool_)
_STATES, _CHOICES, _RESULTS, _TABLES = map(array_kind, (STATE_ROW, CHOICE_ROW, RESULT_ROW, TABLE_ROW))
_DECKS: Final = array_kind(np.uint8, 2)
ENTRY_ROW, LINE_ROW, END_ROW = (
    dtype_of(layout(fields))
    for fields in (ledger_loops.ENTRY_FIELDS, ledger_loops.LINE_FIELDS, ledger_loops.END_FIELDS)
)

EXPORTS: Final = (
    Export(batch_loops.least_deadwoods, (WHOLES, WHOLES, WHOLE, WHOLE, _SHORTS)),
    Export(batch_loops.discard_deadwoods, (WHOLES, WHOLES, WHOLE, WHOLE, array_kind(np.int16, 2))),
    Export(batch_loops.shuffled_decks, (WHOLE, WHOLE, _DECKS)),
    Export(batch_loops.all_choices, (VARIANT, _STATES, _CHOICES)),
    Export(batch_loops.all_after, (VARIANT, _STATES, WHOLES, WHOLES, _STATES), WHOLE),
    Export(batch_loops.all_scores, (VARIANT, _STATES, _RESULTS)),
    Export(vector_loops.deal_tables, (VARIANT, _TABLES, _DECKS, _FLAGS)),
    Export(vector_loops.first_illegal, (_TABLES, WHOLES), WHOLE),
    Export(
        vector_loops.step_tables,
        (VARIANT, _TABLES, _DECKS, WHOLES, FLAG, array_kind(np.int32, 2), _FLAGS, _RESULTS),
    ),
    Export(vector_loops.fill_legal, (_TABLES, array_kind(np.int32, 2))),
    Export(
        vector_loops.fill_observations, (VARIANT, _TABLES, array_kind(np.int32, 3), array_kind(np.int16, 2))
    ),
    Export(
        ledger_loops.fill_ledger,
        (
            array_kind(VARIANT_ROW),
            WHOLE,
            array_kind(ENTRY_ROW),
            array_kind(LINE_ROW),
            array_kind(np.int64, 3),
            RecordKind(END_ROW),
        ),
    ),
)


def playing_export(first: Callable[..., Any], second: Callable[..., Any]) -> Export:
    """Return the export of hands between two players of the kernel, for `vectorized_rules.play`."""
    swaps = {hand_simulation.first_seat: first, hand_simulation.second_seat: second}
    kinds = (VARIANT, _BYTES, WHOLE, WHOLE, WHOLE, _BYTES, _RESULTS)
    return Export(hand_simulation.play_hands, kinds, swaps=swaps)


EXPORTS_AT_RANDOM: Final = (playing_export(hand_simulation.random_action, hand_simulation.random_action),)
