"""Load of many tables on one machine: moves a second, response times, open streams and their memory.

    python -m bench.web [--database sqlite|postgresql|URL] [--processes 1] [--rate 200] [--seconds 20]
                        [--tables 200] [--streams 2000] [--looks]
    python -m bench.web --all        every load of bench/web.md, into it

Whole matches are played in advance, so the players know their moves. The benchmark posts the moves to a
real server at 127.0.0.1 like a live page, at the given rate; each response has the mover's new board. The
time of a late move counts from the moment when it was due. Moves of the first two seconds, in which every
table is loaded for the first time, are reported separately. Every seat of the tables in play has an open
stream; the other streams belong to idle tables. With `--looks` the opponent also fetches the board after
each move, as pages do.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from bench.report import processor
from bench.web_client import Connection, Cookies
from bench.web_server import Served, serve
from ginrummy.rules.types import SEATS, Seat

_SETTLE = 2.0
_COLD = 2.0
_LOADS = (
    "--database postgresql --processes 2",
    "--database postgresql --processes 2 --looks --rate 100",
    "--database sqlite --rate 120",
    "--database sqlite --looks --rate 60",
)
_BOTS = (
    "--database sqlite --champions 16",
    "--database sqlite --champions 40",
    "--database postgresql --champions 16",
    "--database postgresql --processes 2 --champions 40",
)
_HEADING = """# The table's server under load

