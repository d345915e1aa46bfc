"""The level that adapts: as strong as the score asks for, and near half of the matches against anybody."""

from __future__ import annotations

from itertools import pairwise

import pytest

from ginrummy.card_seat_types import SEATS
from ginrummy.players import PlayerError, bot_name, load_player
from ginrummy.players.adaptive_level import (
    AT_FIRST,
    STRONGEST,
    EvenPlayer,
    behind,
    habits_of,
    is_even,
    next_even,
)
from ginrummy.players.levels import HABITS
from ginrummy.rules.scoring import Sheet
from tests.players.tables import EAAI, VARIANTS, decisions, played, row_of


def sheet_of(first: int, second: int) -> Sheet:
    """Return the sheet of a match in which these points stand in the first column."""
    simple = load_player("simple")
    sheet = played(EAAI, (simple, simple), seed=1, hands=1).sheet
    column, second_column, third = sheet.columns
    return sheet._replace(columns=(column._replace(points=(first, second)), second_column, third))


def test_whoever_is_stronger_errs_less_and_the_levels_lie_between() -> None:
    everybody = [habits_of(strength) for strength in range(0, STRONGEST + 1, 5)]
    for weaker, stronger in pairwise(everybody):
        assert sum(stronger) <= sum(weaker)
    for name, level in enumerate(HABITS.values(), 1):
        assert habits_of(name * STRONGEST / (len(HABITS) + 2)) == pytest.approx(level)
    assert sum(everybody[-1]) == 0


def test_the_score_alone_says_how_strong_it_is() -> None:
    assert [behind(EAAI, sheet_of(20, 70), seat) for seat in SEATS] == [0.5, -0.5]
    assert behind(EAAI, sheet_of(0, 300), SEATS[0]) == 1
    assert [next_even("even", EAAI, sheet_of(20, 100), seat) for seat in SEATS] == ["even@86", "even@14"]
    assert next_even("even@95", EAAI, sheet_of(0, 100), SEATS[0]) == f"even@{STRONGEST}"
    assert next_even("even@3", EAAI, sheet_of(0, 100), SEATS[1]) == "even@1"
    narrow = int(next_even("even", EAAI, sheet_of(90, 100), SEATS[0]).partition("@")[2])
    assert AT_FIRST <= narrow <= AT_FIRST + 1


@pytest.mark.parametrize("name", VARIANTS)
def test_it_plays_every_variant_and_again_from_its_views_alone(name: str) -> None:
    players = (load_player("even@60", seed=3), load_player("simple"))
    for _match, view, move in decisions(row_of(name), players, seed=6, hands=3):
        assert view.refusal(move) is None
        if view.seat == 0:
            assert EvenPlayer(strength=60, seed=3).decide(view) == move


@pytest.mark.parametrize("other", ["beginner", "steady"])
def test_over_evenings_neither_is_far_ahead(other: str) -> None:
    won = 0
    for evening in range(5):
        spec = "even"
        for number in range(6):
            seat = SEATS[(evening + number) % 2]
            pair = [load_player(other, seed=evening), load_player(spec, seed=evening)]
            match = played(EAAI, (pair[1 - seat], pair[seat]), seed=100 * evening + number)
            won += match.winner == seat
            spec = next_even(spec, EAAI, match.sheet, seat)
    assert 0.2 < won / 30 < 0.8


def test_its_names() -> None:
    specs = ("even", "even@7", "evening", "even@x", "even@0", "even@07")
    assert [is_even(spec) for spec in specs] == [True, True, False, False, False, False]
    assert bot_name("even@70") == bot_name("even") == "Even match bot"
    with pytest.raises(PlayerError):
        load_player("even@70ms")
