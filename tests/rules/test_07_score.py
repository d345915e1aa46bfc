"""RULES 7, the score of a hand, and the score when the stock runs out (8.2 to 8.4)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ginrummy.game.cards import parse_face
from ginrummy.rules.scoring import (
    BIG_GIN,
    GIN,
    GIN_VOID,
    KNOCK,
    NOBODY,
    TIE,
    UNDERCUT,
    UNKNOWN,
    VOID,
    WALL_COMPARE,
    HandScore,
    boxes_won,
    score_closing,
    score_void,
    score_wall,
)
from ginrummy.variants import Variant, preset_names
from tests.rules.ledgers import row

SIX_OF_SPADES, SIX_OF_HEARTS = parse_face("6S"), parse_face("6H")
EXTRA = {"undercut": 1, "gin": 2, "big_gin": 3, "value": 25}


def closed(
    variant: Variant, kind: int, mine: int, theirs: int, *, unmatched: int = UNKNOWN, upcard: int = UNKNOWN
) -> HandScore:
    """Return the score of a hand that seat 0 closed with `mine` points against `theirs`."""
    return score_closing(variant, kind, 0, mine, theirs, unmatched, upcard)


def test_7_1_a_knock_scores_the_difference() -> None:
    assert closed(row("standard"), KNOCK, 10, 31) == HandScore(KNOCK, 0, 21, 0, 1, 21, 0)


def test_7_1_either_seat_may_be_the_knocker() -> None:
    assert score_closing(row("standard"), KNOCK, 1, 10, 31, UNKNOWN, UNKNOWN).winner == 1
    assert score_closing(row("standard"), KNOCK, 1, 10, 9, UNKNOWN, UNKNOWN).winner == 0


@pytest.mark.parametrize(("name", "bonus"), [("eleven_card", 10), ("standard", 25), ("two_pack", 20)])
def test_7_2_an_undercut_scores_the_difference_and_the_bonus(name: str, bonus: int) -> None:
    assert closed(row(name), KNOCK, 9, 4, unmatched=2) == HandScore(UNDERCUT, 1, 5, bonus, 1, 5 + bonus, 0)


def test_7_2_one_point_more_is_no_undercut() -> None:
    assert closed(row("standard"), KNOCK, 9, 10).kind == KNOCK


@pytest.mark.parametrize(
    ("left", "unmatched", "bonus"), [(0, 0, 40), (0, UNKNOWN, 40), (3, 1, 20), (3, -1, 20)]
)
def test_7_2_a_complete_undercut_may_have_its_own_bonus(left: int, unmatched: int, bonus: int) -> None:
    variant = row("two_pack", undercut_complete_bonus=40)
    assert closed(variant, KNOCK, 6, left, unmatched=unmatched).bonus == bonus


def test_7_2_without_one_a_complete_undercut_is_worth_the_simple_bonus() -> None:
    variant = row("two_pack", undercut_complete_bonus=None)
    assert closed(variant, KNOCK, 6, 0, unmatched=0).bonus == 20


def test_7_2_a_complete_undercut_may_be_worth_nothing_more() -> None:
    variant = row("two_pack", undercut_complete_bonus=0)
    assert closed(variant, KNOCK, 6, 0, unmatched=0).points == 6


def test_7_3_equality_is_an_undercut() -> None:
    assert closed(row("standard"), KNOCK, 5, 5) == HandScore(UNDERCUT, 1, 0, 25, 1, 25, 0)


def test_7_3_where_agreed_equality_is_a_tie() -> None:
    variant = row("standard", undercut_on_tie=False)
    assert closed(variant, KNOCK, 5, 5) == HandScore(TIE, NOBODY, 0, 0, 1, 0, 0)
    assert closed(variant, KNOCK, 5, 4).kind == UNDERCUT


def test_7_4_gin_scores_its_bonus_and_all_that_is_left() -> None:
    assert closed(row("standard"), GIN, 0, 37) == HandScore(GIN, 0, 37, 25, 1, 62, 0)


def test_7_4_gin_against_nothing_left_scores_its_bonus() -> None:
    assert closed(row("standard"), GIN, 0, 0) == HandScore(GIN, 0, 0, 25, 1, 25, 0)


def test_7_4_a_knock_with_nothing_left_is_gin() -> None:
    assert closed(row("standard"), KNOCK, 0, 0) == closed(row("standard"), GIN, 0, 0)


@pytest.mark.parametrize(("name", "bonus"), [("two_pack", 50), ("high_low_ace", 40), ("russian", 31)])
def test_7_5_big_gin_has_its_own_bonus(name: str, bonus: int) -> None:
    assert closed(row(name), BIG_GIN, 0, 67) == HandScore(BIG_GIN, 0, 67, bonus, 1, 67 + bonus, 0)


@pytest.mark.parametrize("kind", [GIN, BIG_GIN])
def test_7_6_a_defender_who_reaches_zero_voids_the_gin(kind: int) -> None:
    variant = row("round_the_corner_hoyle", big_gin_bonus=30)
    assert closed(variant, kind, 0, 0) == HandScore(GIN_VOID, NOBODY, 0, 0, 1, 0, 0)
    assert closed(variant, kind, 0, 1).kind == kind


def test_7_6_a_knock_is_never_void() -> None:
    assert closed(row("round_the_corner_hoyle"), KNOCK, 4, 0).kind == UNDERCUT


@pytest.mark.parametrize(
    ("kind", "mine", "theirs", "points"), [(KNOCK, 4, 20, 32), (KNOCK, 6, 6, 20), (GIN, 0, 30, 100)]
)
def test_7_7_a_spade_doubles_the_whole_score(kind: int, mine: int, theirs: int, points: int) -> None:
    score = closed(row("spades_double"), kind, mine, theirs, upcard=SIX_OF_SPADES)
    assert (score.multiplier, score.points) == (2, points)


@pytest.mark.parametrize("upcard", [parse_face("AS"), parse_face("KS")])
def test_7_7_any_spade_doubles(upcard: int) -> None:
    assert closed(row("spades_double"), KNOCK, 4, 20, upcard=upcard).points == 32


@pytest.mark.parametrize("upcard", [parse_face("AH"), SIX_OF_HEARTS, parse_face("KC"), UNKNOWN])
def test_7_7_another_upcard_or_none_doubles_nothing(upcard: int) -> None:
    assert closed(row("spades_double"), KNOCK, 4, 20, upcard=upcard).points == 16


def test_7_7_a_spade_doubles_only_where_spades_double() -> None:
    assert closed(row("standard"), KNOCK, 4, 20, upcard=SIX_OF_SPADES).points == 16


def test_7_7_boxes_and_extra_coups_double_only_where_agreed() -> None:
    plain = row("oklahoma_full", extra_coups=EXTRA)
    agreed = row("oklahoma_full", extra_coups=EXTRA, spade_doubles_boxes=True)
    for variant, factor in ((plain, 1), (agreed, 2)):
        score = closed(variant, GIN, 0, 30, upcard=SIX_OF_SPADES)
        assert (score.points, score.extra_coups, boxes_won(variant, score)) == (110, 2 * factor, factor)
    assert boxes_won(agreed, closed(agreed, GIN, 0, 30, upcard=SIX_OF_HEARTS)) == 1


@pytest.mark.parametrize(
    ("kind", "mine", "theirs", "coups"),
    [(KNOCK, 3, 25, 0), (KNOCK, 5, 3, 1), (GIN, 0, 9, 2), (BIG_GIN, 0, 9, 3)],
)
def test_7_8_undercut_and_gin_earn_extra_coups(kind: int, mine: int, theirs: int, coups: int) -> None:
    assert closed(row("oklahoma_full", extra_coups=EXTRA), kind, mine, theirs).extra_coups == coups
    assert closed(row("modern"), kind, mine, theirs).extra_coups == 0


def test_7_8_a_tie_earns_no_extra_coup() -> None:
    score = closed(row("oklahoma_extra", undercut_on_tie=False), KNOCK, 5, 5)
    assert (score.kind, score.extra_coups) == (TIE, 0)


@given(
    name=st.sampled_from(preset_names()),
    mine=st.integers(0, 10),
    theirs=st.integers(0, 98),
    upcard=st.integers(-1, 51),
)
def test_7_points_are_the_sum_times_the_multiplier(name: str, mine: int, theirs: int, upcard: int) -> None:
    score = closed(row(name), KNOCK, mine, theirs, upcard=upcard)
    assert score.points == (score.difference + score.bonus) * score.multiplier >= 0
    assert boxes_won(row(name), score) == int(score.winner != NOBODY)


def test_8_2_an_exhausted_stock_voids_the_hand() -> None:
    assert (
        score_wall(row("russian"), 26, 45, UNKNOWN) == score_void() == HandScore(VOID, NOBODY, 0, 0, 1, 0, 0)
    )


def test_8_3_the_lower_deadwood_scores_the_difference() -> None:
    assert score_wall(row("two_pack"), 26, 45, UNKNOWN) == HandScore(WALL_COMPARE, 0, 19, 0, 1, 19, 0)
    assert score_wall(row("two_pack"), 45, 26, UNKNOWN) == HandScore(WALL_COMPARE, 1, 19, 0, 1, 19, 0)


def test_8_3_equal_deadwoods_score_nothing() -> None:
    assert score_wall(row("two_pack"), 30, 30, UNKNOWN) == HandScore(WALL_COMPARE, NOBODY, 0, 0, 1, 0, 0)


def test_8_3_a_spade_doubles_the_difference_too() -> None:
    variant = row("spades_double", wall_action="compare")
    assert score_wall(variant, 26, 45, SIX_OF_SPADES).points == 38
    assert score_wall(variant, 26, 45, SIX_OF_HEARTS).points == 19


def test_8_3_a_hand_won_at_the_wall_is_a_box() -> None:
    variant = row("high_low_ace")
    assert boxes_won(variant, score_wall(variant, 26, 45, UNKNOWN)) == 1
    assert boxes_won(variant, score_wall(variant, 30, 30, UNKNOWN)) == 0


def test_8_4_the_last_discard_that_closes_nothing_leaves_a_void_hand() -> None:
    assert score_wall(row("standard", wall_action="last_discard"), 26, 45, UNKNOWN).kind == VOID
