"""A run from its plan to its end: its results so far, the remaining pieces, and the stopping rule."""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterable
from contextlib import closing, nullcontext
from functools import partial
from pathlib import Path

from ginrummy.lab.arena import compiled_play, journal
from ginrummy.lab.arena.match_play import check_player
from ginrummy.lab.arena.ray_cluster import run_on_cluster
from ginrummy.lab.arena.results import PlayedPiece, take_pairs
from ginrummy.lab.arena.run_piece import Play, play_piece
from ginrummy.lab.arena.run_plan import ArenaError, RunPlan, Unit, WorkPiece, remaining_pieces
from ginrummy.lab.arena.sequential_test import Hypotheses, SequentialTest, SprtState
from ginrummy.lab.arena.standings import PairingTally
from ginrummy.lab.arena.workers import run_in_processes, run_in_threads, run_sequentially
from ginrummy.locale import _

Engine = Callable[[Play, RunPlan, Iterable[WorkPiece]], Generator[PlayedPiece]]
Listener = Callable[["Run"], None]


class Run:
    """A run in progress: its tallies, and its sequential test, if any."""

    def __init__(self, plan: RunPlan, hypotheses: Hypotheses | None = None) -> None:
        if hypotheses is not None and len(plan.players) != 2:
            raise ArenaError(_("a sequential test is between two players"), where="--sprt")
        self.plan = plan
        self.tallies = [PairingTally(plan) for _pairing in plan.pairings]
        self.watch = None if hypotheses is None else SequentialTest(hypotheses)

    @property
    def pairs(self) -> int:
        """The number of tallied pairs."""
        return sum(tally.pairs for tally in self.tallies)

    @property
    def is_over(self) -> bool:
        """Whether all is played, or the test has decided."""
        return self.is_decided or self.pairs == self.plan.pairs * len(self.tallies)

    @property
    def is_decided(self) -> bool:
        """Whether a sequential test has reached its verdict."""
        return self.watch is not None and self.watch.verdict is not SprtState.OPEN

    def tally_piece(self, piece: PlayedPiece) -> PlayedPiece:
        """Tally `piece` and return it without pairs beyond the plan or the verdict."""
        tally = self.tallies[piece.piece.pairing]
        wanted = 0 if self.is_decided else min(piece.piece.pairs, self.plan.pairs - tally.pairs)
        piece = take_pairs(piece, wanted)
        given = tally.pair_results(piece)
        if self.watch is not None:
            before, by_points = self.watch.pairs, self.plan.unit is Unit.HANDS
            self.watch.add_pairs(
                round(each.points, 1) if by_points else round(each.wins, 2) for each in given
            )
            piece = take_pairs(piece, self.watch.pairs - before)
        tally.add(piece, given[: piece.piece.pairs])
        return piece


def play_run(
    run: Run,
    *,
    workers: int | None = None,
    cluster: str | None = None,
    folder: Path | None = None,
    listener: Listener = lambda _run: None,
) -> None:
    """Play `run` to its end, with a `folder` from its saved state.

    `workers` is the number of cores, by default all. `cluster` is the address of a Ray cluster, or `local`.
    `listener` is called after each piece of work. The results depend on none of these.
    """
    plan = run.plan
    for player in dict.fromkeys(plan.players):
        check_player(player, plan.variant.row, move_time=plan.move_time)
    keeper = nullcontext(None) if folder is None else journal.open_journal(folder, plan)
    with keeper as kept:
        for played in kept.earlier if kept else ():
            run.tally_piece(played)
        listener(run)
        if not run.is_over:
            _play_on(run, kept, choose_engine(plan, workers, cluster), listener)


def _play_on(run: Run, kept: journal.Journal | None, engine: Engine, listener: Listener) -> None:
    plan = run.plan
    sizes = [
        compiled_play.PIECE if compiled_play.can_play_pairing(plan, pairing) else 1
        for pairing in range(len(plan.pairings))
    ]
    rest = remaining_pieces(plan, [tally.pairs for tally in run.tallies], sizes)
    with closing(engine(play_piece, plan, rest)) as results:
        for played in results:
            taken = run.tally_piece(played)
            if kept is not None and taken.piece.pairs:
                kept.add(taken)
            listener(run)
            if run.is_over:
                return


def choose_engine(plan: RunPlan, workers: int | None, cluster: str | None) -> Engine:
    """Return the engine: Ray if requested, else threads or processes of this machine."""
    many = workers or os.cpu_count() or 1
    if cluster is not None:
        return partial(run_on_cluster, address=cluster, workers=many)
    if many == 1:
        return run_sequentially
    threads = all(compiled_play.can_play_pairing(plan, pairing) for pairing in range(len(plan.pairings)))
    return partial(run_in_threads if threads else run_in_processes, workers=many)
