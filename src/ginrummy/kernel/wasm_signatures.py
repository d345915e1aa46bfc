"""Names in the shipped WebAssembly, and the signatures of its exports, with flattened arguments."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, NamedTuple

from ginrummy.kernel.struct_layout import Item, RecordLayout

MODULE: Final = "law.wasm"
INTERFACE: Final = "law.json"
HEAP: Final = "__heap_base"
Number = int | float
WHOLE, WORD, REAL, FLAG = "i64", "u64", "f64", "bool"
_PACKAGE: Final = "ginrummy."
_ORDER: Final = "<|"
"""Byte-order marks of NumPy types: the module has a single byte order."""


class AddressedValue(NamedTuple):
    """A value passed by address: a record, or an array followed by its lengths."""

    item: Item
    dimensions: int


class Signature(NamedTuple):
    """The flattened arguments of an export, each with its path, and its result."""

    arguments: tuple[tuple[str, str | AddressedValue], ...]
    returns: str | None


def export_name(
    function: Callable[..., Any], swaps: Mapping[Callable[..., Any], Callable[..., Any]] | None = None
) -> str:
    """Return the name of the export for `function` with `swaps`.

    >>> from ginrummy.kernel import batch_loops
    >>> export_name(batch_loops.all_choices)
    'kernel.batch_loops.all_choices'
    """
    pairs = ", ".join(f"{_path(old)}={_path(new)}" for old, new in (swaps or {}).items())
    return f"{_path(function)}({pairs})" if pairs else _path(function)


def _path(function: Callable[..., Any]) -> str:
    return f"{function.__module__}.{function.__qualname__}".removeprefix(_PACKAGE)


def signatures_in(interface: Mapping[str, Any]) -> dict[str, Signature]:
    """Return the signatures of all exports in an interface file, by name."""
    rows = {name: _layout_in(row) for name, row in interface["rows"].items()}
    return {
        name: Signature(tuple(_arguments_in(each["arguments"], rows)), each["returns"])
        for name, each in interface["exports"].items()
    }


def _layout_in(row: Mapping[str, Any]) -> RecordLayout:
    return RecordLayout(
        tuple((name, _number_in(item), offset) for name, item, offset in row["fields"]), row["size"]
    )


def _number_in(text: str) -> str:
    """Return the number type for `text` in NumPy's notation."""
    name = text.lstrip(_ORDER)
    return "?" if name == "b1" else name


def _arguments_in(
    arguments: Mapping[str, str], rows: Mapping[str, RecordLayout]
) -> Iterator[tuple[str, str | AddressedValue]]:
    for path, kind in arguments.items():
        words = kind.split(" ")
        if len(words) == 1:
            yield path, kind
        else:
            item = rows.get(words[1]) or _number_in(words[1])
            yield path, AddressedValue(item, int(words[2]) if words[0] == "array" else 0)
