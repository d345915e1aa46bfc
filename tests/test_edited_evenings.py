"""Random evenings and edits: the oracle has the same sheet after each, and all can be undone."""

from __future__ import annotations

from contextlib import suppress
from typing import NamedTuple
from unicodedata import normalize

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ginrummy.text.ledger.edited_ledger import EditedLedger
from ginrummy.text.ledger.evening_ledger import EveningLedger, build_evening_ledger, find_person
from ginrummy.text.ledger.evening_text import evening_lines
from ginrummy.text.ledger.hand_line_parser import LedgerError
from ginrummy.text.ledger.ledger_text import LedgerText
from ginrummy.variants.form_files import FORM_NAMES
from ginrummy.variants.form_options import form_values
from tests.oracle.test_law_together import oracle_hand, same_evening
from tests.oracle.together import Table
from tests.oracle.words import params_of

NAMES = ("Zoé D.", "Jean-Paul", "Анна", "Anna Maria")
OTHERS = ("Zora", "Jean-Paul D.", "Анна Мария", "Йорик", "Anna")
ENDINGS = (
    "gin 31",
    "knock 3 25",
    "knock 9 4",
    "void",
    "60",
    "wall 26 45",
    "gin 90",
    "99999",
    "0",
    "knock 11 20",
)
HEADINGS = (
    "variant: modern",
    "variant: classic",
    "form: king",
    "form: free",
    "dealer: Анна",
    "stakes: 5 c a point",
)


class Edit(NamedTuple):
    """A random edit: its kind, two numbers and the end of a hand."""

    kind: str
    first: int
    second: int
    ending: str


KINDS = ("append",) * 6 + (
    "insert",
    "correct",
    "delete",
    "move",
    "rename",
    "heading",
    "part",
    "undo",
    "redo",
    "remark",
)
EDITS = st.builds(
    Edit, st.sampled_from(KINDS), st.integers(0, 11), st.integers(0, 11), st.sampled_from(ENDINGS)
)


def edited(pad: EditedLedger, edit: Edit) -> EditedLedger:
    """Return the pad after an edit, which may be refused."""
    ledger = pad.ledger
    assert isinstance(ledger, EveningLedger)
    boards, people = ledger.evening.boards or ((0, 1), (2, 3)), ledger.people
    pair = boards[edit.first % len(boards)][:: 1 if edit.second % 2 else -1]
    hand = f"{people[pair[0]]} – {people[pair[1]]} {edit.ending}  # {edit.first}"
    hand = normalize("NFC" if edit.first % 2 else "NFD", hand)
    count = len(ledger.lines)
    match edit.kind:
        case "append":
            return pad.append(hand)
        case "insert":
            return pad.insert(edit.first, hand)
        case "correct":
            return pad.correct(edit.first, hand)
        case "delete":
            return pad.delete(edit.first)
        case "move":
            return pad.move(edit.first % (count + 1), edit.second % (count + 1))
        case "rename":
            return pad.rename(people[edit.first % len(people)], OTHERS[edit.second % len(OTHERS)])
        case "heading":
            return pad.set_heading(HEADINGS[edit.first % len(HEADINGS)])
        case "part":
            return pad.begin_part(HEADINGS[edit.first % len(HEADINGS)])
        case "remark":
            return pad.append(("# tea", "", "  ")[edit.first % 3])
    return pad.undo() if edit.kind == "undo" else pad.redo()


def check(pad: EditedLedger) -> None:
    """Check the sheet of every part against the oracle, and the text against the sheet."""
    ledger = pad.ledger
    assert isinstance(ledger, EveningLedger)
    assert build_evening_ledger(LedgerText.from_text(str(pad.text))) == ledger
    assert [line for _number, line in ledger.lines] == [line for _number, line in pad.text.hands]
    for part in ledger.parts:
        variant = part.variant.row
        heading = part.headings.get("dealer")
        dealer = find_person(heading.value, part.people) if heading else None
        table = Table(form_values(part.form.row), params_of(variant), len(part.people), dealer=dealer)
        for hand in part.evening.hands:
            table.enter(oracle_hand(variant, *hand))
        same_evening(part.evening, table)
    assert sum(total.gain for total in ledger.totals) == 0
    for unit in {unit for total in ledger.totals for unit in total.stakes}:
        assert sum(total.stakes.get(unit, 0) for total in ledger.totals) == 0
    assert len(evening_lines(ledger, 60)) >= 3


def started(form: str, end: str) -> EditedLedger:
    """Return an evening of a file with the line end `end`, or an empty one to type."""
    sides = " – ".join((", ".join(NAMES[:2]), ", ".join(NAMES[2:])))
    if not end:
        return EditedLedger.from_text("").append(f"players: {sides}").append(f"form: {form}")
    return EditedLedger.from_text(f"# Friday{end}form: {form}{end}{end}joueurs: {sides}  # us{end}")


def check_edits(form: str, edits: list[Edit], end: str) -> None:
    pad = started(form, end)
    start = str(pad.text) if end else ""
    for edit in edits:
        before = pad
        with suppress(LedgerError):
            pad = edited(pad, edit)
        if not isinstance(pad.ledger, EveningLedger):
            pad = before  # after all undos the evening is empty
        if pad is not before:
            check(pad)
    last, steps = pad, 0
    while pad.history.past:
        pad, steps = pad.undo(), steps + 1
    assert str(pad.text) == start
    while pad.history.future and steps:
        pad, steps = pad.redo(), steps - 1
    assert (pad.text, pad.ledger) == (last.text, last.ledger)


@pytest.mark.parametrize("form", FORM_NAMES)
def test_edits_of_an_evening(form: str) -> None:
    @settings(max_examples=12)
    @given(st.lists(EDITS, max_size=20), st.sampled_from(["\n", "\r\n", ""]))
    def run(edits: list[Edit], end: str) -> None:
        check_edits(form, edits, end)

    run()


@pytest.mark.long
@pytest.mark.parametrize("form", FORM_NAMES)
def test_many_edits_of_many_evenings(form: str) -> None:
    @settings(max_examples=300)
    @given(st.lists(EDITS, min_size=20, max_size=40), st.sampled_from(["\n", "\r\n", ""]))
    def run(edits: list[Edit], end: str) -> None:
        check_edits(form, edits, end)

    run()
