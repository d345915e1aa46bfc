"""Encodings without suit signs: letters for suits, plain quotes, and no question mark for a card."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from ginrummy.cli import plain_letters
from ginrummy.game.cards import parse_faces
from ginrummy.locale import using_language


def printed(encoding: str, code: str, *arguments: str) -> str:
    """Return the output of `ginrummy` in `encoding`."""
    ran = subprocess.run(
        [sys.executable, "-m", "ginrummy", *arguments, "--lang", code],
        capture_output=True, check=False, env=os.environ | {"PYTHONIOENCODING": encoding}, timeout=30,
    )  # fmt: skip
    return (ran.stdout + ran.stderr).decode(encoding)


@pytest.mark.parametrize(
    ("encoding", "code", "melds"),
    [
        ("ascii", "en", "7S 8S 9S"),
        ("latin-1", "fr", "7P 8P 9P"),
        ("koi8-r", "ru", "7П 8П 9П"),
        ("ascii", "ru", "7S 8S 9S"),
        ("utf-8", "fr", "7♠ 8♠ 9♠"),
    ],
)
def test_suits_are_letters_where_there_are_no_signs(encoding: str, code: str, melds: str) -> None:
    cards = ("7S", "8S", "9S", "KH")
    assert melds in printed(encoding, code, "hand", *cards)


def test_quotes_and_dashes_are_plain() -> None:
    assert '"9Z" is not a card' in printed("ascii", "en", "hand", "9Z")
    assert "?" not in printed("ascii", "en", "rules")


def test_russian_without_russian_letters_can_be_read() -> None:
    said = printed("ascii", "ru", "hand", "7S", "8S", "9S", "KH")
    assert "Kombinatsii" in said
    assert "KH" in said
    assert "?" not in said


def test_a_card_printed_without_russian_letters_is_the_same_card_when_typed() -> None:
    cards = ("ТП", "2П", "3П", "10П", "ВЧ", "ДБ", "КТ", "ТТ", "КЧ", "10Б")
    said = printed("ascii", "ru", "hand", *cards)
    melds, left = (line.split()[1:] for line in said.splitlines() if line.startswith(("Kombin", "Lishnie")))
    shown = [word for word in [*melds, *left] if word != "karty"]
    with using_language("ru"):
        assert set(parse_faces(" ".join(shown), language="ru")) == set(
            parse_faces(" ".join(cards), language="ru")
        )
    assert "AS 2S 3S" in said
    assert printed("koi8-r", "ru", "hand", *cards).count("ТП") == 1


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("сбросить 7Ч", "sbrosit 7H"),
        ("стук КБ, джин ТП", "stuk KD, dzhin AS"),
        ("10ТВТДТ / 4П5П6П", "10CJCQC / 4S5S6S"),
        ("ТТ Т♠Т♥", "AC ASAH"),
        ("Тут ТВ и КОТ", "Tut TV i KOT"),
        ("10♠10БКТ", "10S10DKC"),
    ],
)
def test_cards_and_words_stand_together(text: str, shown: str) -> None:
    plain_letters.register_error_handler()
    with using_language("ru"):
        assert text.encode("ascii", plain_letters.NAME).decode() == shown
