"""The adaptive level: its strength follows the score, and it wins about half of its matches."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import pairwise

import pytest

from ginrummy.game.match import Match
from ginrummy.players import PlayerError, load_player, player_title
from ginrummy.players.adaptive_level import EvenPlayer, deficit_share, error_rates_of, next_even
from ginrummy.players.levels import ERROR_RATES
from ginrummy.players.registry import AT_FIRST, STRONGEST, is_even
from ginrummy.rules import scoring
from ginrummy.rules.scoring import HandScore, Sheet
from ginrummy.rules.types import SEATS, Seat
from tests.players.tables import EAAI, VARIANTS, decisions, played, row_of


def match_at(first: int, second: int) -> Match:
    """Return a match with these points in the first column and the next hand dealt."""
    match = Match.start(EAAI, 1)
    column, second_column, third = match.sheet.columns
    columns = (column._replace(points=(first, second)), second_column, third)
    return replace(match, sheet=match.sheet._replace(columns=columns))


def test_whoever_is_stronger_errs_less_and_the_levels_lie_between() -> None:
    everybody = [error_rates_of(strength) for strength in range(0, STRONGEST + 1, 5)]
    for weaker, stronger in pairwise(everybody):
        assert sum(stronger) <= sum(weaker)
    for name, level in enumerate(ERROR_RATES.values(), 1):
        assert error_rates_of(name * STRONGEST / (len(ERROR_RATES) + 2)) == pytest.approx(level)
    assert sum(everybody[-1]) == 0


def test_the_score_alone_says_how_strong_it_is() -> None:
    assert [deficit_share(EAAI, match_at(20, 70).sheet, seat) for seat in SEATS] == [0.5, -0.5]
    assert deficit_share(EAAI, match_at(0, 300).sheet, SEATS[0]) == 1
    assert [next_even("even", match_at(20, 100), seat) for seat in SEATS] == ["even@86", "even@14"]
    assert next_even("even@95", match_at(0, 100), SEATS[0]) == f"even@{STRONGEST}"
    assert next_even("even@3", match_at(0, 100), SEATS[1]) == "even@1"
    narrow = int(next_even("even", match_at(90, 100), SEATS[0]).partition("@")[2])
    assert AT_FIRST <= narrow <= AT_FIRST + 1


def test_the_hand_that_ends_a_match_counts_for_the_next() -> None:
    players = (load_player("simple"), load_player("beginner"))
    matches = [played(EAAI, players, seed=seed) for seed in range(12)]
    turned = [match for match in matches if leader(match.sheet) not in (None, match.winner)]
    assert turned, "a match that its last hand has turned"
    for match in turned:
        for seat in SEATS:
            begins = int(next_even("even", match, seat).partition("@")[2])
            assert begins <= AT_FIRST if seat == match.winner else begins >= AT_FIRST


def ended(name: str, seed: int) -> Match:
    """Return a whole match of `name` with random winners of hands."""
    lot, match = random.Random(seed), Match.start(row_of(name), seed)
    while not match.is_over:
        winner, points = lot.choice(SEATS), lot.randrange(5, 90)
        score = HandScore(scoring.KNOCK, winner, points, 0, 1, points, lot.randrange(2))
        match = replace(match, sheet=match.current_sheet, game=replace(match.game, score=score))
    return match


@pytest.mark.parametrize("name", VARIANTS)
def test_in_every_game_who_lost_plays_stronger_and_who_won_weaker(name: str) -> None:
    for seed in range(40):
        match = ended(name, seed)
        assert match.winner is not None
        margins = [deficit_share(match.variant, match.current_sheet, seat) for seat in SEATS]
        assert margins[0] == -margins[1]
        assert margins[match.winner] <= 0
        for seat in SEATS:
            asked = AT_FIRST + 57 * margins[seat] * abs(margins[seat])
            assert next_even("even", match, seat) == f"even@{round(min(max(asked, 1), STRONGEST))}"


def match_with(name: str, *columns: tuple[int, int], partie: tuple[int, int] = (0, 0)) -> Match:
    """Return a match of `name` with these points in its columns and in the partie."""
    match = Match.start(name, 1)
    points = (*columns, *[(0, 0)] * (3 - len(columns)))
    pairs = zip(match.sheet.columns, points, strict=True)
    first, second, third = (column._replace(points=both) for column, both in pairs)
    return replace(match, sheet=match.sheet._replace(columns=(first, second, third), partie=partie))


@pytest.mark.parametrize(
    ("match", "margin"),
    [
        (match_with("hollywood", (20, 50), (0, 30)), 60 / 300),
        (match_with("hollywood", (50, 20), (0, 90)), 60 / 300),
        (match_with("oklahoma_extra", (0, 0), partie=(900, 1400)), 500 / 2000),
        (match_with("oklahoma_extra", (150, 50), partie=(900, 1400)), 400 / 2000),
        (match_with("modern", (60, 90)), 30 / 100),
    ],
)
def test_the_whole_sheet_counts(match: Match, margin: float) -> None:
    assert deficit_share(match.variant, match.current_sheet, SEATS[0]) == pytest.approx(margin)


def leader(sheet: Sheet) -> Seat | None:
    """Return the leader of the first column, `None` at a tie."""
    first, second = sheet.columns[0].points
    return None if first == second else SEATS[second > first]


@pytest.mark.parametrize("name", VARIANTS)
def test_it_plays_every_variant_and_again_from_its_views_alone(name: str) -> None:
    players = (load_player("even@60", seed=3), load_player("simple"))
    for _match, view, move in decisions(row_of(name), players, seed=6, hands=3):
        assert view.refusal(move) is None
        if view.seat == 0:
            assert EvenPlayer(strength=60, seed=3).decide(view) == move


@pytest.mark.long
@pytest.mark.parametrize(
    ("other", "least", "most", "direction"), [("beginner", 15, 33, -1), ("steady", 9, 33, 1)]
)
def test_over_evenings_it_follows_the_other_and_neither_is_far_ahead(
    other: str, least: int, most: int, direction: int
) -> None:
    """A player that stays at its first strength wins 36 of 48 against `beginner`, and 5 against `steady`."""
    won, strengths = 0, list[int]()
    for evening in range(8):
        spec = "even"
        for number in range(6):
            seat = SEATS[(evening + number) % 2]
            pair = [load_player(other, seed=evening), load_player(spec, seed=evening)]
            match = played(EAAI, (pair[1 - seat], pair[seat]), seed=100 * evening + number)
            won += match.winner == seat
            spec = next_even(spec, match, seat)
            strengths.append(int(spec.partition("@")[2]))
    assert least <= won <= most
    assert direction * (sum(strengths) / len(strengths) - AT_FIRST) > 10


def test_its_names() -> None:
    specs = ("even", "even@1", "even@100", "evening", "even@x", "even@0", "even@07", "even@101", "even@999")
    assert [is_even(spec) for spec in specs] == [True] * 3 + [False] * 6
    assert player_title("even@70") == player_title("even") == "Even match bot"
    for spec in (*specs[4:], "even@70ms", "even@", "even@-1", "even@nan", "even@1e2"):
        with pytest.raises(PlayerError, match="a strength is a number from 1 to 100, as in even@70"):
            load_player(spec)
