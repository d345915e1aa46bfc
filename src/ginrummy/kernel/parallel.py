"""Thread pool for work on long arrays: compiled loops release the GIL."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from functools import cache
from itertools import pairwise
from typing import Any, Final

from ginrummy.locale.argument_checks import as_whole_number

PIECES_A_WORKER: Final = 8
PIECES_ALONE: Final = 64
LENGTH_ALONE: Final = 16


def core_count() -> int:
    """Return how many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def worker_count(workers: int | None) -> int:
    """Return the number of cores for `workers`, all of them for `None`."""
    return core_count() if workers is None else as_whole_number(workers, "workers", least=1)


def run_in_parallel(
    work: Callable[[int, int], object], total: int, *, workers: int | None, least: int, may_hang: bool = False
) -> None:
    """Call `work(start, stop)` for pieces of 0 to `total`, in parallel on `workers` cores (by default all).

    A piece has at least `least` items, so small work stays in one piece. The first exception is raised after
    all pieces are done. A single worker takes long pieces in sequence, so that it can be interrupted. Work
    that `may_hang`, with a third-party player, can be interrupted in any piece.
    """
    count = worker_count(workers)
    if may_hang:
        _take_turns(_in_daemon, work, _bounds(total, min(count, total // least)))
    elif count == 1 or total < 2 * least:
        for start, stop in _bounds(total, min(PIECES_ALONE, total // (least * LENGTH_ALONE))):
            work(start, stop)
    else:
        bounds = _bounds(total, min(PIECES_A_WORKER * count, total // least))
        _take_turns(_pool(count).submit, work, bounds)


def _bounds(total: int, pieces: int) -> list[tuple[int, int]]:
    count = max(1, pieces)
    return list(pairwise(total * piece // count for piece in range(count + 1)))


def _take_turns(begin: Callable[..., Future[object]], work: Any, bounds: list[tuple[int, int]]) -> None:
    """Submit `work` for all `bounds` by `begin`, and wait for the results."""
    calls = [begin(work, start, stop) for start, stop in bounds]
    try:
        wait(calls)
    finally:
        for call in calls:
            call.cancel()
    for call in calls:
        call.result()


def _in_daemon(work: Callable[..., object], *arguments: Any) -> Future[object]:
    """Call `work` in a daemon thread: neither Ctrl-C nor the end of the program waits for it."""
    answer: Future[object] = Future()

    def run() -> None:
        if not answer.set_running_or_notify_cancel():
            return
        try:
            answer.set_result(work(*arguments))
        except BaseException as error:
            answer.set_exception(error)

    threading.Thread(target=run, daemon=True).start()
    return answer


def submit_work(work: Callable[..., object], *arguments: Any, workers: int) -> Future[object]:
    """Submit `work` to a pool of `workers` threads. Return its future."""
    return _pool(workers).submit(work, *arguments)


@cache
def _pool(workers: int) -> ThreadPoolExecutor:
    return ThreadPoolExecutor(workers, thread_name_prefix="ginrummy")


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_pool.cache_clear)  # threads do not survive a fork
