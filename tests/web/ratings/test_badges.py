"""Badges and the picture on a player's page: when each is earned, and their visibility."""

from __future__ import annotations

from collections import Counter
from datetime import date, timedelta
from pathlib import Path

import pytest

from ginrummy.rules.types import SEATS
from ginrummy.web import board
from ginrummy.web.board.board import seat_avatar
from ginrummy.web.http.now import now
from ginrummy.web.people.models import PORTRAITS, Person
from ginrummy.web.ratings.badges import DAYS, MATCHES, PUZZLES, badges_of, first_run_end
from ginrummy.web.ratings.models import Tally
from ginrummy.web.tables import creation, service
from ginrummy.web.tables.models import Event, Seat, Table
from tests.web.forms import signed_up
from tests.web.play import account, client_of, person, proposal, table_of_two

pytestmark = pytest.mark.django_db


def finished(one: Person, table: Table | None = None, **figures: float) -> Table:
    """Return a table with a tally of `one` as after the match."""
    table = table or creation.create(proposal(), one, cut="1", bot="simple", bot_cut="2")
    counts = dict.fromkeys(
        ("hands", "hands_won", "gins", "knocks", "undercuts", "undercut_by_other", "points"), 0
    )
    seat = Seat.objects.get(table=table, person=one)
    Tally.objects.create(seat=seat, **{"score": 0.0} | counts | figures)
    return table


def badges(one: Person) -> dict[str, Table | None]:
    return {badge.title: badge.table for badge in badges_of(one, Counter()) if badge.day}


def test_each_badge_is_earned_by_the_first_match_of_its_kind() -> None:
    ada = account("Ada")
    finished(ada, hands=5, hands_won=3, score=1, knocks=1)
    assert badges(ada) == {}
    gin = finished(ada, hands=2, hands_won=2, score=1, gins=1)
    big = finished(ada, gins=2, undercuts=1)
    Event.objects.create(table=big, number=99, seat=SEATS[0], text="biggin")
    shut = finished(ada, hands=3, hands_won=3, score=1)
    champion = creation.create(proposal(), ada, cut="1", bot="champion", bot_cut="2")
    assert finished(ada, champion, score=1) == champion
    expected = {
        "First gin": gin,
        "Big gin": big,
        "Undercut": big,
        "Shutout": shut,
        "Champion beaten": champion,
    }
    assert badges(ada) == expected
    table, other, _second = table_of_two()
    finished(other, table, score=1)
    assert badges(other) == {"Among people": table}


def test_days_matches_and_puzzles_are_counted() -> None:
    ada = account("Ada")
    first = date(2026, 9, 1)
    days = [first + timedelta(days=number) for number in range(DAYS + 3)]
    assert first_run_end(Counter(days)) == days[DAYS - 1]
    assert first_run_end(Counter(days[: DAYS - 1])) is None
    assert first_run_end(Counter(days[:5] + days[6:])) is None
    table = finished(ada)
    rules = {"rules": table.rules, "variant_name": "standard"}
    for number in range(MATCHES - 1):
        assert "A hundred matches" not in badges(ada)
        extra = Table.objects.create(secret=f"{number:064}", **rules)
        Seat.objects.create(table=extra, number=SEATS[0], person=ada)
        finished(ada, extra)
    assert badges(ada) == {"A hundred matches": extra}
    for number in range(PUZZLES):
        ada.attempts.create(number=number, move="x", is_right=True, before=1, after=1, at=now())
    assert set(badges(ada)) == {"A hundred matches", "Fifty puzzles"}


def test_others_see_the_earned_badges_and_no_way_to_an_unrated_match() -> None:
    client, ada = signed_up("Ada")
    table = finished(ada, hands=2, hands_won=2, score=1, gins=1)
    own = client.get(f"/players/{ada.pk}").content.decode()
    seen = client_of(person()).get(f"/players/{ada.pk}").content.decode()
    link = f'href="/games/{table.key}"'
    assert ("Big gin" in own, link in own) == (True, True)
    assert ("First gin" in seen, "Big gin" in seen, link in seen) == (True, False, False)
    assert "Favourite game" in seen


def test_the_chosen_picture_is_shown_wherever_the_player_is() -> None:
    client, ada = signed_up("Ada")
    assert "figures.svg" not in client.get("/rules/").content.decode().partition("</header>")[0]
    for told, figure in (("heart", "heart"), ("champion", "heart"), ("<b>", "heart"), ("guest6", "guest6")):
        client.post("/settings", {"portrait": told, "next": f"/players/{ada.pk}"})
        assert f"figures.svg#{figure}" in client.get("/rules/").content.decode().partition("</header>")[0]
        assert f"figures.svg#{figure}" in client_of(person()).get(f"/players/{ada.pk}").content.decode()
    table = creation.create(proposal(), Person.objects.get(pk=ada.pk), cut="1")
    table = service.join(table.key, person(), cut="2")
    assert seat_avatar(table, SEATS[0]) == "guest6"
    figures = (Path(board.__file__).parent / "static/board/figures.svg").read_text("utf-8")
    assert all(f'id="{name}"' in figures for name in PORTRAITS)
