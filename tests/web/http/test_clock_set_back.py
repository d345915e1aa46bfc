"""Times noted before the clock was set back: nothing waits until that moment comes again."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.core import mail
from django.db.models import QuerySet

from ginrummy.rules.types import SEATS
from ginrummy.web.accounts.mail import queue_mail, send_due_mail
from ginrummy.web.accounts.models import Letter, Tries
from ginrummy.web.api.auth import new_token, token_owner
from ginrummy.web.api.models import Token
from ginrummy.web.bots import hint_requests, lane_readiness, match_limits, review_requests
from ginrummy.web.bots.bot_turn import turns
from ginrummy.web.bots.models import Analysis, LaneState, Thought
from ginrummy.web.chat.models import Phrase
from ginrummy.web.chat.phrases import seat_chat
from ginrummy.web.config.retention import delete_expired_data
from ginrummy.web.http.now import now
from ginrummy.web.lobby.open_tables import Filters, open_table_entries
from ginrummy.web.people.models import BrowserSession
from ginrummy.web.tables import creation, presence, rated_eligibility, spectators
from ginrummy.web.tables.models import Lane, Seat, Spectator, SpectatorPermission, Status, Table
from tests.web.bots.test_bots import dealt, waiting
from tests.web.forms import PASSWORD, signed_up
from tests.web.play import person, proposal, rated_match, table_of_two

pytestmark = pytest.mark.django_db

AHEAD = (timedelta(minutes=30), timedelta(hours=5), timedelta(days=400))
SLACK = timedelta(minutes=1)


@pytest.fixture(params=AHEAD, ids=str)
def ahead(request: pytest.FixtureRequest) -> datetime:
    """The time before the clock was set back."""
    by: timedelta = request.param
    return now() + by


def is_now(rows: QuerySet[Any], column: str) -> bool:
    """Return whether `column` of the one row has the present time."""
    found: datetime = rows.values_list(column, flat=True).get()
    return abs(found - now()) < SLACK


def test_when_somebody_was_here_last_is_noted(ahead: datetime) -> None:
    client, owner = signed_up("Ada")
    token = new_token(owner, "bot")
    table, first, _second = table_of_two()
    seats = table.seats.filter(person=first)
    seats.update(seen=ahead)
    BrowserSession.objects.filter(person=owner).update(seen=ahead)
    Token.objects.update(used=ahead)
    client.get("/account")
    assert token_owner(token) == owner
    presence.record_presence(seats.get())
    assert is_now(Seat.objects.filter(pk__in=seats), "seen")
    is_noted = ahead - now() > timedelta(hours=1)
    assert is_now(BrowserSession.objects.filter(person=owner, ended=None), "seen") == is_noted
    assert is_now(Token.objects.all(), "used") == is_noted


def test_the_turn_of_a_bot_is_not_held_until_then(ahead: datetime) -> None:
    table = waiting()
    Table.objects.filter(pk=table.pk).update(bot_lease=ahead, bot_holder="gone")
    assert turns[Lane.QUICK].due_jobs().get() == table


def test_a_hint_that_was_begun_is_begun_again(ahead: datetime) -> None:
    table = dealt("steady", person(), first=0)
    thought = hint_requests.request_hint(table, SEATS[0], table.number)
    Thought.objects.update(lease=ahead)
    assert hint_requests.hints.due_jobs().get() == thought


def test_a_hint_is_asked_for_again_and_an_answer_stays(ahead: datetime) -> None:
    table = dealt("steady", person(), first=0)
    hint_requests.request_hint(table, SEATS[0], table.number)
    Thought.objects.update(due=ahead, lease=ahead)
    assert hint_requests.is_pending(hint_requests.request_hint(table, SEATS[0], table.number)) is True
    assert is_now(Thought.objects.all(), "due") or ahead - now() < hint_requests.PATIENCE
    assert hint_requests.hints.due_jobs().exists()
    Thought.objects.update(due=ahead, answer="throw the king")
    assert hint_requests.request_hint(table, SEATS[0], table.number).answer == "throw the king"


def test_a_review_that_was_begun_is_begun_again(ahead: datetime) -> None:
    table, _first, _second = table_of_two()
    analysis = review_requests.request_review(table)
    Analysis.objects.update(lease=ahead)
    assert review_requests.reviews.due_jobs().get() == analysis
    Analysis.objects.update(looked=ahead)
    assert not review_requests.reviews.due_jobs().exists()
    review_requests.record_waiting_page(analysis)
    assert review_requests.reviews.due_jobs().exists()


@pytest.mark.parametrize(
    ("column", "note", "holds"),
    [
        ("wanted", lane_readiness.announce_turn, lane_readiness.has_work_soon),
        ("seen", lane_readiness.record_worker_alive, lane_readiness.is_ready),
    ],
)
def test_a_lane_is_neither_wanted_nor_ready_for_ever(
    column: str, note: Callable[[Lane], None], holds: Callable[[Lane], bool], ahead: datetime
) -> None:
    LaneState.objects.create(lane=Lane.SEARCH, **{column: ahead})
    assert not holds(Lane.SEARCH)
    note(Lane.SEARCH)
    assert holds(Lane.SEARCH)
    assert is_now(LaneState.objects.all(), column)


def test_who_was_there_then_is_not_there_now(ahead: datetime) -> None:
    owner = person()
    table = creation.create(replace(proposal(), is_listed=True), owner, cut="1")
    assert len(open_table_entries(Filters(), None)) == 1
    table.seats.update(seen=ahead)
    assert not open_table_entries(Filters(), None)
    presence.record_presence(table.seats.get(person=owner))
    assert len(open_table_entries(Filters(), None)) == 1


def test_spectators_who_were_there_then_are_forgotten(ahead: datetime) -> None:
    table, _first, _second = table_of_two()
    table.seats.update(watching=SpectatorPermission.PUBLIC)
    Spectator.objects.create(table=table, reader="x", seen=ahead)
    assert spectators.count_spectators(table) == 0
    spectators.renew_spectators([])
    assert not Spectator.objects.exists()


def test_a_phrase_is_not_just_said_for_hours(ahead: datetime) -> None:
    table, _first, _second = table_of_two()
    Table.objects.filter(pk=table.pk).update(has_chat=True)
    table.refresh_from_db()
    Phrase.objects.create(table=table, seat=SEATS[1], name="hello", at=ahead)
    chat = seat_chat(table, SEATS[0])
    assert chat is not None
    assert (chat.fresh, len(chat.said)) == ("", 1)


def test_matches_that_were_played_then_do_not_count_as_of_today(ahead: datetime) -> None:
    owner = person()
    dealt("steady", owner, first=0)
    assert match_limits.current_match_count(owner, searches=False) == 1
    first, second = signed_up("Ada")[1], signed_up("Bob")[1]
    rated_match(first, second)
    assert rated_eligibility._recent_match_count(first, second) == 1
    Table.objects.update(moved=ahead)
    is_same_day = ahead - now() < rated_eligibility.DAY
    assert rated_eligibility._recent_match_count(first, second) == is_same_day
    assert match_limits.current_match_count(owner, searches=False) == (ahead - now() < match_limits.IN_PLAY)


def test_emails_and_their_retries_go_out(ahead: datetime) -> None:
    queue_mail("ada@example.org", "fresh", title="")
    queue_mail("bob@example.org", "tried", title="")
    Letter.objects.update(due=ahead)
    Letter.objects.filter(address="bob@example.org").update(tries=3)
    sent = send_due_mail()
    assert mail.outbox[0].to == ["ada@example.org"]
    assert sent == 1 + (ahead - now() > timedelta(hours=3))


def test_nobody_waits_until_then_to_try_a_password(ahead: datetime) -> None:
    client, _owner = signed_up("Ada")
    client.post("/account", {"do": "change", "password": "wrong"})
    Tries.objects.update(since=ahead, count=1000)
    change = {"do": "change", "password": PASSWORD, "new_password": "another good one"}
    assert client.post("/account", change).status_code == 302


def test_a_table_is_not_cleared_for_a_moment_that_is_to_come(ahead: datetime) -> None:
    table = creation.create(proposal(), person(), cut="1")
    table.seats.update(seen=ahead)
    delete_expired_data()
    assert Table.objects.filter(pk=table.pk, status=Status.WAITING).exists()
