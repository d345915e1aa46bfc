"""The review of a finished match in the browser: requested, computed next to the bots' turns, saved."""

from __future__ import annotations

import json
import re
import zlib
from collections.abc import Callable, Generator, Iterator
from datetime import timedelta
from html import unescape

import pytest
from django.test import Client, override_settings
from django.utils import timezone

from ginrummy.coach import Review, quick_review, review
from ginrummy.game.match import Match
from ginrummy.game.moves import Move, knock
from ginrummy.locale import LANGUAGES, using_language
from ginrummy.players.player import run_to_end
from ginrummy.text.record import read_record
from ginrummy.web.board.replay import ReplayMoment
from ginrummy.web.board.review import build_review_panel
from ginrummy.web.bots import review_requests
from ginrummy.web.bots.models import Analysis
from ginrummy.web.bots.review_requests import reviews
from ginrummy.web.http import now as clock
from ginrummy.web.http.limits import REVIEW
from ginrummy.web.http.now import now
from ginrummy.web.site import background_work, coaching
from ginrummy.web.site.review_file import review_section
from ginrummy.web.tables.job_queue import Cancelled
from ginrummy.web.tables.models import Table
from tests.web.board.test_replay import played
from tests.web.play import client_of, table_of_two

pytestmark = pytest.mark.django_db


def asked(client: Client, table: Table, code: str = "en") -> Analysis:
    """Press the button of the page. Return the request."""
    answer = client.post(f"/games/{table.key}/review", headers={"accept-language": code})
    assert answer.status_code == 302
    return Analysis.objects.get(language=code)


def text_of(client: Client, table: Table, code: str = "en") -> str:
    return client.get(f"/games/{table.key}/review", headers={"accept-language": code}).content.decode()


@pytest.fixture
def quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    """Review only the first decisions of a match, for slow machines."""

    def short(match: Match, *, report: Callable[[int, int], object]) -> Generator[None, None, Review]:
        first = Match(match.variant, match.seeds, (), next(match.games[0].positions()), match.sheet)
        for move in match.games[0].moves[:4]:
            first = first.play(move)
        report(1, 4)
        yield
        return (yield from quick_review(first, report=report))

    monkeypatch.setattr(review_requests, "quick_review", short)
    monkeypatch.setattr(review_requests, "LOOKED", timedelta(hours=1))


@pytest.mark.parametrize("code", LANGUAGES)
def test_it_is_asked_for_by_a_button_made_and_kept(quickly: None, code: str) -> None:
    table, _match = played()
    client = Client()
    address = f"/games/{table.key}/review"
    assert f'method="post" action="{address}"' in client.get(f"/games/{table.key}").content.decode()
    assert "<button" in text_of(client, table, code)
    assert not Analysis.objects.exists()
    asked(client, table, code)
    waiting = text_of(client, table, code)
    assert "<progress" in waiting
    assert "data-again" in waiting
    assert reviews.run_next("tests")
    assert not reviews.run_next("tests")
    answer = Client().get(f"/games/{table.key}/review", headers={"accept-language": code})
    text = answer.content.decode()
    assert f'<html lang="{code}"' in text
    assert 'class="chart"' in text
    assert 'class="moments"' in text
    assert "unsafe" not in answer["Content-Security-Policy"]
    assert len(text) < 150_000


def test_its_reader_is_called_you_and_begins_with_the_costliest_decision(quickly: None) -> None:
    table, _match = played()
    found = asked(Client(), table)
    assert reviews.run_next("tests")
    found.refresh_from_db()
    parts = review_requests.parts_of(found)
    assert parts is not None
    decision = parts["decisions"][0] | {"verdict": "blunder", "size": 99.0, "played": "pass", "best": "take"}
    parts["decisions"][0] = decision
    Analysis.objects.update(page=zlib.compress(json.dumps(parts).encode()))
    reader = table.taken[decision["seat"]].person
    assert reader is not None
    for client, name in ((client_of(reader), "You"), (Client(), str(reader))):
        text = text_of(client, table)
        assert f'data-lines="{decision["hand"]} {decision["step"]}"' in text
        assert f"· {name}</span>" in text.partition('class="moments"')[2].partition("</ol>")[0]
        assert "A blunder:" in text.partition('class="decision"')[2]
        assert "A blunder:" in text.partition('data-said="')[2].partition('"')[0]
        assert text.count('class="heap marked better"') == 1
        is_first = name == "You" and decision["seat"] == 0
        assert ("</span>your chance<" in text) == is_first != ("</span>the chance of " in text)


