"""Tracebacks of a player's own code, for its author: printed where `--debug` is given, in every process."""

from __future__ import annotations

import os
import sys
from itertools import dropwhile
from pathlib import Path
from traceback import FrameSummary, StackSummary, TracebackException
from typing import Final

DEBUG: Final = "GINRUMMY_DEBUG"
"""The environment variable by which processes that play know of `--debug`."""
_PACKAGE: Final = Path(__file__).parents[1]
_IMPORTING: Final = ("<frozen importlib", "importlib/__init__.py")
_reported: Final[set[str]] = set()


def is_debugging() -> bool:
    """Return whether `--debug` is given."""
    return os.environ.get(DEBUG) == "1"


def report(error: BaseException | None) -> None:
    """Print the traceback of `error`, which a player's code has raised, to standard error, each only once."""
    if error is None or not is_debugging():
        return
    text = own_traceback(error)
    if text not in _reported:
        _reported.add(text)
        print(text, end="", file=sys.stderr, flush=True)


def own_traceback(error: BaseException) -> str:
    """Return the traceback of `error` from where it leaves our code for the player's."""
    found = TracebackException.from_exception(error)
    frames: list[FrameSummary] = list(dropwhile(_is_ours, found.stack))
    found.stack = StackSummary.from_list(frames)
    return "".join(found.format())


def _is_ours(frame: FrameSummary) -> bool:
    """Return whether `frame` is of our code, or of Python's own that imports a module for it."""
    return Path(frame.filename).is_relative_to(_PACKAGE) or any(part in frame.filename for part in _IMPORTING)
