"""TOML text of variant files: values written in its syntax, and the line numbers of keys."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from tomlkit.container import Container
    from tomlkit.items import Item


_MARK: Final = "\0"
"""A character that no TOML text contains."""


def field_line_number(text: str, field: str) -> int:
    """Return the number of the line with `field`, or with its nearest enclosing table; 0 for none.

    >>> field_line_number("columns = 3\\n[values]\\nknock_limit.type = 7", "knock_limit.type")
    3
    """
    import tomlkit  # imported here, because only an error needs it
    from tomlkit.exceptions import TOMLKitError

    try:
        document = tomlkit.parse(text)
    except TOMLKitError:  # tables nested too deep for the parser
        return 0
    places = [place for table in _tables_of_values(document) for place in _items_around(table, field)]
    if not places:
        return 0
    _mark(min(places, key=lambda place: len(place[0]))[1])
    before, _found, _after = document.as_string().partition(_MARK)
    return before.count("\n") + 1


def _tables_of_values(document: Container) -> Iterator[Container]:
    """Yield the tables that may hold a value: the document, and each part of its `[values]`."""
    yield document
    for key, item in document.body:
        if key is not None and key.key == "values" and (table := _table_of(item)) is not None:
            yield table


def _items_around(table: Container, field: str) -> Iterator[tuple[str, Item]]:
    """Yield each item on the path to `field`, with the rest of `field` there."""
    for key, item in table.body:
        if key is None:
            continue
        if key.key == field:
            yield "", item
        elif field.startswith(f"{key.key}."):
            left = field.removeprefix(f"{key.key}.")
            yield left, item
            if (inner := _table_of(item)) is not None:
                yield from _items_around(inner, left)


def _table_of(item: Item) -> Container | None:
    from tomlkit.items import InlineTable, Table

    return item.value if isinstance(item, (InlineTable, Table)) else None


def _mark(item: Item) -> None:
    """Mark the first line of `item`: its own, or that of the first key in a table without a heading."""
    from tomlkit.items import AoT

    if isinstance(item, AoT):
        _mark(item.body[0])
        return
    item.trivia.indent += _MARK
    table = _table_of(item)
    for key, inner in table.body if table is not None else ():
        if key is not None:
            _mark(inner)
            break


def toml_text(value: Any) -> str:
    """Return `value` in TOML; `None` is "none", as in a variant file.

    >>> toml_text({"type": "fixed", "value": 10}), toml_text(True), toml_text([1.5, None])
    ('{ type = "fixed", value = 10 }', 'true', '[1.5, "none"]')
    """
    if isinstance(value, Mapping):
        pairs = ", ".join(f"{name} = {toml_text(part)}" for name, part in value.items())
        return f"{{ {pairs} }}" if pairs else "{}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(toml_text, value))}]"
    if isinstance(value, bool):
        return "true" if value else "false"
    if value is None or isinstance(value, str):
        escaped = str("none" if value is None else value).replace("\\", "\\\\").replace('"', '\\"')
        return f'"{escaped}"'
    return str(value)
