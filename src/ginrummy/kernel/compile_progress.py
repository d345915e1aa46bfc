"""Progress line on standard error for a slow compilation, when a person can see it."""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

from ginrummy.locale import _

SHOW_VARIABLE: Final = "GINRUMMY_PROGRESS"
PATIENCE: Final = 1.0
_DEPTH = threading.local()

listeners: Final[list[Callable[[bool], None]]] = []


@contextmanager
def announce_compilation() -> Iterator[None]:
    """Notify `listeners` at the start and end of the block, and show its duration in seconds."""
    _tell(is_compiling=True)
    try:
        with _show_progress():
            yield
    finally:
        _tell(is_compiling=False)


def _tell(*, is_compiling: bool) -> None:
    for listener in listeners:
        listener(is_compiling)


@contextmanager
def _show_progress() -> Iterator[None]:
    """Show the seconds since the start of the block, from the second one on."""
    if getattr(_DEPTH, "busy", False) or not is_watched():
        yield
        return
    _DEPTH.busy, done = True, threading.Event()
    line = _("Compiling the rules for this machine (once): {seconds}\u00a0s")
    clock = threading.Thread(target=_tick, args=(done, line), daemon=True)
    clock.start()
    try:
        yield
    finally:
        _DEPTH.busy = False
        done.set()
        clock.join()


def is_watched() -> bool:
    """Return whether to show the line: on a terminal, or always with `GINRUMMY_PROGRESS=1`."""
    return sys.stderr.isatty() or os.environ.get(SHOW_VARIABLE) == "1"


def _tick(done: threading.Event, line: str) -> None:
    start, width = time.monotonic(), 0
    while not done.wait(PATIENCE):
        text = line.format(seconds=int(time.monotonic() - start))
        width = len(text)
        print(f"\r{text}", end="", file=sys.stderr, flush=True)
    if width:
        print("\r" + " " * width + "\r", end="", file=sys.stderr, flush=True)
