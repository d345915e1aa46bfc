"""A line on standard error while compiling takes a while, where a person is there to see it."""

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
def announced() -> Iterator[None]:
    """Tell `listeners` when the block begins and ends, and show the seconds that it has taken."""
    _tell(is_compiling=True)
    try:
        with _shown():
            yield
    finally:
        _tell(is_compiling=False)


def _tell(*, is_compiling: bool) -> None:
    for listener in listeners:
        listener(is_compiling)


@contextmanager
def _shown() -> Iterator[None]:
    """Show the seconds that the block has taken, from the second one on."""
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
    """Return whether the line is to be shown: on a terminal, or always with `GINRUMMY_PROGRESS=1`."""
    return sys.stderr.isatty() or os.environ.get(SHOW_VARIABLE) == "1"


def _tick(done: threading.Event, line: str) -> None:
    start, width = time.monotonic(), 0
    while not done.wait(PATIENCE):
        text = line.format(seconds=int(time.monotonic() - start))
        width = len(text)
        print(f"\r{text}", end="", file=sys.stderr, flush=True)
    if width:
        print("\r" + " " * width + "\r", end="", file=sys.stderr, flush=True)
