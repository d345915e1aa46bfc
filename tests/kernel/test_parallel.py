"""Work on several cores: every piece once, errors raised, few long pieces one by one."""

from __future__ import annotations

import multiprocessing
import subprocess
import sys
import threading
import time

import pytest

from ginrummy.kernel import vectorized_rules
from ginrummy.kernel.parallel import PIECES_A_WORKER, PIECES_ALONE, core_count, run_in_parallel


def pieces_of(total: int, *, workers: int, least: int) -> list[tuple[int, int]]:
    """Return the pieces of `run_in_parallel` for 0 to `total`, in order."""
    pieces: list[tuple[int, int]] = []
    run_in_parallel(lambda start, stop: pieces.append((start, stop)), total, workers=workers, least=least)
    return sorted(pieces)


@pytest.mark.parametrize("workers", [1, 2, 5])
@pytest.mark.parametrize("total", [0, 1, 9, 1000, 123_457])
@pytest.mark.parametrize("least", [1, 64])
def test_pieces_cover_everything_once(total: int, workers: int, least: int) -> None:
    pieces = pieces_of(total, workers=workers, least=least)
    assert [place for start, stop in pieces for place in range(start, stop)] == list(range(total))
    assert len(pieces) <= max(PIECES_ALONE, PIECES_A_WORKER * workers)
    assert len(pieces) == 1 or min(stop - start for start, stop in pieces) >= least


def test_pieces_run_at_once() -> None:
    meeting = threading.Barrier(2, timeout=30)
    run_in_parallel(lambda start, stop: meeting.wait(), 2, workers=2, least=1)
    assert not meeting.broken


def test_a_piece_that_fails_is_raised() -> None:
    def work(start: int, stop: int) -> None:
        if start > 500:
            raise ArithmeticError(start)

    for workers in (1, 3):
        with pytest.raises(ArithmeticError):
            run_in_parallel(work, 1000, workers=workers, least=1)


def test_all_pieces_are_done_before_one_that_fails_is_raised() -> None:
    done: list[int] = []

    def work(start: int, stop: int) -> None:
        if start == 0:
            raise ArithmeticError
        time.sleep(0.01)
        done.append(start)

    for may_hang in (False, True):
        done.clear()
        with pytest.raises(ArithmeticError):
            run_in_parallel(work, 4, workers=2, least=1, may_hang=may_hang)
        assert len(done) == (1 if may_hang else 3)


INTERRUPTED = """
import os, signal, threading, time
from ginrummy.kernel.parallel import run_in_parallel

def interrupt():
    while not begun: time.sleep(0.01)
    os.kill(os.getpid(), signal.SIGINT)

def work(start, stop):
    begun.append(start)
    while True: time.sleep(0.01)

begun = []
threading.Thread(target=interrupt, daemon=True).start()
try:
    run_in_parallel(work, 8, workers=WORKERS, least=1, may_hang=True)
except KeyboardInterrupt:
    print("interrupted")
"""


@pytest.mark.parametrize("workers", [1, 2])
def test_work_that_never_ends_is_interrupted_and_the_program_ends(workers: int) -> None:
    code = INTERRUPTED.replace("WORKERS", str(workers))
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True)
    assert ran.stdout == "interrupted\n"


def test_at_least_one_worker() -> None:
    assert core_count() >= 1
    with pytest.raises(ValueError, match="workers: 0 is too small"):
        run_in_parallel(lambda start, stop: None, 1, workers=0, least=1)


def decks_of_a_child(_place: int) -> int:
    """Return a number computed by several threads of another process."""
    return int(vectorized_rules.deal_decks(1, 20_000, workers=2)[-1, 0])


@pytest.mark.filterwarnings("ignore:.*multi-threaded.*:DeprecationWarning")
def test_a_forked_process_has_threads_of_its_own() -> None:
    due = decks_of_a_child(0)
    with multiprocessing.get_context("fork").Pool(1) as pool:
        assert pool.map_async(decks_of_a_child, [0]).get(timeout=60) == [due]
