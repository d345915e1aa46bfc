"""Lines written by a table into the file of an evening are read as the same hand."""

from __future__ import annotations

from itertools import permutations

import pytest

from ginrummy.game.evening import start_evening
from ginrummy.game.match import Match
from ginrummy.game.view import view_of
from ginrummy.players import legal_answer, load_player
from ginrummy.text.ledger.evening_ledger import read_board_line, read_evening
from ginrummy.text.ledger.evening_writer import evening_heading, evening_names, hand_text
from ginrummy.variants import load_variant, preset_names
from ginrummy.variants.form_files import load_form

NAMES = ("Anna", "Boris")


def played_match(variant: str, seed: int) -> Match:
    """Return a match after its first hand between two fast bots."""
    bots = [load_player(level, seed=seed) for level in ("simple", "steady")]
    match = Match.start(variant, seed)
    while not match.game.is_over:
        turn = match.game.turn
        match = match.play(legal_answer(bots[turn], view_of(match, turn)))
    return match


@pytest.mark.parametrize("variant", preset_names())
def test_the_line_of_a_hand_reads_back_to_its_score(variant: str) -> None:
    evening = start_evening(load_form("free").row, load_variant(variant).row, NAMES)
    for seed in range(3):
        game = played_match(variant, seed).game
        assert game.score is not None
        (first, second), line = read_board_line(hand_text(game, NAMES), evening)
        winner = (
            game.score.winner if (first, second) == (0, 1) or game.score.winner < 0 else 1 - game.score.winner
        )
        assert line.score == game.score._replace(winner=winner)


@pytest.mark.parametrize(
    ("names", "written"),
    [
        (("Anna", "anna", "Gin", "Zoé (Paris)"), ("Anna", "anna-2", "P.Gin", "Zoé Paris")),
        (("Anna", "Anna 25"), ("Anna", "Anna-25")),
        (("Жан-Поль Д.", "42", "a/b", "— x"), ("Жан-Поль Д.", "P.42", "a b", "x")),
        (("", "\u200b", "Dealer", "Void Master"), ("P.", "P.-2", "P.Dealer", "P.Void Master")),
        (("x" * 60, "x" * 60), ("x" * 34, "x" * 34 + "-2")),
    ],
)
def test_names_become_such_as_a_line_can_hold(names: tuple[str, ...], written: tuple[str, ...]) -> None:
    found = evening_names(names)
    assert found == written
    heading = evening_heading("free", load_form("free").row, "standard", found, dealer="")
    assert read_evening(heading + f"{found[0]} {found[1]} 25\n").evening.hands[0][:2] == (0, 1)


@pytest.mark.parametrize(
    ("names", "fixed", "written"),
    [
        (("Jean", "Paul"), ("Jean Paul", "Bob"), ("Jean-3", "Paul-4")),
        (("bob",), ("Jean Paul", "Bob"), ("bob-2",)),
        (("Bob Gin",), ("Bob", "Eve"), ("Bob-Gin",)),
        (("P3",), ("P3 x", "P4"), ("P5",)),
    ],
)
def test_names_of_later_players_leave_the_earlier_ones_as_they_are(
    names: tuple[str, ...], fixed: tuple[str, ...], written: tuple[str, ...]
) -> None:
    found = evening_names(names, fixed)
    assert found == written
    people = (*fixed, *found)
    heading = evening_heading("free", load_form("free").row, "standard", people)
    hands = "".join(f"{people[first]} {people[second]} void\n" for first, second in pairs(people))
    read = [hand[:2] for hand in read_evening(heading + hands).evening.hands]
    assert read == pairs(people)


def pairs(people: tuple[str, ...]) -> list[tuple[int, int]]:
    """Return all ordered pairs of `people`."""
    return list(permutations(range(len(people)), 2))
