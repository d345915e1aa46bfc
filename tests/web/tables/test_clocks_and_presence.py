"""Clocks, presence and adjudication, with a clock controlled by the tests."""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta

import pytest

from ginrummy.locale import LANGUAGES, using_language
from ginrummy.locale.errors import GinRummyError
from ginrummy.rules import types
from ginrummy.web.bots.bot_turn import turns
from ginrummy.web.http import now
from ginrummy.web.people.models import Person
from ginrummy.web.tables import creation, event_log, presence, server_heartbeat, service
from ginrummy.web.tables.clocks import (
    BREAK,
    DAY_SECONDS,
    PACES,
    SECOND,
    Clocks,
    charge_time,
    parse_time_control,
    time_control_text,
)
from ginrummy.web.tables.errors import Stale
from ginrummy.web.tables.models import Event, Heartbeat, Lane, Presence, Seat, Status, Table
from ginrummy.web.tables.table_state import (
    BACK,
    CLAIM,
    NEXT,
    STAND_IN,
    TIME,
    VOID,
    current_state,
    initial_state,
)
from ginrummy.web.tables.worker import sweep
from tests.web.play import anything, bots_answer, person, proposal, step, table_of_two

pytestmark = pytest.mark.django_db


class Watch:
    """A clock advanced by the test; meanwhile the server checks its tables."""

    def __init__(self) -> None:
        self.time = self._made = datetime(2025, 11, 21, 12, 0, tzinfo=UTC)
        self._set = timedelta(0)

    def __call__(self) -> datetime:
        return self.time

    def elapsed(self) -> float:
        """Return the elapsed seconds, independent of changes of the clock."""
        return (self.time - self._made - self._set).total_seconds()

    def set(self, seconds: float) -> None:
        """Set the clock forward or back by so much."""
        self.time += timedelta(seconds=seconds)
        self._set += timedelta(seconds=seconds)

    def go_on(self, seconds: float) -> None:
        """Advance by `seconds`, with a check of the tables in each."""
        for _second in range(int(seconds)):
            self.time += timedelta(seconds=1)
            sweep()

    def pass_by(self, seconds: float) -> None:
        """Advance by `seconds`, with the heartbeat of a running server."""
        self.time += timedelta(seconds=seconds)
        Heartbeat.objects.update(at=self.time)
        sweep()


@pytest.fixture(autouse=True)
def watch(monkeypatch: pytest.MonkeyPatch) -> Watch:
    found = Watch()
    monkeypatch.setattr(now, "watch", found)
    monkeypatch.setattr(now, "stopwatch", found.elapsed)
    server_heartbeat.record_sweep()
    return found


def fresh(table: Table) -> Table:
    return Table.objects.get(pk=table.pk)


def left(table: Table) -> tuple[int, int]:
    clocks = event_log.table_clocks(fresh(table), current_state(fresh(table)))
    first, second = (clocks.time_left(seat, now.now()) for seat in types.SEATS)
    return first, second


def mover(table: Table) -> types.Seat:
    return min(current_state(fresh(table)).awaited)


def one_turn(table: Table, people: tuple[Person, Person], chance: random.Random) -> Table:
    """Return `table` after the turn has passed to the other seat."""
    seat = mover(table)
    while mover(table) == seat and not current_state(table).is_between_hands:
        table = step(table, people, chance)
    return table


def between_hands(pace: str, *, seed: int = 5) -> tuple[Table, tuple[Person, Person]]:
    """Return a table after its first hand."""
    table, first, second = table_of_two(seed=seed, pace=pace)
    chance = random.Random(seed)
    while not current_state(table).is_between_hands:
        table = step(table, (first, second), chance)
    return table, (first, second)


@pytest.mark.parametrize("text", PACES)
def test_a_pace_is_read_as_it_is_written_and_said_in_words(text: str) -> None:
    assert str(parse_time_control(text)) == text
    said = set()
    for language in LANGUAGES:
        with using_language(language):
            said.add(time_control_text(parse_time_control(text)))
    assert len(said) == len(LANGUAGES)


@pytest.mark.parametrize("text", ["600", "1+1", "0d", "9999d", "600+20 ", "x"])
def test_no_other_pace_is_taken(text: str) -> None:
    with pytest.raises(GinRummyError):
        parse_time_control(text)


