"""Lines of a ledger, and their totals."""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ginrummy.game.score_sheet import build_score_sheet, column_items, ending_title
from ginrummy.locale import using_language
from ginrummy.rules import scoring, turns
from ginrummy.rules.scoring import HandScore
from ginrummy.text.ledger.hand_line_parser import LedgerError, read_line
from ginrummy.text.ledger.ledger_text import parse_heading
from ginrummy.text.ledger.score_ledger import Ledger, read_ledger
from ginrummy.text.ledger.sheet_json import ledger_json
from ginrummy.text.ledger.sheet_text import hand_ending_text, ranges_text, sheet_lines
from ginrummy.variants import WALL_COMPARE, load_variant, preset_names, variant_from_values

PLAYERS = ("Anna", "Boris")
Ending = tuple[str, int, int, int]
LEAST = "the least that a hand won brings in this variant is"
MOST_EXTRA = "the most extra boxes that a hand brings in this variant"


def ending(text: str, variant: str = "standard", **changes: Any) -> Ending:
    """Return the kind, the winner, the points and the extra boxes of a line."""
    row = variant_from_values(changes, base=load_variant(variant).row)
    score = read_line(text, row, PLAYERS).score
    return scoring.KIND_NAMES[score.kind], score.winner, score.points, score.extra_coups


@pytest.mark.parametrize(
    ("text", "came_to"),
    [
        ("Anna 25", ("", 0, 25, 0)),
        ("boris 25", ("", 1, 25, 0)),
        ("b 25", ("", 1, 25, 0)),
        ("1 25", ("", 1, 25, 0)),
        ("Anna: 25", ("", 0, 25, 0)),
        ("Anna - 25", ("", 0, 25, 0)),
        ("Anna +25 0", ("", 0, 25, 0)),
        ("Anna knock 3 25", ("knock", 0, 22, 0)),
        ("Anna k 3-25", ("knock", 0, 22, 0)),
        ("Anna knocks, 3 against", None),
        ("Anna KNOCK 3 – 25", ("knock", 0, 22, 0)),
        ("Anna frappe 3 25", ("knock", 0, 22, 0)),
        ("Anna стук 3 25", ("knock", 0, 22, 0)),
        ("Anna knock 9 4", ("undercut", 1, 30, 0)),
        ("Anna knock 4 4", ("undercut", 1, 25, 0)),
        ("Anna knock 0 4", ("gin", 0, 29, 0)),
        ("Boris undercut 9 4", ("undercut", 1, 30, 0)),
        ("Boris undercut 4 9", ("undercut", 1, 30, 0)),
        ("Boris uc (9/4)", ("undercut", 1, 30, 0)),
        ("Anna gin 31", ("gin", 0, 56, 0)),
        ("Anna gin 0 31", ("gin", 0, 56, 0)),
        ("Anna gin 0", ("gin", 0, 25, 0)),
        ("Anna джин 31", ("gin", 0, 56, 0)),
        ("void", ("void", -1, 0, 0)),
        ("-", ("void", -1, 0, 0)),
        ("— 0", ("void", -1, 0, 0)),
        ("ничья", ("void", -1, 0, 0)),
        ("wall 26 45", ("void", -1, 0, 0)),
        ("wall", ("void", -1, 0, 0)),
    ],
)
def test_a_line_says_a_hand(text: str, came_to: Ending | None) -> None:
    if came_to is None:
        with pytest.raises(LedgerError):
            ending(text)
    else:
        assert ending(text) == came_to


@pytest.mark.parametrize(
    "text", ["Anna biggin 31", "Anna big gin 31", "Anna Grand Gin 0 31", "Anna bg 31", "Anna большой джин 31"]
)
def test_big_gin(text: str) -> None:
    assert ending(text, "russian") == ("big_gin", 0, 62, 0)


def test_ties_and_gins_that_nobody_wins() -> None:
    assert ending("Anna knock 5 5", undercut_on_tie=False) == ("tie", -1, 0, 0)
    assert ending("Anna gin 0", "round_the_corner_hoyle") == ("gin_void", -1, 0, 0)


def test_the_end_of_the_stock_is_compared() -> None:
    assert ending("wall 26 45", "high_low_ace") == ("wall_compare", 0, 19, 0)
    assert ending("Boris wall 26 45", "high_low_ace") == ("wall_compare", 1, 19, 0)
    assert ending("mur 45 26", "high_low_ace") == ("wall_compare", 1, 19, 0)
    assert ending("wall 26 26", "high_low_ace") == ("wall_compare", -1, 0, 0)


