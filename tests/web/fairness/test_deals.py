"""The server's deals next to the exact ones: counted once when dealt, shown a day later, and judged."""

from __future__ import annotations

import random
from datetime import timedelta
from functools import cache
from html import unescape
from pathlib import Path

import pytest
from django.test import Client

from ginrummy.game import shuffle
from ginrummy.game.cards import RANK_COUNT
from ginrummy.game.game import Game
from ginrummy.game.shuffle import Seeds, new_secret
from ginrummy.rules.melds import deadwood
from ginrummy.variants import load_variant
from ginrummy.web.fairness import models
from ginrummy.web.fairness.comparisons import (
    CENSUS,
    SUIT_COUNT,
    Verdict,
    chi_square_test,
    class_counts,
    compare_counts,
    deadwood_census,
    deadwood_classes,
    exact_class_shares,
    merge_classes,
    p_value,
)
from ginrummy.web.fairness.deal_counts import Counts
from ginrummy.web.fairness.models import Dealt
from ginrummy.web.tables import service
from ginrummy.web.tables.models import Table
from ginrummy.web.tables.signals import hand_dealt
from ginrummy.web.tables.table_state import RESIGN, current_state
from tests.web.fairness.deal_counting import count_deals
from tests.web.play import match_of, step, table_of_two

GOLDEN = Path(__file__).parents[2] / "golden" / "census_52_10.json"
DEALS = 600
SPADES = 0
STANDARD = load_variant("standard").row


@cache
def dealt() -> tuple[Game, ...]:
    """Return games dealt as by the server."""
    chance = random.Random(20)
    return tuple(game(chance) for _number in range(DEALS))


def game(chance: random.Random) -> Game:
    seeds = Seeds(new_secret(chance.randbytes), ("one", "two"))
    return Game.deal(STANDARD, dealer=0, deck=shuffle.shuffled_deck(seeds, 0, STANDARD.decks))


def verdicts(counts: Counts) -> list[Verdict]:
    return [one.test.verdict for one in compare_counts(counts)]


def test_the_census_of_the_page_is_the_golden_one() -> None:
    assert CENSUS.read_bytes() == GOLDEN.read_bytes()
    assert sum(deadwood_census()) == 15_820_024_220
    assert sum(exact_class_shares()) == pytest.approx(1)
    assert [number for part in deadwood_classes() for number in part] == list(range(len(deadwood_census())))
    assert class_counts(deadwood_census())[0] == 136_694


@pytest.mark.parametrize(
    ("distance", "freedom", "share"),
    [(3.841, 1, 0.05), (7.815, 3, 0.05), (16.919, 9, 0.05), (21.026, 12, 0.05), (16.266, 3, 0.001),
     (32.909, 12, 0.001), (0, 3, 1), (0, 12, 1), (100_000, 12, 0)],
)  # fmt: skip
def test_the_distribution_is_that_of_the_printed_tables(distance: float, freedom: int, share: float) -> None:
    assert p_value(distance, freedom) == pytest.approx(share, rel=0.002)


def test_classes_are_joined_until_enough_is_expected() -> None:
    assert merge_classes([1, 2, 3, 4], [1.0, 4.0, 6.0, 2.0]) == [(3, 5.0), (7, 8.0)]
    assert merge_classes([1, 2], [1.0, 2.0]) == []
    assert chi_square_test([0, 1], [0.5, 0.5]).verdict is Verdict.TOO_FEW


def test_the_deals_of_the_server_are_as_chance_has_it() -> None:
    assert set(verdicts(count_deals(dealt()))) == {Verdict.FAIR}


def test_good_hands_for_the_dealer_are_seen() -> None:
    chance = random.Random(21)
    better = [
        min((game(chance) for _try in range(2)), key=lambda one: deadwood(STANDARD, one.state.hands[0]))
        for _number in range(DEALS)
    ]
    *others, own = verdicts(count_deals(better))
    assert own is Verdict.UNFAIR
    assert Verdict.UNFAIR not in others


def test_too_many_spades_are_seen() -> None:
    spades = [one for one in dealt() if one.state.upcard < RANK_COUNT]
    assert verdicts(count_deals([*dealt(), *spades]))[0] is Verdict.UNFAIR


def test_hands_that_the_census_does_not_know_are_left_out() -> None:
    two_packs = STANDARD._replace(decks=2)
    chance = random.Random(22)
    deck = list(range(104))
    chance.shuffle(deck)
    counts = count_deals([Game.deal(two_packs, dealer=1, deck=deck)])
    assert (counts.deals, sum(counts.upcards), counts.nondealer, counts.dealer) == (1, 1, (), ())


