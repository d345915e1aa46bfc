"""Bots of the server: no page waits for them, turns are claimed under a lease, each cost class has a lane."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Generator, Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.db import InterfaceError, OperationalError, connection
from django.test import Client
from django.utils import timezone

from ginrummy import players
from ginrummy.game.match import Match
from ginrummy.game.moves import Move
from ginrummy.game.shuffle import deck_text
from ginrummy.game.view import View, view_of
from ginrummy.players import Player, PlayerError
from ginrummy.players.player import PauseReason, run_to_end
from ginrummy.rules.types import Card, Seat
from ginrummy.web.bots import bot_turn, lane_readiness
from ginrummy.web.bots import bot_turn as decisions
from ginrummy.web.bots.bot_turn import turns
from ginrummy.web.bots.models import LaneState
from ginrummy.web.bots.supervisor import Supervisor
from ginrummy.web.http import now as clock
from ginrummy.web.people.models import Person
from ginrummy.web.tables import creation, service
from ginrummy.web.tables.models import Lane, Status, Table
from ginrummy.web.tables.table_state import RESIGN, current_state
from tests.web.play import anything, bots_answer, client_of, person, play_turn, proposal
from tests.web.server import environment

pytestmark = pytest.mark.django_db


@pytest.fixture
def later() -> Iterator[list[timedelta]]:
    """Advance the clock by so much."""
    passed: list[timedelta] = []

    def watch() -> datetime:
        return timezone.now() + sum(passed, timedelta(0))

    kept, clock.watch = clock.watch, watch
    yield passed
    clock.watch = kept


def waiting(bot: str = "simple", *, owner: Person | None = None) -> Table:
    """Return a table with a bot to move, its turn due."""
    table = dealt(bot, owner or person(), first=1)
    Table.objects.filter(pk=table.pk).update(bot_due=table.created)
    table.refresh_from_db()
    return table


def dealt(bot: str, owner: Person, *, first: int) -> Table:
    """Return a new table of `owner` and a bot with `first` to move first."""
    while True:
        table = creation.create(proposal(), owner, cut="1", bot=bot, bot_cut="2")
        if first in current_state(table).awaited:
            return table
        table.delete()


@pytest.fixture
def thoughtless(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the levels of the bots called. No bot may be."""
    asked: list[str] = []

    def loaded(level: str, **_settings: object) -> Player:
        asked.append(level)
        raise AssertionError("somebody waits for a bot")

    monkeypatch.setattr(decisions, "load_player", loaded)
    return asked


@pytest.mark.parametrize("path", ["", "/board", "/record"])
@pytest.mark.parametrize("level", ["champion", "steady"])
def test_no_look_at_a_table_lets_a_bot_think(path: str, level: str, thoughtless: list[str]) -> None:
    me = person()
    table = waiting(level, owner=me)
    for client in (Client(), client_of(person()), client_of(me)):
        client.get(f"/tables/{table.key}{path}")
        client.get(f"/games/{table.key}{path}")
    assert not thoughtless
    assert Table.objects.get(pk=table.pk).number == table.number


def test_no_move_waits_for_the_bot_that_answers_it(thoughtless: list[str]) -> None:
    me = person()
    table = dealt("champion", me, first=0)
    number = table.number
    while table.bot_due is None:
        move = anything(current_state(table), Random(1))
        answer = client_of(me).post(f"/tables/{table.key}/say", {"number": table.number, "move": move})
        assert answer.status_code == 302
        table.refresh_from_db()
    assert table.number > number
    assert table.bot_due <= timezone.now(), "a page without scripts is answered at once"
    assert not thoughtless


def test_a_page_without_scripts_looks_again_while_a_bot_is_to_move() -> None:
    me = person()
    table = waiting(owner=me)
    page = client_of(me).get(f"/tables/{table.key}").content.decode()
    assert 'http-equiv="refresh"' in page
    assert 'class="late standing scripts"' in page
    assert "<noscript><p" in page
    table = bots_answer(table)
    page = client_of(me).get(f"/tables/{table.key}").content.decode()
    assert 'http-equiv="refresh"' not in page


def test_a_turn_is_thought_about_once(later: list[timedelta]) -> None:
    table = waiting()
    first = turns[Lane.QUICK].claim("one")
    assert first == table
    assert turns[Lane.QUICK].claim("two") is None
    later.append(bot_turn.LEASE + timedelta(seconds=1))
    again = turns[Lane.QUICK].claim("two")
    assert again == table
    assert play_turn(again).number == table.number + 1
    assert play_turn(first).number == table.number + 1, "the one that was too late writes nothing"


