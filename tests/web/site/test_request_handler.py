"""Requests of the page, answered like the worker in the browser; here by this Python."""

from __future__ import annotations

from collections.abc import Generator
from datetime import timedelta
from urllib.parse import urlencode

import pytest
from django.db import OperationalError, connection
from django.template import engines

from ginrummy.coach import hints
from ginrummy.coach.hints import Hint
from ginrummy.game.moves import DRAW, Move
from ginrummy.game.view import View
from ginrummy.locale import _, language
from ginrummy.players.player import PauseReason
from ginrummy.rules.types import SEATS
from ginrummy.web.bots import bot_turn, hint_requests
from ginrummy.web.bots.models import Thought
from ginrummy.web.http.now import now
from ginrummy.web.pages import views
from ginrummy.web.people.models import Person
from ginrummy.web.site import background_work
from ginrummy.web.site.iframe_middleware import FramedMiddleware
from ginrummy.web.site.models import Cookie
from ginrummy.web.site.request_handler import RequestHandler, Response
from ginrummy.web.site.start import Application, migrations_version, warm_up_pages
from ginrummy.web.tables import creation, service
from ginrummy.web.tables.models import Event, Lane, Table
from ginrummy.web.tables.table_state import RESIGN
from tests.web.bots.test_bots import dealt
from tests.web.forms import field
from tests.web.play import person, proposal

ORIGIN = "http://testserver"
pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def nothing_has_moved() -> None:
    background_work._moved.clear()


def got(answers: RequestHandler, path: str) -> str:
    answer = answers("GET", ORIGIN + path, [("accept", "text/html"), ("accept-language", "fr")], b"")
    assert answer.status == 200
    return answer.body.decode()


def posted(answers: RequestHandler, path: str, **answered: str) -> Response:
    body = urlencode(answered).encode()
    kind = "application/x-www-form-urlencoded"
    told = [("Content-Type", kind), ("content-length", str(len(body))), ("origin", ORIGIN)]
    return answers("POST", ORIGIN + path, told, body)


def begun(answers: RequestHandler) -> str:
    """Return the path of a table started by the form of the home page."""
    page = got(answers, "/")
    names = ("offer", "cut", "csrfmiddlewaretoken")
    answer = posted(answers, "/play", **{name: field(page, name) for name in names}, skill="new")
    assert answer.status == 302
    return dict(answer.headers)["Location"]


def test_a_hand_is_dealt_and_whoever_plays_is_known_again_by_the_next_start() -> None:
    path = begun(RequestHandler())
    later = RequestHandler()
    assert 'class="hand' in got(later, path)
    assert begun(later) == path, "the button of the home page resumes it"
    assert Person.objects.count() == 1


def test_pages_speak_the_language_that_the_browser_asks_for_until_another_is_chosen() -> None:
    answers = RequestHandler()
    page = got(answers, "/")
    assert '<html lang="fr"' in page
    token = field(page, "csrfmiddlewaretoken")
    assert posted(answers, "/settings", language="ru", csrfmiddlewaretoken=token).status == 302
    assert '<html lang="ru"' in got(RequestHandler(), "/")


PAGES = (
    "/",
    "/rules/",
    "/rules/straight",
    "/history",
    "/settings",
    "/pad",
    "/deals",
    "/lessons/",
    "/puzzles",
    "/tables/new",
)