def test_the_clock_of_whoever_is_to_play_runs_and_a_turn_taken_adds_the_increment(watch: Watch) -> None:
    table, first, second = table_of_two(seed=1, pace="300+15")
    seat = mover(table)
    watch.pass_by(20)
    assert left(table)[seat] == 280 * SECOND
    assert left(table)[1 - seat] == 300 * SECOND
    one_turn(table, (first, second), random.Random(1))
    assert left(table)[seat] == 295 * SECOND
    watch.pass_by(7)
    assert left(table)[1 - seat] == 293 * SECOND


def test_whose_time_is_out_loses_the_match_and_the_log_says_so(watch: Watch) -> None:
    table, _first, _second = table_of_two(seed=1, pace="300+15")
    seat = mover(table)
    watch.pass_by(299)
    assert fresh(table).status == Status.PLAYING
    watch.pass_by(1)
    table = fresh(table)
    assert (table.status, table.winner, table.time_due) == (Status.OVER, 1 - seat, None)
    event = Event.objects.filter(table=table).last()
    assert event is not None
    assert (event.seat, event.text, event.spent) == (seat, TIME, 300 * SECOND)
    assert left(table)[seat] == 0, "whoever loses on time has none left, no increment either"
    assert current_state(table).ending == TIME


def test_a_move_that_comes_too_late_is_not_played_whether_or_not_the_sweep_was_there(watch: Watch) -> None:
    table, first, second = table_of_two(seed=1, pace="300+15")
    seat = mover(table)
    move = anything(current_state(table), random.Random(1))
    watch.time += timedelta(seconds=301)
    Heartbeat.objects.update(at=watch.time)
    table = service.submit_event_text(table.key, (first, second)[seat], table.number, move)
    assert (table.status, table.winner) == (Status.OVER, 1 - seat)
    assert Event.objects.filter(table=table, text=move).count() == 0


def test_a_server_that_was_away_costs_nobody_any_time(watch: Watch) -> None:
    table, first, second = table_of_two(seed=1, pace="300+15")
    seat = mover(table)
    watch.pass_by(100)
    watch.time += timedelta(hours=3)
    move = anything(current_state(table), random.Random(1))
    assert not service.end_overdue_match(fresh(table))
    server_heartbeat.record_sweep()
    assert left(table)[seat] == 200 * SECOND
    watch.pass_by(50)
    assert left(table)[seat] == 150 * SECOND
    assert (
        service.submit_event_text(table.key, (first, second)[seat], table.number, move).status
        == Status.PLAYING
    )


def test_between_hands_half_a_minute_is_free_and_both_clocks_run(watch: Watch) -> None:
    table, people = between_hands("300+15")
    before = left(table)
    watch.pass_by(BREAK / SECOND)
    assert left(table) == before
    watch.pass_by(10)
    table = service.submit_event_text(table.key, people[0], table.number, NEXT)
    watch.pass_by(10)
    assert left(table) == (before[0] - 10 * SECOND, before[1] - 20 * SECOND)
    service.submit_event_text(table.key, people[1], table.number, NEXT)
    assert left(table) == (before[0] - 10 * SECOND, before[1] - 20 * SECOND)


def test_where_both_times_are_out_at_once_nobody_wins(watch: Watch) -> None:
    table, _people = between_hands("1d")
    watch.pass_by(DAY_SECONDS + BREAK / SECOND)
    table = fresh(table)
    assert (table.status, table.winner, current_state(table).ending) == (Status.OVER, None, VOID)


def test_days_are_for_each_turn(watch: Watch) -> None:
    table, first, second = table_of_two(seed=1, pace="3d")
    seat = mover(table)
    watch.pass_by(2 * DAY_SECONDS)
    one_turn(table, (first, second), random.Random(1))
    assert left(table) == (3 * DAY_SECONDS * SECOND,) * 2
    watch.pass_by(3 * DAY_SECONDS)
    assert fresh(table).winner == seat


@pytest.mark.parametrize("pace", ["180+10", "1d", ""])
def test_the_clocks_are_what_the_log_says(watch: Watch, pace: str) -> None:
    table, first, second = table_of_two(seed=7, pace=pace)
    chance = random.Random(7)
    while table.status != Status.OVER and table.number < 150:
        watch.pass_by(chance.choice((0, 1.5, 20)))
        if fresh(table).status == Status.OVER:
            break
        table = step(table, (first, second), chance)
    table = fresh(table)
    rate, state = parse_time_control(pace), initial_state(table)
    now_left = (rate.initial_milliseconds, rate.initial_milliseconds)
    for event in Event.objects.filter(table=table):
        after = state.after(event.seat, event.text)
        now_left = charge_time(Clocks(rate, now_left), event.seat, event.spent, state, after)
        state = after
    assert now_left == (table.first_left, table.second_left)


