"""The command `ginrummy export`."""

from __future__ import annotations

import csv
import io
import json
import re
import sys
from pathlib import Path

import duckdb
import pytest

from ginrummy.cli.export import DATABASE_TYPES
from ginrummy.coach.decision_table import COLUMNS, JUDGED, TYPES
from ginrummy.coach.decisions import is_decision, match_moments
from tests.cli.running import ginrummy, refused
from tests.playing import whole

DOCS = Path(__file__).parents[2] / "docs" / "coach.md"


def test_every_decision_is_a_row_of_the_columns_that_are_documented(folder: Path) -> None:
    ran = ginrummy("export", str(folder), "--unjudged")
    rows = list(csv.DictReader(io.StringIO(ran.out)))
    matches = [whole("standard", seed=seed, hands=1) for seed in (1, 2, 3)]
    assert len(rows) == sum(is_decision(each) for match in matches for each in match_moments(match))
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
    file = folder.with_name(f"{folder.name}.parquet")
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
    file = folder / "table.csv"
    files = [str(folder / name) for name in ("b.gin", "a.gin")]
    assert ginrummy("export", *files, "--unjudged", "--output", str(file)).out == ""
    rows = list(csv.DictReader(io.StringIO(file.read_text(encoding="utf-8"))))
    assert list(dict.fromkeys(row["file"] for row in rows)) == files


@pytest.mark.parametrize(("separator", "sign"), [(",", ","), (";", ";"), ("tab", "\t")])
def test_spreadsheets_of_other_languages_read_the_same_cells(folder: Path, separator: str, sign: str) -> None:
    file = folder / "table.csv"
    options = ("--separator", separator, "--bom", "--output", str(file))
    assert ginrummy("export", str(folder / "b.gin"), *options).status == 0
    text = file.read_text(encoding="utf-8")
    assert text.startswith("\ufefffile" + sign)
    rows = list(csv.DictReader(io.StringIO(text.removeprefix("\ufeff")), delimiter=sign))
    plain = list(csv.DictReader(io.StringIO(ginrummy("export", str(folder / "b.gin")).out)))
    assert [row["cards"] for row in rows] == [row["cards"] for row in plain]
    comma = "." if separator == "," else ","
    assert [row["win"] for row in rows] == [row["win"].replace(".", comma) for row in plain]
    assert any(comma in row["win"] for row in rows)


@pytest.mark.parametrize(("code", "sign"), [("en", ","), ("fr", ";"), ("ru", ";")])
def test_a_file_is_as_excel_of_the_language_opens_it(folder: Path, code: str, sign: str) -> None:
    file = folder / "table.csv"
    options = ("--unjudged", "--lang", code)
    assert ginrummy("export", str(folder / "b.gin"), *options, "--output", str(file)).status == 0
    mark = "" if code == "en" else "\ufeff"
    assert file.read_text(encoding="utf-8").startswith(f"{mark}file{sign}")
    printed = ginrummy("export", str(folder / "b.gin"), *options).out
    assert printed.startswith("file,"), "programs read what is printed"


@pytest.mark.parametrize("form", ["json", "parquet"])
@pytest.mark.parametrize("option", [("--separator", ";"), ("--bom",)])
def test_what_only_csv_has_is_refused_elsewhere(folder: Path, form: str, option: tuple[str, ...]) -> None:
    said = refused("export", str(folder), "--format", form, *option)
    assert said == f"ginrummy: {option[0]} and --format {form} do not go together"


@pytest.mark.parametrize("name", ["=1+cmd", "+49", "-2", "@sum"])
def test_a_name_is_no_formula(folder: Path, name: str) -> None:
    file = folder / "b.gin"
    text = file.read_text(encoding="utf-8")
    file.write_text(re.sub(r"\[Players .*\]", f'[Players "Anna" "{name}"]', text), encoding="utf-8")
    rows = list(csv.DictReader(io.StringIO(ginrummy("export", str(file), "--unjudged").out)))
    assert f"'{name}" in {row["player"] for row in rows}
    assert not any(row[column].startswith(("=", "+", "-", "@")) for row in rows for column in row)


def test_without_duckdb_it_says_how_it_is_come_by(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wanted = ("export", str(folder), "--unjudged", "--format", "parquet")
    assert "--output" in refused(*wanted)
    monkeypatch.setitem(sys.modules, "duckdb", None)
    told = refused(*wanted, "--output", str(folder.with_name("table.parquet")))
    assert "pip install" in told
    assert "[data]" in told
