"""The browser's bridge module `ginrummy_law`, here by wasmtime. It saves calls and results."""

from __future__ import annotations

import base64
import sys
from collections import Counter
from collections.abc import Callable
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any, Final

from ginrummy.kernel.wasm_by_wasmtime import WasmtimeInstance

Call = dict[str, Any]
LARGE: Final = 100_000
EVERY: Final = 8
"""Share of large calls that are saved, since each has the weights of the network."""
DEAF: Final = 5
"""Share of the calls to workers that are never answered."""


def installed(helpers: int = 0) -> list[Call]:
    """Install the bridge for `import ginrummy_law`, with so many `helpers`. Return the list of its calls."""
    instance, calls = WasmtimeInstance(), list[Call]()
    counts = Counter[str]()

    def call(name: str, kept: bytearray) -> int | float | None:
        counts[name] += 1
        is_kept = len(kept) < LARGE or counts[name] % EVERY == 1
        before = text(kept) if is_kept else ""
        told = {"name": name, "before": before, "asked": False}
        instance.room(len(kept))[:] = kept
        found = instance.call(name)
        kept[:] = instance.room(len(kept))
        if is_kept:
            calls.append(told | {"after": text(kept), "found": None if found is None else str(found)})
        return found

    def ask(name: str, kept: bytearray) -> Callable[[bytearray], bool]:
        answer = bytearray(kept)
        call(name, answer)
        counts["asked"] += 1
        is_answered = counts["asked"] % DEAF > 0
        calls[-1]["asked"] = True

        def taken(into: bytearray) -> bool:
            into[:] = answer if is_answered else into
            return is_answered

        return taken

    module = ModuleType("ginrummy_law")
    module.__spec__ = ModuleSpec("ginrummy_law", None)
    module.__dict__.update(first=lambda: instance.first, call=call, ask=ask, helpers=lambda: helpers)
    sys.modules["ginrummy_law"] = module
    return calls


def text(content: bytes | bytearray) -> str:
    """Return bytes as text."""
    return base64.b64encode(content).decode()