def test_the_turns_of_a_dead_process_are_free_at_once() -> None:
    table, other = waiting(), waiting()
    assert turns[Lane.QUICK].claim("one")
    assert turns[Lane.QUICK].claim("two")
    assert turns[Lane.QUICK].release("one") == 1
    assert turns[Lane.QUICK].claim("three") in (table, other)
    assert turns[Lane.QUICK].claim("three") is None


def test_quick_bots_wait_in_a_lane_of_their_own() -> None:
    for _table in range(3):
        waiting("champion")
    steady = waiting("steady")
    played = turns[Lane.QUICK].run_next("quick")
    assert played is not None
    assert played.pk == steady.pk
    assert turns[Lane.QUICK].run_next("quick") is None
    assert turns[Lane.SEARCH].due_jobs().count() == 3


def test_a_bot_that_fails_is_asked_again_after_the_others(
    monkeypatch: pytest.MonkeyPatch, later: list[timedelta]
) -> None:
    table = waiting()
    monkeypatch.setattr(decisions, "load_player", lambda *_level, **_settings: 1 / 0)
    assert turns[Lane.QUICK].run_next("one") is not None
    monkeypatch.undo()
    other = waiting()
    assert turns[Lane.QUICK].run_next("one") == other
    bots_answer(other)
    assert turns[Lane.QUICK].run_next("one") is None
    later.append(bot_turn.AFTER_FAILURE)
    assert turns[Lane.QUICK].run_next("one") == table
    assert Table.objects.get(pk=table.pk).number == table.number + 1


def test_who_resigns_while_a_bot_thinks_has_resigned(monkeypatch: pytest.MonkeyPatch) -> None:
    me = person()
    table = waiting(owner=me)

    def legal_answer(player: Player, view: View) -> Move:
        assert not connection.in_atomic_block or connection.savepoint_ids == []
        service.submit_event_text(table.key, me, table.number, RESIGN)
        return players.legal_answer(player, view)

    monkeypatch.setattr(decisions, "legal_answer", legal_answer)
    assert turns[Lane.QUICK].run_next("one") is not None
    log = list(table.events.values_list("seat", "text"))
    assert log[-1] == (0, RESIGN)
    assert len(log) == table.number + 1
    after = Table.objects.get(pk=table.pk)
    assert (after.bot_due, after.bot_lease, after.bot_holder) == (None, None, "")


class Cheat:
    """Plays only illegal moves."""

    def __init__(self, *cheats: str) -> None:
        self.cheats = cheats

    def __call__(self, level: str, **settings: Any) -> Player:
        """Load a player like `load_player`, unless `level` cheats."""
        return self if level in self.cheats else players.load_player(level, **settings)

    def decide(self, view: View) -> Move:
        return Move("spread:")


