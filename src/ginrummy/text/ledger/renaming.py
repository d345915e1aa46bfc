"""New name of a person of a ledger, in its headings and in every hand that names the person."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final
from unicodedata import normalize

from ginrummy.game.totals import name_key
from ginrummy.text.ledger.evening_ledger import (
    EveningLedger,
    find_person,
    leading_people,
    people_text,
    person_at_start,
    read_people,
)
from ginrummy.text.ledger.hand_line_parser import NAMELESS, LedgerError, has_nameless_ending, line_tokens
from ginrummy.text.ledger.ledger_text import LedgerText, parse_heading
from ginrummy.text.ledger.score_ledger import Ledger, parse_names

_TOKEN: Final = re.compile(r"[^\s,;:()]+")


def rename_person(text: LedgerText, ledger: Ledger | EveningLedger, old: str, name: str) -> LedgerText:
    """Return `text` with `name` in place of `old` in every part; no line changes its meaning.

    A shortened name that no longer fits exactly one person is written in full.
    """
    parts: Sequence[Ledger | EveningLedger] = ledger.parts if isinstance(ledger, EveningLedger) else (ledger,)
    for number, each in enumerate(parts):
        persons = [person for person, one in enumerate(each.people) if name_key(one) == name_key(old)]
        for person in persons:
            text = _rename_in_part(text, number, each, person, name)
    return text


def _rename_in_part(
    text: LedgerText, part: int, ledger: Ledger | EveningLedger, person: int, name: str
) -> LedgerText:
    people = list(ledger.people)
    people[person] = name
    for number, line in text.parts[part].headings:
        field, value = parse_heading(line)
        if field == "players":
            text = text.rewrite_line(number, _heading(line, _names(value, ledger, person, people)))
        elif field == "dealer" and value not in NAMELESS and find_person(value, ledger.people) == person:
            text = text.rewrite_line(number, _heading(line, name))
    for number, line in text.parts[part].hands:
        renamed = _hand(line, ledger, people, person)
        if renamed != line:
            text = text.rewrite_line(number, renamed)
    return text


def _heading(line: str, value: str) -> str:
    """Return a heading with another value."""
    line = normalize("NFC", line)
    return line.removesuffix(parse_heading(line)[1]) + value


def _names(value: str, ledger: Ledger | EveningLedger, person: int, people: Sequence[str]) -> str:
    """Return the list of names `value` with the new one, as it was written where that is clear."""
    for found in _pattern(ledger.people[person]).finditer(value):
        changed = value[: found.start()] + people[person] + value[found.end() :]
        if read_names(changed, ledger) == tuple(people):
            return changed
    return people_text(people, ledger.form.row) if isinstance(ledger, EveningLedger) else ", ".join(people)


def _pattern(name: str) -> re.Pattern[str]:
    """Return what finds `name` in a list of names, whatever the blanks in it."""
    words = r"\s+".join(map(re.escape, name.split()))
    return re.compile(rf"(?<![^\s,;/]){words}(?![^\s,;/])")


def read_names(value: str, ledger: Ledger | EveningLedger) -> tuple[str, ...]:
    """Return the names in the value of a heading of `ledger`; none if it cannot be."""
    try:
        if isinstance(ledger, EveningLedger):
            return read_people(value, ledger.form)
        return tuple(parse_names(value))
    except LedgerError:
        return ()


def _hand(line: str, ledger: Ledger | EveningLedger, people: Sequence[str], renamed: int) -> str:
    """Return the line of a hand with the new name."""
    tokens = line_tokens(line)
    if not tokens or has_nameless_ending(tokens) or (isinstance(ledger, Ledger) and tokens[0] in NAMELESS):
        return line
    found = leading_people(tokens, ledger.people)
    spans = [match.span() for match in _TOKEN.finditer(line)]
    for person, start, stop in reversed(found[:1] if isinstance(ledger, Ledger) else found):
        if person == renamed or _means(tokens[start:], people) != (person, stop - start):
            line = line[: spans[start][0]] + people[person] + line[spans[stop - 1][1] :]
    return line


def _means(tokens: Sequence[str], people: Sequence[str]) -> tuple[int, int] | None:
    """Return the person at the start of `tokens` and the number of words, if that is clear."""
    try:
        return person_at_start(tokens, people)
    except LedgerError:
        return None
