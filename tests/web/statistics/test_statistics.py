"""Personal statistics in the browser, review requests from there, and the own data as files."""

from __future__ import annotations

import csv
import io
import json
import random
import re

import pytest
from django.template import engines
from django.template.backends.jinja2 import Jinja2
from django.test import Client, override_settings

from ginrummy.coach.decision_table import COLUMNS
from ginrummy.coach.decisions import is_decision, match_moments
from ginrummy.coach.habits import FED
from ginrummy.coach.match_statistics import JudgedSeat, Slip, findings_json
from ginrummy.locale import LANGUAGES
from ginrummy.text.record import read_record
from ginrummy.web.bots.models import Analysis, ReviewSummary
from ginrummy.web.bots.review_requests import reviews
from ginrummy.web.config.retention import delete_expired_data
from ginrummy.web.http.limits import REVIEW
from ginrummy.web.people.models import Person, new_key
from ginrummy.web.ratings.models import Tally
from ginrummy.web.statistics.views import AT_ONCE
from ginrummy.web.tables import service
from ginrummy.web.tables.models import Status, Table
from ginrummy.web.tables.table_state import RESIGN
from tests.web.board.test_review import quickly
from tests.web.play import client_of, match_of, step, table_of_two

pytestmark = pytest.mark.django_db
ADDRESS = "/players/me/statistics"
__all__ = ["quickly"]


def finished(*, seed: int = 3, events: int = 60) -> tuple[Table, Person]:
    """Return a match that was resigned after a while, and its winner."""
    table, first, second = table_of_two("standard", seed=seed)
    chance = random.Random(seed)
    for _event in range(events):
        if table.status != Status.OVER:
            table = step(table, (first, second), chance)
    return service.submit_event_text(table.key, second, table.number, RESIGN), first


def matches(count: int) -> Person:
    """Return a person with so many wins."""
    _table, winner = finished()
    for seed in range(100, 99 + count):
        more, other = finished(seed=seed, events=4)
        more.seats.filter(person=other).update(person=winner)
    return winner


def text_of(client: Client, code: str = "en") -> str:
    answer = client.get(ADDRESS, headers={"accept-language": code})
    assert answer.status_code == 200
    return answer.content.decode()


def summed_up(table: Table, *slips: Slip) -> None:
    judged = JudgedSeat({"draw": (10, 950.0), "discard": (10, 850.0)}, 1.0, 0.75, slips)
    ReviewSummary.objects.create(table=table, seats=[findings_json(judged)] * 2)


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_page_tells_hands_first_and_accuracy_once_matches_are_reviewed(code: str) -> None:
    table, person = finished()
    client = client_of(person)
    assert "<svg" not in text_of(client, code)
    summed_up(table, Slip(1, 2, 3, FED, "mistake", "4H", "9C", 4.0))
    text = text_of(client, code)
    assert f'<html lang="{code}"' in text
    assert text.count("<polyline") == 3
    assert f"/games/{table.key}?hand=1&amp;step=3" in text
    assert "1.2</a>" not in text
    assert f">{table.moved.date().isoformat()}" not in text
    assert "{" not in text.partition('id="statistics"')[2]
    profile = client.get(f"/players/{person.pk}").content.decode()
    assert ADDRESS in profile
    assert ADDRESS not in Client().get(f"/players/{person.pk}").content.decode()


def test_more_reviews_are_asked_for_made_and_shown(quickly: None) -> None:
    person = matches(AT_ONCE + 2)
    client = client_of(person)
    assert client.post(f"{ADDRESS}/more").status_code == 302
    assert Analysis.objects.count() == AT_ONCE
    waiting = text_of(client)
    assert waiting.count("<progress") == AT_ONCE
    assert "data-again" in waiting
    assert reviews.run_next("tests")
    assert ReviewSummary.objects.count() == 1
    while reviews.run_next("tests"):
        pass
    text = text_of(client)
    assert "data-again" not in text
    assert text.count("<circle") == AT_ONCE
    client.post(f"{ADDRESS}/more")
    assert Analysis.objects.count() == AT_ONCE + 2


def test_a_page_from_before_summaries_were_kept_is_made_again() -> None:
    table, person = finished()
    Analysis.objects.create(table=table, language="en", page=b"old")
    client_of(person).post(f"{ADDRESS}/more", headers={"accept-language": "en"})
    assert Analysis.objects.get(table=table).page is None


