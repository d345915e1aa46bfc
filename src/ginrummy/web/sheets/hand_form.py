"""Form for a hand: who may have won, how it ended, and the line that the answers make."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final, NamedTuple

from ginrummy.game.evening import Evening, EveningError
from ginrummy.game.score_sheet import ending_title
from ginrummy.locale import _
from ginrummy.locale.numbers import parse_number
from ginrummy.rules.forms import SEAT_EVERYBODY, SEAT_FREE
from ginrummy.rules.scoring import BIG_GIN, GIN, KIND_NAMES, KNOCK, UNDERCUT, VOID, WALL_COMPARE
from ginrummy.text.ledger.edited_ledger import AnyLedger
from ginrummy.text.ledger.evening_ledger import EveningLedger
from ginrummy.text.ledger.hand_line_parser import LedgerError
from ginrummy.variants import LIMIT_NONE, NONE, Variant
from ginrummy.variants import WALL_COMPARE as COMPARED_AT_WALL

POINTS: Final = "points"
_LONGEST: Final = 200
"""Characters of a line."""
_NUMBERS: Final = re.compile(r"\d+")


class Choice(NamedTuple):
    """An answer: its value in the form, its words, whether it can be given now, and the only opponent."""

    value: str
    title: str
    is_open: bool = True
    against: str = ""


class HandForm(NamedTuple):
    """The answers to choose from. `others` are empty where the form of the evening knows who plays whom."""

    winners: list[Choice]
    others: list[Choice]
    endings: list[Choice]
    has_spade: bool
    is_over: bool


def hand_form(ledger: AnyLedger) -> HandForm:
    """Return the form for the next hand of `ledger`."""
    if not isinstance(ledger, EveningLedger):
        row, winners = ledger.variant.row, [Choice(*each) for each in _numbered_names(ledger)]
        return HandForm(winners, [], endings(row), _has_spade(row), ledger.is_over)
    evening = ledger.evening
    is_free = evening.form.seating in (SEAT_FREE, SEAT_EVERYBODY)
    playing = {person for board in evening.boards for person in board}
    winners = [
        Choice(value, name, is_free or person in playing, _only_opponent(evening, person) if is_free else "")
        for person, (value, name) in enumerate(_numbered_names(ledger))
    ]
    others = [Choice(*each) for each in _numbered_names(ledger)] if is_free else []
    return HandForm(winners, others, endings(evening.variant), _has_spade(evening.variant), evening.is_over)


def _only_opponent(evening: Evening, person: int) -> str:
    """Return the value of the only one whom `person` plays now, nothing if there is none."""
    try:
        return str(evening.opponent(person))
    except EveningError:
        return ""


def _numbered_names(ledger: AnyLedger) -> list[tuple[str, str]]:
    return [(str(person), name) for person, name in enumerate(_people_now(ledger))]


def _people_now(ledger: AnyLedger) -> tuple[str, ...]:
    """Return the people of the next hand; an earlier part of an evening may have had others."""
    return ledger.evening.people if isinstance(ledger, EveningLedger) else ledger.people


def _has_spade(row: Variant) -> bool:
    return row.spade_double != 0 or row.spade_doubles_boxes != 0


def endings(row: Variant) -> list[Choice]:
    """Return the ways in which a hand may end by `row`, the usual ones first."""
    knocks = row.knock_limit != LIMIT_NONE
    kinds = [KNOCK] * knocks + [GIN] + [BIG_GIN] * (row.big_gin_bonus != NONE) + [UNDERCUT] * knocks
    kinds += [WALL_COMPARE] * (row.wall_action == COMPARED_AT_WALL) + [VOID]
    found = [Choice(KIND_NAMES[kind], ending_title(kind)) for kind in kinds]
    return [*found, Choice(POINTS, _("points alone"))]


def hand_line(ledger: AnyLedger, answers: Mapping[str, str]) -> str:
    """Return the line that the `answers` make, or the one that was typed. Raise `LedgerError`."""
    typed = answers.get("line", "").strip()
    if typed:
        return _one_line(typed)
    how, points = answers.get("how", ""), answers.get("points", "")
    if how not in (*KIND_NAMES, POINTS) or not how:
        raise LedgerError(_("say how the hand ended"))
    kind = KIND_NAMES.index(how) if how in KIND_NAMES else None
    is_bare = kind is None or (kind == KNOCK and len(_NUMBERS.findall(points)) == 1)
    parts = [_name(ledger, answers.get("who", ""))]
    if not parts[0] and kind != VOID:
        raise LedgerError(_("say who has won the hand"))
    if parts[0] and answers.get("against", ""):
        parts.append(_name(ledger, answers["against"]))
    parts += ["" if is_bare or kind is None else ending_title(kind), "" if kind == VOID else points]
    parts.append("♠" if answers.get("spade") == "on" and kind != VOID else "")
    return _one_line(" ".join(filter(None, parts)))


def _name(ledger: AnyLedger, value: str) -> str:
    """Return the person with the number `value`, or nothing for none."""
    people = _people_now(ledger)
    number = parse_number(value, most=len(people) - 1)
    return "" if number is None else people[number]


def _one_line(text: str) -> str:
    """Return `text` without superfluous blanks. Raise `LedgerError` if it is too long."""
    if len(text) > _LONGEST:
        raise LedgerError(_("the line is too long"))
    return " ".join(text.split())
