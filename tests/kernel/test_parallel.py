"""Work shared among cores: every piece once, failures raised, few and long pieces alone."""

from __future__ import annotations

import multiprocessing
import threading

import pytest

from ginrummy.kernel import vectorized_rules
from ginrummy.kernel.parallel import PIECES_A_WORKER, PIECES_ALONE, core_count, share


def pieces_of(total: int, *, workers: int, least: int) -> list[tuple[int, int]]:
    """Return the pieces into which `share` cuts 0 to `total`, in order."""
    pieces: list[tuple[int, int]] = []
    share(lambda start, stop: pieces.append((start, stop)), total, workers=workers, least=least)
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
    share(lambda start, stop: meeting.wait(), 2, workers=2, least=1)
    assert not meeting.broken


def test_a_piece_that_fails_is_raised() -> None:
    def work(start: int, stop: int) -> None:
        if start > 500:
            raise ArithmeticError(start)

    for workers in (1, 3):
        with pytest.raises(ArithmeticError):
            share(work, 1000, workers=workers, least=1)


def test_at_least_one_worker() -> None:
    assert core_count() >= 1
    with pytest.raises(ValueError, match="workers is 0"):
        share(lambda start, stop: None, 1, workers=0, least=1)


def decks_of_a_child(_place: int) -> int:
    """Return a number that takes several threads of another process to find."""
    return int(vectorized_rules.deal_decks(1, 20_000, workers=2)[-1, 0])


@pytest.mark.filterwarnings("ignore:.*multi-threaded.*:DeprecationWarning")
def test_a_forked_process_has_threads_of_its_own() -> None:
    due = decks_of_a_child(0)
    with multiprocessing.get_context("fork").Pool(1) as pool:
        assert pool.map_async(decks_of_a_child, [0]).get(timeout=60) == [due]