@pytest.mark.parametrize("upcard", ["♠", "s", "S", "spades", "pique", "6S", "6♠", "up=6S", "upcard=♠"])
def test_a_spade_doubles_the_hand(upcard: str) -> None:
    assert ending(f"Anna knock 3 25 {upcard}", "spades_double") == ("knock", 0, 44, 0)
    assert ending(f"Anna 22 {upcard}", "spades_double") == ("", 0, 44, 0)
    assert ending(f"Anna 22 {upcard}") == ("", 0, 22, 0)


def test_another_suit_doubles_nothing() -> None:
    assert ending("Anna knock 3 25 ♥", "spades_double") == ("knock", 0, 22, 0)


def test_suits_in_the_letters_of_the_language() -> None:
    with using_language("fr"):
        assert ending("Anna 22 P", "spades_double")[2] == 44
    with using_language("ru"):
        assert ending("Anna 22 П", "spades_double")[2] == 44
        assert ending("Anna 22 Ч", "spades_double")[2] == 22


def test_extra_coups() -> None:
    assert ending("Anna gin 30", "oklahoma_extra") == ("gin", 0, 50, 2)
    assert ending("Anna 50 2", "oklahoma_extra") == ("", 0, 50, 2)
    assert ending("Anna 50 x2", "oklahoma_extra") == ("", 0, 50, 2)
    assert ending("Anna 50 х2", "oklahoma_extra") == ("", 0, 50, 2)
    doubled = {"spade_doubles_boxes": True}
    assert ending("Anna 20 1 ♠", "oklahoma_full", **doubled) == ("", 0, 40, 2)
    assert ending("Anna gin 20 ♠", "oklahoma_full", **doubled) == ("gin", 0, 90, 4)
    row = variant_from_values(doubled, base=load_variant("oklahoma_full").row)
    scores = [read_line(text, row, PLAYERS).score for text in ("Anna 20 ♠", "Anna gin 9 ♠")]
    assert [scoring.boxes_won(row, score) for score in scores] == [2, 2]


