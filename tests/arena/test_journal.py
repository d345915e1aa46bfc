"""The journal of a run: no result is lost, repeated or mixed up."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ginrummy.lab.arena.journal import open_journal
from ginrummy.lab.arena.results import Fault, Leg, PlayedPiece, parse_piece_line, piece_line, take_pairs
from ginrummy.lab.arena.run_plan import ArenaError, RunPlan, Unit, WorkPiece
from ginrummy.text.record import read_record
from tests.arena.plans import BOTS, ERRATIC, WILD, journal_of, plan_of, played, table

PLAN = plan_of(ERRATIC, "simple", pairs=12)
WORK = PlayedPiece(
    WorkPiece(0, 4, 2),
    (Leg(1, 24, "knock", 1), Leg(-1, -31, "gin", 1), Leg(0, 0, "void", 1), Leg(-1, -80, "forfeit", 1)),
    (Fault(5, 1, 0, 0, "“9♥”: no answer in 10 s"),),
)


def test_a_line_is_read_back() -> None:
    assert parse_piece_line(piece_line(WORK)) == WORK
    assert piece_line(WORK).count("\n") == 1


def test_a_piece_is_cut_short() -> None:
    half = take_pairs(WORK._replace(records=(("a",), ("b",), ("c",), ("d",))), 1)
    assert half == PlayedPiece(WorkPiece(0, 4, 1), WORK.legs[:2], (), (("a",), ("b",)))
    assert take_pairs(WORK, 2) is WORK


@pytest.mark.parametrize(
    "line",
    [
        "",
        "null",
        "[1]",
        "{}",
        "{",
        '{"pairing":0,"first":0,"pairs":1,"won":[1],"points":[1],"kind":["gin"],"hands":[1]}',
        '{"pairing":1e999,"first":0,"pairs":1,"won":[1],"points":[1],"kind":["gin"],"hands":[1]}',
        "[" * 100_000,
    ],
)
def test_what_is_no_line_is_refused(line: str) -> None:
    with pytest.raises(ValueError, match=r".*"):
        parse_piece_line(line)


@pytest.mark.parametrize("cut", [1, 40, -1])
def test_a_torn_last_line_is_played_again(tmp_path: Path, cut: int) -> None:
    whole, torn = tmp_path / "whole", tmp_path / "torn"
    due = table(played(PLAN, folder=whole))
    played(plan_of(ERRATIC, "simple", pairs=5), folder=torn)
    lines = journal_of(torn).splitlines(keepends=True)
    (torn / "journal.jsonl").write_bytes(b"".join(lines[:-1]) + lines[-1][:cut])
    assert table(played(PLAN, folder=torn)) == due
    assert journal_of(torn) == journal_of(whole)


def test_a_finished_run_is_only_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    due = table(played(PLAN, folder=tmp_path))
    monkeypatch.setattr("ginrummy.lab.arena.run.play_piece", None)
    assert table(played(PLAN, folder=tmp_path)) == due


def test_more_may_be_asked_for_and_less(tmp_path: Path) -> None:
    played(PLAN, folder=tmp_path)
    more = plan_of(ERRATIC, "simple", pairs=15)
    assert table(played(more, folder=tmp_path)) == table(played(more))
    less = plan_of(ERRATIC, "simple", pairs=4)
    assert table(played(less, folder=tmp_path)) == table(played(less))
    assert journal_of(tmp_path).count(b"\n") == 15


@pytest.mark.parametrize(
    ("other", "field"),
    [
        (plan_of(ERRATIC, "random"), "players"),
        (plan_of(ERRATIC, "simple", seed="8"), "seed"),
        (plan_of(ERRATIC, "simple", variant="classic"), "variant"),
        (plan_of(ERRATIC, "simple", unit=Unit.GAMES), "unit"),
    ],
)
def test_another_run_is_refused(tmp_path: Path, other: RunPlan, field: str) -> None:
    played(PLAN, folder=tmp_path)
    before = journal_of(tmp_path)
    with pytest.raises(ArenaError, match=f"“{field}” is"):
        played(other, folder=tmp_path)
    assert journal_of(tmp_path) == before


def test_two_at_once_are_refused(tmp_path: Path) -> None:
    with (
        open_journal(tmp_path, PLAN),
        pytest.raises(ArenaError, match="another run is writing"),
        open_journal(tmp_path, PLAN),
    ):
        pass


def test_a_spoilt_journal_is_refused(tmp_path: Path) -> None:
    played(PLAN, folder=tmp_path)
    lines = journal_of(tmp_path).splitlines(keepends=True)
    for spoilt in ([*lines[:3], b"nonsense\n", *lines[4:]], [*lines[:3], *lines[4:]], [*lines[:3], lines[2]]):
        (tmp_path / "journal.jsonl").write_bytes(b"".join(spoilt))
        with pytest.raises(ArenaError, match=r"journal.jsonl, 4: the journal is spoilt"):
            played(PLAN, folder=tmp_path)


@pytest.mark.parametrize("name", ["journal.jsonl", "records/1-0000001-a.txt", "records/mine.txt"])
def test_a_folder_with_files_of_somebody_else_is_refused(tmp_path: Path, name: str) -> None:
    file = tmp_path / name
    file.parent.mkdir(exist_ok=True)
    file.write_bytes(b"mine")
    with pytest.raises(ArenaError, match="there is another file of that name already"):
        played(PLAN, folder=tmp_path)
    assert file.read_bytes() == b"mine"
    assert not (tmp_path / "run.json").exists()


@pytest.mark.parametrize("text", ["", "[1]", "{"])
def test_a_description_that_is_none_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "run.json").write_text(text)
    with pytest.raises(ArenaError, match=r"run\.json"):
        played(PLAN, folder=tmp_path)


def test_the_journal_tells_a_round_robin_in_step(tmp_path: Path) -> None:
    played(plan_of(ERRATIC, "simple", WILD, pairs=2), folder=tmp_path)
    lines = [json.loads(line) for line in journal_of(tmp_path).splitlines()]
    assert [(line["first"], line["pairing"]) for line in lines] == [
        (0, 0),
        (0, 1),
        (0, 2),
        (1, 0),
        (1, 1),
        (1, 2),
    ]


def test_every_record_is_kept_and_replays(tmp_path: Path) -> None:
    plan = plan_of(ERRATIC, "simple", pairs=3, unit=Unit.GAMES, records=True)
    run = played(plan, folder=tmp_path)
    files = sorted((tmp_path / "records").iterdir())
    assert [file.name for file in files] == [
        f"1-000000{pair}-{leg}.txt" for pair in (1, 2, 3) for leg in "ab"
    ]
    records = [read_record(file.read_text()) for file in files]
    assert all(record.match.is_over for record in records)
    assert sum(len(record.match.games) for record in records) == run.tallies[0].hands
    won = sum(record.players[record.match.winner or 0] == ERRATIC for record in records)
    assert won == run.tallies[0].won[1]


def test_hands_lost_by_rule_are_kept_as_far_as_they_went(tmp_path: Path) -> None:
    plan = plan_of(f"{BOTS}:Raising", "simple", pairs=4, unit=Unit.GAMES, records=True)
    run = played(plan, folder=tmp_path)
    texts = [file.read_text() for file in sorted((tmp_path / "records").iterdir())]
    games = [game for text in texts for game in read_record(text).match.games]
    assert len(games) == run.tallies[0].hands
    assert sum(not game.is_over for game in games) == len(run.tallies[0].faults) > 0
    assert (
        sum(
            "loses this hand by rule: it broke down: RuntimeError: no idea what to do" in text
            for text in texts
        )
        > 0
    )
