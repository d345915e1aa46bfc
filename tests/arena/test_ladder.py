"""The ladder: frozen rules and players, and a place on it for any player."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import pytest

from bench.ladder import COMPILED
from ginrummy.lab.arena import ArenaError
from ginrummy.lab.ladder import ANCHOR, LATEST, Ladder, Rung, load_ladder, place, play_fingerprint
from tests.arena.plans import WILD
from tests.cli.running import ginrummy, refused

DOCS = Path(__file__).parents[2] / "docs" / "benchmark.md"
LADDER = load_ladder()
LADDERS = [load_ladder("v1"), load_ladder("v2")]
RUNGS = [(ladder, rung) for ladder in LADDERS for rung in ladder.rungs]
QUICK = ("random", "baseline", "simple")


@pytest.mark.parametrize(("ladder", "rung"), [each for each in RUNGS if "champion" not in each[1].player])
def test_a_rung_plays_as_it_did_when_it_was_frozen(ladder: Ladder, rung: Rung) -> None:
    assert play_fingerprint(rung.player, ladder) == rung.fingerprint


@pytest.mark.long
@pytest.mark.parametrize(("ladder", "rung"), [each for each in RUNGS if "champion" in each[1].player])
def test_the_champion_plays_as_it_did_when_it_was_frozen(ladder: Ladder, rung: Rung) -> None:
    assert play_fingerprint(rung.player, ladder) == rung.fingerprint


@pytest.mark.parametrize("ladder", LADDERS)
def test_the_rungs_stand_in_the_order_of_their_strengths(ladder: Ladder) -> None:
    values = [rung.strength.value for rung in ladder.rungs]
    assert values == sorted(values)
    assert next(rung.strength.value for rung in ladder.rungs if rung.player == ANCHOR) == 0


def test_the_compiled_rungs_are_far_apart_for_their_intervals() -> None:
    strengths = [rung.strength for rung in LADDER.rungs if rung.player in COMPILED]
    for lower, upper in pairwise(strengths):
        assert upper.value - lower.value > 4 * max(lower.half_width, upper.half_width)


@pytest.mark.parametrize("ladder", LADDERS)
def test_the_page_has_the_ladder(ladder: Ladder) -> None:
    page = DOCS.read_text(encoding="utf-8").partition(f"## Ladder `{ladder.name}`")[2].partition("\n## ")[0]
    digits = 1 if ladder.name == "v1" else 2
    rows = dict(re.findall(r"^\| `(\S+)` \| ([+-][0-9.]+ ± [0-9.]+) \|", page, re.MULTILINE))
    assert rows == {
        rung.player: f"{rung.strength.value:+.{digits}f} ± {rung.strength.half_width:.{digits}f}"
        for rung in ladder.rungs
    }


@pytest.mark.parametrize("player", ["baseline", "simple"])
def test_a_rung_is_placed_where_it_stands(player: str) -> None:
    found = place(player, hands=60, against=("baseline", "simple"), workers=1)
    (rung,) = (rung for rung in LADDER.rungs if rung.player == player)
    assert found.strength.low < rung.strength.value < found.strength.high
    assert {result.second for result in found.results} == {"baseline", "simple"}
    (same,) = (result for result in found.results if result.second == player)
    assert player == "baseline" or same.points.value == 0  # `simple` draws nothing at random


def test_a_weaker_player_is_placed_lower() -> None:
    strengths = [place(each, hands=20, against=QUICK, workers=1).strength for each in ("random", "novice")]
    assert strengths[0].high < strengths[1].low


def test_a_place_is_the_same_when_it_is_resumed(tmp_path: Path) -> None:
    seen: list[tuple[int, int]] = []
    for hands in (4, 10):
        found = place(
            WILD, hands=hands, against=QUICK[:2], workers=1, folder=tmp_path, move_time=5,
            report=lambda done, total: seen.append((done, total)),
        )  # fmt: skip
    assert seen[-1] == (20, 20)
    assert found == place(WILD, hands=10, against=QUICK[:2], workers=1, move_time=5)


def test_a_ladder_or_a_rung_that_there_is_not_is_refused() -> None:
    with pytest.raises(ArenaError, match="there are: v1"):
        load_ladder("v0")
    with pytest.raises(ArenaError, match=r"no rung; there are: random, .*simple"):
        place("simple", against=["steady@3"])


def test_the_command_prints_the_ladder_with_the_player_on_it() -> None:
    words = (
        "ladder",
        "novice",
        "--hands",
        "6",
        "--against",
        "random",
        "--against",
        "simple",
        "--workers",
        "1",
    )
    ran = ginrummy(*words)
    assert ran.status == 0, ran.err
    lines = ran.out.splitlines()
    assert lines[0] == f"Ladder {LATEST}: novice against each rung"
    names = [line.split()[0] for line in lines[3 : 4 + len(LADDER.rungs)]]
    assert [name for name in names if name != "→"] == [rung.player for rung in reversed(LADDER.rungs)]
    assert sum("%" in line for line in lines[3 : 4 + len(LADDER.rungs)]) == 2
    found = ginrummy(*words, "--json").json
    assert found["strength"]["low"] < found["strength"]["value"] < found["strength"]["high"]
    assert [result["second"] for result in found["results"]] == ["random", "simple"]
    assert "v0" in refused("ladder", "simple", "--ladder", "v0")
