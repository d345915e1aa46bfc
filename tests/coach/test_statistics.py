"""Statistics over many matches: counts, sums, storage."""

from __future__ import annotations

import json
import re
from functools import cache

import pytest

from ginrummy.coach.charts import LineChart, accuracy_chart, luck_over_matches_chart, review_graph
from ginrummy.coach.habits import HABIT_NAMES
from ginrummy.coach.match_review import DECISION, END, Review, ReviewStep, mean_accuracy
from ginrummy.coach.match_statistics import (
    HandCounts,
    JudgedSeat,
    PlayedMatch,
    Slip,
    count_hands,
    findings_json,
    parse_findings,
    seat_judgement,
)
from ginrummy.coach.person_statistics import person_statistics, seat_accuracy, statistics_json
from ginrummy.coach.reviewing import Depth, review_match
from ginrummy.game.moves import MoveKind
from ginrummy.players.judging import BRISK
from ginrummy.rules.scoring import GIN_VOID, KNOCK, UNDERCUT
from ginrummy.rules.types import SEATS, other_seat
from tests.playing import whole

SMALL = Depth(12, 4, BRISK)
VARIANTS = ("standard", "straight", "twins", "round_the_corner")


@cache
def small(name: str) -> Review:
    return review_match(whole(name, hands=2), depth=SMALL, seed=1, workers=None, report=None)


def slip(habit: str, size: float) -> Slip:
    return Slip(1, 3, 5, habit, "mistake", "4H", "9C", size)


def played(place: str, opponent: str, result: float, *slips: Slip, accuracy: float = 90.0) -> PlayedMatch:
    """Return a match of ten decisions with a luck of one tenth."""
    judged = JudgedSeat(
        {"draw": (4, 400.0), "discard": (6, 10 * accuracy - 400)}, result, result - 0.1, slips
    )
    return PlayedMatch(place, "2026-11-22", "Gin", opponent, result, HandCounts(3, 2, knocks=2), judged)


@pytest.mark.parametrize("name", VARIANTS)
def test_hands_are_counted_from_both_seats_alike(name: str) -> None:
    games = whole(name).games
    own, other = (count_hands(games, seat) for seat in SEATS)
    ended = [game for game in games if game.score is not None]
    assert own.hands == other.hands == len(ended)
    assert own.undercuts == other.undercut_by_other
    assert own.points + other.points == sum(game.score.points for game in ended if game.score)
    knocked = [game for game in ended if game.score and game.score.kind in (KNOCK, UNDERCUT, GIN_VOID)]
    assert own.knocks + other.knocks == len(knocked)
    limits = [game.knock_limit or 0 for game in knocked]
    assert own.knock_deadwood + other.knock_deadwood <= sum(limits)


def test_the_deadwood_of_knocks_is_what_the_knocker_laid_down() -> None:
    games = [game for game in whole("standard").games if game.score and game.score.kind == KNOCK]
    assert games
    for game in games:
        assert game.score
        (knock,) = [play for play in game.plays if play.move.kind is MoveKind.KNOCK]
        laid = count_hands([game], knock.seat).knock_deadwood
        assert 0 < laid <= 10
        assert count_hands([game], other_seat(knock.seat)).knocks == 0


@pytest.mark.long
@pytest.mark.parametrize("name", VARIANTS)
def test_a_review_is_summed_up_kept_as_json_and_read_again(name: str) -> None:
    found = small(name)
    seats = [seat_judgement(found, seat) for seat in SEATS]
    assert [parse_findings(json.loads(json.dumps(findings_json(each)))) for each in seats] == seats
    assert sum(seats[0].phases[phase][0] for phase in seats[0].phases) == len(found.decisions_of(SEATS[0]))
    assert seat_accuracy(seats[1]).mean == pytest.approx(mean_accuracy(found.decisions_of(SEATS[1])))
    assert seats[0].without_luck + seats[1].without_luck == pytest.approx(1)
    slips = [each for seat in seats for each in seat.slips]
    assert len(slips) == sum(bool(each.verdict) for each in found.decisions)
    assert {each.habit for each in slips} <= set(HABIT_NAMES)


@pytest.mark.long
def test_every_kind_of_error_is_met_in_play_by_lot() -> None:
    met = {
        each.habit for name in VARIANTS for seat in SEATS for each in seat_judgement(small(name), seat).slips
    }
    assert len(met) >= 6


def test_matches_add_up_by_opponent_and_by_what_went_wrong() -> None:
    matches = [
        played("a", "Bob", 1.0, slip("fed", 2.0), slip("late", 1.0)),
        played("b", "Bob", 0.0, slip("fed", 4.0), accuracy=80.0),
        played("c", "Cleo", 0.5),
        PlayedMatch("d", "2026-11-23", "Gin", "Cleo", None, HandCounts(1)),
    ]
    found = person_statistics(matches)
    assert (found.won, len(found.finished), len(found.judged)) == (1.5, 3, 3)
    assert found.counts == HandCounts(10, 6, knocks=6)
    assert found.luck == pytest.approx(0.3)
    assert found.accuracy is not None
    assert found.accuracy.decisions == 30
    assert found.accuracy.mean == pytest.approx(260 / 3)
    assert [(group.title, group.matches, group.won) for group in found.matches_by_opponent] == [
        ("Bob", 2, 1),
        ("Cleo", 2, 0.5),
    ]
    fed, late = found.habits
    assert (fed.name, fed.times, fed.points, late.name) == ("fed", 2, 6.0, "late")
    assert [each.match.place for each in fed.examples] == ["b", "a"]
    told = json.loads(json.dumps(statistics_json(found)))
    assert told["course"][1]["accuracy"] == 80.0
    assert told["course"][3] == {
        "place": "d", "date": "2026-11-23", "game": "Gin", "opponent": "Cleo", "result": None,
        "accuracy": None, "without_luck": None,
    }  # fmt: skip


def test_the_charts_hold_all_matches_within_their_frame() -> None:
    found = person_statistics(played(str(n), "Bob", n % 2, accuracy=40 + 2 * n) for n in range(25))
    drawn = accuracy_chart(found) + luck_over_matches_chart(found)
    assert drawn.count("<circle") == 25
    for points in re.findall(r'points="([^"]*)"', drawn):
        for place in points.split():
            across, up = map(float, place.split(","))
            assert 0 <= across <= 800
            assert 0 <= up <= 320
    assert accuracy_chart(person_statistics([])) == luck_over_matches_chart(person_statistics([])) == ""


@pytest.mark.parametrize("high", [1, 2, 3, 7, 100, 1234])
def test_no_two_grid_lines_of_whole_points_have_one_number(high: int) -> None:
    numbers = re.findall(r'<text x="0"[^>]*>([^<]*)<', LineChart(1, 0, high).number_grid_lines())
    assert len(numbers) == len(set(numbers)) > 1


@pytest.mark.parametrize(("error", "outweighs"), [(0.2, True), (0.0, False)])
def test_a_graph_explains_luck_that_outweighs_errors(error: float, outweighs: bool) -> None:
    steps = (
        ReviewStep(DECISION, 1, 1, SEATS[0], 0.0, -error, 0.5 - error),
        ReviewStep(END, 1, 1, None, 0.5 + error, 0.0, 1.0),
    )
    drawn = review_graph(Review(0.5, steps, (), 1.0, True, 1, 1), ("Ada", "Bob"))
    assert ("luck alone: enough to outweigh errors too" in drawn) == outweighs
