"""Dialogues with the score pad."""

from __future__ import annotations

from collections.abc import Callable

from ginrummy.cli.score_pad import Pad, pad_from_text, run_pad
from ginrummy.text.ledger.score_ledger import Ledger


def typist(lines: list[str]) -> Callable[[str], str]:
    left = iter(lines)

    def read(_prompt: str) -> str:
        try:
            return next(left)
        except StopIteration:
            raise EOFError from None

    return read


def talk(*lines: str) -> tuple[Pad, list[str]]:
    answers: list[str] = []
    start = pad_from_text("", "players: Anna, Boris")
    return run_pad(start, typist(list(lines)), answers.append), answers


def match_of(pad: Pad) -> Ledger:
    """Return the ledger of a pad for two."""
    assert isinstance(pad.ledger, Ledger)
    return pad.ledger


def texts(pad: Pad) -> list[str]:
    return [text for _number, text in pad.ledger.lines]
