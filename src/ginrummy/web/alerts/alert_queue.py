"""Queue of alerts, worked off by a thread of each server process.

An alert is sent unless its reason has passed or its person has a page open. Quiet hours delay it.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial
from typing import Any, Final

from django.conf import settings
from django.db.models import Q, QuerySet
from django.urls import reverse, set_script_prefix

from ginrummy.locale import LANGUAGES, _, using_language
from ginrummy.web.alerts.alert_settings import AlertSettings, alert_settings_of
from ginrummy.web.alerts.devices import PostResult, devices_of, post_to_devices
from ginrummy.web.alerts.models import Alert, Device, Kind
from ginrummy.web.alerts.sources import LOOK
from ginrummy.web.alerts.turn_mail import mail_turn
from ginrummy.web.http.now import now
from ginrummy.web.people.models import Mute, Person
from ginrummy.web.rooms.evenings import boards_in_play, current_evening, next_board
from ginrummy.web.rooms.membership import is_member
from ginrummy.web.rooms.models import Room
from ginrummy.web.tables.job_queue import Queue, TryLater
from ginrummy.web.tables.models import Presence, Seat, Status, Table
from ginrummy.web.tables.table_state import current_state
from ginrummy.web.tables.worker import Worker

LEASE: Final = timedelta(minutes=1)
PAUSES: Final = tuple(timedelta(minutes=minutes) for minutes in (1, 5, 20))
"""Pauses after failures: the last try is half an hour after the first."""
SENDERS: Final = 3
"""Threads that send. One of them alone serves people with a browser that was not reached lately.

