"""Exercises in the browser: a finished match is continued from any moment, without any rating."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from django.test import Client

from ginrummy.locale import LANGUAGES, using_language
from ginrummy.rules import scoring
from ginrummy.rules.types import SEATS
from ginrummy.text.commentary import games_by_half_turn
from ginrummy.text.record import read_record
from ginrummy.web.bots.models import ReviewSummary
from ginrummy.web.fairness.models import Deal
from ginrummy.web.http.limits import counter
from ginrummy.web.lobby.play_now import match_to_continue
from ginrummy.web.ratings.models import Change, Tally
from ginrummy.web.tables import service
from ginrummy.web.tables.models import EXERCISE, Seat, Status, Table
from ginrummy.web.tables.table_state import NEXT, current_state, states
from tests.web.board.test_replay import played
from tests.web.play import anything, bots_answer, client_of, match_of

pytestmark = pytest.mark.django_db


def played_on(client: Client, table: Table, hand: int, step: int) -> Table:
    """Return the exercise opened by the button."""
    answer = client.post(f"/games/{table.key}/play-on", {"hand": hand, "step": step})
    assert answer.status_code == 302
    return Table.objects.get(key=answer["Location"].rpartition("/")[2])


@pytest.mark.parametrize("variant", ["standard", "hollywood", "two_pack"])
def test_the_table_stands_where_the_match_stood(variant: str) -> None:
    table, match = played(variant)
    chance = random.Random(variant)
    for hand, game in list(enumerate(match.games, start=1))[:3]:
        counter.clear()
        before = games_by_half_turn(game)
        step = chance.randrange(len(before) - 1 if before[-1].is_over else len(before))
        exercise = played_on(Client(), table, hand, step)
        states.clear()
        found = match_of(exercise)
        assert found.game == before[step]
        assert found.games[: hand - 1] == match.games[: hand - 1]
        (own,) = exercise.seats.exclude(person=None)
        assert (own.number, exercise.seats.get(person=None).bot) == (before[step].turn, "steady")
        assert current_state(exercise).is_exercise
        assert max(len(event.text) for event in exercise.events.all()) <= 300


def test_it_is_played_to_the_end_and_counts_nowhere() -> None:
    table, match = played()
    counted = [rows.objects.count() for rows in (Tally, Change, Deal)]
    client = Client()
    exercise = played_on(client, table, 1, 4)
    person = Seat.objects.get(table=exercise, bot="").person
    chance = random.Random(1)
    while exercise.status != Status.OVER:
        exercise = bots_answer(exercise)
        state = current_state(exercise)
        own = exercise.seats.get(person=person).number
        if exercise.status != Status.OVER and own in state.awaited:
            exercise = service.submit_event_text(
                exercise.key, person, exercise.number, anything(state, chance)
            )
    assert [rows.objects.count() for rows in (Tally, Change, Deal)] == counted
    done = match_of(exercise)
    assert scoring.is_match_over(done.current_sheet)
    assert done.games[1].deck != match.games[1].deck
    assert NEXT in set(exercise.events.values_list("text", flat=True))
    record = client.get(f"/games/{exercise.key}/record").content.decode()
    assert read_record(record).match == done
    page = client.get(f"/tables/{exercise.key}").content.decode()
    assert "/rematch" not in page
    assert client.post(f"/tables/{exercise.key}/rematch").status_code == 409
    assert not ReviewSummary.objects.exists()


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_page_of_a_match_offers_it_and_says_which_cards_lie(code: str) -> None:
    table, match = played()
    client = Client(headers={"accept-language": code})
    page = client.get(f"/games/{table.key}?hand=1&step=3").content.decode()
    assert f"/games/{table.key}/play-on" in page
    ended = f"/games/{table.key}?hand=1&step={len(match.games[0].plays)}"
    assert "play-on" not in client.get(ended).content.decode()
    exercise = played_on(client, table, 1, 3)
    assert exercise.variant_name == EXERCISE
    text = client.get(f"/tables/{exercise.key}").content.decode()
    with using_language(code):
        assert exercise.title in text
    assert "/rules/exercise" not in text
    assert match_to_continue(Seat.objects.get(table=exercise, bot="").person) is None


def test_nobody_plays_on_where_nothing_is_left_or_nothing_is_over() -> None:
    table, match = played()
    over = {"hand": 1, "step": len(match.games[0].plays)}
    assert Client().post(f"/games/{table.key}/play-on", over).status_code == 404
    assert Client().post(f"/games/{table.key}/play-on", {"hand": 99, "step": 0}).status_code == 404
    exercise = played_on(Client(), table, 1, 2)
    assert Client().post(f"/games/{exercise.key}/play-on", {"hand": 1, "step": 0}).status_code == 409


def test_nobody_says_such_cards_at_a_table() -> None:
    table, _match = played()
    client = Client()
    exercise = played_on(client, table, 1, 2)
    deck = exercise.events.get(number=0).text
    answer = client.post(f"/tables/{exercise.key}/say", {"text": deck, "number": exercise.number})
    assert answer.status_code >= 400
    assert Table.objects.get(pk=exercise.pk).number == exercise.number
    other = replace(current_state(exercise), is_exercise=False)
    with pytest.raises(Exception, match="over"):
        other.after(SEATS[0], deck)
    person = Seat.objects.get(table=exercise, bot="").person
    assert person is not None
    assert client_of(person).get(f"/tables/{exercise.key}").status_code == 200
