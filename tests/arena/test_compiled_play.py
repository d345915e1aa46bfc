"""Compiled and interpreted play give the same results, hand by hand."""

from __future__ import annotations

from pathlib import Path

import pytest

from ginrummy.lab.arena import compiled_play
from ginrummy.lab.arena.run_piece import play_piece_by_views
from ginrummy.lab.arena.run_plan import Unit, WorkPiece
from tests.arena.plans import journal_of, plan_of, played, table
from tests.playing import VARIANTS, variant_of


@pytest.mark.parametrize("variant", VARIANTS)
def test_hands_are_the_same(variant: str) -> None:
    plan = plan_of("simple", "simple", pairs=40)
    object.__setattr__(plan, "variant", variant_of(variant))
    piece = WorkPiece(0, 3, 8)
    assert compiled_play.play_pairs(plan, piece) == play_piece_by_views(plan, piece)


@pytest.mark.long
@pytest.mark.parametrize("variant", VARIANTS)
def test_games_are_the_same(variant: str) -> None:
    plan = plan_of("simple", "simple", unit=Unit.GAMES)
    object.__setattr__(plan, "variant", variant_of(variant))
    piece = WorkPiece(0, 1, 1)
    assert compiled_play.play_pairs(plan, piece) == play_piece_by_views(plan, piece)


def test_a_run_is_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plan = plan_of("simple", "simple", pairs=compiled_play.WORTH)
    quick = played(plan, folder=tmp_path / "quick", workers=2)
    assert journal_of(tmp_path / "quick").count(b"\n") == 1
    monkeypatch.setattr(compiled_play, "can_play_pairing", lambda _plan, _pairing: False)
    assert table(played(plan)) == table(quick)
    assert table(played(plan, folder=tmp_path / "quick")) == table(quick)


def test_it_is_used_where_it_is_worth_it() -> None:
    def is_quick(*players: str, pairs: int = 1000, records: bool = False) -> bool:
        return compiled_play.can_play_pairing(plan_of(*players, pairs=pairs, records=records), 0)

    assert is_quick("simple", "simple")
    assert not is_quick("simple", "random")
    assert not is_quick("simple", "simple", records=True)
    assert not is_quick("simple", "simple", pairs=10)
