"""The shipped puzzles: each is consistent with its own figures, and all are different."""

from __future__ import annotations

import pytest

from ginrummy.coach.puzzles import Puzzle, all_puzzles
from ginrummy.coach.puzzles.answers import puzzle_judgement
from ginrummy.coach.puzzles.clear_solution import (
    PROOF,
    UNTAUGHT,
    Effort,
    candidate_moves,
    evaluate_view,
    is_clear,
)
from ginrummy.coach.puzzles.collection import pack_puzzles
from ginrummy.coach.puzzles.puzzle import parse_puzzle, similarity_key
from ginrummy.coach.puzzles.themes import THEMES, themes_of
from ginrummy.coach.puzzles.weaker_players import is_easy, solution_finders
from ginrummy.game.cards import Hand
from ginrummy.game.view import View
from ginrummy.players.player import is_showdown
from ginrummy.variants import preset_names

SHELF = all_puzzles()
SAMPLE = list(SHELF)[:: max(1, len(SHELF) // 60)]
SOLVED_AGAIN = list(SHELF)[:: max(1, len(SHELF) // 4)]
SECOND_LOOK = Effort(2000, 2024, UNTAUGHT)


@pytest.fixture(scope="module")
def positions() -> dict[int, tuple[Puzzle, View]]:
    """Return a sample of the puzzles with their views."""
    return {number: (SHELF[number], SHELF[number].view) for number in SAMPLE}


@pytest.mark.long
def test_each_puzzle_reads_back() -> None:
    puzzles = list(SHELF.values())
    assert [parse_puzzle(str(puzzle)) for puzzle in puzzles] == puzzles
    assert pack_puzzles(puzzles) == pack_puzzles(map(parse_puzzle, map(str, puzzles)))


def test_the_file_is_small() -> None:
    assert len(pack_puzzles(SHELF.values())) < 220 * max(len(SHELF), 100)


@pytest.mark.long
def test_no_two_are_alike() -> None:
    assert len({similarity_key(puzzle.view) for puzzle in SHELF.values()}) == len(SHELF) == len(set(SHELF))


def test_each_is_clear_by_its_own_figures() -> None:
    for puzzle in SHELF.values():
        second = puzzle.options[1]
        # Figures are rounded when written: to 1/10000 of the chance.
        assert second.behind + 1e-4 >= 2 * puzzle.point, puzzle.number
        assert second.behind + 4e-4 >= 3 * second.error, puzzle.number
        assert puzzle.options[0].behind == 0


def test_the_seat_to_move_knows_no_hidden_card(positions: dict[int, tuple[Puzzle, View]]) -> None:
    for puzzle, view in positions.values():
        assert view.is_my_turn
        if not is_showdown(view):
            assert view.shown is None
            taken = Hand(puzzle.game.state.hands[1 - view.seat].cards & view.opponent_known.cards, 0)
            assert view.opponent_known.cards == taken.cards


def test_every_worth_is_of_a_legal_move(positions: dict[int, tuple[Puzzle, View]]) -> None:
    for puzzle, view in positions.values():
        assert all(view.refusal(option.move) is None for option in puzzle.options)
        assert len({str(option.move) for option in puzzle.options}) == len(puzzle.options) > 1
        assert puzzle.preset in preset_names()


def test_each_theme_is_true_by_its_definition(positions: dict[int, tuple[Puzzle, View]]) -> None:
    for puzzle, view in positions.values():
        assert themes_of(view, puzzle.options) == puzzle.themes
    assert {theme for puzzle in SHELF.values() for theme in puzzle.themes} <= set(THEMES)


def without_network(finders: tuple[str, ...]) -> tuple[str, ...]:
    """Return `finders` without the network, because the shipped network has changed since."""
    return tuple(name for name in finders if name != "network")


def test_few_find_it(positions: dict[int, tuple[Puzzle, View]]) -> None:
    for puzzle, view in positions.values():
        assert without_network(solution_finders(view, puzzle.solution)) == without_network(puzzle.found_by)
        assert not is_easy(puzzle.found_by)


@pytest.mark.parametrize("number", SOLVED_AGAIN)
def test_more_worlds_and_another_seed_find_the_same(number: int) -> None:
    puzzle = SHELF[number]
    view = puzzle.view
    found = evaluate_view(view, SECOND_LOOK, also=candidate_moves(view))
    assert found.best.move == puzzle.solution
    assert found.actions[1].behind >= found.point, "it is no longer ahead by a point"


def test_the_figures_kept_are_those_of_the_proof() -> None:
    newest = [*SHELF][-1]
    puzzle = SHELF[newest]
    view = puzzle.view
    proof, kept = evaluate_view(view, PROOF, also=candidate_moves(view)), puzzle_judgement(puzzle, view)
    assert is_clear(proof)
    assert [each.move for each in kept.actions] == [each.move for each in proof.actions]
    for mine, theirs in zip(kept.actions, proof.actions, strict=True):
        assert mine.win == pytest.approx(theirs.win, abs=0.001)
        assert mine.behind == pytest.approx(theirs.behind, abs=0.001)
