"""The miner: its results follow from the number of a hand, and it resumes where it stopped."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

import ginrummy.coach.puzzles.mine as mine
from ginrummy.coach.puzzles import Puzzle, all_puzzles
from ginrummy.coach.puzzles.mine import play_puzzles, showdown_puzzles
from ginrummy.coach.puzzles.puzzle import SECOND, similarity_key
from ginrummy.coach.puzzles.screening import (
    PLAYED,
    is_about_closing,
    play_hand,
    promising_positions,
    puzzle_start,
)
from ginrummy.game.cards import SUIT_COUNT
from ginrummy.game.moves import remove_melds
from ginrummy.game.view import View
from ginrummy.players.levels import ERROR_RATES
from ginrummy.rules.cards import RANK_COUNT, Hand
from ginrummy.rules.scoring import is_match_over
from ginrummy.variants import preset_names

SHELF = all_puzzles()
FIRST = next(iter(SHELF))
CLOSED_HAND = 500_850
ODD_HAND = 20_051
NEWEST = [*SHELF][::-1]
"""The newest puzzles come first: old ones were mined in another way."""


def test_a_hand_gives_the_same_puzzle_again() -> None:
    lasting = next(
        number for number in NEWEST if not set(puzzle_start(number % SECOND).players) & set(ERROR_RATES)
    )
    # Its players are fixed, while the mistakes of the levels are tuned now and then.
    assert str(SHELF[lasting]) in map(str, play_puzzles(lasting % SECOND))


def test_the_second_puzzle_of_a_hand_has_its_deal_and_a_number_of_its_own() -> None:
    found = SHELF[FIRST]
    first, second = mine.number_puzzles([None, found, found])
    assert (first.number, second.number) == (FIRST, FIRST + SECOND)
    assert second.game == first.game


@pytest.mark.long
def test_a_closed_hand_gives_a_spread_that_leaves_more_but_lets_less_be_laid_off() -> None:
    (puzzle,) = showdown_puzzles(CLOSED_HAND)
    assert puzzle.themes == ("spread",)
    assert remove_melds(puzzle.view.hand, puzzle.solution.melds) != remove_melds(
        puzzle.view.hand, puzzle.options[1].move.melds
    )
    assert puzzle.found_by == ()


def test_no_number_names_two_hands(monkeypatch: pytest.MonkeyPatch) -> None:
    looked_at: list[int] = []

    def look(hand: int) -> list[Puzzle]:
        looked_at.append(hand)
        return []

    monkeypatch.setattr("ginrummy.coach.puzzles.mine.play_puzzles", look)
    monkeypatch.setattr("ginrummy.coach.puzzles.mine.showdown_puzzles", look)
    mine.all_hand_puzzles(0)
    mine.all_hand_puzzles(mine.HANDS - 1)
    assert len(set(looked_at)) == len(looked_at)
    assert max(looked_at) < SECOND
    with pytest.raises(ValueError, match="0 to 41665, not 41666"):
        mine.all_hand_puzzles(mine.HANDS)


def test_whether_to_close_is_not_asked_in_every_hand() -> None:
    start = puzzle_start(ODD_HAND)
    assert any(is_about_closing(found.view) for found in promising_positions(start, play_hand(start)))
    assert not any(is_about_closing(puzzle.view) for puzzle in play_puzzles(ODD_HAND))


def test_it_goes_on_where_it_stopped_and_keeps_no_two_alike(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = list(SHELF.values())[:3]
    given: list[list[Puzzle]] = [[], [found[0]], [], [found[0]], [found[1]], [found[2]]]
    monkeypatch.setattr("ginrummy.coach.puzzles.mine.all_hand_puzzles", lambda hand: given[hand])
    out = tmp_path / "found.jsonl"
    mine.mine(out, 2)
    assert out.read_text().splitlines() == [str(found[0]), str(found[1])]
    assert (tmp_path / "found.jsonl.seen").read_text() == "5"
    mine.mine(out, 3)
    assert out.read_text().splitlines() == [str(puzzle) for puzzle in found]


@pytest.mark.long
def test_every_preset_is_played_from_scores_of_matches_that_go_on() -> None:
    starts = [puzzle_start(number) for number in range(300)]
    assert set(PLAYED) == set(preset_names())
    assert len({start.preset for start in starts}) > 15
    assert not any(is_match_over(start.sheet) for start in starts)
    assert {bool(start.before) for start in starts} == {True, False}


def test_the_names_of_the_suits_make_no_difference() -> None:
    view = SHELF[FIRST].view
    assert similarity_key(_turned(view)) == similarity_key(view)
    assert similarity_key(_other(view)) != similarity_key(view)


def _turned(view: View) -> View:
    """Return `view` with the suits shifted by one."""
    return _with(view, lambda face: (face + RANK_COUNT) % (SUIT_COUNT * RANK_COUNT))


def _other(view: View) -> View:
    """Return `view` with its lowest card one rank higher, or lower."""
    lowest = min(face for face in range(52) if view.hand.cards >> face & 1)
    free = next(face for face in range(52) if not view.hand.cards >> face & 1 and face % 13 != lowest % 13)
    return _with(view, lambda face: free if face == lowest else face)


def _with(view: View, renamed: Callable[[int], int]) -> View:
    hands = list(view.state.hands)
    cards, twins = hands[view.seat]
    hands[view.seat] = Hand(_mapped(cards, renamed), _mapped(twins, renamed))
    top = view.state.pile.top
    pile = view.state.pile._replace(top=renamed(top) if top >= 0 else top)
    return replace(view, state=view.state._replace(hands=(hands[0], hands[1]), pile=pile))


def _mapped(cards: int, renamed: Callable[[int], int]) -> int:
    return sum(1 << renamed(face) for face in range(52) if cards >> face & 1)
