"""Hints of the coach in the browser: computed by a bot process, without a waiting page."""

from __future__ import annotations

import json
import re
from collections.abc import Generator
from html import unescape

import pytest
from django.test import Client

from ginrummy.coach import hints
from ginrummy.coach.hints import Hint, advice_text, hint_steps, quick_hint
from ginrummy.game.cards import faces_of
from ginrummy.game.moves import Move, discard
from ginrummy.game.view import View, view_of
from ginrummy.locale import LANGUAGES
from ginrummy.players.candidate_actions import best_closing
from ginrummy.players.player import run_to_end
from ginrummy.text.json import write_view
from ginrummy.web.bots import hint_requests, lane_readiness
from ginrummy.web.bots.models import Thought
from ginrummy.web.http.now import now
from ginrummy.web.people.models import Person
from ginrummy.web.site import coaching
from ginrummy.web.tables import service
from ginrummy.web.tables.job_queue import MOST_TRIES
from ginrummy.web.tables.models import Lane, Table
from ginrummy.web.tables.table_state import current_state
from tests.web.bots.test_bots import dealt
from tests.web.match_moments import MOMENTS, first_play
from tests.web.play import client_of, person
from tests.web.scene_tables import table_at

pytestmark = pytest.mark.django_db


@pytest.fixture
def coach(monkeypatch: pytest.MonkeyPatch) -> list[View]:
    """Return the views sent to the coach; it answers like the fast one, with more."""
    asked: list[View] = []

    def found(view: View) -> Generator[None, None, Hint]:
        asked.append(view)
        yield
        quick = quick_hint(view)
        return Hint(quick.move, quick.reason, "Next best: another move.")

    monkeypatch.setattr(hints, "hint_steps", found)
    return asked


def mine() -> tuple[Person, Table, Client]:
    """Return a person, a table at which that person moves first, and the browser."""
    me = person()
    return me, dealt("steady", me, first=0), client_of(me)


def part(client: Client, table: Table, code: str = "en", about: str = "", own: str = "") -> str:
    """Return the live part of the page with the hint for the position, or about the move `about`."""
    path = f"/tables/{table.key}/board?hint={table.number}&about={about}{own}"
    return client.get(path, headers={"accept-language": code}).content.decode()


def seen(table: Table) -> View:
    """Return the view of seat 0."""
    match = current_state(table).match
    assert match is not None
    return view_of(match, 0)


def test_a_page_shows_what_comes_at_once_until_the_coach_has_answered(coach: list[View]) -> None:
    _me, table, client = mine()
    first = part(client, table)
    assert 'class="advice"' in first
    assert "data-again" in first
    assert "Next best" not in first
    assert not coach
    assert hint_requests.hints.run_next("tests")
    assert not hint_requests.hints.run_next("tests")
    then = part(client, table)
    assert "Next best: another move." in then
    assert "data-again" not in then
    assert len(coach) == 1


def test_the_coach_sees_what_the_seat_sees_and_speaks_its_language(coach: list[View]) -> None:
    _me, table, client = mine()
    part(client, table, "fr")
    assert [each.language for each in Thought.objects.all()] == ["fr"]
    hint_requests.hints.run_next("tests")
    assert coach == [seen(table)]


def test_one_hint_a_position_and_none_for_one_that_is_over(coach: list[View]) -> None:
    me, table, client = mine()
    for _time in range(3):
        part(client, table)
    assert Thought.objects.count() == 1
    move = str(seen(table).legal_moves()[0])
    service.submit_event_text(table.key, me, table.number, move, bot_pause=0)
    assert hint_requests.hints.run_next("tests")
    assert not coach
    assert not Thought.objects.exists()


def test_what_fails_is_not_thought_of_again_and_again(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_view: View) -> Generator[None, None, Hint]:
        yield
        raise ValueError("no idea")

    monkeypatch.setattr(hints, "hint_steps", broken)
    _me, table, client = mine()
    assert "data-again" in part(client, table)
    assert hint_requests.hints.run_next("tests")
    for _look in range(2):
        assert 'class="advice"' in part(client, table)
        assert "data-again" not in part(client, table), "the page shows what comes at once, and waits no more"
        assert not hint_requests.hints.run_next("tests")


def test_the_hint_of_a_dead_process_is_computed_by_another_at_once(coach: list[View]) -> None:
    _me, table, client = mine()
    part(client, table)
    dead = hint_requests.hints.claim("one")
    assert dead is not None
    lane_readiness.release_jobs(Lane.SEARCH, "two")
    assert hint_requests.hints.claim("two") is None
    lane_readiness.release_jobs(Lane.SEARCH, "one")
    assert hint_requests.hints.run_next("two") == dead
    Thought.objects.update(answer="The first one.")
    run_to_end(hint_requests.hints.run(dead))
    assert Thought.objects.get().answer == "The first one.", "a process that lost its lease stores nothing"


def test_a_hint_that_kills_its_process_each_time_is_abandoned(coach: list[View]) -> None:
    _me, table, client = mine()
    part(client, table)
    for _try in range(MOST_TRIES):
        assert hint_requests.hints.claim("one") is not None
        assert hint_requests.hints.release("one") == 1
    assert "data-again" in part(client, table)
    assert hint_requests.hints.run_next("one")
    assert "data-again" not in part(client, table)
    assert not coach


def test_there_are_no_hints_where_it_counts() -> None:
    _me, table, client = mine()
    Table.objects.filter(pk=table.pk).update(is_rated=True)
    assert 'class="advice"' not in part(client, table)
    assert not Thought.objects.exists()