A person with many dead browsers delays only the alerts of others with dead browsers.
"""
_ELSEWHERE: Final = timedelta(minutes=1)
"""Time until the next look at a person who is at another table."""
_LAST_LOOK: Final = timedelta(seconds=3)
"""Time in which a closed page may still report that."""
_LONGEST_WAIT: Final = timedelta(days=2)
_MOST_TURNS: Final = 50
_LOOK_EVERY: Final = 2.0
_HOLDER: Final = "alerts"
_STARTED: Final = (Status.CUTTING, Status.PLAYING)


def alert_workers() -> list[Worker]:
    """Return the workers that send the due alerts."""
    queues = (slow_alerts, *[prompt_alerts] * (SENDERS - 1))
    return [Worker(f"alerts {number}", partial(_round, queue)) for number, queue in enumerate(queues)]


def _round(queue: Queue[Alert]) -> float:
    set_script_prefix(f"{settings.PATH}/")
    send_due_alerts(queue)
    return _LOOK_EVERY


def send_due_alerts(*queues: Queue[Alert]) -> int:
    """Work off the due alerts of `queues`, without any of both, and return their number."""
    count = 0
    for queue in queues or (prompt_alerts, slow_alerts):
        while queue.run_next(_HOLDER) is not None:
            count += 1
    return count


def _work(alert: Alert) -> None:
    held, chosen = prompt_alerts.row_with_lease(alert), alert_settings_of(alert.person)
    if not chosen.wants(alert.kind) or not is_needed(alert):
        held.delete()
        return
    later = None if alert.kind == Kind.TEST else _delay(alert.person, chosen)
    if later is not None:
        held.update(due=later, lease=None, holder="", tries=0)
        return
    devices = [each for each in devices_of(alert.person) if alert.left is None or each.pk in alert.left]
    spoken = alert.person.preferences.get("language")
    messages = {code: message_text(alert, spoken or code) for code in {each.language for each in devices}}
    posted = (
        post_to_devices(devices, messages, topic=_tag(alert)) if devices else PostResult({}, timedelta(0))
    )
    taken = posted.taken
    alert.has_arrived |= any(taken.values())
    alert.left = [key for key, is_taken in taken.items() if not is_taken]
    held.update(has_arrived=alert.has_arrived, left=alert.left)
    if alert.left:
        told = f"{len(alert.left)} of {len(devices)} browsers were not reached"
        raise TryLater(told, posted.pause)
    _finish(held)


def is_needed(alert: Alert) -> bool:
    """Return whether what happened still waits for its person, who has not seen the table since."""
    table, person = alert.table, alert.person
    if alert.room is not None and not person.is_gone:
        return _may_sit_down(alert.room, person)
    if table is None or person.is_gone:
        return alert.kind == Kind.TEST
    if alert.kind == Kind.INVITATION:
        muted = Mute.objects.filter(person=person).values("muted")
        is_open = table.status == Status.WAITING and not table.is_declined
        return is_open and table.invited_id == person.pk and not table.seats.filter(person__in=muted).exists()
    seat = table.seats.filter(person=person, bot="").first()
    if seat is None or seat.seen > alert.at + _LAST_LOOK or table.status not in _STARTED:
        return False
    return alert.kind == Kind.ARRIVAL or seat.number in current_state(table).awaited


def _may_sit_down(room: Room, person: Person) -> bool:
    """Return whether a board of `room` waits for `person`, whom no invitation to its table calls."""
    evening = current_evening(room)
    board = next_board(evening, person)
    if evening is None or board is None or not is_member(room, person):
        return False
    table = boards_in_play(evening).get((min(board), max(board)))
    is_called = alert_settings_of(person).invitation or (table and table.seats.filter(person=person).exists())
    return table is None or not is_called


def _delay(person: Person, chosen: AlertSettings) -> datetime | None:
    """Return when to look again at a person who has quiet hours or is at another table."""
    moment = now()
    here = Seat.objects.filter(person=person, presence=Presence.HERE, seen__gt=moment - LOOK)
    return chosen.quiet_until(moment) or (moment + _ELSEWHERE if here.exists() else None)


def message_text(alert: Alert, code: str) -> dict[str, Any]:
    """Return what a browser shows, in the language `code`: no cards, for anybody may read it."""
    with using_language(code if code in LANGUAGES else LANGUAGES[0]):
        message = {"title": _title(alert.kind), "body": "", "tag": _tag(alert), "url": reverse("alerts")}
        if alert.table is not None:
            about = {"game": alert.table.title, "name": _opponent(alert.table, alert.person)}
            message["body"] = _("{game} against {name}").format(**about)
            message["url"] = reverse("table", args=[alert.table.key])
        if alert.room is not None:
            about = {"room": alert.room.title, "name": _next_opponent(alert.room, alert.person)}
            message["body"] = _("{room}: against {name}").format(**about)
            message["url"] = reverse("room", args=[alert.room.key])
        return message | {"turns": waiting_turns(alert.person)}


def _title(kind: str) -> str:
    titles = {
        Kind.TURN: _("It is your turn"),
        Kind.ARRIVAL: _("Your opponent is here: play"),
        Kind.INVITATION: _("You are invited to a game"),
        Kind.ROUND: _("Your next game is ready"),
        Kind.TEST: _("Notifications arrive here"),
    }
    return titles[Kind(kind)]


def _opponent(table: Table, person: Person) -> str:
    return next((str(seat) for seat in table.taken if seat.person_id != person.pk), "")


def _next_opponent(room: Room, person: Person) -> str:
    evening = current_evening(room)
    board = next_board(evening, person)
    return "" if evening is None or board is None else str(evening.roster[board[1]])


def _tag(alert: Alert) -> str:
    place = alert.table or alert.room
    return "test" if place is None else place.key


def waiting_turns(person: Person) -> int:
    """Return at how many tables with other people it is the turn of `person`."""
    playing = Table.objects.filter(seats__person=person, seats__bot="", status=Status.PLAYING, shared_by=None)
    found = playing.exclude(seats__person=None).distinct().prefetch_related("seats")[:_MOST_TURNS]
    return sum(
        seat.person_id == person.pk and seat.number in current_state(table).awaited
        for table in found
        for seat in table.seats.all()
    )


def _finish(rows: QuerySet[Alert]) -> None:
    """Remove alerts that were sent, or could not be. Then an e-mail may do."""
    for alert in rows.select_related("person__user", "table"):
        if not alert.has_arrived:
            mail_turn(alert)
    rows.delete()


def _is_due() -> Q:
    moment = now()  # due later than any wait means that the clock was set back
    return Q(due__lte=moment) | Q(due__gt=moment + _LONGEST_WAIT)


def _is_slow() -> Q:
    """Return the condition that a browser of the person was not reached at the last try."""
    failed = Device.objects.filter(failures__gt=0, session__ended=None)
    return Q(person__in=failed.values("session__person"))


def _queue_of(is_due: Callable[[], Q]) -> Queue[Alert]:
    return Queue(
        name="alert",
        jobs=Alert.objects,
        is_due=is_due,
        work=_work,
        lease=LEASE,
        pauses=PAUSES,
        abandon=_finish,
    )


prompt_alerts: Final = _queue_of(lambda: _is_due() & ~_is_slow())
"""The alerts of people whose browsers answer."""
slow_alerts: Final = _queue_of(lambda: _is_due() & _is_slow())
"""The other alerts that are not sent yet."""
