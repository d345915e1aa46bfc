"""Plans: pairings, and division of the work."""

from __future__ import annotations

import pytest

from ginrummy.lab.arena.run_plan import ArenaError, WorkPiece, remaining_pieces
from tests.arena.plans import plan_of


def test_everybody_plays_everybody() -> None:
    plan = plan_of("simple", "random", "simple")
    assert plan.pairings == ((0, 1), (0, 2), (1, 2))
    assert plan.names == ("simple", "random", "simple (2)")


def test_one_player_is_no_arena() -> None:
    with pytest.raises(ArenaError, match="two players or more"):
        plan_of("simple")


def test_pieces_keep_step_and_end_at_round_numbers() -> None:
    plan = plan_of("simple", "random", "simple", pairs=10)
    found = list(remaining_pieces(plan, [0, 3, 10], [4, 4, 4]))
    assert found == [
        WorkPiece(0, 0, 4), WorkPiece(1, 3, 1), WorkPiece(0, 4, 4),
        WorkPiece(1, 4, 4), WorkPiece(0, 8, 2), WorkPiece(1, 8, 2),
    ]  # fmt: skip


def test_what_a_player_draws_does_not_depend_on_who_else_plays() -> None:
    alone, among = plan_of("random", "simple"), plan_of("simple", "random", "simple", "random")
    assert alone.key_for(0) == among.key_for(1)
    assert len({among.key_for(player) for player in range(4)}) == 4
    assert plan_of("random", "simple", seed="8").key_for(0) != alone.key_for(0)