@pytest.mark.parametrize(
    ("text", "variant", "said"),
    [
        ("Carl 25", "standard", "“Carl” is no player; there are: 0, 1, Anna, Boris"),
        ("knock 3 25", "standard", "“knock” is no player; there are: 0, 1, Anna, Boris"),
        ("Anna", "standard", "the line does not say how the hand ended"),
        ("Anna knok 3 25", "standard", "“knok” is not understood; did you mean “knock”?"),
        ("Anna джн 3", "standard", "“джн” is not understood; did you mean “джин”?"),
        ("Anna foo", "standard", "“foo” is not understood"),
        ("Anna 25 up=7X", "standard", "“7X” is not understood"),
        ("Anna 25 foo=7H", "standard", "“foo=7H” is not understood"),
        ("Anna knock gin 3 4", "standard", "“gin” is not understood"),
        ("Anna ♠", "standard", "the line has no points"),
        ("Anna 1 2 3", "oklahoma_extra", "the line has too many numbers"),
        ("Anna 1 2 x3", "oklahoma_extra", "the line has too many numbers"),
        ("Anna 25 2", "standard", "this variant has no extra boxes (RULES 7.8)"),
        ("Anna -25", "standard", "nobody scores less than nothing (RULES 7)"),
        ("Anna 25 -1", "oklahoma_extra", "nobody scores less than nothing (RULES 7)"),
        ("Anna 0", "modern", f"{LEAST} 1; void is one that nobody wins (RULES 7)"),
        ("Anna 24", "straight", f"{LEAST} 25; void is one that nobody wins (RULES 7)"),
        ("Anna 25 ♠ ♥", "spades_double", "“♥” is not understood"),
        ("Anna knock 3 25 6S up=7S", "oklahoma", "“up=7S” is not understood"),
        ("Anna 99999", "standard", "the most that a hand brings in this variant is 125 (RULES 7)"),
        ("Anna 126 ♠", "spades_double", "the most that a hand brings in this variant is 120 (RULES 7)"),
        ("Anna 241", "spades_double", "the most that a hand brings in this variant is 240 (RULES 7)"),
        ("Anna 50 3", "oklahoma_extra", f"{MOST_EXTRA}: 2 (RULES 7.8)"),
        ("Anna 5 x99999", "oklahoma_extra", f"{MOST_EXTRA}: 2 (RULES 7.8)"),
        ("void 5", "standard", "a void hand has no points (RULES 8.2)"),
        ("void 5 6", "high_low_ace", "a void hand has no points (RULES 8.2)"),
        ("void 5 101", "standard", "no hand has a deadwood of 101 (RULES 2.6)"),
        ("Anna knock 3", "standard", "two deadwoods belong here: the knocker's and the defender's (RULES 7)"),
        ("Anna gin", "standard", "the deadwood of the other player is missing (RULES 7)"),
        ("Anna gin 3 30", "standard", "gin leaves nothing: its deadwood is 0 (RULES 5.6)"),
        ("Anna biggin 30", "standard", "big gin is not played in this variant (RULES 5.7)"),
        ("Anna gin 30 x2", "oklahoma_extra", "extra boxes are counted by the kind of the hand (RULES 7.8)"),
        ("Anna knock -3 25", "standard", "deadwood is never less than 0 (RULES 2.6)"),
        ("Anna knock 3 101", "standard", "no hand has a deadwood of 101 (RULES 2.6)"),
        ("Anna knock 11 25", "standard", "a knock with 11 points: the limit is 10 (RULES 5.2)"),
        ("Boris undercut 25 4", "standard", "a knock with 25 points: the limit is 10 (RULES 5.2)"),
        ("Boris undercut 0 0", "standard", "0 against 0 is no undercut (RULES 7.3)"),
        ("Anna knock 7 25 6S", "oklahoma", "a knock with 7 points: the limit is 6 (RULES 5.3)"),
        ("Anna knock 1 25 AS", "oklahoma_extra", "only gin ends this hand, and 1 point is left (RULES 5.3)"),
        ("Anna knock 11 25 ♠", "oklahoma", "a knock with 11 points: the limit is 10 (RULES 5.3)"),
        ("Anna knock 5 25 top=4H", "two_pack", "a knock with 5 points: the limit is 4 (RULES 5.4)"),
        ("Anna knock 11 25", "two_pack", "a knock with 11 points: the limit is 10 (RULES 5.4)"),
        ("Anna knock 3 25", "straight", "nobody knocks in this variant: only gin closes (RULES 5.8)"),
        ("wall", "high_low_ace", "two deadwoods belong here, one for each player (RULES 8.3)"),
        ("wall 3", "standard", "two deadwoods belong here, one for each player (RULES 8.3)"),
    ],
)
def test_a_line_that_cannot_be_right(text: str, variant: str, said: str) -> None:
    with pytest.raises(LedgerError) as refusal:
        ending(text, variant)
    assert str(refusal.value) == said


HOUSES: dict[str, dict[str, Any]] = {
    "no bonus for gin": {"gin_bonus": 0},
    "gin alone": {"knock_limit": {"type": "none"}, "gin_bonus": 7, "big_gin_bonus": 3},
    "gin alone, or the stock": {"knock_limit": {"type": "none"}, "wall_action": "compare"},
    "no bonus for an undercut": {"undercut_bonus": 0},
    "ties are ties": {"undercut_bonus": 0, "undercut_on_tie": False},
    "a void gin": {"gin_bonus": 0, "layoff_on_gin": True, "gin_void_if_defender_zero": True},
    "a dear undercut": {"undercut_bonus": 500},
    "a dear complete undercut": {"undercut_bonus": 5, "undercut_complete_bonus": 700},
    "boxes that double": {
        "spade_double": True,
        "spade_doubles_boxes": True,
        "extra_coups": {"undercut": 4, "gin": 2, "big_gin": 3, "value": 25},
    },
}


@pytest.mark.parametrize("name", [*preset_names(), *HOUSES])
def test_points_alone_may_be_what_a_closed_hand_can_bring_and_no_more(name: str) -> None:
    row = (
        variant_from_values(HOUSES[name], base=load_variant("standard").row)
        if name in HOUSES
        else load_variant(name).row
    )
    found, boxes = set[int](), set[int]()
    for how in ("knock", "gin", "biggin"):
        for own in range(turns.best_limit(row) + 1 if how == "knock" else 1):
            for other in range(turns.most_deadwood(row) + 1):
                with suppress(LedgerError):
                    score = read_line(f"Anna {how} {own} {other}", row, PLAYERS).score
                    found |= {score.points} if score.winner != scoring.NOBODY else set()
                    boxes.add(score.extra_coups)
    for points in found:
        assert read_line(f"Boris {points} ♥", row, PLAYERS).score.points == points
    least = 1 if row.wall_action == WALL_COMPARE else min(found)
    for wrong in {*range(least), max(found) + 1} - found:
        with pytest.raises(LedgerError, match=r"RULES 7\)$"):
            read_line(f"Boris {wrong} ♥", row, PLAYERS)
    if row.spade_double:
        assert read_line(f"Boris {2 * max(found)}", row, PLAYERS).score.points == 2 * max(found)
    with pytest.raises(LedgerError, match=r"RULES 7\.8\)$"):
        read_line(f"Boris {max(found)} x{max(boxes) + 1} ♥", row, PLAYERS)


