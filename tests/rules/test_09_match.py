"""RULES 9, the match in one column, and who deals next (3.4, 3.5)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ginrummy.rules.scoring import (
    NOBODY,
    Column,
    Sheet,
    column_total,
    enter_hand,
    is_match_over,
    match_winner,
    new_sheet,
    next_dealer,
    totals,
)
from ginrummy.variants import preset_names
from tests.rules.ledgers import row, sheets

LONG_GAME = [[0, 12], [0, 23], [1, 27], [1, 23], [0, 33], [1, 25], [1, 28]]


@pytest.mark.parametrize("dealer", [0, 1])
@pytest.mark.parametrize("winner", [0, 1])
def test_3_4_the_winner_the_loser_or_the_other_seat_deals(dealer: int, winner: int) -> None:
    assert next_dealer(row("standard", next_dealer="winner"), dealer, winner) == winner
    assert next_dealer(row("standard", next_dealer="loser"), dealer, winner) == 1 - winner
    assert next_dealer(row("standard", next_dealer="alternate"), dealer, winner) == 1 - dealer


@pytest.mark.parametrize("dealer", [0, 1])
@pytest.mark.parametrize("rule", ["winner", "loser", "alternate"])
def test_3_5_after_a_void_hand_the_same_dealer_or_the_other(dealer: int, rule: str) -> None:
    same = row("standard", next_dealer=rule, dealer_after_void="same")
    other = row("standard", next_dealer=rule, dealer_after_void="alternate")
    assert next_dealer(same, dealer, NOBODY) == dealer
    assert next_dealer(other, dealer, NOBODY) == 1 - dealer


def test_9_1_a_match_begins_with_nothing() -> None:
    column = Column((0, 0), (0, 0), (0, 0), (0, 0), NOBODY)
    assert new_sheet() == Sheet((column,) * 3, (0, 0), (0, 0), column, 0, 0, 0, 0)
    assert not is_match_over(new_sheet())


def test_9_1_the_target_ends_the_game() -> None:
    short, reached = sheets(row("standard"), [[0, 99], [0, 1]])
    assert (is_match_over(short), match_winner(row("standard"), short)) == (False, NOBODY)
    assert (is_match_over(reached), match_winner(row("standard"), reached)) == (True, 0)


@pytest.mark.parametrize(("name", "target"), [("standard", 100), ("round_the_corner", 125), ("modern", 100)])
def test_9_1_the_target_is_the_variants(name: str, target: int) -> None:
    assert not is_match_over(sheets(row(name), [[1, target - 1]])[-1])
    assert is_match_over(sheets(row(name), [[1, target]])[-1])


def test_9_1_the_higher_total_wins_not_the_lower() -> None:
    variant = row("standard")
    assert match_winner(variant, sheets(variant, LONG_GAME)[-1]) == 1


def test_9_1_a_won_game_accepts_no_further_hand() -> None:
    for variant in (row("standard"), row("russian_tournament")):
        won, after, after_void = sheets(variant, [[0, 100], [1, 100], [None, 0]])
        assert won == after == after_void
        assert won.hands == 1


def test_9_1_a_void_hand_counts_as_played_and_scores_nothing() -> None:
    variant = row("russian_tournament")
    before, after = sheets(variant, [[0, 60], [None, 0]])
    assert after.columns == before.columns
    assert (after.hands, after.void_hands) == (2, 1)


def test_9_2_every_hand_won_is_a_box() -> None:
    variant = row("russian_tournament")
    assert sheets(variant, LONG_GAME)[-1].columns[0].boxes == (3, 4)


def test_9_2_both_seats_are_paid_their_boxes() -> None:
    variant = row("russian_tournament", game_bonus=0)
    assert totals(variant, sheets(variant, LONG_GAME)[-1]) == (68 + 75, 103 + 100)


def test_9_2_where_agreed_only_the_winner_is_paid_boxes() -> None:
    variant = row("russian_tournament", boxes_to="winner")
    assert totals(variant, sheets(variant, LONG_GAME)[-1]) == (68, 303)


def test_9_2_a_doubled_hand_may_be_two_boxes() -> None:
    variant = row("russian_tournament")
    sheet = enter_hand(variant, new_sheet(), 0, 100, 0, 2)
    assert sheet.columns[0].boxes == (2, 0)
    assert sheet.columns[0].entries == (1, 0)
    assert totals(variant, sheet) == (100 + 100 + 50, 0)


def test_9_3_the_winner_gets_the_game_bonus() -> None:
    variant = row("standard", game_bonus=100)
    assert totals(variant, sheets(variant, LONG_GAME)[-1]) == (68, 203)


def test_9_3_no_bonus_is_paid_before_the_game_is_won() -> None:
    variant = row("classic")
    assert totals(variant, sheets(variant, [[0, 60], [0, 30]])[-1]) == (90, 0)


def test_9_4_a_flat_shutout_adds_its_bonus() -> None:
    variant = row("classic")
    assert totals(variant, sheets(variant, [[0, 60], [0, 45]])[-1]) == (105 + 100 + 100 + 40, 0)


def test_9_4_a_doubling_shutout_doubles_the_hand_points_alone() -> None:
    variant = row("modern")
    assert totals(variant, sheets(variant, [[0, 30], [0, 40], [0, 35]])[-1]) == (2 * 105 + 100 + 75, 0)


@pytest.mark.parametrize(("name", "final"), [("classic", 105 + 100 + 40), ("modern", 105 + 100 + 50)])
def test_9_4_a_single_point_against_is_no_shutout(name: str, final: int) -> None:
    variant = row(name)
    assert totals(variant, sheets(variant, [[0, 60], [1, 1], [0, 45]])[-1])[0] == final


def test_9_4_a_win_without_a_point_does_not_save_from_the_shutout() -> None:
    variant = row("classic")
    assert totals(variant, sheets(variant, [[1, 0], [0, 100]])[-1]) == (100 + 100 + 100 + 20, 20)


def test_9_5_a_tournament_adds_points_game_and_boxes() -> None:
    variant = row("russian_tournament")
    assert totals(variant, sheets(variant, LONG_GAME)[-1]) == (143, 303)


def test_9_5_extra_coups_of_a_single_game_are_paid_at_its_end() -> None:
    variant = row("oklahoma_full")
    open_game, won = sheets(variant, [[1, 60, 1], [0, 150, 2]])
    assert totals(variant, open_game) == (0, 60)
    assert totals(variant, won) == (150 + 50 + 25 + 100, 60 + 25 + 25)


def test_9_5_extra_coups_are_worth_nothing_where_they_are_not_played() -> None:
    variant = row("standard")
    assert totals(variant, sheets(variant, [[0, 100, 2]])[-1]) == (100, 0)


def test_9_6_the_first_to_the_target_wins_whatever_the_totals() -> None:
    variant = row("russian_tournament")
    sheet = sheets(variant, [*[[1, 12]] * 8, [0, 50], [0, 50]])[-1]
    assert totals(variant, sheet) == (250, 96 + 200)
    assert match_winner(variant, sheet) == 0


hands = st.lists(st.tuples(st.sampled_from([0, 1, None]), st.integers(0, 80)), max_size=30)


@given(name=st.sampled_from(preset_names()), ledger=hands)
def test_9_every_point_of_an_open_game_comes_from_a_hand(
    name: str, ledger: list[tuple[int | None, int]]
) -> None:
    variant = row(name, columns=1, column_blitz_bonus=0, rubber_bonus=0, session_target=None)
    sheet = sheets(variant, [*ledger, [None, 0]])[-1]
    played = ledger[: sheet.hands]
    for seat in (0, 1):
        assert sheet.columns[0].points[seat] == sum(points for winner, points in played if winner == seat)
        assert sheet.columns[0].boxes[seat] == sum(winner == seat for winner, _points in played)
        assert column_total(variant, sheet, 0, seat) == totals(variant, sheet)[seat]
    assert is_match_over(sheet) == (max(sheet.columns[0].points) >= variant.game_target)
