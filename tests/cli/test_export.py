"""`ginrummy export` as it is typed."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

from ginrummy.coach.decision_table import COLUMNS, JUDGED
from ginrummy.coach.decisions import is_decision, moments_of
from tests.cli.running import ginrummy
from tests.playing import whole
from tests.record.texts import text_of

DOCS = Path(__file__).parents[2] / "docs" / "coach.md"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with two records in one file and one in another."""
    texts = [text_of(whole("standard", seed=seed, hands=1), "standard") for seed in (1, 2, 3)]
    (tmp_path / "a.gin").write_text(texts[0] + "\n" + texts[1], encoding="utf-8")
    (tmp_path / "b.gin").write_text(texts[2], encoding="utf-8")
    return tmp_path


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