def test_a_tie_is_no_undercut_where_ties_are_ties() -> None:
    with pytest.raises(LedgerError, match=r"5 against 5 is no undercut \(RULES 7.3\)"):
        ending("Boris undercut 5 5", undercut_on_tie=False)


@given(st.text(alphabet="01 knocgi-x♠6SAЧ=,:.25()#void", max_size=25))
def test_any_line_is_read_or_refused(text: str) -> None:
    with suppress(LedgerError):
        score = read_line(text, load_variant("oklahoma_full").row, PLAYERS).score
        assert isinstance(score, HandScore)
        assert score.points >= 0


def test_headings() -> None:
    text = "# Friday\nvariant: modern\njoueurs Anna, Boris\n\nсдающий = Boris  # by lot\nA 25\nvariant 3\n"
    with pytest.raises(LedgerError, match="f:7: “variant 3”: there is such a heading already, in line 2"):
        read_ledger(text, where="f")
    with pytest.raises(LedgerError, match="f:2: “variant 3”: headings stand before the first hand"):
        read_ledger("0 25\nvariant 3\n", where="f")
    ledger = read_ledger(text.removesuffix("variant 3\n"), where="f")
    assert (ledger.variant.name, ledger.players, ledger.dealer) == ("modern", PLAYERS, 1)
    assert ledger.lines == ((6, "A 25"),)
    assert parse_heading("Anna 25") == parse_heading("void") == ("", "")


@pytest.mark.parametrize("line", ["variant: gin_100", "variante modern", "игроки: А, Б", "dealer: Boris"])
def test_a_heading_stands_once(line: str) -> None:
    text = f"variant: modern\nplayers: Anna, Boris\ndealer: Anna\n{line}\nA 25\n"
    first = ["variant", "players", "dealer"].index(parse_heading(line)[0]) + 1
    with pytest.raises(LedgerError) as caught:
        read_ledger(text, where="f", players="Carla, Dora")
    assert str(caught.value) == f"f:4: “{line}”: there is such a heading already, in line {first}"


@pytest.mark.parametrize(
    "names", ["void, Boris", "Anna, wall", "7th, Boris", "players, Boris", "Anna, ANNA", "A B C"]
)
def test_names_that_a_line_could_not_tell(names: str) -> None:
    with pytest.raises(LedgerError):
        read_ledger("", players=names)


def test_a_beginning_must_mean_one_player() -> None:
    ledger = read_ledger("", players="Anna, Anton")
    assert ledger.append_line("Ann 5").entries[0].line.score.winner == 0
    with pytest.raises(LedgerError, match="“An” is no player"):
        ledger.append_line("An 5")


def test_the_dealer_follows_the_rules_of_the_variant() -> None:
    ledger = read_ledger("dealer: 0\nvoid\n1 10\n1 10\n0 10", variant="classic")
    assert [entry.dealer for entry in ledger.entries] == [0, 0, 1, 1]
    assert ledger.next_dealer == 0
    assert read_ledger("dealer 1\n0 10", variant="modern").next_dealer == 0
    assert read_ledger("0 10").next_dealer == -1
    assert read_ledger("dealer 1\n0 100").next_dealer == -1


LEDGERS = {
    "hollywood_full": "0 60\n0 90\n1 50\n1 110\n1 60\n0 80\n1 100\n0 90\n0 1",
    "oklahoma_extra": "0 80 2\n0 70\n1 15 1\n0 gin 30\n" + "1 gin 80\n" * 20,
    "classic": "0 30\n0 40\n0 35\n1 3",
    "modern": "0 gin 30\n0 40\n0 35",
}


@pytest.mark.parametrize(("name", "text"), LEDGERS.items())
def test_the_items_are_the_total(name: str, text: str) -> None:
    ledger = read_ledger(text, variant=name)
    row = ledger.variant.row
    columns = [*ledger.score_sheet.manches, *ledger.law_sheet.columns]
    assert any(column.closed_by >= 0 for column in columns)
    for column in columns:
        for seat in range(2):
            total = sum(item.amounts[seat] for item in column_items(row, column))
            assert total == scoring.column_worth(row, column, seat)