def a_day_later(days: float = 1) -> None:
    """Move all deals so many days back, and sum them up."""
    for row in models.Deal.objects.all():
        row.public_at -= timedelta(days=days)
        row.save()
    models.sum_public_deals()


def past(counts: Counts) -> None:
    """Insert counted deals."""
    row, _made = Dealt.objects.get_or_create(first_looks=True)
    after = row.counts + counts
    row.deals, row.upcards = after.deals, list(after.upcards)
    row.nondealer, row.dealer = list(after.nondealer), list(after.dealer)
    row.save()


@pytest.mark.django_db
def test_every_deal_is_counted_once_when_it_is_dealt_and_shown_a_day_later() -> None:
    table, first, second = table_of_two(seed=5)
    chance = random.Random(1)
    while match_of(table).number < 1:
        table = step(table, (first, second), chance)
    games = match_of(table).games
    assert models.Deal.objects.count() == len(games) == 2
    a_day_later(0.99)
    assert models.public_counts() == (None, Counts())
    a_day_later(0.01)
    a_day_later()
    since, counts = models.public_counts()
    assert since is not None
    assert counts == count_deals(games)
    table = service.submit_event_text(table.key, first, table.number, RESIGN)
    a_day_later()
    assert models.public_counts()[1] == count_deals(games)
    assert not models.Deal.objects.exists()


@pytest.mark.django_db
def test_where_a_turn_may_take_days_a_deal_stays_secret_for_longer() -> None:
    table_of_two(pace="7d")
    a_day_later(29)
    assert models.public_counts()[1].deals == 0
    a_day_later(1)
    assert models.public_counts()[1].deals == 1


@pytest.mark.long
@pytest.mark.django_db
def test_giving_up_unless_the_upcard_is_a_spade_bends_nothing() -> None:
    suits = [0] * SUIT_COUNT
    for seed in range(120):
        table, first, _second = table_of_two(seed=seed)
        suit = match_of(table).game.state.upcard // RANK_COUNT
        suits[suit] += 1
        if suit != SPADES:
            service.submit_event_text(table.key, first, table.number, RESIGN)
    a_day_later(0.5)
    assert models.public_counts()[1].deals == 0
    a_day_later(0.5)
    counts = models.public_counts()[1]
    assert [sum(counts.upcards[RANK_COUNT * suit :][:RANK_COUNT]) for suit in range(SUIT_COUNT)] == suits
    assert verdicts(counts)[0] is Verdict.FAIR


@pytest.mark.django_db
def test_a_deal_stays_counted_when_its_table_is_cleared_away() -> None:
    table, _first, _second = table_of_two(seed=5)
    games = match_of(table).games
    table.delete()
    a_day_later()
    assert models.public_counts()[1] == count_deals(games)


@pytest.mark.django_db
def test_a_deal_that_is_seen_again_is_not_counted_again() -> None:
    table, _first, _second = table_of_two(seed=5)
    hand_dealt.send(Table, table=table, state=current_state(table))
    a_day_later()
    assert models.public_counts()[1].deals == 1


@pytest.mark.django_db
def test_what_was_counted_at_the_end_of_matches_is_kept_apart() -> None:
    Dealt.objects.create(deals=7, upcards=[7])
    table_of_two(seed=5)
    a_day_later()
    assert models.public_counts()[1].deals == 1
    page = Client().get("/deals").content.decode()
    assert "7 deals from before" in page
    assert "1 deal since" in page
    assert Dealt.objects.get(first_looks=False).upcards == [7]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("language", "words"),
    [("en", "nobody can skew"), ("fr", "personne ne peut fausser"), ("ru", "никто не может исказить")],
)
def test_the_page_says_how_it_is_counted_and_why_nobody_can_skew_it(language: str, words: str) -> None:
    assert words in unescape(Client(headers={"accept-language": language}).get("/deals").content.decode())


@pytest.mark.django_db
def test_the_page_says_what_is_fair_and_what_is_not() -> None:
    client = Client()
    assert "<table>" not in client.get("/deals").content.decode()
    past(count_deals(dealt()))
    page = client.get("/deals").content.decode()
    assert page.count('data-verdict="fair"') == 4
    assert f"{DEALS} deals" in page
    spades = [one for one in dealt() if one.state.upcard < RANK_COUNT]
    past(count_deals(spades))
    told = {"en": "not look like chance", "fr": "ne ressemble pas au hasard", "ru": "случайность не похоже"}
    for language, words in told.items():
        page = unescape(client.get("/deals", headers={"accept-language": language}).content.decode())
        assert page.count('data-verdict="unfair"') == 1
        assert words in page
