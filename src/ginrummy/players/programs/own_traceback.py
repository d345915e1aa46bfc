"""Tracebacks of a player's own code, for its author: printed with `--debug`, in every process."""

from __future__ import annotations

import os
import sys
from itertools import dropwhile
from pathlib import Path
from traceback import FrameSummary, StackSummary, TracebackException
from typing import Final

DEBUG: Final = "GINRUMMY_DEBUG"
"""Environment variable that passes `--debug` on to subprocesses that play."""
_PACKAGE: Final = Path(__file__).parents[2]
_IMPORTING: Final = ("<frozen importlib", "importlib/__init__.py")
_reported: Final[set[str]] = set()


def is_debugging() -> bool:
    """Return whether `--debug` is set."""
    return os.environ.get(DEBUG) == "1"


def report(error: BaseException | None) -> None:
    """Print the traceback of `error`, raised by a player's code, to standard error, once for each error."""
    if error is None or not is_debugging():
        return
    text = own_traceback(error)
    if text not in _reported:
        _reported.add(text)
        print(text, end="", file=sys.stderr, flush=True)


def own_traceback(error: BaseException) -> str:
    """Return the traceback of `error` from the point where it enters the player's code."""
    found = TracebackException.from_exception(error)
    frames: list[FrameSummary] = list(dropwhile(_is_ours, found.stack))
    found.stack = StackSummary.from_list(frames)
    return "".join(found.format())


def _is_ours(frame: FrameSummary) -> bool:
    """Return whether `frame` belongs to our code, or to the import machinery of Python."""
    return Path(frame.filename).is_relative_to(_PACKAGE) or any(part in frame.filename for part in _IMPORTING)
