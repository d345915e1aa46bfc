"""Exports of compiled modules, and the memory layout of their arguments.

An export is a plain function, compiled as by `compile.compile_function`, with callees replaced by `swaps`.
Its arguments are flattened: a tuple to its parts, a row to the address of its record, an array to the
address of its first item and its length along each dimension.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple, get_args, get_origin, get_type_hints

import numpy as np

from ginrummy.kernel.wasm_signatures import FLAG, REAL, WHOLE, export_name

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


Leaf = str | RecordKind | ArrayKind
Kind = Leaf | TupleKind


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


def flatten_kind(kind: Kind, name: str) -> list[tuple[str, Leaf]]:
    """Return the flattened parts of an argument called `name`, each with its path and its kind."""
    if not isinstance(kind, TupleKind):
        return [(name, kind)]
    fields = getattr(kind.of, "_fields", range(len(kind.parts)))
    return [
        leaf
        for field, part in zip(fields, kind.parts, strict=True)
        for leaf in flatten_kind(part, f"{name}.{field}")
    ]


def flat_arguments(export: Export) -> list[tuple[str, Leaf]]:
    """Return the flattened arguments of an export, each with its path."""
    names = inspect.signature(export.function).parameters
    return [
        leaf for name, kind in zip(names, export.arguments, strict=True) for leaf in flatten_kind(kind, name)
    ]
