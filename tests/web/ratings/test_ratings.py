"""Ratings: the published example of Glicko-2, and the effects of a match's end, once."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import timedelta
from functools import partial

import pytest
from django.db import IntegrityError

from ginrummy.coach import glicko
from ginrummy.coach.glicko import Result, Strength
from ginrummy.game.view import view_of
from ginrummy.locale.errors import GinRummyError
from ginrummy.players import load_player
from ginrummy.rules.types import SEATS
from ginrummy.variants import preset_names
from ginrummy.web.http.now import now
from ginrummy.web.people.models import Person
from ginrummy.web.ratings import match_results
from ginrummy.web.ratings.families import FAMILIES, family_variants, variant_family
from ginrummy.web.ratings.models import Change, Pool, Rating, Tally
from ginrummy.web.tables import creation, service
from ginrummy.web.tables.models import HOUSE, Table
from ginrummy.web.tables.rated_eligibility import have_both_moved
from ginrummy.web.tables.table_state import NEXT, RESIGN, TableState, Terms, current_state
from tests.web.play import (
    account,
    both_move,
    bots_answer,
    match_of,
    proposal,
    rated_table,
    step,
    table_of_two,
)
from tests.web.races import race


def test_the_published_example() -> None:
    own = Strength(1500, 200, 0.06)
    results = [
        Result(Strength(1400, 30, 0.06), 1),
        Result(Strength(1550, 100, 0.06), 0),
        Result(Strength(1700, 300, 0.06), 0),
    ]
    after = glicko.update_strength(own, results, tau=0.5)
    assert after.value == pytest.approx(1464.06, abs=0.01)
    assert after.deviation == pytest.approx(151.52, abs=0.01)
    assert after.volatility == pytest.approx(0.05999, abs=0.00001)


def test_a_surprise_makes_more_volatile_and_silence_less_sure() -> None:
    own = Strength(1500, 40, 0.06)
    shocked = glicko.update_strength(own, [Result(Strength(1100, 30, 0.06), 0)] * 12, tau=1.2)
    assert shocked.volatility > own.volatility
    idle = glicko.update_strength(own, [])
    assert (idle.value, idle.deviation > own.deviation) == (own.value, True)
    assert glicko.age_strength(own, 1).deviation == pytest.approx(idle.deviation)
    assert glicko.age_strength(own, 10**6).deviation == glicko.FIRST_DEVIATION
    assert glicko.age_strength(Strength(1500, 200, 0.06), 5).deviation == 200


def test_every_variant_has_a_family() -> None:
    assert {variant_family(name) for name in (*preset_names(), HOUSE)} == set(FAMILIES)
    assert sorted(name for family in FAMILIES for name in family_variants(family)) == sorted(
        (*preset_names(), HOUSE)
    )
    assert (variant_family("hollywood_oklahoma"), variant_family("oklahoma")) == ("hollywood", "oklahoma")


@pytest.mark.django_db
def test_a_resignation_counts_once() -> None:
    table, first, second = rated_table()
    table = both_move(table, (first, second))
    for _twice in range(2):
        service.submit_event_text(table.key, first, table.number, RESIGN)
    loser, winner = Rating.objects.get(person=first), Rating.objects.get(person=second)
    assert loser.value < 1500 < winner.value
    assert loser.value + winner.value == pytest.approx(3000)
    assert winner.deviation < glicko.FIRST_DEVIATION
    assert (winner.matches, winner.pool, winner.family) == (1, Pool.PEOPLE, "usual")
    assert [change.rating_id for change in Change.objects.order_by("seat__number")] == [loser.pk, winner.pk]
    assert sorted(Tally.objects.values_list("score", flat=True)) == [0.0, 1.0]


@pytest.mark.django_db
def test_a_match_played_to_its_end_is_tallied_hand_by_hand() -> None:
    table, first, second = rated_table(seed=5)
    player = load_player("simple")
    while not (state := current_state(table)).is_over:
        seat = min(state.awaited)
        text = NEXT if state.is_between_hands else str(player.decide(view_of(match_of(table), seat)))
        table = service.submit_event_text(table.key, (first, second)[seat], table.number, text)
    match = current_state(table).match
    assert match is not None
    own, other = (Tally.objects.get(seat__table=table, seat__number=place) for place in (0, 1))
    assert own.hands == other.hands == sum(game.score is not None for game in match.games)
    assert own.hands_won + other.hands_won <= own.hands
    assert own.gins + own.knocks - own.undercut_by_other + own.undercuts <= own.hands_won
    assert own.undercuts == other.undercut_by_other
    assert own.score + other.score == 1
    assert own.knocks + other.knocks > 0


@pytest.mark.django_db
def test_what_is_not_rated_changes_no_rating() -> None:
    table, first, _second = table_of_two()
    service.submit_event_text(table.key, first, table.number, RESIGN)
    assert (Rating.objects.count(), Tally.objects.count()) == (0, 2)


def test_a_match_that_a_bot_has_helped_with_is_not_rated() -> None:
    table = Table(is_rated=True)
    terms = Terms(proposal().variant, "0" * 64)
    assert match_results.is_rated(table, TableState(terms, ending=RESIGN, resigned=SEATS[0]))
    assert not match_results.is_rated(
        table, TableState(terms, ending=RESIGN, resigned=SEATS[0], was_helped=True)
    )
    assert not match_results.is_rated(table, TableState(terms, ending="void"))


@pytest.mark.django_db
def test_bots_are_rated_in_a_pool_of_their_own() -> None:
    own = account()
    laid = replace(proposal(pace="600+20"), is_rated=True)
    table = creation.create(laid, own, cut="1", bot="steady", bot_cut="2")
    while not have_both_moved(match_of(table)):
        table = (
            step(table, (own, own), random.Random(1))
            if 0 in current_state(table).awaited
            else bots_answer(table)
        )
    service.submit_event_text(table.key, own, table.number, RESIGN)
    assert set(Rating.objects.values_list("person", "bot", "pool")) == {
        (own.pk, "", Pool.BOTS),
        (None, "steady", Pool.BOTS),
    }


@pytest.mark.django_db
def test_a_match_is_never_rated_twice() -> None:
    table, first, second = rated_table()
    table = both_move(table, (first, second))
    table = service.submit_event_text(table.key, first, table.number, RESIGN)
    with pytest.raises(IntegrityError):
        match_results.store_match_results(table=table, state=current_state(table))


@pytest.mark.django_db
def test_time_without_play_makes_a_rating_less_sure() -> None:
    rating = Rating(value=1600, deviation=50, volatility=0.02, at=now() - timedelta(days=100))
    assert 50 < rating.strength.deviation < glicko.FIRST_DEVIATION
    assert str(rating) == "1600"
    assert str(Rating()) == "1500?"


@pytest.mark.django_db(transaction=True)
def test_two_resignations_that_race_are_one_result() -> None:
    table, first, second = rated_table()
    table = both_move(table, (first, second))

    def resign(who: Person) -> bool:
        try:
            return bool(service.submit_event_text(table.key, who, table.number, RESIGN))
        except GinRummyError:
            return False

    assert sorted(race(partial(resign, first), partial(resign, second))) == [False, True]
    assert Change.objects.count() == 2
    assert set(Rating.objects.values_list("matches", flat=True)) == {1}
