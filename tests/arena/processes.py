"""Processes and their descendants."""

from __future__ import annotations

import time
from collections.abc import Callable

import psutil


def running_below(parent: int, word: str = "") -> list[int]:
    """Return the descendants of `parent` whose command contains `word`."""
    return [each.pid for each in psutil.Process(parent).children(recursive=True) if _runs(each, word)]


def running(word: str) -> list[int]:
    """Return all processes of this machine whose command contains `word`."""
    return [each.pid for each in psutil.process_iter() if _runs(each, word)]


def _runs(process: psutil.Process, word: str) -> bool:
    try:
        return process.status() != psutil.STATUS_ZOMBIE and word in " ".join(process.cmdline())
    except psutil.Error:
        return False


def soon(is_so: Callable[[], bool], *, seconds: float = 10) -> bool:
    """Return whether the condition holds, now or within some seconds."""
    end = time.monotonic() + seconds
    while not is_so():
        if time.monotonic() > end:
            return False
        time.sleep(0.05)
    return True
