"""Where the encoding lacks signs: letters for suits, plain quotes; a card is never a question mark."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest


def printed(encoding: str, code: str, *arguments: str) -> str:
    """Return what `ginrummy` prints in `encoding`."""
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
