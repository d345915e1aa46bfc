"""`ginrummy replay`: everything on paper, or one position at a time by keys, open or as seen from a seat."""

from __future__ import annotations

import os
import pty
import re
import select
import subprocess
import sys
import time
from pathlib import Path

import pytest
from PIL import Image

from ginrummy.cli import main
from ginrummy.cli.replay import ReplayPosition, hand_text, next_position, split_keys
from ginrummy.rules.types import SEATS
from ginrummy.text.commentary import games_by_half_turn
from ginrummy.text.record import load_record, save_record
from tests.playing import VARIANTS
from tests.record.texts import record_of, sample

RIGHT, LEFT, UP, DOWN = "\x1b[C", "\x1b[D", "\x1b[A", "\x1b[B"


@pytest.fixture
def friday(tmp_path: Path) -> Path:
    path = tmp_path / "friday.gin"
    save_record(path, sample())
    return path


def printed(capsys: pytest.CaptureFixture[str], *arguments: str | Path) -> str:
    assert main(["replay", *map(str, arguments)]) == 0
    return capsys.readouterr().out


def test_every_turn_is_printed_with_both_hands(friday: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = printed(capsys, friday)
    assert "Anna against Boris. 2025-11-21" in text
    assert "Hand 1. Boris deals. Upcard: 6♣." in text
    assert (
        "  1. Anna passes.\n  2. Boris passes.\n  3. Anna draws the J♣.\n     Anna discards the K♠.\n" in text
    )
    assert text.count("Boris   ") == 1 + 4 + 1
    assert "  7. Anna draws the 8♥.\n     Anna knocks and puts the 8♠ face down.\n" in text
    shown = "7♥ 8♥ 9♥ | 3♣ 4♣ 5♣ | 9♣ 10♣ J♣ | 6♠ (6 points of deadwood)"
    assert f"     Anna lays out: {shown}.\n     Boris lays off 8♣, and lays out: K♠ " in text
    assert "Knock: Anna scores 47 points.\n" in text
    assert text.endswith("The match is not finished.\n")


def test_a_seat_sees_what_it_saw(friday: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = printed(capsys, friday, "--seat", "1")
    assert "Anna draws from the stock." in text
    assert "Anna knocks!" in text
    assert "Anna    10 cards\n" in text
    assert "draws the" not in text
    before_the_spread = text[: text.index("lays out")]
    assert "8♠" not in before_the_spread
    assert "Boris   10 cards, known: K♠ Q♥\n" in printed(capsys, friday, "--seat", "0")


def test_no_hidden_card_is_shown_to_a_seat(tmp_path: Path) -> None:
    own, other = SEATS
    for name in ("standard", "two_pack", "eleven"):
        path = tmp_path / name
        save_record(path, record_of(name, hands=1))
        game = load_record(path).match.games[0]
        for position in games_by_half_turn(game):
            if position.spread is None and not position.is_over:
                assert hand_text(position, other, own).split(" ")[0].isdigit()
                assert hand_text(position, other, None) == hand_text(position, other, other)


@pytest.mark.parametrize("name", VARIANTS)
def test_every_variant_can_be_told(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "match.gin"
    save_record(path, record_of(name, hands=2))
    text = printed(capsys, path, "--lang", "ru", "--plain")
    assert text.count("Кон ") >= 2
    assert re.findall(r"[{}]", text) == []


def test_one_hand_is_shown_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "match.gin"
    save_record(path, record_of("spades"))
    text = printed(capsys, path, "--hand", "2")
    assert re.findall(r"(?m)^Hand \d+", text) == ["Hand 2"]
    assert "partie: " in text
    assert "has won the match, " in text
    assert main(["replay", str(path), "--hand", "99"]) == 2
    assert "the record has " in capsys.readouterr().err


@pytest.mark.parametrize("arguments", [["nowhere.gin"], ["--seat", "2", "x"], ["--hand", "0", "x"], []])
def test_bad_input_is_one_line(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", *arguments]) == 2
    error = capsys.readouterr().err
    assert error.startswith("ginrummy")
    assert error.count("\n") == 1


def test_a_forged_record_is_one_line(friday: Path, capsys: pytest.CaptureFixture[str]) -> None:
    save_record(friday, sample().replace("47+0=47", "47+1=48"))
    assert main(["replay", str(friday)]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith(f"ginrummy: {friday}, line 21: “score knock 0 47+0=47” is due here")


def test_keys_turn_the_pages(tmp_path: Path) -> None:
    path = tmp_path / "match.gin"
    save_record(path, record_of("three"))
    record = load_record(path)
    last = len(record.match.games) - 1
    plays = [len(game.plays) for game in record.match.games]
    start = ReplayPosition(0, 0)
    assert next_position(record, start, RIGHT) == next_position(record, start, " ") == ReplayPosition(0, 1)
    assert (
        next_position(record, start, LEFT)
        == next_position(record, start, UP)
        == next_position(record, start, "?")
        == start
    )
    assert next_position(record, start, DOWN) == ReplayPosition(1, 0)
    assert next_position(record, ReplayPosition(0, plays[0]), RIGHT) == ReplayPosition(1, 0)
    assert next_position(record, ReplayPosition(1, 0), LEFT) == ReplayPosition(0, plays[0])
    assert next_position(record, ReplayPosition(1, 0), UP) == ReplayPosition(0, 0)
    assert next_position(record, ReplayPosition(1, 3), UP) == ReplayPosition(1, 0)
    assert next_position(record, ReplayPosition(last, plays[last]), RIGHT) == ReplayPosition(
        last, plays[last]
    )
    assert next_position(record, ReplayPosition(last, 2), DOWN) == ReplayPosition(last, 0)
    assert next_position(record, start, "q") is None


def test_at_a_terminal_the_keys_are_read(friday: Path) -> None:
    screen, terminal = pty.openpty()
    call = "import sys; from ginrummy.cli import main; sys.exit(main())"
    program = [sys.executable, "-c", call, "replay", str(friday), "--lang", "fr"]
    process = subprocess.Popen(program, stdin=terminal, stdout=terminal, stderr=terminal)
    try:
        assert "Retourne\u00a0: 6♣" in shown_after(screen, "", "q quitter")
        assert "Anna passe." in shown_after(screen, RIGHT, "Anna passe.")
        os.write(screen, b"q")
        assert process.wait(10) == 0
    finally:
        process.kill()
        process.wait()
        os.close(terminal)
        os.close(screen)


def shown_after(screen: int, key: str, end: str) -> str:
    """Return the terminal's output up to `end`, pressing `key` until it appears."""
    text, start = b"", time.monotonic()
    while end.encode() not in text:
        assert time.monotonic() - start < 20, text.decode()
        os.write(screen, key.encode())
        while select.select([screen], [], [], 0.3)[0]:
            text += os.read(screen, 4096)
    return text.decode()


def test_a_key_that_is_held_is_not_dropped() -> None:
    keys, cut_off = split_keys(RIGHT * 10 + RIGHT[:2])
    assert (keys, cut_off) == ([RIGHT] * 10, RIGHT[:2])
    assert split_keys(cut_off + RIGHT[2:]) == ([RIGHT], "")
    assert split_keys("\x1b") == (["\x1b"], "")
    assert split_keys(f"nq{LEFT}") == (["n", "q", LEFT], "")
    assert split_keys("тТйЙ") == (["n", "N", "q", "Q"], "")


@pytest.mark.parametrize(
    ("name", "options", "kind"),
    [("end.png", (), "PNG"), ("hand.gif", ("--seat", "1"), "GIF"), ("turn.png", ("--turn", "3"), "PNG")],
)
def test_a_hand_and_a_position_become_pictures(
    friday: Path, capsys: pytest.CaptureFixture[str], name: str, options: tuple[str, ...], kind: str
) -> None:
    path = friday.with_name(name)
    assert printed(capsys, friday, "--picture", path, *options) == ""
    with Image.open(path) as image:
        assert image.format == kind
    assert main(["replay", str(friday), "--picture", str(path)]) == 2
    assert "there is another file of that name already" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (("--picture", "hand.bmp"), "a picture ends in .png"),
        (("--picture", "hand.gif", "--turn", "3"), "a picture ends in .png"),
        (("--picture", "turn.png", "--turn", "99"), "the hand has no turn 99"),
    ],
)
def test_no_picture_of_another_kind_or_of_no_turn(
    friday: Path, capsys: pytest.CaptureFixture[str], options: tuple[str, ...], told: str
) -> None:
    assert main(["replay", str(friday), *options]) == 2
    assert told in capsys.readouterr().err
