"""RULES 11, manches that add up to a partie."""

from ginrummy.rules.scoring import NOBODY, is_match_over, match_winner, new_column, totals
from tests.rules.ledgers import manches, row, sheets

MANCHE = [[0, 50, 2], [1, 15, 1], [0, 22, 0], [0, 65, 2], [0, 30, 0], [0, 40, 0]]


def test_11_1_a_manche_is_played_to_its_target() -> None:
    variant = row("oklahoma_extra")
    short, reached = sheets(variant, [[0, 199], [0, 1]])
    assert (short.manche_ended, short.columns[0].points) == (0, (199, 0))
    assert (reached.manche_ended, reached.last_manche.points) == (1, (200, 0))


def test_11_1_the_next_manche_begins_with_nothing() -> None:
    variant = row("oklahoma_extra")
    ended, begun = sheets(variant, [*MANCHE, [1, 7]])[-2:]
    assert ended.columns == (new_column(),) * 3
    assert begun.columns[0].points == (0, 7)
    assert (begun.manche_ended, begun.last_manche) == (0, ended.last_manche)
    assert (begun.manches_won, begun.hands) == ((1, 0), 7)


def test_11_1_a_void_hand_ends_no_manche() -> None:
    ended, void = sheets(row("oklahoma_extra"), [*MANCHE, [None, 0]])[-2:]
    assert (ended.manche_ended, void.manche_ended, void.void_hands) == (1, 0, 1)
    assert (void.partie, void.manches_won) == (ended.partie, ended.manches_won)


def test_11_1_other_variants_play_a_single_game() -> None:
    sheet = sheets(row("oklahoma"), [[0, 100]])[-1]
    assert (sheet.manche_ended, is_match_over(sheet), sheet.partie) == (0, True, (0, 0))


def test_11_2_extra_coups_are_paid_at_the_end_of_the_manche_to_both() -> None:
    variant = row("oklahoma_extra")
    assert manches(variant, MANCHE)[0]["total"] == [207 + 4 * 25, 15 + 25]


def test_11_2_extra_coups_do_not_count_towards_the_target() -> None:
    variant = row("oklahoma_extra")
    sheet = sheets(variant, [[0, 95, 2], [0, 95, 2]])[-1]
    assert (sheet.manche_ended, totals(variant, sheet)) == (0, (0, 0))
    assert sheet.columns[0].extra_coups == (4, 0)


def test_11_2_extra_coups_of_one_manche_stay_in_it() -> None:
    variant = row("oklahoma_extra")
    assert [manche["extra_coups"] for manche in manches(variant, [*MANCHE, [0, 200]])] == [[4, 1], [0, 0]]


def test_11_2_boxes_game_bonus_and_shutout_are_paid_by_the_manche_too() -> None:
    shutout = {"type": "bonus", "value": 50}
    variant = row("oklahoma_extra", game_bonus=100, box_bonus=20, shutout=shutout)
    assert manches(variant, [[0, 200]])[0]["total"] == [200 + 100 + 20 + 50, 0]
    assert manches(variant, [[1, 5], [0, 200]])[0]["total"] == [200 + 100 + 20, 5 + 20]


def test_11_3_the_totals_of_both_seats_add_up() -> None:
    variant = row("oklahoma_extra")
    sheet = sheets(variant, [*MANCHE, [0, 40], [1, 200]])[-1]
    assert (sheet.partie, sheet.manches_won) == ((307 + 40, 40 + 200), (1, 1))


def test_11_3_where_agreed_only_the_difference_is_credited() -> None:
    variant = row("oklahoma_extra", session_mode="difference_to_winner")
    assert sheets(variant, MANCHE)[-1].partie == (267, 0)
    assert sheets(variant, [*MANCHE, [0, 40], [1, 200]])[-1].partie == (267, 160)


def test_11_3_the_difference_goes_to_the_higher_total() -> None:
    variant = row("oklahoma_extra", session_mode="difference_to_winner")
    sheet = sheets(variant, [[1, 90, 2], [1, 90, 2], [0, 200]])[-1]
    assert (sheet.partie, sheet.manches_won) == ((0, 280 - 200), (1, 0))


def test_11_3_the_partie_ends_with_the_manche_that_reaches_its_target() -> None:
    variant = row("oklahoma_extra", session_target=500)
    played = sheets(variant, [[0, 250], [1, 260], [0, 249], [0, 1], [1, 9], [0, 199]])
    assert [is_match_over(sheet) for sheet in played] == [False, False, False, False, False, True]
    assert [sheet.partie for sheet in played[2:]] == [(499, 260)] * 3 + [(699, 269)]
    assert [match_winner(variant, sheet) for sheet in played[4:]] == [NOBODY, 0]


def test_11_3_an_open_manche_does_not_end_the_partie() -> None:
    variant = row("oklahoma_extra", session_target=500)
    sheet = sheets(variant, [[0, 450], [0, 199]])[-1]
    assert (sheet.partie, is_match_over(sheet)) == ((450, 0), False)


def test_11_3_equal_totals_play_on() -> None:
    variant = row("oklahoma_extra", session_target=300)
    level, decided = sheets(variant, [[1, 100], [0, 200], [0, 150], [1, 250], [1, 200]])[-2:]
    assert (level.partie, is_match_over(level), match_winner(variant, level)) == ((350, 350), False, NOBODY)
    assert (decided.partie, is_match_over(decided), match_winner(variant, decided)) == ((350, 550), True, 1)


def test_11_3_the_higher_total_wins_the_partie_whoever_won_the_last_manche() -> None:
    variant = row("oklahoma_extra", session_target=400)
    sheet = sheets(variant, [[1, 199, 8], [0, 200], [0, 200]])[-1]
    assert (sheet.partie, sheet.manches_won) == ((400, 399), (2, 0))
    assert match_winner(variant, sheet) == 0
    other = sheets(variant, [[1, 199, 9], [0, 200]])[-1]
    assert (other.partie, match_winner(variant, other)) == ((200, 424), 1)


def test_11_3_a_finished_partie_accepts_no_further_hand() -> None:
    won, after = sheets(row("oklahoma_extra", session_target=200), [[0, 200], [1, 50]])
    assert won == after
