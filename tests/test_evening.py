"""The ledger of an evening: lines, sheet as text and JSON, and the sheets of docs/evening-sheets.md."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ginrummy.game.evening import start_evening
from ginrummy.game.stakes import Stakes
from ginrummy.game.totals import units_of
from ginrummy.locale import LANGUAGES, using_language
from ginrummy.text.ledger.edited_ledger import EditedLedger
from ginrummy.text.ledger.evening_json import evening_json
from ginrummy.text.ledger.evening_ledger import EveningLedger, read_evening
from ginrummy.text.ledger.evening_text import evening_lines, evening_sheet
from ginrummy.text.ledger.hand_line_parser import LedgerError
from ginrummy.text.ledger.score_ledger import read_ledger
from ginrummy.text.ledger.season import read_season
from ginrummy.text.ledger.stakes_text import amount_text, parse_stakes, stakes_text
from ginrummy.text.ledger.text_columns import Grid
from ginrummy.variants import preset_names
from ginrummy.variants.form_files import FORM_NAMES, load_form
from tests.cli.running import ginrummy, refused
from tests.playing import play_hands

PAGE = (Path(__file__).parents[1] / "docs" / "evening-sheets.md").read_text(encoding="utf-8")
SHEETS = {
    name: (text + "\n", sheet)
    for name, text, sheet in re.findall(
        r"^```\n\$ cat (\S+)\n(.*?)\n\n\$ ginrummy score \S+\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE
    )
}
TRANSLATED = re.findall(
    r"^```\n\$ ginrummy score --lang (\w+) (\S+)\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE
)
FOUR = "form: partnership\nplayers: Anna, Boris – Clara, Denis\n"
THREE = "form: winner_stays\nplayers: Anna, Boris, Clara\n"
NUMBER = re.compile(r"(?<!\w)[+−]?\d+")


def places(text: str) -> tuple[str, str]:
    """Return line and clause of the refusal of an evening."""
    with pytest.raises(LedgerError) as caught:
        read_evening(text, where="friday.txt")
    return caught.value.where, caught.value.clause


def hands_of(text: str) -> list[tuple[Any, ...]]:
    """Return people, winner and points of each hand."""
    return [
        (*entry.hand[:2], entry.hand.winner, entry.line.score.points) for entry in read_evening(text).entries
    ]


@pytest.mark.parametrize("name", SHEETS)
def test_the_worked_sheets_are_those_of_the_page(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text, sheet = SHEETS[name]
    file = tmp_path / name
    file.write_text(text, encoding="utf-8")
    monkeypatch.setenv("COLUMNS", "100")
    assert ginrummy("score", str(file)).out == sheet
    numbers = set[tuple[str, ...]]()
    for code in LANGUAGES:
        ran = ginrummy("score", str(file), "--lang", code)
        assert (ran.status, ran.err) == (0, "")
        numbers.add(tuple(NUMBER.findall(ran.out.partition("\n\n")[2])))
        monkeypatch.setenv("COLUMNS", "44")
        assert max(map(len, ginrummy("score", str(file), "--lang", code).out.splitlines())) <= 44
        monkeypatch.setenv("COLUMNS", "100")
    assert len(numbers) == 1


@pytest.mark.parametrize(("code", "name", "sheet"), TRANSLATED)
def test_the_sheets_of_the_page_in_other_languages(
    code: str, name: str, sheet: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    assert ginrummy("score", "--lang", code, "-", stdin=SHEETS[name][0]).out == sheet


def test_a_hand_is_corrected_by_its_number_on_the_sheet() -> None:
    again = "form: free\nAnna Boris 12\nClara Denis 5\n"
    edited = EditedLedger.from_text(FOUR + "Anna gin 31\nBoris 9\n" + again)
    assert isinstance(edited.ledger, EveningLedger)
    corrected = [edited.correct(number, line) for number, line in ((2, "Boris 8"), (4, "Clara Denis 6"))]
    for number, after, gain in zip((2, 4), corrected, ("8", "6"), strict=True):
        assert isinstance(after.ledger, EveningLedger)
        (row,) = [one for one in evening_lines(after.ledger) if one.startswith(f"{number}   ")][:1]
        assert f"+{gain}" in row


def test_the_page_has_a_sheet_for_every_form_in_every_language() -> None:
    shown = {text.partition("\n")[0].partition(": ")[2] for text, _sheet in SHEETS.values()}
    assert shown == set(FORM_NAMES)
    assert len(SHEETS) == len(FORM_NAMES) + 1
    languages = {(code, name) for code in LANGUAGES if code != "en" for name in SHEETS}
    assert {(code, name) for code, name, _sheet in TRANSLATED} == languages
    assert {form for form in FORM_NAMES if f"`form: {form}` (RULES 14." not in PAGE} == set()


def test_people_find_every_form_on_one_screen() -> None:
    page = (Path(__file__).parents[1] / "docs" / "evening.md").read_text(encoding="utf-8")
    assert {form for form in FORM_NAMES if f"[`{form}`](evening-sheets.md#" not in page} == set()
    anchors = {
        re.sub(r"[^a-z -]", "", title.lower()).replace(" ", "-")
        for title in re.findall(r"^## (.*)", PAGE, re.M)
    }
    assert set(re.findall(r"evening-sheets\.md#([a-z-]+)", page)) <= anchors
    assert len(page.splitlines()) <= 50


@pytest.mark.parametrize(
    ("lines", "hands"),
    [
        ("Anna gin 31", [(0, 2, 0, 56)]),
        ("clara: 25", [(2, 0, 2, 25)]),
        ("Boris Denis knock 9 4", [(1, 3, 3, 30)]),
        ("Denis - Boris undercut 9/4", [(3, 1, 3, 30)]),
        ("Anna void\nd 7", [(0, 2, -1, 0), (3, 1, 3, 7)]),
        ("Anna 9\nvoid", [(0, 2, 0, 9), (1, 3, -1, 0)]),
        ("Anna 9\nwall 26 45\nAnna 8", [(0, 2, 0, 9), (1, 3, -1, 0), (0, 3, 0, 8)]),
        ("Anna frappe 3 25\nb джин 31", [(0, 2, 0, 22), (1, 3, 1, 56)]),
    ],
)
def test_a_line_says_who_played(lines: str, hands: list[tuple[int, ...]]) -> None:
    assert hands_of(FOUR + lines + "\n") == hands


def test_names_of_several_words_composed_or_not() -> None:
    text = "formule: free\njoueurs: Jean-Paul D., Anna, Anna Мария, Zo\u00e9\n"
    lines = "Anna Мария Anna 25\nZoe\u0301 Jean-Paul D. gin 31\nJean-Paul D. 7\nanna void\n"
    assert hands_of(text + lines) == [(2, 1, 2, 25), (3, 0, 3, 56), (0, 3, 0, 7), (1, 2, -1, 0)]


@pytest.mark.parametrize("players", ["Anna Boris – Clara Denis", "Anna, Boris / Clara, Denis"])
def test_sides_stand_on_both_sides_of_a_dash(players: str) -> None:
    assert read_evening(f"form: partnership\nplayers: {players}\n").people == (
        "Anna",
        "Boris",
        "Clara",
        "Denis",
    )


def test_names_of_a_side_are_cut_by_a_narrow_sheet_alone() -> None:
    names = ("Cleopatra Featherstonehaugh-W.", "Boris Borisovich", "Clara", "Denis")
    text = f"form: partnership\nplayers: {names[0]}, {names[1]} – Clara, Denis\nClara 5\nDenis 9\n"
    assert ", ".join(names[:2]) in "\n".join(evening_lines(read_evening(text)))
    assert max(map(len, evening_lines(read_evening(text), 60))) <= 60


def test_names_that_begin_alike_are_cut_apart() -> None:
    sides = "Alexandra B., Boris – Alexandra C., Clara"
    text = f"form: partnership\nvariant: hollywood_full\nplayers: {sides}\nAlexandra B. 9\nBoris 5\n"
    grid = evening_sheet(read_evening(text)).matches[0].blocks[2]
    assert isinstance(grid, Grid)
    assert list(grid.rows[1][2:4]) == ["A…B., Bo…", "A…C., Cl…"]


@pytest.mark.parametrize(
    "people", ["Anna Maria, Boris, Cleopatra Featherstonehaugh", "Anna, Boris, Cleopatra F., Dionysius of H."]
)
@pytest.mark.parametrize("form", ["winner_stays", "partnership"])
def test_a_narrow_sheet_cuts_names_and_no_ending(form: str, people: str) -> None:
    names = people if people.count(",") == 3 else f"{people}, D."
    ledger = read_evening(f"form: {form}\nplayers: {names}\nAnna knock 3 25\n")
    for most in (60, 70, 80):
        lines = evening_lines(ledger, most)
        assert any(re.search(r": knock 3–25 +\+22", line) for line in lines), "\n".join(lines)
        assert max(map(len, lines)) <= most


def test_free_play_names_everybody_before_the_first_hand() -> None:
    ledger = read_evening("form: free\nplayers: Anna, Boris, Clara\n")
    assert evening_lines(ledger)[-1] == "Players: Anna, Boris, Clara"
    assert not any("Players" in line for line in evening_lines(ledger.append_line("Anna Boris 5")))


def test_equal_people_share_a_place() -> None:
    lines = evening_lines(read_evening(FOUR + "Anna 100\nBoris 100\n"))
    table = [line.split()[:2] for line in lines if line.endswith("200") and "→" not in line]
    assert table[-4:] == [["1", "Anna"], ["1", "Boris"], ["3", "Clara"], ["3", "Denis"]]


@pytest.mark.parametrize(
    ("text", "where", "clause"),
    [
        (FOUR + "Anna 9\nAnna 9\n", "friday.txt:4", "14.11"),
        (FOUR + "Anna Denis 9\n", "friday.txt:3", "14.4"),
        (FOUR + "Anna Boris 9\n", "friday.txt:3", "14.11"),
        (FOUR + "void\n", "friday.txt:3", "14.11"),
        (FOUR + "Anna 0\n", "friday.txt:3", "7"),
        (FOUR + "Anna knock 11 30\n", "friday.txt:3", "5.2"),
        (FOUR + "Elena 9\n", "friday.txt:3", ""),
        (FOUR + "Anna\n", "friday.txt:3", ""),
        (THREE + "Anna 9\n# Boris has left\nBoris 9\n", "friday.txt:5", "14.11"),
        (THREE + "variant: hollywood\n", "friday.txt:2", "14.10"),
        ("form: partnership\nplayers: Anna, Boris – Clara\n", "friday.txt:2", "14.4"),
        ("form: partnership\nplayers: Anna, Boris, Clara, Denis, Elena\n", "friday.txt:2", "14.4"),
        ("form: king\nplayers: Anna, Boris, anna\n", "friday.txt:2", "14.11"),
        ("form: king\nplayers: Anna, gin, Boris\n", "friday.txt:2", ""),
        ("form: king\n", "friday.txt:1", "14.1"),
        ("form: bridge\nplayers: Anna, Boris, Clara\n", "friday.txt:1", "14.12"),
        ("form: free\nplayers: Anna, Boris, Clara\nAnna 9\n", "friday.txt:3", "14.3"),
        (THREE + "stakes: 5\n", "friday.txt:3", "14.13"),
        ("form: free\nplayers: Anna, Boris, Clara\nvoid\n", "friday.txt:3", "14.3"),
        ("form: free\nplayers: Anna, Boris, Clara\ndealer: Anna\n", "friday.txt:2", "14.3"),
        ("form: king\ndealer: Clara\nplayers: Anna, Boris, Clara\n", "friday.txt:3", "14.11"),
        (
            "form: everybody\nplayers: Anna, Boris, Clara\nAnna Boris 99\nAnna Clara 9\n",
            "friday.txt:4",
            "14.8",
        ),
    ],
)
def test_what_cannot_be_is_refused_with_its_line_and_clause(text: str, where: str, clause: str) -> None:
    assert places(text) == (where, clause)


@pytest.mark.parametrize(
    ("text", "stakes"),
    [
        ("0.05 € a point; 1 € a match", Stakes(point=5, match=100, unit="€")),
        ("$0.05 a point, $0.5/box", Stakes(point=5, box=50, unit="$")),
        ("0,05 € le point ; 2 € la soirée", Stakes(point=5, evening=200, unit="€")),
        ("1 ₽ за очко; 50 ₽ матч", Stakes(point=100, match=5000, unit="₽")),
        ("5 dried beans per match, 2 dried beans a box", Stakes(box=200, match=500, unit="dried beans")),
        ("10 points", Stakes(point=1000)),
        ("1 euro a point; 2 euros a match", Stakes(point=100, match=200, unit="euros")),
        ("100 рублей матч, 1 рубль за очко", Stakes(point=100, match=10000, unit="рублей")),
        ("1 копейка за очко; 50 копеек за кон", Stakes(point=100, box=5000, unit="копеек")),
        ("1 фишка за очко; 50 фишек матч", Stakes(point=100, match=5000, unit="фишек")),
        ("1 caillou le point ; 20 cailloux le match", Stakes(point=100, match=2000, unit="cailloux")),
    ],
)
def test_stakes_are_read_as_people_write_them(text: str, stakes: Stakes) -> None:
    assert parse_stakes(text) == stakes
    for code in LANGUAGES:
        with using_language(code):
            assert parse_stakes(stakes_text(stakes)) == stakes


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "no stake"),
        ("much", "no stake"),
        ("5 €", "no stake"),
        ("1.234 € a point", "no stake"),
        ("12345678 € a point", "no stake"),
        ("² a point", "no stake"),
        ("0 € a point", "more than 0"),
        ("1000000.01 € a point", "at most a million"),
        ("1 € a point; 2 € a point", "given twice"),
        ("1 € a point; 1 $ a match", "one unit"),
        ("5 cents a point; 1 euro a match", "one unit"),
        ("5 red beans a point; 1 red pea a match", "one unit"),
        ("5 beans a point; 1 bead a match", "one unit"),
        (f"1 {'x' * 21} a point", "too long"),
    ],
)
def test_a_stake_that_is_none_is_refused(text: str, told: str) -> None:
    with pytest.raises(LedgerError, match=f"{told}.*RULES 14\\.13"):
        parse_stakes(text)


def test_amounts_are_written_as_each_language_does() -> None:
    written = {}
    for code in LANGUAGES:
        with using_language(code):
            written[code] = amount_text(-123456, "€", is_signed=True)
    assert written == {"en": "−€1,234.56", "fr": "−1\u202f234,56\u00a0€", "ru": "−1\u202f234,56\u00a0€"}


def test_people_called_like_a_later_heading_play_on_in_old_files() -> None:
    ledger = read_ledger("players: Form, Stakes\nForm 25\nStakes 30\n")
    assert [entry.line.score.winner for entry in ledger.entries] == [0, 1]
    with pytest.raises(LedgerError, match=r"friday\.txt:2: .*RULES 14\.13"):
        read_ledger("players: Anna, Boris\nstakes: 1 € a point\n", where="friday.txt")


def test_a_form_is_refused_in_a_match_of_two() -> None:
    with pytest.raises(LedgerError, match=r"friday\.txt:1: .*RULES 14\.1"):
        read_ledger("form: king\nplayers: Anna, Boris\n", where="friday.txt")
    assert "two names belong here" in refused("score", stdin="players: Anna, Boris, Clara\n")


def test_the_command_line_precedes_the_heading() -> None:
    lines = "form: king\nplayers: Anna, Boris, Clara\nAnna 60\nClara 50\n"
    assert "Clara sits out of this hand" in refused("score", stdin=lines)
    found = ginrummy("score", "--form", "sitting_out", "--json", stdin=lines).json
    assert (found["form"], found["matches"][0]["totals"]) == ("sitting_out", [60, 0, 50])


def test_json_has_the_hands_the_matches_and_what_comes_next() -> None:
    found = evening_json(read_evening(SHEETS["partnership.txt"][0]))
    assert (found["form"], found["variant"], found["target"]) == ("partnership", "modern", 125)
    assert [hand["players"] for hand in found["hands"]] == [[0, 2], [3, 1], [1, 2], [3, 0], [0, 2], [1, 3]]
    assert [hand["winner"] for hand in found["hands"]] == [0, 3, 1, 3, 0, None]
    assert found["hands"][3] | {"text": ""} == {
        "line": 7, "text": "", "players": [3, 0], "kind": "undercut", "winner": 3, "knocker": 0,
        "deadwood": [4, 9], "points": 30, "difference": 5, "bonus": 25, "multiplier": 1, "extra_coups": 0,
    }  # fmt: skip
    (match,) = found["matches"]
    assert (match["sides"], match["deals"]) == ([[0, 1], [2, 3]], [[0, 1], [2, 3], [4, 5]])
    assert (match["totals"], match["winners"], match["is_over"]) == ([98, 34], [], False)
    assert (found["boards"], found["waiting"], found["dealers"]) == ([[0, 3], [1, 2]], [], [])
    found = evening_json(read_evening(SHEETS["winner.txt"][0]))
    assert found["matches"][0]["gains"] == {"0": 564, "1": -446, "2": -118}
    assert [row["player"] for row in found["standings"]] == [0, 2, 1]
    assert (found["waiting"], found["dealers"]) == ([2], [1])


@pytest.mark.parametrize("variant", ["hollywood_full", "oklahoma_extra", "spades_double"])
def test_the_sheet_of_a_side_has_the_columns_of_the_variant(variant: str) -> None:
    lines = "".join(f"{name} gin 90\n" for _deal in range(9) for name in ("Anna", "Boris"))
    ledger = read_evening(f"variant: {variant}\n{FOUR}{lines}")
    for code in LANGUAGES:
        with using_language(code):
            text = "\n".join(evening_lines(ledger, 60))
            assert max(map(len, text.splitlines())) <= 60
            assert "{" not in text
    assert ledger.evening.matches


@pytest.mark.parametrize("form", FORM_NAMES)
@pytest.mark.parametrize("variant", preset_names()[:3])
def test_an_evening_without_a_hand_has_a_sheet(form: str, variant: str) -> None:
    people = ", ".join(("Anna", "Boris", "Clara", "Denis")[: max(load_form(form).row.people_least, 3)])
    ledger = read_evening(f"form: {form}\nvariant: {variant}\nplayers: {people}\n")
    assert evening_lines(ledger, 60)[0] == str(ledger.form)
    assert evening_json(ledger)["matches"] == []


def ledgers(form: str) -> st.SearchStrategy[EveningLedger]:
    """Return random evenings of a form."""
    names = ("Anna", "Boris", "Clara", "Denis")
    endings = st.sampled_from(["gin 31", "knock 3 25", "knock 9 4", "void", "60", "wall 26 45", "gin 90"])

    def built(played: list[tuple[int, int, str]]) -> EveningLedger:
        ledger = read_evening(f"form: {form}\nplayers: {', '.join(names)}\n")
        for board, seat, ending in played:
            boards = ledger.evening.boards or ((0, 1), (2, 3))
            if ledger.evening.is_over:
                break
            pair = boards[board % len(boards)]
            ledger = ledger.append_line(f"{names[pair[seat]]} {names[pair[1 - seat]]} {ending}")
        return ledger

    return st.lists(st.tuples(st.integers(0, 3), st.integers(0, 1), endings), max_size=25).map(built)


@pytest.mark.parametrize("form", FORM_NAMES)
def test_an_evening_written_and_read_is_the_same(form: str) -> None:
    @settings(max_examples=25)
    @given(ledgers(form))
    def check(ledger: EveningLedger) -> None:
        lines = [f"form: {form}", f"players: {', '.join(ledger.people)}", *(e.text for e in ledger.entries)]
        again = read_evening("\r\n".join(["\ufeff" + lines[0], "# Friday", "", *lines[1:]]))
        assert again.evening == ledger.evening
        start = start_evening(ledger.form.row, ledger.variant.row, ledger.people)
        assert play_hands(start, ledger.evening.hands) == ledger.evening
        assert sum(ledger.evening.gains) == 0
        assert evening_json(again)["hands"] == [
            hand | {"line": number} for number, hand in enumerate(evening_json(ledger)["hands"], start=5)
        ]
        assert len(evening_lines(ledger, 50)) >= 3

    check()


def test_the_columns_of_the_standings_say_what_was_won() -> None:
    heads = {}
    for code in LANGUAGES:
        with using_language(code):
            text = f"{THREE}stakes: 1 € a match\nAnna gin 90\nAnna gin 90\n"
            (grid,) = evening_sheet(read_evening(text)).standings.blocks
            assert isinstance(grid, Grid)
            heads[code] = list(grid.rows[0][2:])
    assert heads == {
        "en": ["matches won", "hands won", "points", "won"],
        "fr": ["matchs gagnés", "donnes gagnées", "points", "gains"],
        "ru": ["матчей выиграно", "конов выиграно", "очки", "выигрыш"],
    }


def test_parts_and_evenings_whose_stakes_are_spelled_apart_are_settled_together() -> None:
    first = f"{THREE}stakes: 1 bean a match\nAnna gin 90\n"
    text = f"{first}stakes: 5 beans a match\nAnna gin 90\nstakes: 2 € a match\nAnna gin 90\n"
    assert units_of(read_evening(text).totals) == ("beans", "€")
    season = read_season([("one", first), ("two", f"{THREE}stakes: 5 beans a match\nAnna gin 90\n")])
    assert units_of(season.totals) == ("beans",)


def test_several_dealers_are_named_in_the_plural() -> None:
    told = {}
    for code in LANGUAGES:
        with using_language(code):
            told[code] = evening_sheet(read_evening(f"{FOUR}dealer: Anna\n")).coming.blocks[-1]
    assert told == {
        "en": "Next to deal: Anna, Boris",
        "fr": "Prochains donneurs\N{NO-BREAK SPACE}: Anna, Boris",
        "ru": "Следующими сдают: Anna, Boris",
    }


def test_thousands_are_marked_in_a_sheet() -> None:
    ledger = read_evening(THREE + "variant: oklahoma\n" + "Anna 90\n" * 12)
    with using_language("fr"):
        text = "\n".join(evening_lines(ledger))
    assert "+2\u202f160" in text
    assert "1\u202f080" in text
    assert not re.search(r"\d{4}", text)