def test_a_box_is_explained_where_one_is_drawn() -> None:
    modern = load_variant("modern").row
    score = read_line("Anna gin 30", modern, PLAYERS).score
    assert build_score_sheet(modern, [scoring.score_void(), None]).box_legend == ""
    assert build_score_sheet(load_variant("standard").row, [score]).box_legend == ""
    told = f"a hand won: +{modern.box_bonus} at the end"
    assert build_score_sheet(modern, [score]).box_legend == f"{told} of the match"
    winner_only = variant_from_values({"boxes_to": "winner"}, base=modern)
    assert build_score_sheet(winner_only, [score]).box_legend == f"{told} for the winner of the match"


def test_the_items_of_a_shutout() -> None:
    ledger = read_ledger(LEDGERS["modern"], variant="modern")
    amounts = {
        item.name: item.amounts for item in column_items(ledger.variant.row, ledger.law_sheet.columns[0])
    }
    assert amounts == {"points": (130, 0), "shutout": (130, 0), "game": (100, 0), "boxes": (75, 0)}


def test_a_finished_match_takes_no_line() -> None:
    with pytest.raises(LedgerError, match=r"the match is over \(RULES 9.1\)"):
        read_ledger("0 100").append_line("0 5")
    late = read_ledger("0 100\n0 5\n1 120")
    assert (ledger_json(late)["hands_used"], ledger_json(late)["unplayed"]) == (1, [2, 3])
    assert ledger_json(late)["final"] == [100, 0]


def test_a_wrong_line_after_the_end_is_refused_too() -> None:
    with pytest.raises(LedgerError, match="2: “Carl” is no player"):
        read_ledger("0 100\nCarl 5")


@pytest.mark.parametrize("name", preset_names())
def test_every_preset_keeps_a_ledger(name: str) -> None:
    ledger = Ledger(load_variant(name))
    while not ledger.is_over:
        ledger = ledger.append_line("0 gin 40" if len(ledger.lines) % 3 else "1 gin 20")
    assert ledger.winner == 0
    assert ledger_json(ledger)["winner"] == 0


@pytest.mark.parametrize("code", ["fr", "ru"])
def test_every_ending_has_a_name(code: str) -> None:
    english = [ending_title(kind) for kind in range(len(scoring.KIND_NAMES))]
    with using_language(code):
        assert len({ending_title(kind) for kind in range(len(scoring.KIND_NAMES))}) == len(set(english)) == 9


def test_a_long_ledger_is_read_once_and_what_follows_the_end_is_said_in_short() -> None:
    ledger = read_ledger("\n".join(["Anna 30", "Boris 20"] * 20_000), players="Anna Boris")
    assert len(ledger.entries) == 7
    assert len(ledger.lines) == 40_000
    assert sheet_lines(ledger)[-1].endswith("8–40000")


def test_stretches_of_lines() -> None:
    assert ranges_text([]) == ""
    assert ranges_text([3, 5, 6, 7, 9]) == "3, 5–7, 9"


@pytest.mark.parametrize(
    ("text", "came_to"),
    [
        ("coup nul", ("void", -1, 0, 0)),
        ("Donne nulle", ("void", -1, 0, 0)),
        ("пересдача", ("void", -1, 0, 0)),
        ("fin du talon 26 45", ("void", -1, 0, 0)),
        ("конец колоды 26 45", ("void", -1, 0, 0)),
        ("конец добора", ("void", -1, 0, 0)),
        ("end of the stock", ("void", -1, 0, 0)),
        ("Anna нок 3 25", ("knock", 0, 22, 0)),
        ("Anna 25 points", ("", 0, 25, 0)),
        ("Анна 25 очков", None),
    ],
)
def test_the_pad_understands_what_the_sources_and_its_sheet_say(text: str, came_to: Ending | None) -> None:
    test_a_line_says_a_hand(text, came_to)


HANDS = (
    "knock 3 25",
    "knock 9 4",
    "gin 31",
    "biggin 31",
    "knock 4 4",
    "gin 0",
    "wall 26 45",
    "wall 45 26",
    "wall 5 5",
)