def test_no_page_speaks_of_a_server_or_opens_another_tab_which_would_not_have_the_table(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(engines["jinja2"].env.globals, "has_others", False)  # type: ignore[attr-defined]
    answers = RequestHandler()
    for path in (*PAGES, begun(answers), "/players/me/statistics"):
        page = got(answers, path)
        assert "serveur" not in page, path
        assert "_blank" not in page, path


@pytest.mark.parametrize(("fault", "status"), [(OperationalError("disk"), 503), (ValueError("ours"), 500)])
def test_no_page_of_a_fault_speaks_of_a_server(
    monkeypatch: pytest.MonkeyPatch, fault: Exception, status: int
) -> None:
    def fail(*_values: object) -> None:
        raise fault

    monkeypatch.setattr(views, "render", fail)
    answer = RequestHandler()("GET", f"{ORIGIN}/history", [("accept-language", "fr")], b"")
    page = answer.body.decode()
    assert answer.status == status
    assert "Votre match est conservé" in page
    assert "serveur" not in page.partition("<main")[2].partition("</main>")[0]


def test_no_address_is_offered_to_share_which_nobody_else_could_open(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(engines["jinja2"].env.globals, "has_others", False)  # type: ignore[attr-defined]
    answers = RequestHandler()
    path = begun(answers)
    table = Table.objects.get(key=path.rpartition("/")[2])
    owner = table.seats.get(number=0).person
    assert owner is not None
    service.submit_event_text(table.key, owner, table.number, RESIGN)
    page = got(answers, path.replace("tables", "games"))
    assert "/record" in page
    assert 'class="link"' not in page


def test_a_form_without_the_cookie_that_was_set_is_refused() -> None:
    answers = RequestHandler()
    token = field(got(answers, "/"), "csrfmiddlewaretoken")
    Cookie.objects.all().delete()
    assert posted(RequestHandler(), "/settings", language="ru", csrfmiddlewaretoken=token).status == 403


def test_a_cookie_that_ends_is_forgotten() -> None:
    answers = RequestHandler()
    begun(answers)
    assert Cookie.objects.filter(name="ginrummy_session").exists()
    page = got(answers, "/settings")
    token = field(page, "csrfmiddlewaretoken")
    posted(answers, "/sign-out", csrfmiddlewaretoken=token)
    assert not Cookie.objects.filter(name="ginrummy_session").exists()


def test_bots_speak_one_at_a_time_and_it_is_told_which_table_has_moved() -> None:
    path = begun(RequestHandler())
    key = path.rpartition("/")[2]
    table = Table.objects.get(key=key)
    Table.objects.filter(pk=table.pk).update(bot_due=None, bot_lane=None)
    assert background_work.take_turn().pause == -1
    own = table.number
    before = Event.objects.count()
    assert Application(RequestHandler()).event_numbers([key, "nobody"]) == {key: own, "nobody": 0}
    assert Event.objects.count() == before


def test_a_bot_that_is_to_speak_is_waited_for_and_then_asked() -> None:
    table = creation.create(proposal(), person(), cut="1", bot="novice", bot_cut="2")
    later = now() + timedelta(seconds=30)
    due = {"bot_lane": Lane.QUICK, "bot_lease": None, "bot_holder": ""}
    Table.objects.filter(pk=table.pk).update(bot_due=later, **due)
    assert 20 < background_work.take_turn().pause <= 30
    Table.objects.filter(pk=table.pk).update(bot_due=now(), **due)
    assert background_work.take_turn().pause == 0
    assert Table.objects.get(pk=table.pk).bot_due != later


class SlowPlayer:
    """Thinks in three steps, then plays the first legal move."""

    def __init__(self, piece: PauseReason) -> None:
        self._piece = piece

    def decide_in_pieces(self, view: View) -> Generator[PauseReason, None, Move]:
        for _piece in range(3):
            yield self._piece
        return view.legal_moves()[0]


@pytest.fixture(params=PauseReason)
def thinking(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Table:
    """Return a table whose champion is thinking: each turn is a step.

    While it waits for workers, the next step is another turn, however short this one was.
    """
    monkeypatch.setattr(
        background_work, "_SLICE", {PauseReason.DONE: 0.0, PauseReason.AWAITED: 60.0}[request.param]
    )
    monkeypatch.setattr(bot_turn, "load_player", lambda _level, **_settings: SlowPlayer(request.param))
    table = dealt("champion", person(), first=1)
    background_work.requeue_unfinished_work()
    background_work._moved.clear()
    Table.objects.filter(pk=table.pk).update(bot_due=now())
    return table


def test_pages_are_answered_while_a_bot_thinks(thinking: Table) -> None:
    answers = RequestHandler()
    for _piece in range(3):
        assert background_work.take_turn().moved == {}
        assert "</main>" in got(answers, "/rules/")
    turn = background_work.take_turn()
    assert turn.moved == {thinking.key: thinking.number + 1}
    assert turn.pause == 0


def test_who_gives_up_while_a_bot_thinks_has_given_up(thinking: Table) -> None:
    assert background_work.take_turn().pause == 0
    owner = thinking.seats.get(number=0).person
    assert owner is not None
    service.submit_event_text(thinking.key, owner, thinking.number, RESIGN)
    while background_work.take_turn().pause == 0:
        pass
    assert list(thinking.events.values_list("text", flat=True))[-1] == RESIGN


def test_pages_are_answered_while_a_hint_is_thought_over(monkeypatch: pytest.MonkeyPatch) -> None:
    def thinking(_view: View) -> Generator[None, None, Hint]:
        for _piece in range(3):
            assert language() == "fr"
            yield
        return Hint(DRAW, _("there is nothing else to do."))

    monkeypatch.setattr(background_work, "_SLICE", 0.0)
    monkeypatch.setattr(hints, "hint_steps", thinking)
    me = person()
    table = dealt("steady", me, first=0)
    Thought.objects.create(table=table, seat=SEATS[0], number=table.number, language="fr", due=now())
    answers = RequestHandler()
    for _piece in range(3):
        assert background_work.take_turn().pause == 0
        assert language() == "en"
        assert not Thought.objects.get().answer
        assert "</main>" in got(answers, "/rules/")
    background_work.take_turn()
    assert Thought.objects.get().answer.startswith("Piochez au talon")


def test_a_hint_that_was_thought_over_when_the_page_was_closed_is_thought_over_again() -> None:
    table = dealt("steady", person(), first=0)
    later = now() + timedelta(seconds=20)
    Thought.objects.create(table=table, seat=SEATS[0], number=1, language="en", due=now(), lease=later)
    background_work.requeue_unfinished_work()
    assert hint_requests.hints.due_jobs().exists()


def test_what_was_thought_about_when_the_page_was_closed_is_thought_about_again() -> None:
    table = creation.create(proposal(), person(), cut="1", bot="novice", bot_cut="2")
    Table.objects.filter(pk=table.pk).update(bot_holder="browser", bot_lease="2100-01-01T00:00:00Z")
    background_work.requeue_unfinished_work()
    table.refresh_from_db()
    assert table.bot_lease is None


def test_pages_may_lie_in_a_frame_of_our_own_and_in_no_other() -> None:
    from django.http import HttpResponse
    from django.test import RequestFactory

    answer = FramedMiddleware(lambda _request: HttpResponse())(RequestFactory().get("/"))
    policy = answer.headers["Content-Security-Policy"]
    assert "frame-ancestors 'self'" in policy
    assert "unsafe" not in policy


def test_what_is_made_warm_sits_at_no_table_and_is_nobody() -> None:
    warm_up_pages()
    assert not Person.objects.exists()
    assert not Table.objects.exists()


def test_a_database_knows_which_version_has_made_it() -> None:
    assert 0 < migrations_version() < 1 << 31
    assert connection.vendor == "sqlite"