Made by `python -m bench.web --all`: the server's processes, the database and the load generator share one
machine. To reach: 200 moves a second with p95 under 50 ms and 2,000 open streams on PostgreSQL, on two
cores. A move is a `POST` that answers with the mover's new board; a look is the opponent's `GET` of the board
after it. In the first two seconds of a load the server meets every table for the first time since its start;
moves of this time have rows of their own.
"""


class Script:
    """A match played in advance: its moves, the events that they answer, and the cookies of both seats."""

    def __init__(
        self, key: str, first: int, lines: list[tuple[int, str]], cookies: tuple[Cookies, Cookies]
    ) -> None:
        self.key = key
        self.first = first
        self.lines = lines
        self.cookies = cookies


def scripts(count: int, length: int) -> list[Script]:
    """Create `count` tables in the database. Return a script of at most `length` moves for each."""
    from ginrummy.web.tables.table_state import current_state
    from tests.web.play import anything, table_of_two

    found = []
    for number in range(count):
        chance = random.Random(number)
        table, *people = table_of_two()
        standing = current_state(table)
        lines: list[tuple[int, str]] = []
        while len(lines) < length and not standing.is_over:
            seat = min(standing.awaited)
            text = anything(standing, chance)
            lines.append((seat, text))
            standing = standing.after(seat, text)
        cookies = (Cookies.of(people[0].key), Cookies.of(people[1].key))
        found.append(Script(table.key, table.number, lines, cookies))
    return found


class Load:
    """The players of the tables in play, the streams of idle tables, and the times of the moves."""

    def __init__(
        self, served: Served, script: list[Script], idle: list[Script], options: argparse.Namespace
    ) -> None:
        self.served = served
        self.script = script
        self.idle = idle
        self.options = options
        self.took: list[float] = []
        self.cold: list[float] = []
        self.refused = 0
        self.heard = 0
        self.looked: list[float] = []

    async def play(self) -> float:
        """Post moves at the given rate. Return the time in seconds."""
        tables = [Table(self, script, place) for place, script in enumerate(self.script)]
        begun = time.perf_counter()
        await asyncio.gather(*(table.play(begun) for table in tables))
        return time.perf_counter() - begun


class Table:
    """Two players who move in turn, each over its own connection."""

    def __init__(self, load: Load, script: Script, place: int) -> None:
        self.load = load
        self.script = script
        self.place = place
        addresses = load.served.ports
        self.players = [Connection(addresses[(place + seat) % len(addresses)]) for seat in SEATS]

    async def play(self, begun: float) -> None:
        """Post the moves of the script, each when it is due."""
        options, count = self.load.options, len(self.load.script)
        for turn, (seat, text) in enumerate(self.script.lines):
            due = begun + (turn * count + self.place) / options.rate
            if due - begun > options.seconds:
                break
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            status = await self.players[seat].say(
                self.script.key, self.script.cookies[seat], self.script.first + turn, text
            )
            is_cold = due - begun < _COLD
            (self.load.cold if is_cold else self.load.took).append(time.perf_counter() - due)
            self.load.refused += status != 200
        for player in self.players:
            player.close()


async def follow(load: Load, script: Script, seat: Seat, port: int) -> None:
    """Read a seat's stream until cancelled; with `--looks` fetch the board after the opponent's moves."""
    stream = Connection(port)
    page = Connection(port)
    first = True
    async for number in stream.hear(script.key, script.cookies[seat]):
        load.heard += not first
        if load.options.looks and not first and script.lines[number - script.first - 1][0] != seat:
            begun = time.perf_counter()
            await page.look(script.key, script.cookies[seat])
            load.looked.append(time.perf_counter() - begun)
        first = False


async def measure(load: Load) -> dict[str, Any]:
    """Return the figures of one run."""
    before = load.served.memory()
    listeners = []
    for place in range(load.options.streams):
        table, seat = place // 2, SEATS[place % 2]
        script = (load.script + load.idle)[table]
        port = load.served.ports[(table + seat) % len(load.served.ports)]
        listeners.append(asyncio.create_task(follow(load, script, seat, port)))
        if place % 50 == 49:
            await asyncio.sleep(0.05)
    await load.served.until_streams(load.options.streams)
    await asyncio.sleep(_SETTLE)
    after = load.served.memory()
    cpu = load.served.cpu()
    seconds = await load.play()
    spent = load.served.cpu() - cpu
    await asyncio.sleep(_SETTLE)
    for listener in listeners:
        listener.cancel()
    await asyncio.gather(*listeners, return_exceptions=True)
    moves = len(load.cold) + len(load.took)
    return {
        "moves a second": moves / seconds,
        "moves": moves,
        "refused": load.refused,
        **quantiles("move", load.took),
        **quantiles("move of the first two seconds", load.cold),
        **(quantiles("look", load.looked) if load.looked else {}),
        "streams": load.options.streams,
        "events heard": load.heard,
        "KB a stream, server": (after - before) / 1024 / max(1, load.options.streams),
        "server's cores": spent / seconds,
        "server's processor time a move (ms)": 1000 * spent / max(1, moves),
    }


def quantiles(name: str, took: list[float]) -> dict[str, float]:
    """Return the median and the upper percentiles in milliseconds."""
    cuts = statistics.quantiles(took, n=100)
    return {f"{name} p{percent} (ms)": 1000 * cuts[percent - 1] for percent in (50, 95, 99)}


def page(found: dict[str, Any], load: tuple[str, str]) -> str:
    """Return the figures as lines of a table."""
    lines = [f"`python -m bench.web {' '.join(sys.argv[1:])}`", ""]
    lines += [
        f"{processor()}, {os.cpu_count()} cores, Python {sys.version.split()[0]}; "
        f"load average {load[0]} before, {load[1]} after.",
        "",
    ]
    lines += ["| figure | value |", "|---|--:|"]
    lines += [
        f"| {name} | {value:,.2f} |" if isinstance(value, float) else f"| {name} | {value:,} |"
        for name, value in found.items()
    ]
    return "\n".join(lines) + "\n"


def all_loads() -> None:
    """Measure every load of the page and write it. The end of the page belongs to `bench.site`."""
    page = Path(__file__).parent / "web.md"
    _loads, title, rest = page.read_text("utf-8").partition("# The table without a server\n")
    parts = [_HEADING]
    for line in (*(f"web {load}" for load in _LOADS), *(f"web_bots {load}" for load in _BOTS)):
        program = [sys.executable, "-m", *f"bench.{line}".split()]
        parts.append(subprocess.check_output(program, text=True))
        page.write_text("\n".join(parts).rstrip() + f"\n\n{title}{rest}".rstrip() + "\n", encoding="utf-8")


def average() -> str:
    """Return the load average of the machine."""
    return " ".join(f"{value:.2f}" for value in os.getloadavg())


def main() -> None:
    """Measure and print."""
    options = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    options.add_argument("--database", default="sqlite")
    options.add_argument("--processes", type=int, default=1)
    options.add_argument("--rate", type=float, default=200)
    options.add_argument("--seconds", type=float, default=20)
    options.add_argument("--tables", type=int, default=200)
    options.add_argument("--streams", type=int, default=2000)
    options.add_argument("--looks", action="store_true")
    options.add_argument("--all", action="store_true")
    chosen = options.parse_args()
    if chosen.all:
        all_loads()
        return
    resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
    before = average()
    with (
        tempfile.TemporaryDirectory(prefix="ginrummy-bench-", ignore_cleanup_errors=True) as home,
        serve(chosen, Path(home)) as server,
    ):
        length = int(chosen.rate * chosen.seconds / chosen.tables) + 2
        idle = scripts(max(0, (chosen.streams + 1) // 2 - chosen.tables), 0)
        load = Load(server, scripts(chosen.tables, length), idle, chosen)
        text = page(asyncio.run(measure(load)), (before, average()))
    print(text, end="")


if __name__ == "__main__":
    main()