def test_the_page_that_asks_for_a_review_calls_its_reader_you() -> None:
    table, _match = played()
    first, second = (seat.person for seat in table.taken)
    assert first is not None
    assert second is not None
    for client, name in ((client_of(first), "You"), (Client(), str(first))):
        assert f"<h1>{name} – {second}</h1>" in text_of(client, table)


def test_the_board_marks_what_was_played_and_what_was_better(quickly: None) -> None:
    table, match = played()
    found = asked(Client(), table)
    assert reviews.run_next("tests")
    found.refresh_from_db()
    parts = review_requests.parts_of(found)
    assert parts is not None
    for decision in parts["decisions"]:
        assert decision["played"] == str(match.games[0].moves[decision["step"]])
        assert bool(decision["best"]) == bool(decision["better"])
    now, face = ReplayMoment(1, parts["decisions"][0]["step"]), Move("5H").face

    def marks(played: str, best: str) -> dict[str, str]:
        one = parts["decisions"][0] | {"played": played, "best": best}
        panel = build_review_panel(parts | {"decisions": [one]}, now, ("A", "B"), ("A", "B"))
        assert panel.decision is not None
        return dict(panel.decision.marks)

    assert marks("draw", "take") == {"stock": "played", "pile": "better"}
    assert marks("5H", "KC") == {"5H": "played", "KC": "better"}
    assert marks("5H", str(knock(face))) == {"5H": "played"}
    assert marks(str(knock(face)), "") == {"5H": "right"}
    assert marks("pass", "") == {}


def test_who_leaves_the_page_ends_the_review() -> None:
    table, _match = played()
    found = asked(Client(), table)
    Analysis.objects.filter(pk=found.pk).update(looked=now() - review_requests.LOOKED - timedelta(seconds=1))
    assert not reviews.run_next("tests")
    text_of(Client(), table)
    assert reviews.due_jobs().exists()
    Analysis.objects.filter(pk=found.pk).update(looked=now() - review_requests.LOOKED - timedelta(seconds=1))
    with pytest.raises(Cancelled):
        review_requests._note(found, 20, 20)


def test_the_progress_is_written_now_and_then() -> None:
    table, _match = played()
    asked(Client(), table)
    found = claimed(table)
    for done in range(1, 101):
        review_requests._note(found, done, 100)
    found.refresh_from_db()
    assert (found.done, found.total) == (100, 100)
    assert 'value="100"' in text_of(Client(), table)


@pytest.fixture
def later() -> Iterator[list[timedelta]]:
    """Advance the clock by so much."""
    passed: list[timedelta] = []
    kept, clock.watch = clock.watch, lambda: timezone.now() + sum(passed, timedelta(0))
    yield passed
    clock.watch = kept


def claimed(table: Table) -> Analysis:
    """Return the review of `table`, claimed by a process."""
    assert reviews.claim("tests") is not None
    found = Analysis.objects.get(table=table)
    assert found is not None
    assert found.table == table
    return found


