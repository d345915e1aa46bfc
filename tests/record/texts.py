"""Shared by the tests of records: the sample of the documentation, texts of matches, refusals."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from ginrummy.game.match import Match
from ginrummy.locale.errors import RecordError
from ginrummy.text.record import read_record, write_record
from tests.playing import variant_of, whole

DOCS = Path(__file__).parents[2] / "docs" / "records.md"
PLAYERS = ('Анна "Б"', "Boris \\ C")


@cache
def doc_blocks(language: str) -> tuple[str, ...]:
    """Return the code blocks of docs/records.md in `language`."""
    return tuple(re.findall(rf"```{language}\n(.*?)```", DOCS.read_text(encoding="utf-8"), re.DOTALL))


def sample() -> str:
    """Return the record in docs/records.md."""
    return doc_blocks("text")[0]


def text_of(match: Match, name: str) -> str:
    """Return the record of a match of `name`, with every header."""
    return write_record(match, variant=variant_of(name), players=PLAYERS, date="2025-11-21", site="Café")


@cache
def record_of(name: str, *, hands: int = 1000) -> str:
    """Return the record of a match of `name`, or the sample."""
    return sample() if name == "sample" else text_of(whole(name, hands=hands), name)


def refusal(text: str) -> RecordError:
    """Return the one-line error for `text`."""
    with pytest.raises(RecordError) as caught:
        read_record(text)
    assert "\n" not in str(caught.value)
    return caught.value


def line_number(text: str, start: str) -> int:
    """Return the number of the first line that begins with `start`."""
    return next(number for number, line in enumerate(text.split("\n"), 1) if line.startswith(start))


def assert_refused(text: str, start: str, what: str, clause: str) -> None:
    """Assert that `text` is refused at its line that begins with `start`."""
    error = refusal(text)
    assert what in error.what
    assert error.clause == clause
    assert error.where.split(",")[0] == f"line {line_number(text, start)}"
