"""Work on long arrays shared among the cores: compiled loops let other threads run."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from functools import cache
from itertools import pairwise
from typing import Any, Final

PIECES_A_WORKER: Final = 8
PIECES_ALONE: Final = 64
LENGTH_ALONE: Final = 16


def core_count() -> int:
    """Return how many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def share(work: Callable[[int, int], object], total: int, *, workers: int | None, least: int) -> None:
    """Call `work(start, stop)` for pieces of 0 to `total`, at once on `workers` cores (all unless given).

    A piece is at least `least` long, so that little work stays in one piece; the first piece that fails
    is raised. One worker takes long pieces, one after the other, so that it can be interrupted.
    """
    count = core_count() if workers is None else workers
    if count < 1:
        raise ValueError(f"workers is {count}, at least 1 is needed")
    most = total // (least * LENGTH_ALONE) if count == 1 else total // least
    pieces = max(1, min(PIECES_ALONE if count == 1 else PIECES_A_WORKER * count, most))
    bounds = list(pairwise(total * piece // pieces for piece in range(pieces + 1)))
    if count == 1 or pieces == 1:
        for start, stop in bounds:
            work(start, stop)
        return
    for done in [_pool(count).submit(work, start, stop) for start, stop in bounds]:
        done.result()


def begun(work: Callable[..., object], *arguments: Any, workers: int) -> Future[object]:
    """Call `work` in one of so many threads; return its answer to come."""
    return _pool(workers).submit(work, *arguments)


@cache
def _pool(workers: int) -> ThreadPoolExecutor:
    return ThreadPoolExecutor(workers, thread_name_prefix="ginrummy")


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_pool.cache_clear)  # the threads stay behind with the parent
