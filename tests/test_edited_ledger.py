"""Edits of a ledger without a terminal: a match of two and an evening are the same pad."""

from __future__ import annotations

from collections.abc import Callable
from unicodedata import normalize

import pytest

from ginrummy.locale import using_language
from ginrummy.text.ledger.edited_ledger import EditedLedger
from ginrummy.text.ledger.evening_json import evening_json
from ginrummy.text.ledger.evening_ledger import EveningLedger, read_evening
from ginrummy.text.ledger.evening_text import evening_lines, ledger_sheet_lines
from ginrummy.text.ledger.hand_line_parser import LedgerError
from ginrummy.text.ledger.score_ledger import read_ledger

TWO = "# Friday\r\nvariant: modern\r\nplayers: Zoé, Boris\r\n\r\nZoé knock 3 25 # wow\r\n# tea\r\nB gin 31"
WINNER = """\
form: winner_stays
players:  Jean-Paul D.,Анна , Zoe  # the three of us
dealer = Анна

Jean-Paul D. gin 31 # first
zoe 20

Zoe undercut 9 3
"""
SIDES = "form: partnership\nplayers: Anna, Boris – Clara, Denis\n"
FOUR = f"{SIDES}Anna 9\nDenis 8\nClara 7\n"


def said(edited: EditedLedger) -> str:
    """Return the error of the ledger, empty if none."""
    return "; ".join(map(str, edited.ledger.faults))


@pytest.mark.parametrize("text", [TWO, WINNER, FOUR])
def test_every_edit_is_undone_and_redone(text: str) -> None:
    start = EditedLedger.from_text(text)
    first = start.ledger.people[0]
    edits = [start]
    steps: list[Callable[[EditedLedger], EditedLedger]] = [
        lambda pad: pad.delete(2),
        lambda pad: pad.append("# pause"),
        lambda pad: pad.correct(1, f"{first} 25"),
        lambda pad: pad.move(2, 1) if len(pad.ledger.lines) > 1 else pad.append(f"{first} 3"),
        lambda pad: pad.rename(first, "Elena Maria"),
        lambda pad: pad.set_heading("variant: classic"),
        lambda pad: pad.insert(1, "Elena Maria 7"),
    ]
    for edit in steps:
        edits.append(edit(edits[-1]))
    assert len({str(pad.text) for pad in edits}) == len(edits)
    pad = edits[-1]
    for before in reversed(edits[:-1]):
        pad = pad.undo()
        assert (pad.text, pad.ledger) == (before.text, before.ledger)
    assert str(pad.text) == text
    for after in edits[1:]:
        pad = pad.redo()
        assert (pad.text, pad.ledger) == (after.text, after.ledger)
    for edge, step in ((start, "undo"), (pad, "redo")):
        with pytest.raises(LedgerError, match=f"there is nothing to {step}"):
            getattr(edge, step)()


@pytest.mark.parametrize(
    ("text", "old", "name", "after"),
    [
        (TWO, "Zoe\u0301", "Ann", TWO.replace("Zoé", "Ann")),
        (TWO, "b", "Zora", TWO.replace("B gin", "Zora gin").replace("Boris", "Zora")),
        (TWO.replace("Zoé kn", "Z kn"), "B", "Zora",
         TWO.replace("B gin", "Zora gin").replace("Boris", "Zora")),
        (WINNER, "Анна", "Anna Maria", WINNER.replace("Анна", "Anna Maria")),
        (WINNER, "jean-paul d.", "Zoelie",
         WINNER.replace("Jean-Paul D.", "Zoelie")),
        (WINNER.replace("zoe 20", "z 20"), "Jean-Paul D.", "Zoelie",
         WINNER.replace("Jean-Paul D.", "Zoelie").replace("zoe 20", "Zoe 20")),
        (FOUR + "Boris  -  Clara  31\n", "Clara", "Chloé Z.",
         FOUR.replace("Clara", "Chloé Z.") + "Boris  -  Chloé Z.  31\n"),
        ("form: free\nplayers: A B C\nA B 5\nB:C 6\n", "B", "Bo Do",
         "form: free\nplayers: A, Bo Do, C\nA Bo Do 5\nBo Do:C 6\n"),
    ],
)  # fmt: skip
def test_a_new_name_stands_in_every_line(text: str, old: str, name: str, after: str) -> None:
    start = EditedLedger.from_text(text)
    pad = start.rename(old, name)
    assert str(pad.text) == after
    decomposed = EditedLedger.from_text(normalize("NFD", text)).rename(old, name)
    assert decomposed.ledger.people == pad.ledger.people
    assert normalize("NFC", str(decomposed.text)) == after
    back = pad.rename(name, start.ledger.people[pad.ledger.people.index(name)])
    assert back.ledger.people == start.ledger.people
    assert pad.undo().text == start.text