def test_nobody_is_called_away_at_once_and_a_return_is_told(watch: Watch) -> None:
    table, _first, _second = table_of_two()
    watch.pass_by(30)
    assert set(table.seats.values_list("presence", flat=True)) == {Presence.HERE}
    presence.mark_present([table.seats.get(number=1).pk])
    watch.pass_by(20)
    assert list(table.seats.values_list("presence", flat=True)) == [Presence.AWAY, Presence.HERE]
    presence.record_presence(table.seats.get(number=0))
    assert table.seats.get(number=0).presence == Presence.HERE
    watch.pass_by(3600)
    assert set(table.seats.values_list("presence", flat=True)) <= {Presence.AWAY, Presence.GONE}


def gone(table: Table, seat: types.Seat, watch: Watch, *, seconds: float = 301) -> None:
    """Let `seat` be away for so long while the other is present."""
    watch.pass_by(seconds)
    presence.mark_present([table.seats.get(number=types.other_seat(seat)).pk])
    watch.pass_by(0)


def test_a_match_is_claimed_only_from_somebody_who_is_gone_and_awaited(watch: Watch) -> None:
    table, first, second = table_of_two(seed=1)
    people, seat = (first, second), mover(table)
    for text in (CLAIM, STAND_IN):
        with pytest.raises(Stale, match="back"):
            service.submit_event_text(table.key, people[1 - seat], table.number, text)
    gone(table, seat, watch, seconds=presence.GRACE_WITHOUT_CLOCK.total_seconds() - 1)
    with pytest.raises(Stale, match="back"):
        service.submit_event_text(table.key, people[1 - seat], table.number, CLAIM)
    gone(table, seat, watch, seconds=1)
    assert table.seats.get(number=seat).presence == Presence.GONE
    with pytest.raises(Stale, match="back"):
        service.submit_event_text(table.key, people[seat], table.number, CLAIM)
    table = service.submit_event_text(table.key, people[1 - seat], table.number, CLAIM)
    assert (table.status, table.winner, current_state(table).resigned) == (Status.OVER, 1 - seat, seat)


def test_who_comes_back_in_time_keeps_the_match(watch: Watch) -> None:
    table, first, second = table_of_two(seed=1, pace="600+20")
    people, seat = (first, second), mover(table)
    gone(table, seat, watch, seconds=presence.GRACE.total_seconds())
    presence.mark_present([table.seats.get(number=seat).pk])
    with pytest.raises(Stale, match="back"):
        service.submit_event_text(table.key, people[1 - seat], table.number, CLAIM)


def test_in_a_slow_game_the_clock_alone_decides(watch: Watch) -> None:
    table, first, second = table_of_two(seed=1, pace="3d")
    people, seat = (first, second), mover(table)
    gone(table, seat, watch, seconds=2 * DAY_SECONDS)
    with pytest.raises(Stale, match="back"):
        service.submit_event_text(table.key, people[1 - seat], table.number, CLAIM)


def test_a_bot_plays_on_for_who_is_gone_until_that_player_is_back(watch: Watch) -> None:
    table, first, second = table_of_two(seed=1, pace="600+20")
    people, seat = (first, second), mover(table)
    gone(table, seat, watch, seconds=presence.GRACE.total_seconds())
    table = service.submit_event_text(table.key, people[1 - seat], table.number, STAND_IN)
    assert table.bot_due is not None
    assert table.time_due is None
    with pytest.raises(Stale, match="bot"):
        service.submit_event_text(table.key, people[seat], table.number, "draw")
    watch.pass_by(2)
    assert turns[Lane.QUICK].run_next("tests")
    bots_answer(fresh(table))
    table = service.submit_event_text(table.key, people[seat], fresh(table).number, BACK)
    assert (table.bot_due, Seat.objects.get(table=table, number=seat).bot) == (None, "")
    assert current_state(table).was_helped
    with pytest.raises(GinRummyError):
        service.submit_event_text(table.key, people[seat], table.number, BACK)


