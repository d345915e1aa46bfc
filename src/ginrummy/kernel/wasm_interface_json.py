"""Interface file of the WebAssembly: its exports and the layout of rows, as JSON.

    {"exports": {NAME: {"arguments": {PATH: KIND, ...}, "returns": KIND or null}}, "rows": {ROW: ...}}

A kind is `i64`, `u64`, `f64` or `bool`, the address of a record as `row ROW`, or of the first item of an
array as `array ITEM DIMENSIONS`, followed by its lengths. An item is a row or a NumPy type such as `<i8`.
Rows have their size in bytes and, for each field, its name, type and offset. `wasm_signatures` reads it.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from ginrummy.kernel.wasm_exports import ArrayKind, Export, RecordKind, leaves

Leaf = str | RecordKind | ArrayKind


def flat_arguments(export: Export) -> list[tuple[str, Leaf]]:
    """Return the flattened arguments of an export, each with its path."""
    names = inspect.signature(export.function).parameters
    return [leaf for name, kind in zip(names, export.arguments, strict=True) for leaf in leaves(kind, name)]


def interface_json(exports: Iterable[Export], rows: Mapping[str, np.dtype[Any]]) -> dict[str, Any]:
    """Return the interface of `exports`; `rows` are its records by name."""
    names = {dtype: name for name, dtype in rows.items()}
    found = {}
    for export in exports:
        flat = {path: _kind_text(leaf, names) for path, leaf in flat_arguments(export)}
        found[export.name] = {"arguments": flat, "returns": export.returns}
    return {"exports": found, "rows": {name: _row_json(dtype) for name, dtype in rows.items()}}


def _kind_text(leaf: Leaf, names: Mapping[np.dtype[Any], str]) -> str:
    if isinstance(leaf, str):
        return leaf
    item = names.get(leaf.dtype, leaf.dtype.str)
    return f"row {item}" if isinstance(leaf, RecordKind) else f"array {item} {leaf.dimensions}"


def _row_json(dtype: np.dtype[Any]) -> dict[str, Any]:
    fields: Mapping[str, Any] = dtype.fields or {}
    return {
        "size": dtype.itemsize,
        "fields": [[name, fields[name][0].str, fields[name][1]] for name in dtype.names or ()],
    }