@pytest.mark.parametrize(
    ("text", "old", "name", "reason"),
    [
        (TWO, "Zoé", "boris", "the same name"),
        (WINNER, "Zoe", "АННА", "the same name"),
        (WINNER, "Zoe", "gin", "cannot be a player's name"),
        (WINNER, "Zoe", "", "cannot be a player's name"),
        (WINNER, "Carl", "Dora", "“Carl” is no player"),
        ("0 5\n", "0", "Anna", "first say who plays"),
    ],
)
def test_a_name_that_cannot_be_is_refused(text: str, old: str, name: str, reason: str) -> None:
    with pytest.raises(LedgerError, match=reason):
        EditedLedger.from_text(text).rename(old, name)


def test_a_correction_may_leave_later_hands_that_cannot_be() -> None:
    text = "form: winner_stays\nplayers: Anna, Boris, Clara\nAnna 5\nClara 6\nClara 7\n"
    start = EditedLedger.from_text(text)
    pad = start.correct(1, "Boris 5").correct(2, "Boris 6")
    assert said(pad).startswith("3: Clara sits out")
    assert [number for number, _line in pad.ledger.lines] == [1, 2, 3]
    assert isinstance(pad.ledger, EveningLedger)
    assert pad.ledger.uncounted == ((3, "Clara 7"),)
    with pytest.raises(
        LedgerError, match=r"^first correct hand 3: Clara sits out of this hand \(RULES 14\.11\)$"
    ):
        pad.append("Anna 5")
    for code, line, lines in (
        ("en", "Not counted: line 3", "Not counted: lines 3–23"),
        ("fr", "Non comptée\u00a0: ligne 3", "Non comptées\u00a0: lignes 3–23"),
        ("ru", "Не считается: строка 3", "Не считаются: строки 3–23"),
    ):
        with using_language(code):
            assert line in evening_lines(pad.ledger)
            many = EditedLedger.from_text(str(pad.text) + "Clara 8\n" * 20).ledger
            assert lines in ledger_sheet_lines(many)
    refused: list[Callable[[], EditedLedger]] = [
        lambda: pad.append("Anna 9"),
        lambda: pad.correct(3, "Clara 9"),
        lambda: pad.insert(3, "Clara 1"),
    ]
    for edit in refused:
        with pytest.raises(LedgerError, match=r"Clara sits out of this hand \(RULES 14\.11\)"):
            edit()
    with pytest.raises(LedgerError, match="friday:5: Clara sits out"):
        read_evening(str(pad.text), where="friday")
    whole = pad.correct(3, "Anna 7")
    assert said(whole) == ""
    assert read_evening(str(whole.text)).evening == whole.ledger.evening  # type: ignore[union-attr]
    assert pad.undo().undo().ledger == start.ledger


@pytest.mark.parametrize("text", [TWO, WINNER, FOUR])
@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("{name} 0", r"the least that a hand won brings.*\(RULES 7\)"),
        ("{name} 99999", r"the most that a hand brings.*\(RULES 7\)"),
        ("{name} gin 3 31", r"gin leaves nothing.*\(RULES 5\.6\)"),
        ("{name} knock 11 30", r"the limit is 10 \(RULES 5\.2\)"),
        ("{name} knock 3 120", r"no hand has a deadwood of 120 \(RULES 2\.6\)"),
        ("{name} x", "is not understood"),
        ("# {name}", "does not say how the hand ended"),
        ("players: {name}", "headings stand before the first hand"),
    ],
)
def test_a_line_that_cannot_be_changes_nothing(text: str, line: str, reason: str) -> None:
    pad = EditedLedger.from_text(text)
    hand = line.format(name=pad.ledger.people[0])
    for edit in (pad.correct, pad.insert):
        with pytest.raises(LedgerError, match=rf"^(?!\d+:).*{reason}"):
            edit(1, hand)
    while pad.ledger.lines:
        pad = pad.delete(1)
    if reason.endswith(")"):
        with pytest.raises(LedgerError, match=reason):
            pad.append(hand)