def test_however_slow_a_process_is_a_review_is_made_once(
    later: list[timedelta], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its lease is renewed without progress: each decision takes half a lease."""
    monkeypatch.setattr(review_requests, "LOOKED", timedelta(days=1))
    table, _match = played()
    asked(Client(), table)
    slow = claimed(table)
    for done in range(1, 30):
        later.append(review_requests.LEASE / 2)
        review_requests._note(slow, done, 10_000)
        assert not reviews.due_jobs().exists()
        assert reviews.claim("tests") is None


def test_whoever_has_lost_the_lease_of_a_review_leaves_it_to_the_other(
    later: list[timedelta], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(review_requests, "LOOKED", timedelta(days=1))
    table, _match = played()
    asked(Client(), table)
    stopped = claimed(table)
    later.append(review_requests.LEASE * 2)
    other = claimed(table)
    with pytest.raises(Cancelled):
        review_requests._note(stopped, 100, 100)
    review_requests._note(other, 50, 100)
    assert run_to_end(reviews.run(stopped)) == stopped
    reviews._fail(stopped, ValueError())
    found = Analysis.objects.get(table=table)
    assert (found.done, found.lease) == (50, other.lease)


def test_a_review_that_fails_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_match: Match, *, report: object) -> Generator[None, None, Review]:
        raise ValueError("no idea")

    monkeypatch.setattr(review_requests, "quick_review", broken)
    table, _match = played()
    asked(Client(), table)
    assert reviews.run_next("tests")
    assert not Analysis.objects.exists()


def test_without_a_server_a_review_is_made_between_the_pages(
    quickly: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(background_work, "_SLICE", 0.0)
    table, _match = played()
    found = asked(Client(), table)
    background_work.requeue_unfinished_work()
    count = 0
    while background_work.take_turn().pause == 0:
        found.refresh_from_db()
        count += 1
    assert count > 3
    assert found.page is not None
    assert not background_work._begun


def test_a_review_that_was_being_made_when_the_page_was_closed_is_made_anew() -> None:
    table, _match = played()
    found = asked(Client(), table)
    Analysis.objects.filter(pk=found.pk).update(lease=now() + review_requests.LEASE)
    assert reviews.claim("tests") is None
    background_work.requeue_unfinished_work()
    assert reviews.claim("tests") is not None


@pytest.mark.parametrize(
    ("code", "size"), [("en", "7.6\u00a0MB"), ("fr", "7,6\u00a0Mo"), ("ru", "7,6\u00a0МБ")]
)
def test_a_server_with_the_table_for_offline_lets_browsers_review(code: str, size: str) -> None:
    table, _match = played(events=6)
    address, spoken = f"/games/{table.key}/review", {"accept-language": code}
    plain = Client().get(address, headers=spoken)
    assert "own-review" not in plain.content.decode()
    assert "Content-Security-Policy" in plain.headers
    assert "unsafe" not in plain["Content-Security-Policy"]
    with override_settings(OFFLINE_MEGABYTES=7.6):
        offering = Client().get(address, headers=spoken)
        asked(Client(), table, code)
        assert "own-review" not in text_of(Client(), table, code)
    assert size in offering.content.decode().partition("own-review")[2].partition("</section>")[0]
    assert offering["Content-Security-Policy"] == plain["Content-Security-Policy"]


@pytest.mark.parametrize("code", LANGUAGES)
@override_settings(OFFLINE_MEGABYTES=7.6)
def test_a_browser_writes_the_page_of_the_coach(code: str) -> None:
    table, _match = played(events=6)
    box = text_of(Client(), table, code).partition('id="own-review"')[2]
    told = json.loads(unescape(re.findall('data-asked="([^"]+)"', box)[0]))
    record = Client().get(unescape(re.findall('data-record="([^"]+)"', box)[0])).content.decode()
    heard: list[tuple[int, int]] = []
    own = coaching.review_html(json.dumps(told | {"record": record}), lambda *far: heard.append(far))
    with using_language(code):
        match = read_record(record).match
        made = review(match, quick=True, workers=1)
        first, second = told["names"]
        assert own == review_section(made, match, told["title"], (first, second), address=told["address"])
    assert heard
    assert heard[-1][0] == heard[-1][1] == len(heard)


def test_nothing_is_reviewed_while_it_is_played_and_nobody_asks_too_often() -> None:
    table, _first, _second = table_of_two("standard", seed=3)
    assert Client().post(f"/games/{table.key}/review").status_code == 409
    assert not Analysis.objects.exists()
    client = Client()
    answers = [client.post(f"/games/{table.key}/review").status_code for _time in range(REVIEW.times + 1)]
    assert answers[-1] == 429
