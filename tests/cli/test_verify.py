"""`ginrummy verify`: it lists the passed checks; a failed one is one line and exit status 2."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ginrummy.cli import main
from ginrummy.game.match import Match
from ginrummy.game.shuffle import Seeds
from ginrummy.text.record import load_record, save_record, write_record
from ginrummy.variants import load_variant
from tests.playing import VARIANTS, variant_of, whole
from tests.record.texts import record_of, sample

FINGERPRINT = "6c86c6aac5fb24bcf5d9939cb7d7d5645ce39418f449e03b262dd4fa14b4b92b"
SECRET = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"


@pytest.fixture
def friday(tmp_path: Path) -> Path:
    path = tmp_path / "friday.gin"
    save_record(path, sample())
    return path


def verified(capsys: pytest.CaptureFixture[str], *arguments: str | Path) -> str:
    assert main(["verify", *map(str, arguments)]) == 0
    return capsys.readouterr().out


def refused(capsys: pytest.CaptureFixture[str], *arguments: str | Path) -> str:
    assert main(["verify", *map(str, arguments)]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    return captured.err


def test_what_was_checked_is_said(friday: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = verified(capsys, friday, "--commitment", FINGERPRINT.upper()).splitlines()
    assert lines[2:] == [
        "Fingerprint    that of the secret, and the one given",
        "Deal           1 deck dealt again from the seeds",
        "First dealer   Boris, by the cut (8♠ 2♦)",
        "Play           14 moves, all legal",
        "Score          1 hand, the sheet and the result",
        "",
        "The match is not finished.",
    ]
    assert "--commitment compares it" in verified(capsys, friday)


def test_json_holds_the_same(friday: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert json.loads(verified(capsys, friday, "--json")) == {
        "file": str(friday),
        "ok": True,
        "variant": "spades_double",
        "players": ["Anna", "Boris"],
        "hands": 1,
        "moves": 14,
        "deal": "seeds",
        "commitment": FINGERPRINT,
        "commitment_given": False,
        "first_dealer": "cut",
        "sealed_cuts": 0,
        "finished": False,
        "winner": None,
        "totals": [47, 0],
    }
    save_record(friday, sample().replace("+JC-KS", "+JC-KC"))
    assert main(["verify", str(friday), "--json"]) == 2
    assert json.loads(capsys.readouterr().out) == {
        "file": str(friday),
        "ok": False,
        "error": {"where": f"{friday}, line 16, “+JC-KC”", "what": "K♣ is not in the hand", "clause": "4.5"},
    }


@pytest.mark.parametrize("name", VARIANTS)
def test_whole_matches_of_every_variant(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "match.gin"
    save_record(path, record_of(name, hands=9))
    found = json.loads(verified(capsys, path, "--json"))
    assert found["ok"]
    assert found["first_dealer"] == ("cut" if variant_of(name).row.first_dealer == 0 else "lot")
    match = whole(name, hands=9)
    assert (found["finished"], found["winner"]) == (match.is_over, match.winner)


@pytest.mark.parametrize(
    ("given", "what"),
    [
        ("00" * 32, "friday.gin: the record has another fingerprint than the one given (RULES 3.6)"),
        ("6c86", "--commitment: a fingerprint is 64 digits 0 to 9, a to f (RULES 3.6)"),
    ],
)
def test_another_fingerprint_is_refused(
    friday: Path, capsys: pytest.CaptureFixture[str], given: str, what: str
) -> None:
    assert what in refused(capsys, friday, "--commitment", given)


def test_without_the_secret_the_deal_stays_open(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "match.gin"
    match = whole("standard", hands=2)
    text = write_record(match, variant=load_variant("standard"), reveal=False)
    save_record(path, text)
    found = verified(capsys, path)
    assert "Fingerprint    there, but without its secret the deal cannot be checked yet\n" in found
    assert "Deal           2 decks stand in the record: where they come from is not known\n" in found
    assert "First dealer   seat 0, chosen, not by the seeds\n" in found
    save_record(path, "\n".join(line for line in text.split("\n") if not line.startswith("[Comm")))
    assert "Fingerprint    none\n" in verified(capsys, path)
    assert "the record has no fingerprint (RULES 3.6)" in refused(capsys, path, "--commitment", FINGERPRINT)


def test_a_dealer_who_was_chosen_is_named_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "match.gin"
    variant = load_variant("hollywood")
    match = Match.start(variant.row, Seeds(SECRET, ("12345", "cœur")), dealer=0)
    save_record(path, write_record(match, variant=variant))
    assert "First dealer   seat 0, chosen, not by the seeds\n" in verified(capsys, path)


def test_a_cut_that_was_sealed_is_compared_with_its_seal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "match.gin"
    match = whole("standard", hands=2)
    text = write_record(match, nonces=("0f" * 16, ""))
    save_record(path, text)
    assert "Sealed cut     that of its seal" in verified(capsys, path)
    assert json.loads(verified(capsys, path, "--json"))["sealed_cuts"] == 1
    save_record(path, text.replace("0f0f", "0f0e", 1))
    assert "this is not the cut that was sealed (RULES 3.6)" in refused(capsys, path)
    save_record(path, "\n".join(line for line in text.split("\n") if not line.startswith("[Nonces")))
    assert "the header [Nonces] is missing" in refused(capsys, path)


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ("1e1f", "1f1e", 6),
        ("+JC-KS", "+JD-KS", 16),
        ("<KS-TS", "<KS-KS", 16),
        ("47+0=47", "48+0=48", 21),
        ("result unfinished\n", "", 22),
    ],
)
def test_a_forgery_is_one_line(
    friday: Path, capsys: pytest.CaptureFixture[str], old: str, new: str, line: int
) -> None:
    save_record(friday, sample().replace(old, new))
    assert refused(capsys, friday).startswith(f"ginrummy: {friday}, line {line}")


@pytest.mark.parametrize("code", ["fr", "ru"])
def test_it_speaks_the_language(friday: Path, capsys: pytest.CaptureFixture[str], code: str) -> None:
    english = verified(capsys, friday).splitlines()
    other = verified(capsys, friday, "--lang", code).splitlines()
    assert all(one != another or not one for one, another in zip(english, other, strict=True))


@pytest.mark.parametrize("sign", ["\u202e", "\u2067", "\u200f"])
def test_nothing_in_a_record_turns_what_is_printed_around(
    friday: Path, capsys: pytest.CaptureFixture[str], sign: str
) -> None:
    text = friday.read_text("utf-8")
    name = load_record(friday).players[0]
    friday.write_text(text.replace(f'"{name}"', f'"{sign}{name}"'), "utf-8")
    assert sign in friday.read_text("utf-8")
    for command in ("verify", "replay"):
        assert main([command, str(friday)]) == 0
        shown = capsys.readouterr().out
        assert sign not in shown
        assert name in shown