def test_a_hand_moves_with_its_remark() -> None:
    assert str(EditedLedger.from_text(TWO).move(1, 2).text) == TWO.replace("Zoé knock 3 25 # wow\r\n", "") + (
        "\r\nZoé knock 3 25 # wow\r\n"
    )
    assert str(EditedLedger.from_text(TWO).move(2, 1).text) == TWO.replace("\r\nB gin 31", "\r\n").replace(
        "Zoé knock", "B gin 31\r\nZoé knock"
    )
    with pytest.raises(LedgerError, match="there is no hand 3"):
        EditedLedger.from_text(TWO).move(1, 3)


def test_a_match_of_two_becomes_an_evening_and_back() -> None:
    pad = EditedLedger.from_text("players: Anna, Boris\nAnna 100\n")
    with pytest.raises(LedgerError, match="the match is over"):
        pad.append("Boris 5")
    evening = pad.set_heading("form: free").append("Boris Anna 5")
    assert isinstance(evening.ledger, EveningLedger)
    assert [match.is_over for match in evening.ledger.evening.matches] == [True, False]
    assert evening.undo().undo().ledger == read_ledger("players: Anna, Boris\nAnna 100\n").replace_hands(
        [(1, "Anna 100")]
    )


def test_headings_are_the_first_edit_or_the_start() -> None:
    pad = EditedLedger.from_text(FOUR, "variant: modern", "players: Anna, Boris / Clara, Denis")
    assert pad.ledger.variant.name == "modern"
    assert str(pad.undo().text) == FOUR
    new = EditedLedger.from_text("", "form: king", "players: A, B, C")
    assert str(new.text) == "variant: standard\nform: king\nplayers: A, B, C\n"
    with pytest.raises(LedgerError, match="nothing to undo"):
        new.undo()
    assert EditedLedger.from_text("form: king\n", "players: A, B, C").ledger.people == ("A", "B", "C")
    with pytest.raises(LedgerError, match=r"RULES 14\.1"):
        EditedLedger.from_text("form: king\n")


def test_an_evening_is_typed_from_nothing() -> None:
    new = EditedLedger.from_text("")
    with pytest.raises(LedgerError, match=r"first say who plays.*RULES 14\.1"):
        new.append("form: king")
    pad = new.append("players: Anna, Boris, Clara").append("form: king").append("Anna 5")
    assert str(pad.text).splitlines() == [
        "variant: standard", "form: king", "players: Anna, Boris, Clara", "Anna 5",
    ]  # fmt: skip
    sides = new.append("joueurs: Anna, Boris – Clara, Denis").append("form: partnership")
    assert sides.ledger.people == ("Anna", "Boris", "Clara", "Denis")
    assert pad.undo().undo().undo().text == sides.undo().undo().text == new.text


def test_all_named_anew_the_dealer_keeps_the_seat() -> None:
    pad = EditedLedger.from_text("form: winner_stays\nplayers: Anna, Boris, Clara\ndealer: Boris\n")
    assert pad.set_heading("players: Dora, Emil, Fee").text.value("dealer") == "Emil"


PARTS = """\
form: free
players: Anna, Boris
stakes: 5 c a point; 100 c for the evening
Anna gin 90
form: winner_stays
variant: classic
players: Zoé, anna, Clara
Zoe\u0301 60 # first
Zoé 70
variant: modern
players: Boris, Clara, Zoé
form: king
Boris Clara 90
"""


