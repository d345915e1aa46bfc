"""Work done here, by threads or by processes: results come back in the order of the pieces."""

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

from ginrummy.arena.results import Played
from ginrummy.arena.run_piece import Play
from ginrummy.arena.run_plan import ArenaError, Piece, Plan
from ginrummy.locale import _, in_this_language

AHEAD: Final = 4
"""How many items a worker are begun before the first of them is done, unless said otherwise."""
MOST_DEATHS: Final = 3
PATIENCE: Final = 5.0

Shared = TypeVar("Shared")
Item = TypeVar("Item")
Found = TypeVar("Found")
Work = Callable[[Shared, Item], Found]
Waiting = deque[tuple[Item, Future[Found]]]


def in_turn(work: Work[Shared, Item, Found], shared: Shared, items: Iterable[Item]) -> Generator[Found]:
    """Yield what `work(shared, item)` gives for `items`, one after the other, in this process."""
    for item in items:
        yield work(shared, item)


def by_threads(
    work: Work[Shared, Item, Found],
    shared: Shared,
    items: Iterable[Item],
    workers: int,
    *,
    ahead: int = AHEAD,
) -> Generator[Found]:
    """Yield what `work(shared, item)` gives for `items`, in their order; it must let other threads run.

    So many items a worker are begun `ahead`: the more, the more their lengths may differ.
    """
    with ThreadPoolExecutor(workers) as pool:
        try:
            yield from _ordered(pool, work, shared, iter(items), deque(), ahead * workers)
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


def by_processes(play: Play, plan: Plan, pieces: Iterable[Piece], workers: int) -> Generator[Played]:
    """Yield what `pieces` give, in their order; a process that dies loses nothing but the time.

    Raises `ArenaError` when processes die over the same piece again and again.
    """
    rest = iter(pieces)
    waiting: Waiting[Piece, Played] = deque()
    deaths = 0
    while True:
        crew = _Crew(workers)
        try:
            for played in _ordered(crew.pool, play, plan, rest, waiting, AHEAD * workers):
                yield played
                deaths = 0
            return
        except BrokenProcessPool as error:
            deaths += 1
            if deaths == MOST_DEATHS:
                raise _gives_up(waiting[0][0]) from error
        finally:
            crew.dismiss()


def _ordered(
    pool: Executor,
    work: Work[Shared, Item, Found],
    shared: Shared,
    rest: Iterator[Item],
    waiting: Waiting[Item, Found],
    ahead: int,
) -> Generator[Found]:
    """Yield results in order, keeping `ahead` items at work; what is still in `waiting` is begun again."""
    begun = [item for item, _future in waiting]
    waiting.clear()
    waiting.extend((item, _submitted(pool, work, shared, item)) for item in begun)
    while True:
        for item in islice(rest, ahead - len(waiting)):
            waiting.append((item, _submitted(pool, work, shared, item)))
        if not waiting:
            return
        found = waiting[0][1].result()
        waiting.popleft()
        yield found


def _submitted(pool: Executor, work: Work[Shared, Item, Found], shared: Shared, item: Item) -> Future[Found]:
    """Return the work on `item`; where the workers have died, that is its result: no item is lost."""
    try:
        return pool.submit(in_this_language(work), shared, item)
    except BrokenProcessPool as error:
        failed: Future[Found] = Future()
        failed.set_exception(error)
        return failed


def _gives_up(piece: Piece) -> ArenaError:
    message = _("a worker process died {times} times over pair {pair}")
    return ArenaError(message.format(times=MOST_DEATHS, pair=piece.first + 1))


class _Crew:
    """Worker processes, and who they are."""

    def __init__(self, workers: int) -> None:
        others = set(multiprocessing.active_children())
        context = multiprocessing.get_context("spawn")
        self.pool = ProcessPoolExecutor(workers, mp_context=context, initializer=_settle_in)
        self._others: set[BaseProcess] = others

    def dismiss(self) -> None:
        """End all processes, whatever they are doing."""
        self.pool.shutdown(wait=False, cancel_futures=True)
        crew = set(multiprocessing.active_children()) - self._others
        for process in crew:
            process.terminate()
        for process in crew:
            process.join(PATIENCE)
            process.kill()


def _settle_in() -> None:
    """Begin as a worker: leave interruptions to the parent, and end with it, programs and all."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _leave)
    threading.Thread(target=_follow_parent, daemon=True).start()


def _follow_parent() -> None:
    parent = parent_process()
    if parent is not None:
        connection.wait([parent.sentinel])
        _leave()


def _leave(*_signal: Any) -> None:
    from ginrummy.players.program_process import kill_all

    # In a thread: this may be a signal that came while the main one was waiting for a program.
    killer = threading.Thread(target=kill_all, daemon=True)
    killer.start()
    killer.join(PATIENCE)
    os._exit(1)
