"""`ginrummy export` as it is typed."""

from __future__ import annotations

import csv
import io
import json
import sys
from pathlib import Path

import duckdb
import pytest

from ginrummy.cli.export import DATABASE_TYPES
from ginrummy.coach.decision_table import COLUMNS, JUDGED, TYPES
from ginrummy.coach.decisions import is_decision, moments_of
from tests.cli.running import ginrummy, refused
from tests.playing import whole

DOCS = Path(__file__).parents[2] / "docs" / "coach.md"


def test_every_decision_is_a_row_of_the_columns_that_are_documented(folder: Path) -> None:
    ran = ginrummy("export", str(folder), "--unjudged")
    rows = list(csv.DictReader(io.StringIO(ran.out)))
    matches = [whole("standard", seed=seed, hands=1) for seed in (1, 2, 3)]
    assert len(rows) == sum(is_decision(each) for match in matches for each in moments_of(match))
    assert {row["match"] for row in rows} == {"1", "2", "3"}
    assert tuple(rows[0]) == COLUMNS
    assert all(row[name] == "" for row in rows for name in JUDGED)
    page = DOCS.read_text(encoding="utf-8")
    assert all(f"`{name}`" in page for name in COLUMNS)


def test_what_the_coach_thinks_stands_in_the_same_rows(folder: Path) -> None:
    ran = ginrummy("export", str(folder / "b.gin"), "--format", "json")
    rows = [json.loads(line) for line in ran.out.splitlines()]
    assert tuple(rows[0]) == COLUMNS
    assert all(0 <= row["win"] <= row["best_win"] + 1e-9 <= 1.1 for row in rows)
    assert {row["verdict"] for row in rows} <= {"", "inaccuracy", "mistake", "blunder"}
    assert [row["played"] for row in rows if row["cost"] == 0]


def test_a_parquet_file_holds_the_same_rows_each_column_of_its_type(folder: Path) -> None:
    file = folder.parent / "table.parquet"
    ran = ginrummy("export", str(folder), "--unjudged", "--format", "parquet", "--output", str(file))
    assert (ran.status, ran.out, ran.err) == (0, "", "")
    table = duckdb.read_parquet(str(file))
    text = ginrummy("export", str(folder), "--unjudged", "--format", "json").out
    assert [dict(zip(table.columns, row, strict=True)) for row in table.fetchall()] == [
        json.loads(line) for line in text.splitlines()
    ]
    assert dict(zip(table.columns, map(str, table.types), strict=True)) == {
        name: DATABASE_TYPES[kind] for name, kind in TYPES.items()
    }


def test_rows_name_the_file_that_they_are_from_and_may_go_to_one(folder: Path) -> None:
    file = folder.parent / "table.csv"
    files = [str(folder / name) for name in ("b.gin", "a.gin")]
    assert ginrummy("export", *files, "--unjudged", "--output", str(file)).out == ""
    rows = list(csv.DictReader(io.StringIO(file.read_text(encoding="utf-8"))))
    assert list(dict.fromkeys(row["file"] for row in rows)) == files


def test_without_duckdb_it_says_how_it_is_come_by(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wanted = ("export", str(folder), "--unjudged", "--format", "parquet")
    assert "--output" in refused(*wanted)
    monkeypatch.setitem(sys.modules, "duckdb", None)
    told = refused(*wanted, "--output", str(folder.parent / "table.parquet"))
    assert "pip install" in told
    assert "[data]" in told
