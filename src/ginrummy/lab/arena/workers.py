"""Local workers, threads or processes: results arrive in the order of the pieces."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from multiprocessing import connection, parent_process
from multiprocessing.process import BaseProcess
from typing import Any, Final, TypeVar

from ginrummy.lab.arena.run_plan import ArenaError, RunPlan, WorkPiece
from ginrummy.locale import _, bind_language

AHEAD: Final = 4
"""Default number of items per worker that are started before the first of them is done."""
MOST_DEATHS: Final = 3
PATIENCE: Final = 5.0

Shared = TypeVar("Shared")
Item = TypeVar("Item")
Found = TypeVar("Found")
Work = Callable[[Shared, Item], Found]
Waiting = deque[tuple[Item, Future[Found]]]


def run_sequentially(
    work: Work[Shared, Item, Found], shared: Shared, items: Iterable[Item]
) -> Generator[Found]:
    """Yield the results of `work(shared, item)` for `items`, one after the other, in this process."""
    for item in items:
        yield work(shared, item)


def run_in_threads(
    work: Work[Shared, Item, Found],
    shared: Shared,
    items: Iterable[Item],
    workers: int,
    *,
    ahead: int = AHEAD,
) -> Generator[Found]:
    """Yield the results of `work(shared, item)` for `items`, in order. The work must release the GIL.

    `ahead` items per worker are started in advance: the more, the more their lengths may differ.
    """
    with ThreadPoolExecutor(workers) as pool:
        try:
            yield from _in_order(pool, work, shared, iter(items), deque(), ahead * workers)
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


def run_in_processes(
    play: Work[RunPlan, WorkPiece, Found], plan: RunPlan, pieces: Iterable[WorkPiece], workers: int
) -> Generator[Found]:
    """Yield the results of `pieces`, in order; a process that dies loses nothing but time.

    Raises `ArenaError` when processes die over the same piece repeatedly.
    """
    rest = iter(pieces)
    waiting: Waiting[WorkPiece, Found] = deque()
    deaths = 0
    while True:
        crew = _Crew(workers)
        try:
            for played in _in_order(crew.pool, play, plan, rest, waiting, AHEAD * workers):
                yield played
                deaths = 0
            return
        except BrokenProcessPool as error:
            deaths += 1
            if deaths == MOST_DEATHS:
                raise _gives_up(waiting[0][0]) from error
        finally:
            crew.dismiss()


def _in_order(
    pool: Executor,
    work: Work[Shared, Item, Found],
    shared: Shared,
    rest: Iterator[Item],
    waiting: Waiting[Item, Found],
    ahead: int,
) -> Generator[Found]:
    """Yield results in order, with `ahead` items in progress; items left in `waiting` are started again."""
    begun = [item for item, _future in waiting]
    waiting.clear()
    waiting.extend((item, _submit(pool, work, shared, item)) for item in begun)
    while True:
        for item in islice(rest, ahead - len(waiting)):
            waiting.append((item, _submit(pool, work, shared, item)))
        if not waiting:
            return
        found = waiting[0][1].result()
        waiting.popleft()
        yield found


def _submit(pool: Executor, work: Work[Shared, Item, Found], shared: Shared, item: Item) -> Future[Found]:
    """Submit `item`. If the workers have died, the future holds that error: no item is lost."""
    try:
        return pool.submit(bind_language(work), shared, item)
    except BrokenProcessPool as error:
        failed: Future[Found] = Future()
        failed.set_exception(error)
        return failed


def _gives_up(piece: WorkPiece) -> ArenaError:
    message = _("a worker process died {times} times over pair {pair}")
    return ArenaError(message.format(times=MOST_DEATHS, pair=piece.first + 1))


class _Crew:
    """Worker processes and their ids."""

    def __init__(self, workers: int) -> None:
        others = set(multiprocessing.active_children())
        context = multiprocessing.get_context("spawn")
        self.pool = ProcessPoolExecutor(workers, mp_context=context, initializer=_settle_in)
        self._others: set[BaseProcess] = others

    def dismiss(self) -> None:
        """Kill all processes, whatever their state."""
        self.pool.shutdown(wait=False, cancel_futures=True)
        crew = set(multiprocessing.active_children()) - self._others
        for process in crew:
            process.terminate()
        for process in crew:
            process.join(PATIENCE)
            process.kill()


def _settle_in() -> None:
    """Set up a worker: it leaves interrupts to the parent, and exits with it, programs included."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _leave)
    threading.Thread(target=_follow_parent, daemon=True).start()


def _follow_parent() -> None:
    parent = parent_process()
    if parent is not None:
        connection.wait([parent.sentinel])
        _leave()


def _leave(*_signal: Any) -> None:
    from ginrummy.players.programs.program_process import kill_all

    # In a thread, because this may be a signal handler while the main thread waits for a program.
    killer = threading.Thread(target=kill_all, daemon=True)
    killer.start()
    killer.join(PATIENCE)
    os._exit(1)
