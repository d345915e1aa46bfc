"""Reviews: start, luck and errors add up to the result; planted errors are found and explained."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable
from functools import cache
from itertools import pairwise

import pytest

from ginrummy.coach import Decision, Review, review, review_json
from ginrummy.coach.decisions import Moment, match_moments
from ginrummy.coach.match_review import DECISION, PHASES, group_by_phase, mean_accuracy
from ginrummy.coach.match_review_json import decision_reason
from ginrummy.coach.reviewing import Depth, review_match
from ginrummy.game.cards import faces_of
from ginrummy.game.match import Match
from ginrummy.game.moves import Move, MoveKind
from ginrummy.game.view import view_of
from ginrummy.locale import LANGUAGES, using_language
from ginrummy.locale.errors import GinRummyError
from ginrummy.players import load_player
from ginrummy.players.judging import BRISK
from ginrummy.rules.cards import single, without
from ginrummy.rules.melds import deadwood
from ginrummy.rules.types import SEATS
from tests.playing import VARIANTS, whole

SMALL = Depth(6, 3, BRISK)
ENDED = {"standard": 3, "three": 3, "spades": 7}
"""Games to review up to the end of a match, and the seed of a short one."""


def reviewed_match(name: str) -> Match:
    """Return a random hand, or a short whole match."""
    return whole(name, seed=ENDED[name]) if name in ENDED else whole(name, hands=1)


@cache
def small(name: str) -> Review:
    """Return a very quick review of a random hand, or of the whole match."""
    return review_match(reviewed_match(name), depth=SMALL, seed=1, workers=None, report=None)


@pytest.mark.long
@pytest.mark.parametrize("asks", [Review.errors, Review.without_luck, Review.decisions_of])
def test_a_review_knows_two_seats_alone(asks: Callable[[Review, int], object]) -> None:
    assert asks(small("standard"), 1) is not None
    with pytest.raises(GinRummyError, match="a seat is 0 or 1, not 2"):
        asks(small("standard"), 2)


@pytest.mark.long
@pytest.mark.parametrize("name", VARIANTS)
def test_start_luck_and_errors_add_up_to_the_result(name: str) -> None:
    found, (own, other) = small(name), SEATS
    assert found.start == pytest.approx(0.5, abs=0.03)
    assert found.start + found.luck - found.errors(own) + found.errors(other) == pytest.approx(found.result)
    assert found.without_luck(own) + found.without_luck(other) == pytest.approx(1)
    assert found.result - found.luck == pytest.approx(found.without_luck(own))
    chances = [found.start, *(step.chance for step in found.steps)]
    for (before, after), step in zip(pairwise(chances), found.steps, strict=True):
        assert before + step.luck + step.error == pytest.approx(after)
        assert 0 <= after <= 1


@pytest.mark.parametrize("name", ENDED)
def test_a_match_that_is_over_ends_certain(name: str) -> None:
    found, match = small(name), reviewed_match(name)
    assert found.is_over
    assert found.result == {0: 1.0, 1: 0.0, None: 0.5}[match.winner]


@pytest.mark.parametrize("name", ["standard", "two_pack"])
def test_the_errors_are_what_the_decisions_cost(name: str) -> None:
    found = small(name)
    for seat in SEATS:
        cost = math.fsum(decision.cost for decision in found.decisions_of(seat))
        assert found.errors(seat) == pytest.approx(cost)
    costs = [abs(step.error) for step in found.steps if step.kind == DECISION]
    assert costs == [decision.cost for decision in found.decisions]
    assert all(step.error == 0 for step in found.steps if step.kind != DECISION)


def test_what_is_made_of_the_decisions_is_within_its_bounds() -> None:
    found = small("standard")
    assert {decision.phase for decision in found.decisions} <= set(PHASES)
    for seat in SEATS:
        own = found.decisions_of(seat)
        assert sum(len(part) for part in group_by_phase(own).values()) == len(own)
        accuracy = mean_accuracy(own)
        assert accuracy is not None
        assert 0 < accuracy <= 100
    assert mean_accuracy([]) is None
    for decision in found.decisions:
        assert (decision.cost_in_points >= 1) == (decision.verdict != "")
        assert len(faces_of(decision.hidden)) >= 10


def test_a_review_is_the_same_on_any_number_of_cores_and_reports() -> None:
    match, told = whole("standard", hands=1), []
    alone = review_match(match, depth=SMALL, seed=3, workers=1, report=lambda *done: told.append(done))
    assert alone == review_match(match, depth=SMALL, seed=3, workers=2, report=None)
    count = len(alone.decisions)
    assert told == [(done, count) for done in range(1, count + 1)]


def test_a_report_that_raises_ends_the_review() -> None:
    def stop(done: int, _total: int) -> None:
        if done == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        review(whole("standard"), quick=True, report=stop)


def test_a_match_without_a_move_has_nothing_to_review() -> None:
    found = review(Match.start("standard", 1), quick=True)
    assert (found.steps, found.decisions, found.result) == ((), (), found.start)


def planted(seed: int) -> tuple[Match, Moment]:
    """Return a hand in which a seat breaks a meld for nothing, and that moment."""
    again = Match.start("standard", seed)
    for place, moment in enumerate(match_moments(finished(again))):
        worst = meld_breaker(moment)
        if place > 6 and worst is not None:
            return finished(again.play(worst)), moment._replace(move=worst)
        again = again.play(moment.move)
    raise AssertionError(f"no meld to break in the hand of seed {seed}")


def meld_breaker(moment: Moment) -> Move | None:
    """Return the discard that leaves the most deadwood if it breaks a meld, otherwise `None`."""
    discards = [move for move in moment.game.legal_moves() if move.kind is MoveKind.DISCARD]
    if not discards:
        return None
    hand, row = moment.view.hand, moment.game.variant
    left = {move: deadwood(row, without(hand, single(move.face))) for move in discards}
    worst = max(left, key=lambda move: left[move])
    return worst if left[worst] >= min(left.values()) + 20 else None


def finished(match: Match) -> Match:
    """Return the hand continued by `steady` to its end."""
    player = load_player("steady")
    while match.game.score is None:
        match = match.play(player.decide(view_of(match, match.game.turn)))
    return match


def named(seed: int) -> tuple[str, str]:
    """Return the verdict of a quick review on the error planted by `seed`, and its reason."""
    match, moment = planted(seed)
    found = review(match, quick=True)
    (decision,) = [each for each in found.decisions if each.moment.game == moment.game]
    assert decision.moment.move == moment.move
    return decision.verdict, decision_reason(decision)


@pytest.mark.long
def test_melds_broken_for_nothing_are_found_and_named() -> None:
    told = [named(seed) for seed in range(2)]
    assert all(verdict for verdict, _reason in told)
    for _verdict, reason in told:
        assert not reason or re.search("belongs to|deadwood|help|wins the match", reason)


def test_json_says_all_that_the_page_of_the_docs_lists() -> None:
    told = json.loads(json.dumps(review_json(small("standard"))))
    assert told["start"] + told["luck"] - told["seats"][0]["errors"] + told["seats"][1]["errors"] == (
        pytest.approx(told["result"])
    )
    assert {"hand", "turn", "seat", "phase", "played", "best", "cost", "points", "size", "accuracy"} <= set(
        told["decisions"][0]
    )
    assert set(told["decisions"][0]["hindsight"]) == {"other_hand"}
    assert set(told["seats"][1]["phases"]) == set(PHASES)


def some_decisions() -> list[Decision]:
    return [each for name in ("standard", "oklahoma", "hollywood") for each in small(name).decisions]


@pytest.mark.long
@pytest.mark.parametrize("code", LANGUAGES)
def test_every_error_has_a_reason_in_every_language(code: str) -> None:
    with using_language(code):
        reasons = [decision_reason(each) for each in some_decisions() if each.is_error]
    assert len(set(reasons)) > 10
    assert all(text and "{" not in text for text in reasons)
