"""Law against oracle: score sheets of random ledgers, in one column, in three, and in manches."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ginrummy.rules import scoring
from ginrummy.rules.scoring import NOBODY, Sheet
from ginrummy.variants import Variant
from tests.oracle import match as oracle_match
from tests.oracle.house import random_row
from tests.oracle.match import Won
from tests.oracle.words import params_of

rows = st.integers(0, 2**32).map(lambda seed: random_row(random.Random(seed)))
wins = st.builds(Won, st.sampled_from([0, 1]), st.integers(0, 80), st.integers(0, 3), st.integers(1, 2))
ledgers = st.lists(wins | st.just(Won(None, 0, 0, 0)), max_size=40)


def sheets(row: Variant, hands: list[Won]) -> list[Sheet]:
    """Return the law's sheet after each hand."""
    found, sheet = [], scoring.new_sheet()
    for winner, *rest in hands:
        sheet = scoring.enter_hand(row, sheet, NOBODY if winner is None else winner, *rest)
        found.append(sheet)
    return found


def seat(winner: int) -> int | None:
    """Return a winner in the oracle's notation."""
    return None if winner == NOBODY else winner


@pytest.mark.long
@given(rows.filter(lambda row: row.columns == 1 and row.session_target < 0), ledgers)
def test_a_match_in_one_column(row: Variant, hands: list[Won]) -> None:
    for place, sheet in enumerate(sheets(row, hands), start=1):
        due, column = oracle_match.game(hands[:place], params_of(row)), sheet.columns[0]
        assert (column.points, column.boxes, column.extra_coups) == (
            due.hand_points,
            due.boxes,
            due.extra_coups,
        )
        assert (seat(scoring.match_winner(row, sheet)), sheet.hands) == (due.winner, due.hands_used)
        assert scoring.totals(row, sheet) == due.final


@given(rows.filter(lambda row: row.columns == 3), ledgers)
def test_hollywood(row: Variant, hands: list[Won]) -> None:
    for place, sheet in enumerate(sheets(row, hands), start=1):
        due = oracle_match.hollywood(hands[:place], params_of(row))
        assert tuple(column.points for column in sheet.columns) == due.columns
        assert tuple(seat(column.closed_by) for column in sheet.columns) == due.closed_by
        assert (scoring.games_won(sheet, 0), scoring.games_won(sheet, 1)) == due.games_won
        assert (scoring.blitzes(sheet, 0), scoring.blitzes(sheet, 1)) == due.blitzes
        assert (seat(scoring.rubber_winner(sheet)), sheet.hands) == (due.rubber, due.hands_used)
        assert scoring.totals(row, sheet) == due.grand_total
        assert seat(scoring.match_winner(row, sheet)) == due.winner


@pytest.mark.long
@given(rows.filter(lambda row: row.session_target > 0), ledgers)
def test_manches_and_partie(row: Variant, hands: list[Won]) -> None:
    for place, sheet in enumerate(sheets(row, hands), start=1):
        due = oracle_match.partie(hands[:place], params_of(row))
        won = tuple(sum(manche.winner == player for manche in due.manches) for player in (0, 1))
        assert (sheet.manches_won, sheet.partie) == (won, due.partie)
        assert scoring.totals(row, sheet) == due.partie
        assert seat(scoring.match_winner(row, sheet)) == due.partie_winner
        if sheet.manche_ended:
            last = sheet.last_manche
            assert (last.points, last.closed_by) == (due.manches[-1].hand_points, due.manches[-1].winner)


@given(rows, st.sampled_from([0, 1]), st.sampled_from([0, 1, None]))
def test_the_next_dealer(row: Variant, dealer: int, winner: int | None) -> None:
    due = oracle_match.next_dealer(dealer, winner, params_of(row))
    assert scoring.next_dealer(row, dealer, NOBODY if winner is None else winner) == due
