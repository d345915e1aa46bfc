"""The hand of the day: one deal for everybody, committed the day before, one try, no help, comparison."""

from __future__ import annotations

import random
from collections.abc import Callable
from datetime import UTC, date, datetime, time, timedelta
from html import unescape

import pytest
from django.test import Client

from ginrummy.game import shuffle
from ginrummy.game.shuffle import Seeds, commitment
from ginrummy.rules.types import SEATS
from ginrummy.web.bots.models import ReviewSummary
from ginrummy.web.config.lifespan import Housekeeping
from ginrummy.web.people.models import Person
from ginrummy.web.puzzles import hand_of_the_day, hand_of_the_day_views
from ginrummy.web.puzzles.models import DailyHand, DailyTry
from ginrummy.web.ratings.models import Tally
from ginrummy.web.tables import service
from ginrummy.web.tables.models import Status, Table
from ginrummy.web.tables.table_state import current_state
from tests.web.play import anything, bots_answer, client_of, person

pytestmark = pytest.mark.django_db

DAY = date(2027, 3, 14)


@pytest.fixture(autouse=True)
def passing(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    """Return a function that advances the clock by days, from `DAY`."""
    passed = [DAY]
    for module in (hand_of_the_day_views, hand_of_the_day):
        monkeypatch.setattr(module, "today", lambda: passed[0])
    monkeypatch.setattr("ginrummy.web.puzzles.hand_of_the_day.can_search", lambda: False)

    def later(days: int) -> None:
        passed[0] += timedelta(days=days)

    return later


def test_a_server_fixes_the_hand_the_day_before_though_nobody_looks(
    passing: Callable[[int], None],
) -> None:
    work = Housekeeping()
    assert work() < 3600
    assert not DailyHand.objects.exists(), "the first pages come first"
    assert work() == 3600
    fixed = dict(DailyHand.objects.values_list("day", "secret"))
    assert set(fixed) == {DAY, DAY + timedelta(days=1)}
    passing(1)
    work()
    assert hand_of_the_day.daily_hand(DAY + timedelta(days=1)).secret == fixed[DAY + timedelta(days=1)]
    assert DailyHand.objects.count() == 3


def page(client: Client, address: str) -> str:
    response = client.get(address)
    assert response.status_code == 200, address
    return unescape(response.content.decode())


def begun(someone: Person) -> Table:
    response = client_of(someone).post("/daily/play")
    assert response.status_code == 302
    return Table.objects.get(key=response["Location"].rpartition("/")[2])


def play_to_the_end(table: Table, *, seed: int) -> Table:
    """Return `table` after any moves of its player to the end of the hand."""
    chance, someone = random.Random(seed), next(seat.person for seat in table.taken if seat.person)
    while table.status != Status.OVER:
        state = current_state(table := bots_answer(table))
        if table.status != Status.OVER:
            table = service.submit_event_text(table.key, someone, state.number, anything(state, chance))
    return table


def finished(someone: Person, *, seed: int) -> Table:
    """Return the table of `someone` after today's hand."""
    return play_to_the_end(begun(someone), seed=seed)


def test_everybody_has_the_same_cards_against_the_same_bot() -> None:
    tables = [begun(person()) for _one in range(3)]
    matches = [current_state(table).match for table in tables]
    assert len({match.game.deck for match in matches if match}) == 1
    assert len({match.game.dealer for match in matches if match}) == 1
    assert [seat.bot for table in tables for seat in table.taken if seat.bot] == ["steady"] * 3


def test_the_deal_is_what_was_committed_the_day_before(passing: Callable[[int], None]) -> None:
    shown = page(Client(), "/daily")
    tomorrow = DailyHand.objects.get(day=DAY + timedelta(days=1))
    assert tomorrow.commitment in shown
    assert tomorrow.secret not in shown
    passing(1)
    table = finished(person(), seed=1)
    passing(1)
    told = page(Client(), f"/daily/{tomorrow.day}")
    assert tomorrow.secret in told
    assert commitment(tomorrow.secret) == tomorrow.commitment
    match = current_state(table).match
    assert match is not None
    assert (
        shuffle.shuffled_deck(Seeds(tomorrow.secret, (tomorrow.day.isoformat(), "ginrummy")), 0, 1)
        == match.game.deck
    )


def test_the_same_play_is_answered_by_the_same_play() -> None:
    first, second = (finished(person(), seed=7) for _one in range(2))
    one, other = (current_state(table).match for table in (first, second))
    assert one is not None
    assert other is not None
    assert one.game.plays == other.game.plays


def test_nobody_looks_early(passing: Callable[[int], None]) -> None:
    finished(person(), seed=1)
    client = Client()
    secret = hand_of_the_day.daily_hand(DAY).secret
    assert secret not in page(client, "/daily")
    for day in (DAY, DAY + timedelta(days=1), "nonsense", DAY - timedelta(days=9)):
        assert client.get(f"/daily/{day}").status_code == 404
    passing(1)
    assert secret in page(client, f"/daily/{DAY}")


def test_there_is_one_try_a_person() -> None:
    someone = person()
    table = begun(someone)
    assert begun(someone) == table
    play_to_the_end(table, seed=3)
    assert begun(someone) == table
    assert DailyTry.objects.count() == 1
    assert 'action="/daily/play"' not in page(client_of(someone), "/daily")


def test_there_is_no_help_and_no_rematch() -> None:
    someone = person()
    table = begun(someone)
    assert not service.may_use_help(table, SEATS[0])
    assert "hint=" not in page(client_of(someone), f"/tables/{table.key}")
    over = play_to_the_end(table, seed=3)
    assert client_of(someone).post(f"/tables/{over.key}/rematch").status_code == 409


def test_it_counts_in_no_statistics() -> None:
    finished(person(), seed=5)
    assert not Tally.objects.exists()


def test_results_are_ordered_by_points_then_by_accuracy(passing: Callable[[int], None]) -> None:
    people = [person(f"Player {number}") for number in range(4)]
    tables = [begun(each) for each in people]
    for table, points in zip(tables, (5, 30, 5, None), strict=True):
        Table.objects.filter(pk=table.pk).update(status=Status.OVER)
        DailyTry.objects.filter(table=table).update(points=points)
    for table, accuracy in zip(tables[::2], (80.0, 90.0), strict=True):
        seat = {"phases": {"discard": [2, 2 * accuracy]}, "result": 1.0, "without_luck": 0.5, "slips": []}
        ReviewSummary.objects.create(table=table, seats=[seat, seat])
    passing(1)
    places = hand_of_the_day.daily_results(hand_of_the_day.daily_hand(DAY))
    assert [place.name for place in places] == ["Player 1", "Player 2", "Player 0", "Player 3"]
    assert [place.accuracy for place in places] == [None, 90.0, 80.0, None]
    text = page(Client(), f"/daily/{DAY}")
    assert text.index("Player 1") < text.index("Player 2") < text.index("Player 0") < text.index("gave up")


def test_points_are_those_of_the_hand_and_a_hand_given_up_has_none() -> None:
    table = finished(person(), seed=2)
    match = current_state(table).match
    assert match is not None
    score = match.game.score
    assert score is not None
    expected = score.points if score.winner == 0 else -score.points
    assert DailyTry.objects.get(table=table).points == expected
    someone = person()
    other = begun(someone)
    service.submit_event_text(other.key, someone, other.number, "resign")
    assert DailyTry.objects.get(table=other).points is None


def test_a_hand_that_ends_after_its_day_brings_nothing(passing: Callable[[int], None]) -> None:
    table = begun(person())
    passing(1)
    play_to_the_end(table, seed=2)
    assert DailyTry.objects.get(table=table).points is None
    Table.objects.filter(pk=table.pk).update(moved=datetime.combine(DAY + timedelta(days=1), time(), UTC))
    text = page(Client(), f"/daily/{DAY}")
    assert "finished too late" in text
    assert "best line" not in text


def test_a_hand_given_up_is_nobodys_best_line(passing: Callable[[int], None]) -> None:
    someone = person()
    table = begun(someone)
    service.submit_event_text(table.key, someone, table.number, "resign")
    passing(1)
    text = page(Client(), f"/daily/{DAY}")
    assert "gave up" in text
    assert "best line" not in text


def test_what_is_missing_is_judged_while_somebody_looks(
    passing: Callable[[int], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ginrummy.web.puzzles.hand_of_the_day.can_search", lambda: True)
    table = finished(person(), seed=2)
    passing(1)
    assert "data-again" in page(Client(), f"/daily/{DAY}")
    assert table.analyses.exists()
