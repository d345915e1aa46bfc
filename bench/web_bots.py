"""Many matches against bots: response times of champions, of a steady bot, and of the first page.

    python -m bench.web_bots [--database sqlite|postgresql|URL] [--champions 16] [--think 2] [--seconds 60]

Each player loads the board, waits `--think` seconds, plays the first sensible move and waits for its next
turn. This time, including the pauses of the bot (0.7 s before each of its two events), is a response time.
The champions are warmed up first.
"""

from __future__ import annotations

import argparse
import asyncio
import re
import statistics
import tempfile
import time
from html import unescape
from pathlib import Path
from typing import Any

from bench.web import average, page
from bench.web_client import Connection, Cookies
from bench.web_server import Served, serve

_AGAIN = 0.5
_MOST_WARMING = 300.0
_CLOSED = ("spread", "lay", "gin", "biggin", "knock")


class Match:
    """A person against a bot, with the response times of the bot in seconds."""

    def __init__(self, served: Served, level: str) -> None:
        from ginrummy.web.tables import creation
        from tests.web.play import person, proposal

        somebody = person()
        self.key = creation.create(proposal(), somebody, cut="1", bot=level, bot_cut="2").key
        self.cookies = Cookies.of(somebody.key)
        self.line = Connection(served.ports[0])
        self.port = served.ports[0]
        self.took: list[float] = []

    async def play(self, think: float, until: float) -> None:
        """Play until then."""
        stream = Connection(self.port)
        asked: float | None = None
        async for _number in stream.hear(self.key, self.cookies):
            while is_awaited(board := await self._board()):
                if asked is not None:
                    self.took.append(time.perf_counter() - asked)
                if time.perf_counter() > until:
                    stream.close()
                    return
                await asyncio.sleep(think)
                found = re.search(r'data-number="(\d+)"', board)
                assert found is not None
                asked = time.perf_counter()
                await self.line.say(self.key, self.cookies, int(found[1]), choice(board))
                if is_awaited(await self._board()):
                    asked = None  # drawn, and now to discard
            if time.perf_counter() > until or "/rematch" in board:
                stream.close()
                return

    async def _board(self) -> str:
        return await self.line.page(f"/tables/{self.key}/board", self.cookies)


def is_awaited(board: str) -> bool:
    """Return whether the player is to act: to move, or to continue."""
    return 'data-mine="1"' in board or 'value="next"' in board


def choice(board: str) -> str:
    """Return a move that makes progress: closings and layouts first, then the stock, then a card."""
    moves = [unescape(text) for text in re.findall(r'name="move"\s+value="([^"]+)"', board)]
    moves = [move for move in moves if move not in ("resign", "undo", "claim", "bot", "back")]
    closing = [move for move in moves if move.startswith(_CLOSED)]
    return (closing or [move for move in moves if move in ("draw", "next")] or moves)[0]


async def first_pages(served: Served, took: list[float], until: float) -> None:
    """Load the first page again and again."""
    line = Connection(served.ports[0])
    while time.perf_counter() < until:
        begun = time.perf_counter()
        await line.page("/", Cookies(""))
        took.append(time.perf_counter() - begun)
        await asyncio.sleep(_AGAIN)


async def measure(served: Served, chosen: argparse.Namespace) -> dict[str, Any]:
    """Return the figures of one run."""
    warm = await asyncio.to_thread(Match, served, "champion")
    until = time.perf_counter() + _MOST_WARMING
    while not warm.took and time.perf_counter() < until:
        await warm.play(0.0, time.perf_counter() + 1)
    matches = [await asyncio.to_thread(Match, served, "champion") for _match in range(chosen.champions)]
    steady = await asyncio.to_thread(Match, served, "steady")
    pages: list[float] = []
    before = served.cpu(), served.cpu_of_bots("SEARCH"), served.cpu_of_bots("QUICK")
    until = time.perf_counter() + chosen.seconds
    players = [match.play(chosen.think, until) for match in (*matches, steady)]
    await asyncio.wait_for(
        asyncio.gather(*players, first_pages(served, pages, until)), chosen.seconds + _MOST_WARMING
    )
    after = served.cpu(), served.cpu_of_bots("SEARCH"), served.cpu_of_bots("QUICK")
    answers = [took for match in matches for took in match.took]
    return {
        "champions at once": chosen.champions,
        "answers of champions": len(answers),
        **upper("champion", answers),
        **upper("steady at the same time", steady.took),
        **upper("first page", pages),
        "processor time an answer of a champion (ms)": 1000 * (after[1] - before[1]) / max(1, len(answers)),
        "cores of the search": (after[1] - before[1]) / chosen.seconds,
        "cores of the pages": (after[0] - before[0]) / chosen.seconds,
        "cores of the quick bots": (after[2] - before[2]) / chosen.seconds,
    }


def upper(name: str, took: list[float]) -> dict[str, float]:
    """Return the median and the 95th percentile in seconds."""
    cuts = statistics.quantiles(took, n=20) if len(took) > 1 else [0.0] * 19
    return {f"{name} p50 (s)": cuts[9], f"{name} p95 (s)": cuts[18]}


def main() -> None:
    """Measure and print."""
    options = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    options.add_argument("--database", default="sqlite")
    options.add_argument("--processes", type=int, default=1)
    options.add_argument("--champions", type=int, default=16)
    options.add_argument("--think", type=float, default=2.0)
    options.add_argument("--seconds", type=float, default=60.0)
    chosen = options.parse_args()
    before = average()
    folder = tempfile.TemporaryDirectory(prefix="ginrummy-bench-", ignore_cleanup_errors=True)
    with folder as home, serve(chosen, Path(home)) as server:
        text = page(asyncio.run(measure(server, chosen)), (before, average()))
    print(text.replace("bench.web ", "bench.web_bots "), end="")


if __name__ == "__main__":
    main()
