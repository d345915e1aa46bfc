"""A simulated month of use: growth of the database, rows deleted by tidying, page times.

    python -m bench.web_month [--days 30] [--matches 100] [--guests 300] [--events 60]

Simulates matches and guests a day on SQLite. Of ten tables seven are played to their end, two are abandoned
in the middle, and one has no second player. Every second guest never plays. Pages are rendered in this
process.
"""

from __future__ import annotations

import argparse
import os
import secrets
import statistics
import tempfile
import time
from datetime import timedelta
from pathlib import Path


def fill_day(age: timedelta, matches: int, guests: int, events: int) -> None:
    """Write one day of use, `age` before now."""
    from ginrummy.rules.types import SEATS
    from ginrummy.variants import load_variant
    from ginrummy.web.http.now import now
    from ginrummy.web.people.models import Person
    from ginrummy.web.tables.models import Event, Rules, Seat, Status, Table

    moment, rules = now() - age, Rules.of(load_variant("standard").row)
    people = Person.objects.bulk_create(Person(name="") for _guest in range(guests))
    Person.objects.filter(pk__in=[one.pk for one in people]).update(created=moment)
    kinds = [Status.OVER] * 7 + [Status.PLAYING] * 2 + [Status.WAITING]
    tables = Table.objects.bulk_create(
        Table(variant_name="standard", rules=rules, secret=secrets.token_hex(32), status=kinds[place % 10],
              number=events, winner=SEATS[0] if place % 10 < 7 else None)
        for place in range(matches)
    )  # fmt: skip
    Table.objects.filter(pk__in=[one.pk for one in tables]).update(created=moment, moved=moment)
    players = people[: guests // 2]
    seats, rows = [], []
    for place, table in enumerate(tables):
        both = SEATS[:1] if table.status == Status.WAITING else SEATS
        seats += [
            Seat(table=table, number=seat, person=players[(2 * place + seat) % len(players)], seen=moment)
            for seat in both
        ]
        count = 1 if table.status == Status.WAITING else events
        rows += [
            Event(table=table, number=at, seat=SEATS[at % 2], text="draw", at=moment) for at in range(count)
        ]
    Seat.objects.bulk_create(seats)
    Event.objects.bulk_create(rows, batch_size=2000)


def page_times(times: int = 40) -> tuple[float, float]:
    """Return the median time of the first page and of the list of tables, in milliseconds, for a player."""
    from django.test import Client

    from ginrummy.web.tables.models import Seat
    from tests.web.play import client_of

    owner = Seat.objects.filter(person__isnull=False).order_by("-pk")[0].person
    assert owner is not None
    found = []
    for client, path in ((Client(), "/"), (client_of(owner), "/tables/")):
        taken = []
        client.defaults["SERVER_NAME"] = "localhost"
        for _time in range(times):
            began = time.perf_counter()
            assert client.get(path).status_code == 200
            taken.append(1000 * (time.perf_counter() - began))
        found.append(statistics.median(taken))
    return found[0], found[1]


def measured(home: Path, chosen: argparse.Namespace) -> list[tuple[str, str]]:
    """Return the results of a month, a row for each."""
    from django.db import connection

    from ginrummy.web.config.retention import delete_expired_data
    from ginrummy.web.people.models import Person
    from ginrummy.web.tables.models import Event, Table

    def size() -> float:
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        return (home / "ginrummy.sqlite3").stat().st_size / 1e6

    empty, before = size(), page_times_of_nobody()
    for day in range(chosen.days, 0, -1):
        fill_day(timedelta(days=day), chosen.matches, chosen.guests, chosen.events)
    grown, pages = size(), page_times()
    rows = [model.objects.count() for model in (Person, Table, Event)]
    began = time.perf_counter()
    cleared = delete_expired_data()
    took = time.perf_counter() - began
    left = [model.objects.count() for model in (Person, Table, Event)]
    after = page_times()
    return [
        ("guests, tables, events after the month", ", ".join(f"{one:,}" for one in rows)),
        ("database, MB (empty)", f"{grown:.1f} ({empty:.1f})"),
        ("KB a table, with its events", f"{1000 * (grown - empty) / max(1, rows[1]):.1f}"),
        ("first page, ms: empty, a month, tidied", f"{before:.1f}, {pages[0]:.1f}, {after[0]:.1f}"),
        ("list of tables, ms: a month, tidied", f"{pages[1]:.1f}, {after[1]:.1f}"),
        ("tidying all at once, s", f"{took:.1f}"),
        ("cleared: waiting, left alone, guests", ", ".join(f"{one:,}" for one in cleared)),
        ("guests, tables, events left", ", ".join(f"{one:,}" for one in left)),
    ]


def page_times_of_nobody(times: int = 40) -> float:
    """Return the median time of the first page for a new visitor, in milliseconds."""
    from django.test import Client

    taken: list[float] = []
    for _time in range(times):
        began = time.perf_counter()
        assert Client(SERVER_NAME="localhost").get("/").status_code == 200
        taken.append(1000 * (time.perf_counter() - began))
    return statistics.median(taken)


def main() -> None:
    """Simulate, and print a table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    for name, usual in (("days", 30), ("matches", 100), ("guests", 300), ("events", 60)):
        parser.add_argument(f"--{name}", type=int, default=usual)
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        prepare(Path(folder))
        for name, value in measured(Path(folder), chosen):
            print(f"| {name} | {value} |")


def prepare(home: Path) -> None:
    """Set a server up in `home`, in this process."""
    os.environ |= {"GINRUMMY_HOME": str(home), "DJANGO_SETTINGS_MODULE": "ginrummy.web.config.settings"}
    from ginrummy.web.config.startup import prepare_server as set_up

    set_up()


if __name__ == "__main__":
    main()
