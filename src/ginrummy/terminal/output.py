"""Formatting and printing of cards, melds, points and tables, in the current language."""

from __future__ import annotations

import json
import os
import re
import shutil
import sys
import textwrap
from collections.abc import Iterable
from typing import Any

from ginrummy.game.cards import Hand, face_code, face_text, faces_of
from ginrummy.game.moves import Melds, non_empty_melds, ordered_faces
from ginrummy.locale import language
from ginrummy.locale.numbers import parse_number
from ginrummy.rules.types import Face
from ginrummy.terminal.line_width import text_width
from ginrummy.text.ledger.text_columns import fold_line

_MOST_COLUMNS = 100_000
_TURNS = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
"""Characters that change the direction of text. A name in a record, or a cut one, may contain them."""
_HELD_TOGETHER = re.compile(r" (?=[;:?!»–—])|(?<=«) ")


def print_json(value: dict[str, Any]) -> None:
    """Print `value` as one line of JSON."""
    print(json.dumps(value, ensure_ascii=False))


def cards_text(faces: Iterable[Face]) -> str:
    """Return cards in the letters of the current language, or a dash for none."""
    return " ".join(face_text(face, language()) for face in faces) or "–"


def melds_text(melds: Melds) -> str:
    """Return melds separated by a bar, or a dash for none."""
    return " | ".join(cards_text(ordered_faces(meld)) for meld in non_empty_melds(melds)) or "–"


def sorted_codes(faces: Iterable[Face]) -> list[str]:
    """Return cards in the notation of records, sorted by their text."""
    return sorted(face_code(face) for face in faces)


def hand_codes(hand: Hand) -> list[str]:
    """Return the cards of `hand` in the notation of records, sorted by their text."""
    return sorted_codes(faces_of(hand))


def print_lines(lines: Iterable[str]) -> None:
    """Print `lines`, wrapped to the terminal's width and without characters that change text direction."""
    width = screen_width()
    print("\n".join(part for line in lines for part in fold_line(_TURNS.sub("\ufffd", line), width)))


def write_text(text: str) -> None:
    """Print `text` in one write, its lines wrapped to the terminal's width."""
    print_lines(text.split("\n"))


def screen_width() -> int | None:
    """Return the width of the terminal, or that of COLUMNS.

    Return `None` where output goes elsewhere and COLUMNS is not set.
    """
    asked = parse_number(os.environ.get("COLUMNS", ""), most=_MOST_COLUMNS)
    return shutil.get_terminal_size().columns if asked or sys.stdout.isatty() else None


def wrap_text(text: str, *, label: str = "", indent: int = 0) -> list[str]:
    """Return `text` in lines of the terminal's width, `label` before the first, the others indented."""
    together = _HELD_TOGETHER.sub("\u00a0", text)
    first = label.ljust(indent)
    return textwrap.wrap(
        together,
        text_width(),
        initial_indent=first,
        subsequent_indent=" " * indent,
        break_on_hyphens=False,
    )
