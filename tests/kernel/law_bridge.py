"""What a browser offers Python as `ginrummy_law`, here by wasmtime; its calls are kept with their answers."""

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
"""Of calls with so many bytes (the weights of the network go with each) one in so many is kept."""
DEAF: Final = 5
"""Of what helpers are asked, one in so many is never answered."""


def installed(helpers: int = 0) -> list[Call]:
    """Let `import ginrummy_law` find the bridge, with so many `helpers`; return the list of its calls."""
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
