"""The command `ginrummy think`."""

from __future__ import annotations

from pathlib import Path

import pytest

from ginrummy.coach.decisions import match_moments
from ginrummy.game.game import Phase
from ginrummy.locale import LANGUAGES
from ginrummy.text.record import load_record
from tests.cli.running import ginrummy, refused
from tests.record.texts import record_of


@pytest.fixture
def file(tmp_path: Path) -> str:
    """Return the name of a file with a match."""
    path = tmp_path / "evening.gin"
    path.write_text(record_of("standard"), encoding="utf-8")
    return str(path)


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_turn_is_told_with_both_its_decisions(file: str, code: str) -> None:
    ran = ginrummy("think", file, "--at", "1.3", "--worlds", "50", "--lang", code)
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.count("1.3 ") == 2
    assert ran.out.count("%") > 10


def test_json_has_the_chances_and_the_belief(file: str) -> None:
    told = ginrummy("think", file, "--at", "1.3", "--worlds", "50", "--seed", "4", "--json").json
    first, second = told["decisions"]
    assert (first["hand"], first["turn"], first["seed"], first["worlds"]) == (1, 3, 4, 50)
    assert first["played"] in {each["move"] for each in first["actions"]}
    assert sum(second["other"]["held"].values()) == pytest.approx(10)
    assert 0 <= second["other"]["gin"] <= second["other"]["knock"] <= 1


@pytest.mark.parametrize(("at", "why"), [("9.1", "no such turn"), ("1.99", "no such turn"), ("two", "2.17")])
def test_a_turn_that_is_not_there_is_refused(file: str, at: str, why: str) -> None:
    assert why in refused("think", file, "--at", at)


def test_nobody_draws_any_more_at_the_showdown(file: str) -> None:
    moments = list(match_moments(load_record(file).match))
    place = next(each.place for each in moments if each.game.phase is Phase.LAY_OFF)
    phases = [each.game.phase for each in moments if each.place == place]
    laying = sum(phase in (Phase.SPREAD, Phase.LAY_OFF) for phase in phases)
    told = ginrummy("think", file, "--at", place, "--worlds", "50").out
    assert told.count("The other hand: deadwood") == len(phases)
    assert told.count("with its next card") == len(phases) - laying
