"""The command `ginrummy arena`."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest
from rich.console import Console

from ginrummy.cli import arena_output
from ginrummy.cli.arena_output import luck_adjustment_text
from ginrummy.lab.arena.confidence_intervals import Interval
from ginrummy.lab.arena.run import Run, play_run
from ginrummy.locale import using_language
from ginrummy.locale.numbers import number_text, signed_text
from tests.arena.plans import BOTS, ERRATIC, WILD, plan_of, played, table
from tests.cli.running import ginrummy, refused

FEW = ("--hands", "12", "--workers", "1")


def test_the_table_says_who_is_better_and_how_sure_that_is() -> None:
    ran = ginrummy("arena", "simple", "random", *FEW, "--seed", "7")
    assert ran.status == 0
    lines = ran.out.splitlines()
    assert lines[0] == "Gin Rummy (standard), 6 deals, each played twice, seed 7"
    assert lines[2].split() == ["Players", "Points", "a", "hand", "Won", "Hands"]
    assert lines[3].startswith("simple – random   +")
    assert lines[3].endswith("12")
    assert "knock" in ran.out
    assert lines[-1] == "The intervals hold the truth 95% of the time; they count deals, not hands."


def test_everything_is_there_as_json() -> None:
    found = ginrummy("arena", "simple", WILD, "random", *FEW, "--json").json
    assert [each["first"] for each in found["pairings"]] == ["simple", "simple", WILD]
    assert found["finished"] is True
    assert found["unit"] == "hands"
    assert found["standings"][0]["player"] == "simple"
    first = found["pairings"][1]
    assert first["won"] + first["lost"] + first["drawn"] == first["hands"] == 12
    assert first["points"]["low"] < first["points"]["value"] < first["points"]["high"]
    assert sum(map(sum, first["kinds"].values())) == 12
    assert found["test"] is None


@pytest.mark.long
@pytest.mark.parametrize("workers", ["1", "2"])
def test_it_says_how_long_players_think_where_asked(workers: str) -> None:
    slow = f"{BOTS}:Slow"
    arguments = ("arena", slow, "simple", "--hands", "4", "--workers", workers)
    found = ginrummy(*arguments, "--times", "--json").json
    times = found.pop("milliseconds")
    assert times[slow]["decisions"] > 4
    assert times.keys() == {slow, "simple"}
    assert times[slow]["mean"] >= 2.0  # it sleeps that long
    assert times[slow]["late"] >= 2.0
    without = ginrummy(*arguments, "--json").json
    assert without.pop("milliseconds") == {}
    assert without == found
    ran = ginrummy(*arguments, "--times")
    assert "95 of 100 within (ms)" in ran.out
    assert "within" not in ginrummy(*arguments).out


def test_one_pair_has_no_bounds() -> None:
    found = ginrummy("arena", "simple", "random", "--hands", "1", "--workers", "1", "--json").json
    assert found["pairings"][0]["hands"] == 2
    assert found["pairings"][0]["points"]["low"] is None
    ran = ginrummy("arena", "simple", "random", "--hands", "1", "--workers", "1")
    assert "simple – random   +" in ran.out


@pytest.mark.long
def test_games_are_counted_in_games() -> None:
    ran = ginrummy("arena", "simple", ERRATIC, "--games", "4", "--workers", "1", "--variant", "classic")
    assert "2 deals, each played twice" in ran.out
    assert "Points a game" in ran.out


@pytest.mark.long
def test_a_test_stops_the_run() -> None:
    arguments = ("arena", "simple", WILD, "--hands", "1000", "--workers", "1", "--sprt", "0,10")
    ran = ginrummy(*arguments)
    assert "Decided for +10.00 against 0.00 points a hand after" in ran.out
    found = ginrummy(*arguments, "--json").json
    assert found["test"]["verdict"] == "H1"
    assert found["test"]["pairs"] == found["pairings"][0]["pairs"] < 500
    assert "Not decided between" in ginrummy("arena", "simple", WILD, *FEW, "--sprt", "0,10").out


def test_hands_lost_by_rule_are_told() -> None:
    ran = ginrummy("arena", f"{BOTS}:Cheating", "simple", *FEW)
    assert f"{BOTS}:Cheating lost 12 hands by rule: it may not play AS" in ran.out
    assert "lost by rule" in ran.out


def test_it_goes_on_where_it_was(tmp_path: Path) -> None:
    arguments = ("arena", "simple", ERRATIC, "--workers", "1", "--out", str(tmp_path / "run"), "--records")
    ginrummy(*arguments, "--hands", "4")
    whole = ginrummy(*arguments, "--hands", "10")
    assert whole.status == 0
    assert whole.out == ginrummy("arena", "simple", ERRATIC, "--workers", "1", "--hands", "10").out
    assert len(list((tmp_path / "run" / "records").iterdir())) == 10
    assert "“seed” is 0 there, 1 here" in refused(*arguments, "--seed", "1")


def test_an_interrupted_run_says_what_it_has(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def interrupted(run: Run, **given: object) -> None:
        play_run(run, workers=1)
        raise KeyboardInterrupt

    monkeypatch.setattr("ginrummy.cli.arena.play_run", interrupted)
    ran = ginrummy("arena", "simple", ERRATIC, *FEW, "--out", str(tmp_path))
    assert ran.status == 130
    assert "6 deals" in ran.out
    assert ran.err == "Interrupted. The same command resumes here. This is what was played:\n"
    assert ginrummy("arena", "simple", ERRATIC, *FEW).err == "Interrupted. This is what was played:\n"


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["simple"], "two players or more"),
        (["simple", "nobody"], "nobody: there is no such player"),
        (["simple", "./nothing"], "./nothing: there is no such program"),
        (["simple", "random", "--hands", "2", "--games", "2"], "--hands and --games do not go together"),
        (["simple", "random", "--records"], "--records: this is of use with --out only"),
        (["simple", "random", "--sprt", "1"], "--sprt: two numbers belong here"),
        (["simple", "random", "--sprt", "1,x"], "--sprt: two numbers belong here"),
        (["simple", "random", "--sprt", "2,1"], "--sprt: in a test H0 is below H1"),
        (
            ["simple", "random", "--sprt", "0,1", "--error", "0.7"],
            "'--error': 0.7 is not in the range 0<x<0.5",
        ),
        (["simple", "random", "--error", "0.1"], "--error: this is of use with --sprt only"),
        (["even@101", "random"], "even@101: a strength is a number from 1 to 100"),
        (["simple", "random", "simple", "--sprt", "0,1"], "between two players"),
        (["simple", "random", "--variant", "whist"], "there is no variant “whist”"),
    ],
)
def test_what_cannot_be_played_is_refused(arguments: list[str], complaint: str) -> None:
    assert complaint in refused("arena", *arguments)


@pytest.mark.parametrize(
    ("code", "words"),
    [
        (
            "fr",
            ["6 distributions, chacune jouée deux fois, graine 7", "Points par donne", "Gagnés", "95\u00a0%"],
        ),
        ("ru", ["6 сдач, каждая сыграна дважды, зерно 7", "Очков за кон", "Выиграно", "95\u00a0%"]),
    ],
)
def test_it_speaks_three_languages(code: str, words: list[str]) -> None:
    out = ginrummy("arena", "simple", "random", *FEW, "--seed", "7", "--lang", code).out
    for word in words:
        assert word in out
    assert "Points a hand" not in out


def test_numbers_are_written_as_the_language_has_them() -> None:
    assert number_text(12345.678, 2) == "12,345.68"
    assert (number_text(-0.004, 2), number_text(-1234)) == ("0.00", "−1,234")
    assert (signed_text(-0.004), signed_text(-1.5)) == ("0.00", "−1.50")
    with using_language("fr"):
        assert number_text(12345.678, 2) == "12\u202f345,68"


def test_a_bar_is_shown_to_whoever_watches(monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setattr(
        arena_output, "Console", lambda **_given: Console(file=terminal, force_terminal=True, width=100)
    )
    run = Run(plan_of("simple", ERRATIC, pairs=5))
    with arena_output.show_progress(run) as listener:
        play_run(run, workers=1, listener=listener)
    assert "10/10" in terminal.getvalue()
    assert "±" in terminal.getvalue()


def test_the_journal_says_why_a_hand_was_lost(tmp_path: Path) -> None:
    ginrummy("arena", f"{BOTS}:Raising", "simple", "--hands", "40", "--workers", "1", "--out", str(tmp_path))
    lines = [json.loads(line) for line in (tmp_path / "journal.jsonl").read_text().splitlines()]
    faults = [fault for line in lines for fault in line.get("faults", [])]
    assert faults
    assert faults[0]["player"] == 0
    assert faults[0]["why"] == "it broke down: RuntimeError: no idea what to do"


@pytest.mark.long
@pytest.mark.parametrize(
    ("code", "surer", "less_sure"),
    [
        ("en", "as sure as 4.00 times as many deals", "without it 25% of the deals would be as sure"),
        ("fr", "4,00 fois plus de distributions", "25\u00a0% des distributions suffiraient"),
        ("ru", "сдач нужно больше в 4,00 раза", "хватило бы 25\u00a0% сдач"),
    ],
)
def test_taking_luck_out_may_make_it_surer_or_less_sure(code: str, surer: str, less_sure: str) -> None:
    line = table(played(plan_of("simple", "random", pairs=8, reduce=True))).pairings[0]
    narrow, wide = Interval(1.0, 0.5, 1.5), Interval(1.0, 0.0, 2.0)
    with using_language(code):
        assert surer in luck_adjustment_text(line._replace(points=narrow, plain_points=wide))
        assert less_sure in luck_adjustment_text(line._replace(points=wide, plain_points=narrow))
