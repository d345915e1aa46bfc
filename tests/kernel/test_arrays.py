"""Arrays with and without NumPy: the same memory layout, the same numbers, the same overflow."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from ginrummy.kernel import integer_types, rng
from ginrummy.kernel.arrays import Arrays, arrays
from ginrummy.kernel.numpy_arrays import NumpyArrays, dtype_of
from ginrummy.kernel.plain_arrays import PlainArrays
from ginrummy.kernel.row_fields import CHOICE, RESULT, STATE, TABLE, VARIANT
from ginrummy.kernel.struct_layout import FORMATS
from ginrummy.players.opponent_history import OBSERVED_ACTION
from ginrummy.variants import DEFAULT

LAYOUTS = [VARIANT, STATE, CHOICE, RESULT, TABLE, OBSERVED_ACTION]
BOTH: list[Arrays] = [NumpyArrays(), PlainArrays()]


def in_memory(way: Arrays, part: Any) -> bytes:
    """Return `part` as copied to memory."""
    room = bytearray(way.size(part))
    way.copy_out(part, memoryview(room))
    return bytes(room)


@pytest.mark.parametrize("fields", LAYOUTS, ids=lambda fields: fields.fields[0][0])
def test_records_lie_as_numpy_aligns_them(fields: Any) -> None:
    dtype = np.dtype([(name, item) for name, item, _offset in fields.fields], align=True)
    assert dtype_of(fields) == dtype
    assert dtype_of(fields).isalignedstruct
    rows = [tuple(place % 2 for place in range(len(fields.fields)))] * 3
    found = [in_memory(way, way.records(fields, rows)) for way in BOTH]
    assert found[0] == found[1]
    name = fields.fields[1][0]
    assert [way.column(way.records(fields, rows), name) for way in BOTH] == [[1, 1, 1]] * 2


def test_a_variant_is_a_record_that_is_never_written_to() -> None:
    found = [way.record(VARIANT, DEFAULT) for way in BOTH]
    assert in_memory(BOTH[0], found[0]) == in_memory(BOTH[1], found[1])
    assert (found[0]["decks"], found[1].decks) == (DEFAULT.decks, DEFAULT.decks)
    for way, row in zip(BOTH, found, strict=True):
        before = in_memory(way, row)
        way.copy_back(row, memoryview(bytes(way.size(row))))
        assert in_memory(way, row) == before


@pytest.mark.parametrize("item", FORMATS)
def test_numbers_of_every_type_come_and_go(item: str) -> None:
    for way in BOTH:
        table = way.zeros(item, 2, 3)
        table[1, 2] = 1
        assert table.tolist() == [[0, 0, 0], [0, 0, 1]]
        other = way.zeros(item, 2, 3)
        way.copy_back(other, memoryview(in_memory(way, table)))
        assert other.tolist() == table.tolist()
        assert (len(table), way.shape(table), table[:1].tolist()) == (2, (2, 3), [[0, 0, 0]])
        assert way.has_layout(table, item, 2)
        assert not way.has_layout(table, item, 1)
        assert way.has_layout(way.from_values(item, []), item, 1)
        assert way.from_values(item, [0, 1]).tolist() == [0, 1]


def test_a_table_is_given_row_by_row_or_by_one_number() -> None:
    for way in BOTH:
        table = way.table("f8", (2, 2), [1, 2, 3, 4])
        assert (table.tolist(), table[1, 0]) == ([[1, 2], [3, 4]], 3)
        assert way.full("i2", 7, 2, 2).tolist() == [[7, 7], [7, 7]]


def test_what_is_no_array_is_told_apart() -> None:
    for way in BOTH:
        assert not way.is_array(5)
        assert not way.has_layout(5, "i8", 1)
        assert not way.has_layout(way.records(STATE, []), CHOICE, 1)
        assert not way.has_layout(way.records(STATE, []), STATE, 0)


def test_where_numpy_is_its_arrays_are_taken() -> None:
    assert isinstance(arrays, NumpyArrays)


def test_chance_is_the_same_by_words_of_either_kind(monkeypatch: pytest.MonkeyPatch) -> None:
    chance = random.Random(11)
    draws = [
        (chance.getrandbits(64), chance.randrange(9), chance.randrange(1, 1 << 31)) for _draw in range(200)
    ]
    with np.errstate(over="ignore"):
        known = [rng.number_below(np.uint64(key), place, bound) for key, place, bound in draws]
        key = int(rng.stream_key(7, 3, rng.LOT))
    for name in ("_PURPOSES", "_STEP", "_FIRST_FACTOR", "_SECOND_FACTOR", "_HALF", "_LOW_HALF", "_RANGE",
                 "_FIRST_SHIFT", "_SECOND_SHIFT", "_THIRD_SHIFT"):  # fmt: skip
        monkeypatch.setattr(rng, name, integer_types.Word64(int(getattr(rng, name))))
    monkeypatch.setattr(rng, "uint64", integer_types.Word64)
    monkeypatch.setattr(rng, "int64", integer_types.as_signed)
    assert [rng.number_below(integer_types.Word64(key), place, bound) for key, place, bound in draws] == known
    assert integer_types.Word64(5) + -6 == (1 << 64) - 1
    assert rng.stream_key(7, 3, rng.LOT) == key