@pytest.mark.parametrize("code", ["en", "fr", "ru"])
@pytest.mark.parametrize("name", [*preset_names(), "ties"])
def test_the_pad_reads_the_words_of_its_own_sheet(name: str, code: str) -> None:
    variant = load_variant("standard" if name == "ties" else name)
    row = variant_from_values({"undercut_on_tie": False}, base=variant.row) if name == "ties" else variant.row
    blank = Ledger(replace(variant, row=row), PLAYERS)
    read = 0
    for text in ("void", *(f"{who} {hand}" for who in PLAYERS for hand in HANDS)):
        with using_language(code):
            try:
                ledger = blank.append_line(text)
            except LedgerError:
                continue
            line = ledger.entries[0].line
            printed = hand_ending_text(ledger.players, line)
            again = blank.append_line(printed).entries[0].line
            assert (again.score, again.deadwoods) == (line.score, line.deadwoods), printed
            read += 1
    assert read > 5


def test_names_of_several_words() -> None:
    ledger = read_ledger("players: Anna Maria, Jean-Paul Dupont\nanna maria 25\nJean-Paul Dupont gin 31\n1 2")
    assert ledger.players == ("Anna Maria", "Jean-Paul Dupont")
    assert [entry.line.score.winner for entry in ledger.entries] == [0, 1, 1]
    assert ledger.append_line("Anna k 3 25").entries[-1].line.score.points == 22
    assert read_ledger("", players="Anna – Boris").players == PLAYERS


@pytest.mark.parametrize("names", ["Anna, Anna Maria", "Anna Maria, Anna"])
def test_of_two_names_with_one_beginning_the_longer_is_meant(names: str) -> None:
    ledger = read_ledger(f"players: {names}\nAnna Maria 25\nanna 10\nAnna maria gin 31")
    seat = names.split(", ").index("Anna Maria")
    assert [entry.line.score.winner for entry in ledger.entries] == [seat, 1 - seat, seat]


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("A" * 41, "it is longer than 40 characters"),
        ("An\x07na", "it holds a character that cannot be printed"),
        ("void", "the word says how a hand ends"),
        ("players", "the word begins a heading"),
        ("7th", "a name begins with a letter and holds no colon and no bracket"),
        ("An:na", "a name begins with a letter and holds no colon and no bracket"),
    ],
)
def test_a_name_is_refused_with_the_reason(name: str, reason: str) -> None:
    with pytest.raises(LedgerError) as caught:
        read_ledger("", players=f"{name}, Boris", where="f")
    assert reason in str(caught.value)
    assert str(caught.value).isprintable()
    assert len(str(caught.value)) < 160


@pytest.mark.parametrize("name", ["\x1b[31mAnna", "An\x07na", "A" * 41, "An:na"])
def test_a_name_that_a_terminal_would_obey_is_refused(name: str) -> None:
    with pytest.raises(LedgerError, match="cannot be a player's name here"):
        read_ledger("", players=f"{name}, Boris")


@pytest.mark.parametrize("name", ["standard", "hollywood_full", "oklahoma_extra", "spades_double"])
@pytest.mark.parametrize("width", [40, 60])
def test_a_sheet_fits_a_narrow_terminal_and_keeps_every_number(name: str, width: int) -> None:
    texts = ["0 k 3 25", "1 11", "0 7", "1 15", "0 5"]
    ledger = read_ledger("", players="Maximiliana, Barthélemy", variant=name)
    for text in texts:
        ledger = ledger.append_line(text)
    wide, narrow = sheet_lines(ledger), sheet_lines(ledger, width)
    assert all(len(line) <= width for line in narrow), narrow
    rows = [[line for line in lines if re.match(r" ?\d+ ", line)] for lines in (wide, narrow)]
    assert len(rows[0]) >= len(texts)
    for before, after in zip(*rows, strict=True):
        sums = [re.findall(r"\d+", line.partition("+")[2]) for line in (before, after)]
        assert sums[0] == sums[1]


def test_what_ends_add_is_said_whole_in_three_narrow_columns() -> None:
    texts = ["0 90", "1 60", "0 90"]
    ledger = read_ledger("", players="Maximiliana, Barthélemy", variant="hollywood_full")
    for text in texts:
        ledger = ledger.append_line(text)
    narrow = sheet_lines(ledger, 40)
    assert all(len(line) <= 40 for line in narrow), narrow
    place = narrow.index("  points of the hands")
    assert narrow[place + 1].split() == ["180", "60"]
    assert [line.strip() for line in narrow[place + 2 :: 2][:3]] == ["game bonus", "boxes", "total"]