def test_nobody_asks_for_more_than_its_share() -> None:
    client = client_of(matches(REVIEW.times + 2))
    statuses = []
    for _time in range(REVIEW.times // AT_ONCE + 2):
        statuses.append(client.post(f"{ADDRESS}/more").status_code)
        Analysis.objects.update(page=b"")
        for table in Table.objects.filter(review_summary=None, analyses__isnull=False).distinct():
            summed_up(table)
    assert ReviewSummary.objects.count() == REVIEW.times
    assert statuses[-1] == 429


@pytest.mark.parametrize("name", ["=1+2", "+A1", "-A1", "@SUM(A1)"])
def test_a_name_is_no_formula_in_a_spreadsheet(name: str) -> None:
    table, person = finished()
    other = next(seat for seat in table.taken if seat.person_id != person.pk)
    other.person = Person.objects.create(name=name)
    other.bot = ""
    other.save()
    text = client_of(person).post("/players/me/files/matches.csv").content.decode()
    assert [row["opponent"] for row in csv.DictReader(io.StringIO(text))] == [f"'{name}"]


def test_a_key_is_no_formula_in_a_spreadsheet(monkeypatch: pytest.MonkeyPatch) -> None:
    keys = iter(["-h5IpxSAxJUVGsA2", "_h5IpxSAxJUVGsA2", "h5IpxSAxJUVGsA2-"])
    monkeypatch.setattr("secrets.token_urlsafe", lambda _count: next(keys))
    assert new_key() == "h5IpxSAxJUVGsA2-"


def test_matches_decisions_and_everything_can_be_taken_away() -> None:
    table, person = finished()
    client = client_of(person)
    assert "/players/me/files/data.json" in client.get("/settings").content.decode()
    rows = list(csv.DictReader(io.StringIO(client.post("/players/me/files/matches.csv").content.decode())))
    assert [(row["match"], row["result"]) for row in rows] == [(table.key, "1.0")]
    answer = client.post("/players/me/files/decisions.csv")
    assert "attachment" in answer["Content-Disposition"]
    decisions = list(csv.DictReader(io.StringIO(answer.content.decode())))
    assert set(decisions[0]) < set(COLUMNS)
    assert {row["seat"] for row in decisions} == {"0"}
    told = json.loads(client.post("/players/me/files/data.json").content)
    assert told["name"] == person.name
    assert read_record(told["matches"][0]["record"]).match == match_of(table)
    assert client.post("/players/me/files/settings.py").status_code == 404
    assert client.get("/players/me/files/data.json").status_code == 405


@pytest.mark.parametrize(("code", "sign"), [("en", ","), ("fr", ";"), ("ru", ";")])
def test_a_table_is_as_excel_of_the_language_opens_it(code: str, sign: str) -> None:
    _table, person = finished()
    client = client_of(person)
    answers = {
        name: client.post(f"/players/me/files/{name}.csv", headers={"accept-language": code}).content.decode()
        for name in ("matches", "decisions")
    }
    for text in answers.values():
        assert text.startswith("\ufeff") == (code != "en")
        assert "\ufeff" not in text[1:]
    (row,) = csv.DictReader(io.StringIO(answers["matches"].removeprefix("\ufeff")), delimiter=sign)
    assert row["result"] == ("1.0" if code == "en" else "1,0")


def test_errors_that_a_review_has_found_stand_beside_their_decisions() -> None:
    table, person = finished()
    client = client_of(person)
    plain = [*csv.DictReader(io.StringIO(client.post("/players/me/files/decisions.csv").content.decode()))]
    assert {row["verdict"] for row in plain} == {""}
    match = match_of(table)
    own = [moment for moment in match_moments(match) if is_decision(moment) and moment.seat == 0]
    summed_up(
        table, Slip(1, own[2].turn, len(own[2].game.plays), FED, "mistake", plain[2]["played"], "9C", 4.0)
    )
    judged = [*csv.DictReader(io.StringIO(client.post("/players/me/files/decisions.csv").content.decode()))]
    found = [(row["best"], row["size"], row["verdict"]) for row in judged]
    assert found[:4] == [("", "", ""), ("", "", ""), ("9C", "4.0", "mistake"), ("", "", "")]
    assert len(judged) == len(plain)


def test_a_stranger_has_neither_statistics_nor_files() -> None:
    assert Client().get(ADDRESS).status_code == 302
    assert Client().post(f"{ADDRESS}/more").status_code == 302
    assert Client().post("/players/me/files/data.json").status_code == 404


def test_tallies_from_before_are_completed_in_time() -> None:
    _table, person = finished()
    before = list(Tally.objects.order_by("pk").values_list("knock_deadwood", flat=True))
    assert None not in before
    Tally.objects.update(knock_deadwood=None)
    assert text_of(client_of(person))
    delete_expired_data()
    assert list(Tally.objects.order_by("pk").values_list("knock_deadwood", flat=True)) == before


@override_settings(ROOT_URLCONF="ginrummy.web.config.shared_urls")
def test_a_table_without_a_server_has_them_too_but_for_what_reviews_find(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    templates = engines["jinja2"]
    assert isinstance(templates, Jinja2)
    for name in ("has_others", "has_reviews"):
        monkeypatch.setitem(templates.env.globals, name, False)
    client = client_of(matches(2))
    page = text_of(client)
    assert "Hands won" in page
    assert not re.search("accuracy|luck|review", page, re.IGNORECASE)
    links = client.get("/settings").content.decode()
    assert f'href="{ADDRESS}"' in links
    assert f'href="{ADDRESS}"' in client.get("/players/me", follow=True).content.decode()
    (path,) = re.findall(r'action="([^"]+matches\.csv)"', links)
    assert len(list(csv.DictReader(io.StringIO(client.post(path).content.decode())))) == 2
