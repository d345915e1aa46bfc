"""The chance to win a match from every pair of scores."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from ginrummy.lab.training.equity import write_points_won
from ginrummy.players import match_equity
from ginrummy.variants import load_variant, preset_names
from tests.players.tables import EAAI, HOUSES


@pytest.mark.parametrize("name", preset_names())
def test_one_wins_what_the_other_loses_and_every_point_helps(name: str) -> None:
    table = match_equity.match_equity(load_variant(name).row)
    open_scores = table[:-1, :-1]
    assert open_scores + open_scores.T == pytest.approx(np.ones_like(open_scores))
    assert (np.diff(table, axis=0) >= -1e-12).all()
    assert (np.diff(table[:-1], axis=1) <= 1e-12).all()


def test_who_leads_wins_the_likelier_the_nearer_the_end() -> None:
    table = match_equity.match_equity(EAAI)
    assert len(table) == EAAI.game_target + 1
    assert table[0, 0] == pytest.approx(0.5)
    assert 0.5 < table[30, 0] < table[60, 0] < table[90, 0] < 1
    assert table[-1, 99] == 1


def test_by_hand() -> None:
    table = match_equity.win_chances([7, 3, 1], 2)
    # From 1-1 either wins the next hand; from 1-0 one hand in eight that is lost is lost by two.
    assert table[1, 1] == pytest.approx(1 / 2)
    assert table[1, 0] == pytest.approx(1 / 2 + 1 / 2 * (3 / 4 * 1 / 2))


def test_columns_count_points_evenly() -> None:
    table = match_equity.match_equity(load_variant("hollywood").row)
    assert table[50, 20] - table[40, 20] == pytest.approx(table[20, 20] - table[20, 30])


def test_a_house_rule_is_played_out() -> None:
    table = match_equity.match_equity(HOUSES["idle"])
    assert len(table) == 31
    assert table[20, 0] > 0.6


def test_what_is_kept_is_of_the_presets(tmp_path: Path) -> None:
    assert set(match_equity.stored_counts()) == {load_variant(name).row for name in preset_names()}
    path = tmp_path / "points.json"
    write_points_won(path, hands=100)
    again = json.loads(path.read_text(encoding="utf-8"))
    assert list(again) == list(preset_names())
    for name, counts in again.items():
        kept = np.array(match_equity.stored_counts()[load_variant(name).row], float)
        mean, kept_mean = (
            np.average(np.arange(len(each)), weights=each) for each in (np.array(counts, float), kept)
        )
        assert mean == pytest.approx(kept_mean, rel=0.25)


def test_what_a_hand_is_won_with_on_the_mean() -> None:
    counts = match_equity.points_won(EAAI, hands=4000)
    won = [points for points, count in enumerate(counts) for _hand in range(count) if points]
    assert match_equity.mean_win_points(EAAI) == pytest.approx(np.mean(won), rel=0.05)
    assert 10 < match_equity.mean_win_points(HOUSES["idle"]) < 60
