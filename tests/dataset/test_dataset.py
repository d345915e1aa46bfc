"""Data sets: rows match the play, DuckDB and polars read them, and the shipped file is our own."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import polars
import pytest

from ginrummy.game.game import Game
from ginrummy.game.moves import Move
from ginrummy.game.view import view_of_game
from ginrummy.kernel.actions import ACTION_COUNT
from ginrummy.kernel.move_numbers import move_of
from ginrummy.kernel.observation import KnownCards, KnownCounts
from ginrummy.lab.arena.run_plan import ArenaError, Unit, WorkPiece
from ginrummy.lab.dataset import DECISION_TYPES, HAND_TYPES, SAMPLE, write_dataset, writer
from ginrummy.lab.dataset.rows import MatchRows, match_rows
from ginrummy.lab.dataset.writer import DatasetPlan, play_deal, play_piece_rows, write_tables
from ginrummy.lab.envs.observation import PLANE_CELLS, view_mask, view_observation
from ginrummy.rules.scoring import KIND_NAMES, new_sheet
from ginrummy.variants import Variant, load_variant
from tests.arena.plans import BOTS, plan_of
from tests.cli.running import ginrummy, refused

DOCS = Path(__file__).parents[2] / "docs" / "dataset.md"
OUT_OF = {"decisions": DECISION_TYPES, "hands": HAND_TYPES}


def rows_of(*players: str, variant: str = "standard", worlds: int = 0, **given: Any) -> MatchRows:
    """Return the rows of the first deal between two players."""
    played = play_deal(plan_of(*players, variant=variant, **given), 0, 0)
    return match_rows(played, worlds=worlds, seed=0)


def table(folder: Path, name: str) -> list[dict[str, Any]]:
    """Return the rows of a table of the data set in `folder`, read by DuckDB."""
    found = duckdb.read_parquet(str(folder / name / "*.parquet"))
    return [dict(zip(found.columns, row, strict=True)) for row in found.fetchall()]


def replayed(variant: Variant, hand: dict[str, Any], decisions: list[dict[str, Any]]) -> Game:
    """Return the hand of `hand`, replayed by the law from its rows, with each row checked."""
    game = Game.deal(variant, dealer=hand["dealer"], deck=hand["deck"])
    for row in decisions:
        seat = row["seat"]
        view = view_of_game(game, seat, sheet=new_sheet(), number=0)
        planes = [[row[name] >> face & 1 for face in range(52)] for name in KnownCards._fields]
        seen = view_observation(view)
        assert (np.ravel(planes) == seen[:PLANE_CELLS]).all()
        assert [row[name] for name in KnownCounts._fields] == seen[PLANE_CELLS:].tolist()
        mask = np.zeros(ACTION_COUNT, np.int8)
        mask[row["legal"]] = 1
        assert (mask == view_mask(view)).all()
        assert row["move"] == len(game.plays)
        assert (row["other"], row["other_twins"]) == tuple(game.state.hands[1 - seat])
        game = game.play(move_of(game, row["action"]))
    for layout in filter(None, (hand["spread"], hand["lay_off"])):
        game = game.play(Move(layout))
    return game


@pytest.mark.parametrize("variant", ["standard", "hollywood", "two_pack", "oklahoma_full"])
def test_the_rows_of_a_match_replay_it_by_the_law(variant: str) -> None:
    rows = rows_of("steady", "simple", variant=variant, unit=Unit.GAMES)
    row = load_variant(variant).row
    for hand in rows.hands:
        decisions = [each for each in rows.decisions if each["hand"] == hand["hand"]]
        score = replayed(row, hand, decisions).score
        assert score is not None
        assert (KIND_NAMES[score.kind], score.points) == (hand["kind"], hand["points"])
        for each in decisions:
            sign = 0 if hand["winner"] is None else 1 if hand["winner"] == each["seat"] else -1
            assert each["points"] == sign * hand["points"]
    winner = rows.hands[-1]["match_winner"]
    assert {each["won"] for each in rows.decisions if each["seat"] == winner} == {1}
    assert [hand["match_winner"] for hand in rows.hands[:-1]] == [None] * (len(rows.hands) - 1)


def test_the_coach_judges_each_choice_where_asked() -> None:
    rows = rows_of("simple", "simple", worlds=50)
    assert any("judged" in row for row in rows.decisions)
    for row in rows.decisions:
        assert ("judged" in row) == (len(row["legal"]) > 1)
        if "judged" in row:
            assert row["action"] in row["judged"]
            assert set(row["judged"]) <= set(row["legal"])
            assert row["judged_win"] == sorted(row["judged_win"], reverse=True)
            assert len(row["judged_points"]) == len(row["judged"])


def test_a_hand_lost_by_rule_says_why() -> None:
    (hand,) = rows_of(f"{BOTS}:Mute", "simple").hands
    assert hand["kind"] == "forfeit"
    assert hand["match_winner"] is None
    assert "not a move" in hand["forfeit"]
    assert hand["player_0" if hand["winner"] == 0 else "player_1"] == "simple"


def test_duckdb_and_polars_read_the_same_rows_each_column_of_its_type(tmp_path: Path) -> None:
    write_dataset(["simple", "random"], tmp_path / "set", hands=6, seed=7, workers=1)
    page = DOCS.read_text(encoding="utf-8")
    for name, types in OUT_OF.items():
        found = duckdb.read_parquet(str(tmp_path / "set" / name / "*.parquet"))
        assert dict(zip(found.columns, map(str, found.types), strict=True)) == types
        assert polars.read_parquet(tmp_path / "set" / name).to_dicts() == table(tmp_path / "set", name)
        section = page.partition(f"## `{name}`\n")[2].partition("\n## ")[0]
        listed = re.findall(r"^\| ((?:`\w+`(?:, )?)+) \| ([A-Z\[\]]+) \|", section, re.MULTILINE)
        assert {
            column: kind for columns, kind in listed for column in re.findall(r"`(\w+)`", columns)
        } == types
    assert {row["dealer"] for row in table(tmp_path / "set", "hands")} == {0, 1}


def test_the_same_call_resumes_and_another_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(writer.MATCHES_A_PART, Unit.HANDS, 5)
    plan, folder = DatasetPlan(plan_of("simple", "random", "simple", pairs=3, seed="9")), tmp_path / "set"
    reported: list[tuple[int, int]] = []
    write_tables(plan, folder, workers=1, report=lambda done, total: reported.append((done, total)))
    assert reported[-1] == (3, 3)
    assert len(list((folder / "hands").iterdir())) == 3
    whole = {name: table(folder, name) for name in OUT_OF}
    assert [row["match"] for row in whole["hands"]] == list(range(9))
    (folder / "hands" / "00001.parquet").unlink()
    write_tables(plan, folder, workers=1, report=lambda done, _total: reported.append((done, 1)))
    assert reported[-3:] == [(2, 1)] * 3
    assert {name: table(folder, name) for name in OUT_OF} == whole
    with pytest.raises(ArenaError, match="other settings"):
        write_tables(DatasetPlan(plan.run, worlds=50), folder)
    with pytest.raises(ArenaError, match="not empty"):
        write_tables(plan, tmp_path)


@pytest.mark.long
def test_the_rows_do_not_depend_on_the_workers(tmp_path: Path) -> None:
    plan = DatasetPlan(plan_of("simple", "novice", "random", pairs=5, unit=Unit.GAMES))
    for workers in (1, 2):
        write_tables(plan, tmp_path / str(workers), workers=workers)
    assert all(table(tmp_path / "1", name) == table(tmp_path / "2", name) for name in OUT_OF)


def test_the_command_writes_what_it_is_asked_for(tmp_path: Path) -> None:
    words = ("dataset", "simple", "random", "--hands", "4", "--seed", "x", "--workers", "1", "--out")
    ran = ginrummy(*words, str(tmp_path / "set"), "--variant", "oklahoma")
    assert (ran.status, ran.out) == (0, f"The data set lies in {tmp_path / 'set'}.\n")
    settings = json.loads((tmp_path / "set" / "dataset.json").read_text(encoding="utf-8"))
    assert (settings["variant"], settings["deals"], settings["seed"]) == ("oklahoma", 4, "x")
    assert len(table(tmp_path / "set", "hands")) == 4
    assert "two players" in refused("dataset", "simple", "--out", str(tmp_path / "other"))


def test_the_data_set_that_ships_is_what_its_settings_say() -> None:
    settings = json.loads((SAMPLE / "dataset.json").read_text(encoding="utf-8"))
    plan = plan_of(*settings["players"], pairs=settings["deals"], seed=settings["seed"])
    assert DatasetPlan(plan, settings["worlds"]).settings() == settings
    hands, decisions = table(SAMPLE, "hands"), table(SAMPLE, "decisions")
    assert len(hands) == 1002
    assert sum(path.stat().st_size for path in SAMPLE.rglob("*") if path.is_file()) < 1_000_000
    again = [play_piece_rows(plan, WorkPiece(pairing, 0, 2), worlds=0) for pairing in range(3)]
    for found, kept, types in (
        ([row for rows in again for row in rows.decisions], decisions, DECISION_TYPES),
        ([row for rows in again for row in rows.hands], hands, HAND_TYPES),
    ):
        first = [row for row in kept if row["match"] < 6]
        wanted = [{name: row.get(name) for name in types} for row in found]
        assert sorted(first, key=str) == sorted(wanted, key=str)
