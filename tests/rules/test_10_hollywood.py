"""RULES 10, Hollywood: three games at once in three columns."""

from itertools import pairwise
from operator import ge

from hypothesis import given
from hypothesis import strategies as st

from ginrummy.rules.scoring import (
    NOBODY,
    Sheet,
    blitzes,
    column_total,
    games_won,
    is_match_over,
    match_winner,
    rubber_winner,
    totals,
)
from tests.rules.ledgers import entries, row, sheets

ALL_AT_ONCE = [[0, 10], [0, 10], [0, 99]]


def points(sheet: Sheet) -> list[tuple[int, int]]:
    """Return the points of both seats in each column."""
    return [column.points for column in sheet.columns]


def test_10_1_three_columns_each_to_the_target() -> None:
    first, second, third = sheets(row("hollywood"), [[0, 100], [0, 100], [0, 100]])
    assert [is_match_over(first), is_match_over(second), is_match_over(third)] == [False, False, True]
    assert points(third) == [(100, 0), (100, 0), (100, 0)]


def test_10_1_other_variants_write_in_one_column_only() -> None:
    assert entries(row("standard"), [[0, 10], [0, 10], [1, 5]]) == [[1], [1], [1]]


def test_10_2_the_first_win_enters_one_column_the_next_one_more() -> None:
    assert entries(row("hollywood"), [[0, 1]] * 4) == [[1], [1, 2], [1, 2, 3], [1, 2, 3]]


def test_10_2_each_seat_enters_by_its_own_wins() -> None:
    hands = [[0, 10], [0, 10], [1, 30], [0, 5], [1, 7]]
    assert entries(row("hollywood"), hands) == [[1], [1, 2], [1], [1, 2, 3], [1, 2]]
    assert points(sheets(row("hollywood"), hands)[-1]) == [(25, 37), (15, 7), (5, 0)]


def test_10_2_a_void_hand_enters_no_column() -> None:
    variant = row("hollywood")
    assert entries(variant, [[0, 10], [None, 0], [0, 10]]) == [[1], [], [1, 2]]
    assert sheets(variant, [[None, 0]])[-1].hands == 1


def test_10_2_a_win_without_a_point_enters_its_column() -> None:
    assert entries(row("hollywood"), [[0, 0], [0, 10]]) == [[1], [1, 2]]


def test_10_3_a_closed_column_takes_no_more_points() -> None:
    hands = [[0, 60], [0, 40], [0, 10], [1, 30]]
    assert entries(row("hollywood"), hands) == [[1], [1, 2], [2, 3], [2]]
    assert points(sheets(row("hollywood"), hands)[-1]) == [(100, 0), (50, 30), (10, 0)]


def test_10_3_who_was_blank_in_a_closed_column_starts_in_the_next_open_one() -> None:
    assert entries(row("hollywood"), [[0, 100], [1, 30], [1, 20]]) == [[1], [2], [2, 3]]


def test_10_3_with_two_columns_closed_only_the_third_is_left() -> None:
    hands = [[0, 5], [0, 95], [0, 5], [1, 50], [1, 20]]
    assert entries(row("hollywood"), hands) == [[1], [1, 2], [2, 3], [3], [3]]


def test_10_3_three_columns_may_close_on_one_hand() -> None:
    sheet = sheets(row("hollywood"), [[0, 10], [0, 10], [0, 100]])[-1]
    assert [column.closed_by for column in sheet.columns] == [0, 0, 0]
    assert is_match_over(sheet)


def test_10_3_the_session_ends_only_when_all_are_closed() -> None:
    sheet = sheets(row("hollywood"), ALL_AT_ONCE)[-1]
    assert [column.closed_by for column in sheet.columns] == [0, 0, NOBODY]
    assert not is_match_over(sheet)
    assert match_winner(row("hollywood"), sheet) == NOBODY


def test_10_3_a_finished_session_accepts_no_further_hand() -> None:
    won, after = sheets(row("hollywood"), [[0, 100], [0, 100], [0, 100], [1, 50]])[-2:]
    assert won == after
    assert entries(row("hollywood"), [[0, 100]] * 5) == [[1], [2], [3]]


def test_10_4_a_blank_adversary_is_a_blitz_in_each_column() -> None:
    variant = row("hollywood")
    sheet = sheets(variant, [[1, 5], [0, 100], [0, 100], [0, 100]])[-1]
    assert [blitzes(sheet, 0), blitzes(sheet, 1)] == [2, 0]
    assert [column_total(variant, sheet, number, 0) for number in range(3)] == [100, 200, 200]