def test_an_evening_has_parts_with_headings_of_their_own() -> None:
    ledger = read_evening(PARTS)
    named = [(part.form.name, part.variant.name, part.people) for part in ledger.parts]
    assert named == [
        ("free", "standard", ("Anna", "Boris")),
        ("winner_stays", "classic", ("Zoé", "anna", "Clara")),
        ("king", "modern", ("Boris", "Clara", "Zoé")),
    ]
    assert [part.stakes.point for part in ledger.parts] == [500, 500, 500]
    assert ledger.everybody == ("Anna", "Boris", "Zoé", "Clara")
    gains = {total.name: total.gain for total in ledger.totals}
    by_part = [dict(zip(part.people, part.evening.gains, strict=True)) for part in ledger.parts]
    assert gains["Anna"] == by_part[0]["Anna"] + by_part[1]["anna"]
    assert gains["Boris"] == by_part[0]["Boris"] + by_part[2]["Boris"]
    stakes = {total.name: total.stakes["c"] for total in ledger.totals}
    assert stakes["Zoé"] == 500 * gains["Zoé"] + 3 * 10000  # winner of the evening, once
    assert stakes["Anna"] == 500 * gains["Anna"] - 10000
    lines = evening_lines(ledger)
    assert [line for line in lines if line.startswith("Match ")] == [
        "Match 1", "Match 2", "Match won by: Zoé", "Match 3",
        "Match 3 (90–0) is not finished: its points do not count yet.",
    ]  # fmt: skip
    assert [line for line in lines if line in ("Winner stays", "King of the table")] == [
        "Winner stays",
        "King of the table",
    ]
    found = evening_json(ledger)
    assert [part["form"] for part in found["earlier"]] == ["free", "winner_stays"]
    assert [total["gain"] for total in found["totals"]] == [gains[name] for name in ledger.everybody]


def test_the_first_part_names_a_form() -> None:
    with pytest.raises(LedgerError, match=r"name a form before the first hand.*RULES 14\.1"):
        read_evening("players: Anna, Boris\nAnna 5\nform: king\n")


def test_a_person_has_one_name_in_all_parts() -> None:
    pad = EditedLedger.from_text(PARTS).rename("anna", "Ann")
    assert pad.text.value("players") == "Boris, Clara, Zoé"
    assert str(pad.text) == PARTS.replace("Anna gin", "Ann gin").replace("Anna, B", "Ann, B").replace(
        "anna", "Ann"
    )
    joined = EditedLedger.from_text(PARTS).rename("Clara", "Anna Maria").rename("Boris", "Carl")
    assert isinstance(joined.ledger, EveningLedger)
    assert joined.ledger.everybody == ("Anna", "Carl", "Zoé", "Anna Maria")


def test_a_part_begins_in_the_pad() -> None:
    pad = EditedLedger.from_text("players: Anna, Boris\nAnna 100\n").begin_part("")
    assert str(pad.text) == "players: Anna, Boris\nform: free\nAnna 100\n"
    pad = pad.begin_part("players: Anna, Boris, Clara").set_heading("form: king").append("Anna 5")
    assert str(pad.text).endswith("Anna 100\nplayers: Anna, Boris, Clara\nform: king\nAnna 5\n")
    pad = pad.begin_part("variant: modern").begin_part("variant: classic")
    assert str(pad.text).endswith("Anna 5\nvariant: classic\n")
    with pytest.raises(LedgerError, match="say what is new"):
        pad.begin_part("Anna 5")
    with pytest.raises(LedgerError, match=r"RULES 14\.3"):
        pad.begin_part("dealer: Boris").begin_part("form: free")


@pytest.mark.parametrize(
    ("text", "mine", "theirs", "clashes"),
    [
        (SIDES, "Anna 20", "Boris 7", []),
        (SIDES, "Anna 20", "Clara 7", ["Clara 7"]),
        (SIDES, "Anna 20", "Boris 7\n# tea\n", []),
        (SIDES, "# tea", "Boris 7", []),
        (SIDES, "stakes: 1 € a match\nAnna 20", "Boris 7", ["Boris 7"]),
        (SIDES, "Anna 20\nform: king", "Boris 7", ["Boris 7"]),
        ("form: free\nplayers: Zoé, Ed, Al, Jo\n", "Zoe\u0301 Ed 5", "Al Jo 5\nAl ed 5", ["Al ed 5"]),
        ("players: Zoé, Ed\n", "Zoé 5", "Ed 6", ["Ed 6"]),
    ],
)
def test_hands_that_both_add_clash_if_one_person_played_both(
    text: str, mine: str, theirs: str, clashes: list[str]
) -> None:
    merged, found = EditedLedger.from_text(text + mine).merge(text, text + theirs)
    assert [clash.line for clash in found] == clashes
    assert str(merged.text).splitlines() == (text + mine + "\n" + theirs).splitlines()
    assert str(merged.undo().text) == text + mine
