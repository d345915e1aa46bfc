"""The chance to win the match from a score sheet: right at the ends, fair, and that of the players
in a race.
"""

from __future__ import annotations

import pytest

from ginrummy.players.match_equity import match_chance, match_equity, stakes_of
from ginrummy.rules.scoring import Sheet, enter_hand, is_match_over, match_winner, new_sheet
from ginrummy.rules.types import SEATS
from ginrummy.variants import Variant
from tests.playing import VARIANTS, variant_of


def turned(sheet: Sheet) -> Sheet:
    """Return `sheet` with the seats exchanged, for matches without a closed column."""
    columns = [
        column._replace(
            points=column.points[::-1],
            entries=column.entries[::-1],
            boxes=column.boxes[::-1],
            extra_coups=column.extra_coups[::-1],
        )
        for column in sheet.columns
    ]
    return sheet._replace(columns=(columns[0], columns[1], columns[2]))


def after(variant: Variant, *won: int) -> Sheet:
    """Return the sheet after hands of so many points, those of seat 1 negative."""
    sheet = new_sheet()
    for points in won:
        sheet = enter_hand(variant, sheet, int(points < 0), abs(points), 0, 1)
    return sheet


@pytest.mark.parametrize("name", VARIANTS)
def test_a_match_begins_even_and_ends_certain(name: str) -> None:
    row = variant_of(name).row
    assert match_chance(row, new_sheet()) == pytest.approx(0.5, abs=0.03)
    sheet = new_sheet()
    while not is_match_over(sheet):
        sheet = enter_hand(row, sheet, 1, row.game_target, 0, 1)
    assert match_winner(row, sheet) == 1
    assert match_chance(row, sheet) == 0


@pytest.mark.parametrize("name", ["standard", "hollywood", "russian_tournament", "spades"])
def test_who_is_ahead_is_likelier_to_win_and_points_help(name: str) -> None:
    row = variant_of(name).row
    ahead = after(row, 15)
    assert match_chance(row, ahead) > 0.5
    assert match_chance(row, turned(ahead)) == pytest.approx(1 - match_chance(row, ahead), abs=0.04)
    for seat in SEATS:
        stakes = stakes_of(row, ahead, seat)
        chances = [stakes.after(points) for points in range(-60, 61, 5)]
        assert chances == sorted(chances)
        assert stakes.point > 0
    first, second = (stakes_of(row, ahead, seat) for seat in SEATS)
    assert first.now == pytest.approx(1 - second.now)
    assert first.now == pytest.approx(match_chance(row, ahead))


def test_a_race_to_a_target_has_the_table_of_the_players() -> None:
    row = variant_of("standard").row
    stakes = stakes_of(row, after(row, 30, -25, 10), SEATS[0])
    assert (stakes.own, stakes.other) == (40, 25)
    assert stakes.now == match_equity(row)[40, 25]
    assert stakes.after(-10) == match_equity(row)[40, 35]