def test_the_hint_is_really_the_coachs() -> None:
    _me, table, client = mine()
    part(client, table)
    hint_requests.hints.run_next("tests")
    thought, view = Thought.objects.get(), seen(table)
    assert thought.move in {str(move) for move in view.legal_moves()}
    if len(view.legal_moves()) > 1:
        assert "Next best: " in thought.answer
        assert "Next best: " in advice_text(run_to_end(hint_steps(view)))


def at_knock() -> tuple[View, Table, Client]:
    """Return Ada's view at a possible knock, the table and her browser."""
    me = person("Ada")
    play = first_play("oklahoma", MOMENTS["knock"][1], hands=3, seed=4000)
    table = table_at(me, None, "oklahoma", play)
    return seen(table), table, client_of(me)


def test_a_card_and_a_knock_can_be_asked_about(monkeypatch: pytest.MonkeyPatch) -> None:
    view, table, client = at_knock()
    knock = str(best_closing(view))
    asked: list[str] = []

    def answered(_view: View, move: Move) -> Generator[None, None, tuple[Move, str]]:
        yield
        asked.append(str(move))
        return discard(move.face), "It is quite safe."

    monkeypatch.setattr(hints, "opinion_steps", answered)
    for about in (str(discard(faces_of(view.hand)[0])), knock):
        first = part(client, table, about=about)
        assert "Thinking it over…" in first
        assert f"&amp;about={about.replace(':', '%3A')}" in first
        assert hint_requests.hints.run_next("tests")
        assert "It is quite safe." in part(client, table, about=about)
    assert asked == [str(discard(faces_of(view.hand)[0])), knock]
    assert "Why not knock?" not in part(client, table, about=knock)


def test_where_a_knock_is_open_and_not_advised_one_may_ask_why(coach: list[View]) -> None:
    view, table, client = at_knock()
    part(client, table)
    Thought.objects.update(answer="Wait.", move=str(discard(faces_of(view.hand)[0])))
    assert "Why not knock?" in part(client, table)
    Thought.objects.update(move=str(best_closing(view)))
    assert "Why not knock?" not in part(client, table)


@pytest.mark.parametrize("about", ["fly", "7X", "draw", "spread:4S5S6S", "knock:AS"])
def test_what_cannot_be_played_is_not_asked_about(coach: list[View], about: str) -> None:
    _me, table, client = mine()
    found = part(client, table, about=about)
    assert "about=" not in found
    assert "Thinking it over…" in found, "the hint that comes at once is not the last word"
    assert [thought.about for thought in Thought.objects.all()] == [""]


OWN = "&own=1"
"""Added by a browser with its own coach."""


def own_answer(client: Client, table: Table, **told: str) -> int:
    """Send a result of the browser. Return the response."""
    said = {"number": str(table.number), "move": str(seen(table).legal_moves()[0]), "answer": "Found here."}
    return client.post(f"/tables/{table.key}/hint", said | told).status_code


def test_a_browser_with_a_coach_is_told_what_its_seat_sees_and_let_think_first(coach: list[View]) -> None:
    _me, table, client = mine()
    assert "data-view" not in part(client, table)
    Thought.objects.all().delete()
    page = part(client, table, own=OWN)
    assert unescape(re.findall('data-view="([^"]+)"', page)[0]) == write_view(seen(table))
    assert not hint_requests.hints.run_next("tests")
    assert own_answer(client, table) == 204
    then = part(client, table, own=OWN)
    assert "Found here." in then
    assert "data-view" not in then
    assert not coach


def test_where_a_browser_is_silent_the_server_thinks(coach: list[View]) -> None:
    _me, table, client = mine()
    for _time in range(2):
        part(client, table, own=OWN)
    assert not lane_readiness.has_work_soon(Lane.SEARCH)
    Thought.objects.update(lease=now())
    assert lane_readiness.has_work_soon(Lane.SEARCH)
    assert hint_requests.hints.run_next("tests")
    assert "Next best: another move." in part(client, table, own=OWN)
    assert own_answer(client, table) == 409


def test_a_browser_answers_only_what_its_own_seat_has_asked(coach: list[View]) -> None:
    _me, table, client = mine()
    assert own_answer(client, table) == 409
    part(client, table, own=OWN)
    assert own_answer(Client(), table) == 403
    assert own_answer(client_of(person("Eve")), table) == 403
    for wrong in (
        {"number": "1000"},
        {"number": "x"},
        {"about": "7S"},
        {"move": "fly"},
        {"move": "biggin"},
        {"answer": ""},
    ):
        assert own_answer(client, table, **wrong) == 409
    assert own_answer(client, table, answer="x" * (hint_requests.LONGEST + 1)) == 409
    Table.objects.filter(pk=table.pk).update(is_rated=True)
    assert own_answer(client, table) == 409
    assert "data-view" not in part(client, table, own=OWN)
    assert [thought.answer for thought in Thought.objects.all()] == [""]


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_words_that_a_browser_finds_are_those_of_the_server(coach: list[View], code: str) -> None:
    _me, table, client = mine()
    told = {"view": write_view(seen(table)), "about": "", "language": code}
    found = json.loads(coaching.advice_json(json.dumps(told)))
    part(client, table, code)
    hint_requests.hints.run_next("tests")
    thought = Thought.objects.get()
    assert (found["answer"], found["move"]) == (thought.answer, thought.move)
    assert coach[0] == coach[1]
