"""Work done here, by threads or by processes: results come back in the order of the pieces."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Generator, Iterable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from multiprocessing import connection, parent_process
from multiprocessing.process import BaseProcess
from typing import Any, Final

from ginrummy.arena.results import Played
from ginrummy.arena.run_piece import Play
from ginrummy.arena.run_plan import ArenaError, Piece, Plan
from ginrummy.locale import _

AHEAD: Final = 4
MOST_DEATHS: Final = 3
PATIENCE: Final = 5.0

Waiting = deque[tuple[Piece, Future[Played]]]


def in_turn(play: Play, plan: Plan, pieces: Iterable[Piece]) -> Generator[Played]:
    """Yield what `pieces` give, played one after the other in this process."""
    for piece in pieces:
        yield play(plan, piece)


def by_threads(play: Play, plan: Plan, pieces: Iterable[Piece], workers: int) -> Generator[Played]:
    """Yield what `pieces` give, in their order; for work that lets other threads run."""
    with ThreadPoolExecutor(workers) as pool:
        try:
            yield from _ordered(pool, play, plan, iter(pieces), deque(), AHEAD * workers)
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


def by_processes(play: Play, plan: Plan, pieces: Iterable[Piece], workers: int) -> Generator[Played]:
    """Yield what `pieces` give, in their order; a process that dies loses nothing but the time.

    Raises `ArenaError` when processes die over the same piece again and again.
    """
    rest = iter(pieces)
    waiting: Waiting = deque()
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
    pool: Executor, play: Play, plan: Plan, rest: Iterator[Piece], waiting: Waiting, ahead: int
) -> Generator[Played]:
    """Yield results in order, keeping `ahead` pieces at work; what is still in `waiting` is begun again."""
    begun = [piece for piece, _future in waiting]
    waiting.clear()
    waiting.extend((piece, _submitted(pool, play, plan, piece)) for piece in begun)
    while True:
        for piece in islice(rest, ahead - len(waiting)):
            waiting.append((piece, _submitted(pool, play, plan, piece)))
        if not waiting:
            return
        played = waiting[0][1].result()
        waiting.popleft()
        yield played


def _submitted(pool: Executor, play: Play, plan: Plan, piece: Piece) -> Future[Played]:
    """Return the work on `piece`; where the workers have died, that is its result: no piece is lost."""
    try:
        return pool.submit(play, plan, piece)
    except BrokenProcessPool as error:
        failed: Future[Played] = Future()
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
