"""Values in TOML syntax, as in a variant file."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


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