def test_words_of_the_server_cannot_be_said_by_people() -> None:
    table, first, _second = table_of_two()
    for text in (TIME, VOID):
        with pytest.raises(GinRummyError):
            service.submit_event_text(table.key, first, table.number, text)


JUMPS = (3.5, 6, 30, 3600, 30 * DAY_SECONDS)


@pytest.mark.parametrize("jump", [sign * jump for jump in JUMPS for sign in (1, -1)])
def test_a_clock_that_is_set_costs_nobody_any_time(watch: Watch, jump: float) -> None:
    table, first, second = table_of_two(seed=1, pace="300+15")
    seat = mover(table)
    watch.go_on(60)
    watch.set(jump)
    watch.go_on(30)
    assert abs(left(table)[seat] - 210 * SECOND) <= 2 * SECOND
    assert fresh(table).status == Status.PLAYING
    assert set(table.seats.values_list("presence", flat=True)) <= {Presence.HERE, Presence.AWAY}
    move = anything(current_state(table), random.Random(1))
    assert (
        service.submit_event_text(table.key, (first, second)[seat], table.number, move).status
        == Status.PLAYING
    )


@pytest.mark.parametrize("jump", [30, 3600, -30, -3600])
def test_a_move_just_after_the_clock_was_set_pays_for_the_thinking_only(watch: Watch, jump: float) -> None:
    table, first, second = table_of_two(seed=1, pace="300+15")
    seat = mover(table)
    watch.go_on(100)
    watch.set(jump)
    move = anything(current_state(table), random.Random(1))
    table = service.submit_event_text(table.key, (first, second)[seat], table.number, move)
    assert table.status == Status.PLAYING
    spent = Event.objects.get(table=table, number=table.number - 1).spent
    assert abs(spent - 100 * SECOND) <= 2 * SECOND


def test_an_outage_after_the_clock_was_set_back_costs_nobody_any_time(watch: Watch) -> None:
    table, _first, _second = table_of_two(seed=1, pace="300+15")
    seat = mover(table)
    watch.go_on(100)
    watch.set(-3600)
    watch.go_on(3)
    server_heartbeat.heart.reset()
    watch.time += timedelta(minutes=50)
    watch.go_on(10)
    assert fresh(table).status == Status.PLAYING
    assert left(table)[seat] >= (200 - 15) * SECOND


def test_a_clock_that_is_set_while_the_server_is_away_costs_nobody_any_time(watch: Watch) -> None:
    for jump in (3600, -3600):
        table, _first, _second = table_of_two(seed=1 if jump > 0 else 2, pace="300+15")
        seat = mover(table)
        watch.go_on(100)
        server_heartbeat.heart.reset()
        watch.time += timedelta(seconds=60)
        watch.set(jump)
        watch.go_on(10)
        assert left(table)[seat] >= (200 - 12) * SECOND


@pytest.mark.parametrize("jump", [sign * jump for jump in JUMPS for sign in (1, -1)])
def test_of_several_processes_that_notice_a_set_clock_one_gives_the_time_back(
    watch: Watch, jump: float
) -> None:
    table, _first, _second = table_of_two(seed=1, pace="300+15")
    seat = mover(table)
    hearts = [server_heartbeat.ServerHeartbeat() for _process in range(4)]
    for second in range(60):
        if second == 30:
            watch.set(jump)
        watch.time += timedelta(seconds=1)
        for heart in hearts:
            heart.beat()
    assert abs(left(table)[seat] - 240 * SECOND) <= 2 * SECOND


def test_bots_answer_though_the_clock_was_set_back(watch: Watch) -> None:
    table = creation.create(proposal(), person(), cut="1", bot="simple", bot_cut="2")
    Table.objects.filter(pk=table.pk).update(bot_due=watch.time, bot_lane=Lane.QUICK)
    watch.go_on(1)
    watch.set(-3600)
    watch.go_on(3)
    due = Table.objects.get(pk=table.pk).bot_due
    assert due is not None
    assert due <= watch.time


def test_no_verdict_is_given_before_a_set_clock_was_noticed(watch: Watch) -> None:
    watch.go_on(3)
    assert server_heartbeat.has_recent_sweep()
    watch.set(-3600)
    assert not server_heartbeat.has_recent_sweep()
    watch.go_on(1)
    assert server_heartbeat.has_recent_sweep()
