"""Work on long arrays shared among the cores: compiled loops let other threads run."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import pairwise
from typing import Final

CHUNKS_A_WORKER: Final = 8


def core_count() -> int:
    """Return how many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def share(work: Callable[[int, int], object], total: int, *, workers: int | None, least: int) -> None:
    """Call `work(start, stop)` for pieces of 0 to `total`, at once on `workers` cores (all unless given).

    A piece is at least `least` long, so that little work stays in one piece; the first piece that fails
    is raised.
    """
    count = core_count() if workers is None else workers
    if count < 1:
        raise ValueError(f"workers is {count}, at least 1 is needed")
    pieces = 1 if count == 1 else max(1, min(count * CHUNKS_A_WORKER, total // least))
    if pieces == 1:
        work(0, total)
        return
    bounds = [total * piece // pieces for piece in range(pieces + 1)]
    for done in [_pool(count).submit(work, *pair) for pair in pairwise(bounds)]:
        done.result()


@cache
def _pool(workers: int) -> ThreadPoolExecutor:
    return ThreadPoolExecutor(workers, thread_name_prefix="ginrummy")