@pytest.mark.parametrize("thinks", [False, True])
def test_no_bot_does_what_is_not_allowed(thinks: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    class Thinker(Cheat):
        def decide_in_pieces(self, view: View) -> Generator[PauseReason, None, Move]:
            yield PauseReason.DONE
            return self.decide(view)

    monkeypatch.setattr(decisions, "load_player", lambda _level, **_settings: (Cheat, Thinker)[thinks]())
    table = waiting()
    with pytest.raises(PlayerError, match="may not play"):
        run_to_end(decisions.compute_event(table.seats.get(number=1), table, current_state(table)))


def asked_at_every_try(table: Table, later: list[timedelta], *, tries: int) -> Table:
    """Return `table` after so many attempts of its bot, each as early as allowed."""
    for _try in range(tries):
        assert turns[Lane(table.bot_lane or 0)].run_next("one") == table
        later.append(bot_turn.AFTER_FAILURE)
    return Table.objects.get(pk=table.pk)


@pytest.mark.parametrize("level", ["simple", "champion"])
def test_where_a_bot_cheats_again_and_again_another_player_moves(
    level: str, monkeypatch: pytest.MonkeyPatch, later: list[timedelta], caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(decisions, "load_player", Cheat(level))
    table = waiting(level)
    assert asked_at_every_try(table, later, tries=decisions.OWN_TRIES).number == table.number
    assert len([record for record in caplog.records if record.exc_info]) == 1
    caplog.clear()
    after = asked_at_every_try(table, later, tries=1)
    assert (after.number, after.bot_tries) == (table.number + 1, 0)
    assert table.events.get(number=table.number).worlds == 0
    assert [record.levelname for record in caplog.records] == ["ERROR"]
    assert f"{level} cannot move at table {table.key}" in caplog.text
    assert "steady moves in its place" in caplog.text


def test_whoever_moves_in_its_place_may_fail_too_and_then_the_bot_gives_up(
    monkeypatch: pytest.MonkeyPatch, later: list[timedelta], caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(decisions, "load_player", Cheat("simple", "steady", "random"))
    table = waiting()
    after = asked_at_every_try(table, later, tries=decisions.LAST_TRY)
    assert (after.status, after.winner, after.bot_due) == (Status.OVER, 0, None)
    assert table.events.get(number=table.number).text == RESIGN
    assert caplog.text.count("gives the match up") == 1


def test_a_bot_that_kills_its_process_each_time_is_replaced(later: list[timedelta]) -> None:
    table = waiting("steady")
    for _try in range(decisions.OWN_TRIES):
        assert turns[Lane.QUICK].claim("one") == table
        assert turns[Lane.QUICK].release("one", later=bot_turn.AFTER_FAILURE) == 1
        later.append(bot_turn.AFTER_FAILURE)
    asked_at_every_try(table, later, tries=1)
    assert table.events.get(number=table.number).worlds == 0


def test_a_table_where_nothing_can_be_said_is_left_alone(
    monkeypatch: pytest.MonkeyPatch, later: list[timedelta], caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(bot_turn, "current_state", lambda _table: 1 / 0)
    table = waiting()
    after = asked_at_every_try(table, later, tries=decisions.LAST_TRY + 1)
    assert (after.number, after.bot_due) == (table.number, None)
    assert turns[Lane.QUICK].run_next("one") is None
    assert caplog.text.count("is abandoned") == 1


def test_lines_that_tell_of_no_move_are_passed_over() -> None:
    heard: list[tuple[str, int]] = []

    def hear(key: str, number: int) -> None:
        heard.append((key, number))
        if key == "full":
            raise OSError("no space left")

    lines = [b"full 7", b"a player prints this", b"", b"\xff\xfe 1", b"a " + b"9" * 5000, b"a \xb2", b"a-b 8"]
    text = b"\n".join(lines)
    said = f"import sys; sys.stdout.buffer.write({text!r})"
    streams: dict[str, Any] = {"stdout": subprocess.PIPE, "encoding": "ascii", "errors": "replace"}
    with subprocess.Popen([sys.executable, "-c", said], **streams) as process:
        Supervisor(1, hear)._hear(process)
    assert heard[0] == ("full", 7)
    assert heard[-1] == ("a-b", 8)
    assert {key for key, _number in heard} <= {"full", "a-b", "\ufffd\ufffd"}


def test_what_a_player_prints_is_not_taken_for_a_move() -> None:
    program = (
        "import os; from ginrummy.web.bots import worker; told = worker._own_output(); "
        "print('a 1', end='', flush=True); os.system('echo b 2'); print('c 3', file=told, flush=True)"
    )
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    assert ran.stdout == b"c 3\n"
    assert b"a 1" in ran.stderr
    assert b"b 2" in ran.stderr


@pytest.mark.long
def test_a_process_that_searches_goes_once_it_is_idle(tmp_path: Path) -> None:
    program = (
        "import sys; from ginrummy.web.config.startup import prepare_server; prepare_server(); "
        "from ginrummy.web.bots import worker; "
        "worker._STAYS_IDLE = 0.3; sys.exit(worker.main('SEARCH', 'one'))"
    )
    told = {"GINRUMMY_HOME": str(tmp_path), "DJANGO_SETTINGS_MODULE": "ginrummy.web.config.settings"}
    words = [sys.executable, "-c", program]
    with subprocess.Popen(
        words, env=environment() | told, stdin=subprocess.PIPE, stderr=subprocess.DEVNULL
    ) as process:
        assert process.wait(120) == 0


def test_a_process_that_is_not_needed_ends_while_its_supervisor_lives() -> None:
    program = (
        "from threading import Thread; from time import sleep; from ginrummy.web.bots import worker; "
        "Thread(target=worker._await_end_of_input, daemon=True).start(); sleep(0.2)"
    )
    with subprocess.Popen([sys.executable, "-c", program], stdin=subprocess.PIPE) as process:
        assert process.wait(60) == 0


@pytest.mark.parametrize("error", [InterfaceError("gone"), OperationalError("away"), ValueError("ours")])
def test_whoever_looks_after_the_bots_does_so_again_after_any_error(error: Exception) -> None:
    def broken() -> None:
        raise error

    Supervisor(1, lambda _key, _number: None)._safely(broken)


def test_a_decision_is_a_function_of_view_and_seed_whoever_takes_it(later: list[timedelta]) -> None:
    table = waiting("regular")
    one = turns[Lane.QUICK].claim("one")
    later.append(bot_turn.LEASE * 2)
    two = turns[Lane.QUICK].claim("two")
    assert one is not None
    assert two is not None
    said = [
        run_to_end(decisions.compute_event(each.seats.get(number=1), each, current_state(each)))
        for each in (one, two)
    ]
    assert said[0] == said[1]
    assert play_turn(two).events.get(number=table.number).text == said[0]


def due_since(seconds: float, *, bot: str = "champion", moment: datetime) -> Table:
    """Return a table whose bot has been due for so many seconds at `moment`."""
    table = waiting(bot)
    Table.objects.filter(pk=table.pk).update(bot_due=moment - timedelta(seconds=seconds))
    table.refresh_from_db()
    return table


@pytest.mark.parametrize(("late", "worlds"), [(0.1, None), (0.7, 200), (1.5, 100), (30.0, 50)])
def test_a_bot_that_searches_decides_the_sooner_the_later_it_is(
    late: float, worlds: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    moment = timezone.now()
    monkeypatch.setattr(clock, "watch", lambda: moment)
    table = due_since(late, moment=moment)
    due_since(late / 2, moment=moment)
    view, number = view_of(whole_match(table), Seat(1)), current_state(table).number
    assert turns[Lane.SEARCH].run_next("one") == table
    event = table.events.get(number=table.number)
    assert event.worlds == worlds
    level = "champion" if worlds is None else f"champion@{worlds}"
    assert event.text == str(decisions.decide_move(level, decisions.seed_of(table.commitment, number), view))


def test_a_bot_for_which_nobody_waits_and_one_that_does_not_search_take_their_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    moment = timezone.now()
    monkeypatch.setattr(clock, "watch", lambda: moment)
    alone = due_since(30, moment=moment)
    quick = [due_since(30, bot="steady", moment=moment) for _table in range(2)]
    assert turns[Lane.SEARCH].run_next("one") == alone
    assert turns[Lane.QUICK].run_next("one") in quick
    assert {event.worlds for table in (alone, *quick) for event in table.events.all()} == {None}


def test_in_a_prepared_hand_the_bot_is_the_same_for_everybody(monkeypatch: pytest.MonkeyPatch) -> None:
    moment = timezone.now()
    monkeypatch.setattr(clock, "watch", lambda: moment)
    laid = replace(proposal(), first_dealer=Seat(0), deck=deck_text(map(Card, range(52))))
    table = creation.create(laid, person(), cut="1", bot="champion", bot_cut="2")
    Table.objects.filter(pk=table.pk).update(bot_due=moment - timedelta(seconds=60))
    due_since(30, moment=moment)
    assert turns[Lane.SEARCH].run_next("one") == table
    assert table.events.get(number=table.number).worlds is None


def whole_match(table: Table) -> Match:
    """Return the match at a table."""
    match = current_state(table).match
    assert match is not None
    return match


def test_whoever_sits_down_against_a_strong_bot_wakes_its_lane(later: list[timedelta]) -> None:
    assert not lane_readiness.has_work_soon(Lane.SEARCH)
    client = Client()
    client.get("/tables/new")
    client.post("/tables/new", {"against": "champion", "cut": "1", "offer": _offer(client)})
    assert Table.objects.count() == 1
    assert lane_readiness.has_work_soon(Lane.SEARCH)
    Table.objects.update(bot_due=None)
    later.append(timedelta(minutes=3))
    assert not lane_readiness.has_work_soon(Lane.SEARCH)
    assert LaneState.objects.count() == 1


def _offer(client: Client) -> str:
    import re

    page = client.get("/tables/new").content.decode()
    found = re.search(r'name="offer"\s+value="([^"]*)"', page)
    assert found is not None
    return found[1]


@pytest.mark.parametrize(
    ("wish", "milliseconds"),
    [("", 700), ("pace=slow", 1600), ("pace=none", 0), ("motion=off", 0), ("pace=x", 700)],
)
def test_bots_answer_at_the_pace_that_the_player_chose(wish: str, milliseconds: int) -> None:
    someone = person()
    table = dealt("simple", someone, first=0)
    client = client_of(someone)
    client.cookies["ginrummy_preferences"] = wish
    said = {"number": table.number, "move": anything(current_state(table), Random(1))}
    assert client.post(f"/tables/{table.key}/say", said, headers={"hx-request": "true"}).status_code == 200
    table = service.find_table(table.key)
    assert table.bot_pause == milliseconds
    assert table.bot_due is None or table.bot_due - table.moved == timedelta(milliseconds=milliseconds)