def test_10_4_an_open_column_is_no_blitz() -> None:
    sheet = sheets(row("hollywood"), [[0, 99]])[-1]
    assert blitzes(sheet, 0) == 0
    assert totals(row("hollywood"), sheet) == (99, 0)


def test_10_4_a_shutout_is_counted_by_the_column_too() -> None:
    flat = row("hollywood_full", shutout={"type": "bonus", "value": 60}, column_blitz_bonus=0)
    double = row("hollywood_full", shutout={"type": "double_hand_points"}, column_blitz_bonus=0)
    hands = [[0, 150], [1, 10]]
    assert column_total(flat, sheets(flat, hands)[-1], 0, 0) == 150 + 25 + 100 + 60
    assert column_total(double, sheets(double, hands)[-1], 0, 0) == 2 * 150 + 25 + 100


def test_10_5_two_columns_of_three_win_the_rubber() -> None:
    variant = row("hollywood", column_blitz_bonus=0)
    one, two = sheets(variant, [[1, 100], [1, 100]])
    assert [rubber_winner(one), rubber_winner(two)] == [NOBODY, 1]
    assert totals(variant, two) == (0, 100 + 100 + 100)


def test_10_5_without_a_rubber_bonus_the_rubber_pays_nothing() -> None:
    variant = row("hollywood", column_blitz_bonus=0, rubber_bonus=0)
    assert totals(variant, sheets(variant, [[1, 100], [1, 100]])[-1]) == (0, 200)


def test_10_6_boxes_and_game_bonus_are_counted_by_the_column() -> None:
    variant = row("hollywood_full")
    sheet = sheets(variant, [[0, 100], [1, 20], [0, 50]])[-1]
    assert [column.boxes for column in sheet.columns] == [(2, 1), (1, 0), (0, 0)]
    assert [column_total(variant, sheet, 0, seat) for seat in (0, 1)] == [150 + 50 + 100, 20 + 25]
    assert [column_total(variant, sheet, 1, seat) for seat in (0, 1)] == [50, 0]


def test_10_6_boxes_may_go_to_the_winner_of_the_column_alone() -> None:
    variant = row("hollywood_full", boxes_to="winner")
    sheet = sheets(variant, [[0, 100], [1, 20], [0, 50]])[-1]
    assert [column_total(variant, sheet, 0, seat) for seat in (0, 1)] == [300, 20]


def test_10_6_extra_coups_are_counted_by_the_column() -> None:
    extra = {"undercut": 1, "gin": 2, "big_gin": 2, "value": 25}
    variant = row("hollywood", extra_coups=extra, column_blitz_bonus=0)
    sheet = sheets(variant, [[0, 60, 2], [1, 9, 1], [0, 40, 2]])[-1]
    assert [column.extra_coups for column in sheet.columns] == [(4, 1), (2, 0), (0, 0)]
    assert [column_total(variant, sheet, 0, seat) for seat in (0, 1)] == [100 + 100, 9 + 25]
    assert column_total(variant, sheet, 1, 0) == 40


def test_10_7_the_higher_grand_total_wins_even_with_fewer_columns() -> None:
    variant = row("hollywood", rubber_bonus=0, column_blitz_bonus=0)
    sheet = sheets(variant, [[0, 100], [0, 100], [1, 300]])[-1]
    assert (games_won(sheet, 0), games_won(sheet, 1)) == (2, 1)
    assert (totals(variant, sheet), match_winner(variant, sheet)) == ((200, 300), 1)


def test_10_7_equal_grand_totals_go_to_more_columns() -> None:
    variant = row("hollywood", rubber_bonus=0, column_blitz_bonus=0)
    sheet = sheets(variant, [[0, 100], [0, 100], [1, 200]])[-1]
    assert totals(variant, sheet) == (200, 200)
    assert match_winner(variant, sheet) == 0


hands = st.lists(st.tuples(st.sampled_from([0, 1]), st.integers(1, 80)), max_size=40)


@given(hands)
def test_10_an_open_column_holds_no_more_than_the_open_one_before(ledger: list[tuple[int, int]]) -> None:
    sheet = sheets(row("hollywood"), [*ledger, [None, 0]])[-1]
    for earlier, later in pairwise(sheet.columns):
        if later.closed_by == NOBODY and earlier.closed_by == NOBODY:
            assert all(map(ge, earlier.points, later.points))
    assert is_match_over(sheet) == all(column.closed_by != NOBODY for column in sheet.columns)
    assert all((column.closed_by != NOBODY) == (max(column.points) >= 100) for column in sheet.columns)
