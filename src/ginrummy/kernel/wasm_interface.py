"""The interface file of the WebAssembly: what it exports and how rows lie in memory, as JSON, both ways.

    {"exports": {NAME: {"arguments": {PATH: KIND, ...}, "returns": KIND or null}}, "rows": {ROW: ...}}

A kind is `i64`, `u64`, `f64` or `bool`, the address of a record as `row ROW`, or of the first item of an
array as `array ITEM DIMENSIONS`, its lengths following. An item is a row or a NumPy type as `<i8`. Rows have
their size in bytes and, of each field, its name, type and offset.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from ginrummy.kernel.exports import Array, Export, Row, leaves

Leaf = str | Row | Array


class Signature(NamedTuple):
    """The arguments of an export one after the other, each with its path, and what it returns."""

    arguments: tuple[tuple[str, Leaf], ...]
    returns: str | None


def signature_of(export: Export) -> Signature:
    """Return what an export takes and returns, flattened."""
    names = inspect.signature(export.function).parameters
    flat = [leaf for name, kind in zip(names, export.arguments, strict=True) for leaf in leaves(kind, name)]
    return Signature(tuple(flat), export.returns)


def interface_json(exports: Iterable[Export], rows: Mapping[str, np.dtype[Any]]) -> dict[str, Any]:
    """Return the interface of `exports`, whose records are `rows` by name."""
    names = {dtype: name for name, dtype in rows.items()}
    found = {}
    for export in exports:
        arguments, returns = signature_of(export)
        flat = {path: _kind_text(leaf, names) for path, leaf in arguments}
        found[export.name] = {"arguments": flat, "returns": returns}
    return {"exports": found, "rows": {name: _row_json(dtype) for name, dtype in rows.items()}}


def _kind_text(leaf: Leaf, names: Mapping[np.dtype[Any], str]) -> str:
    if isinstance(leaf, str):
        return leaf
    item = names.get(leaf.dtype, leaf.dtype.str)
    return f"row {item}" if isinstance(leaf, Row) else f"array {item} {leaf.dimensions}"


def _row_json(dtype: np.dtype[Any]) -> dict[str, Any]:
    fields: Mapping[str, Any] = dtype.fields or {}
    return {
        "size": dtype.itemsize,
        "fields": [[name, fields[name][0].str, fields[name][1]] for name in dtype.names or ()],
    }


def signatures_in(interface: Mapping[str, Any]) -> dict[str, Signature]:
    """Return the signatures of all exports that an interface file lists, by name."""
    rows = {name: _row_in(row) for name, row in interface["rows"].items()}
    return {
        name: Signature(
            tuple((path, _leaf_in(kind.split(" "), rows)) for path, kind in each["arguments"].items()),
            each["returns"],
        )
        for name, each in interface["exports"].items()
    }


def _row_in(row: Mapping[str, Any]) -> np.dtype[Any]:
    names, formats, offsets = zip(*row["fields"], strict=True)
    return np.dtype({"names": names, "formats": formats, "offsets": offsets, "itemsize": row["size"]})


def _leaf_in(words: Sequence[str], rows: Mapping[str, np.dtype[Any]]) -> Leaf:
    if len(words) == 1:
        return words[0]
    dtype = rows[words[1]] if words[1] in rows else np.dtype(words[1])
    return Row(dtype) if words[0] == "row" else Array(dtype, int(words[2]))
