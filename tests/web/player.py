"""A player over HTTP, like a browser: cookies, forms, the stream, nothing else."""

from __future__ import annotations

import re
import ssl
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from html import unescape
from itertools import count, groupby
from urllib.parse import urlsplit

import httpx

_FIELD = r'name="{}"\s+value="([^"]*)"'
_REFRESH, _AGAIN, _PATIENCE = 'http-equiv="refresh"', 0.05, 300.0
CLOSED = ("spread", "lay", "gin", "biggin", "knock")


_playing: list[Player] = []
_newcomers = count()
NO_CERTIFICATES = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
"""For all clients: test servers speak plain HTTP, and loading all certificates is slow."""


def newcomer(address: str) -> Player:
    """Return a player from an address of their own, which no limit has counted yet.

    Only Linux has all of 127.0.0.0/8; elsewhere the address is that of all players.
    """
    number = next(_newcomers)
    own = f"127.0.{number // 250}.{number % 250 + 3}"
    return Player(address, come_from=own if sys.platform == "linux" else None)


def send_away() -> None:
    """Close all clients."""
    while _playing:
        _playing.pop().client.close()


class Player:
    """One browser. `address` may change: any server process will do."""

    def __init__(self, address: str, *, come_from: str | None = None) -> None:
        self.address = address
        self.path = ""
        self.page = ""
        transport = httpx.HTTPTransport(verify=NO_CERTIFICATES, local_address=come_from)
        self.client = httpx.Client(timeout=30, headers={"accept-language": "en"}, transport=transport)
        _playing.append(self)

    def get(self, path: str) -> httpx.Response:
        """Return the response at `path`."""
        response = self.client.get(self.address + path)
        if response.status_code == 200 and "html" in response.headers["content-type"]:
            self.page = response.text
        return response

    def post(self, path: str, sent: dict[str, str]) -> httpx.Response:
        """Return the response to a form, with the CSRF token of the last page."""
        token = {"csrfmiddlewaretoken": self.field("csrfmiddlewaretoken")}
        origin = "{0.scheme}://{0.netloc}".format(urlsplit(self.address))
        return self.client.post(self.address + path, data=token | sent, headers={"origin": origin})

    def field(self, name: str) -> str:
        """Return the value of the first field `name` of the last page."""
        found = re.search(_FIELD.format(re.escape(name)), self.page)
        assert found is not None, (name, self.page[:500])
        return unescape(found[1])

    def sign_up(self, name: str) -> None:
        """Create an account."""
        self.get("/sign-up")
        assert self.post("/sign-up", {"name": name, "password": "a long good one"}).status_code == 302

    def lay(self, *, against: str = "friend", variant: str = "standard", **answers: str) -> str:
        """Open a table with more fields of the form. Return its path."""
        self.get("/tables/new")
        sent = {"offer": self.field("offer"), "cut": "1", "variant": variant, "against": against}
        there = self.post("/tables/new", sent | answers).headers["location"]
        self.path = there.removeprefix(urlsplit(self.address).path)
        return self.path

    def join(self, path: str) -> None:
        """Take the free seat at `path`."""
        self.path = path
        self.get(path)
        assert self.post(f"{path}/join", {"cut": "2"}).status_code == 302

    def look(self) -> httpx.Response:
        """Load the table, repeatedly while the page shows a thinking bot, as a browser does."""
        latest = time.monotonic() + _PATIENCE
        response = self.get(self.path)
        while _REFRESH in response.text and time.monotonic() < latest:
            time.sleep(_AGAIN)
            response = self.get(self.path)
        return response

    def look_again(self) -> httpx.Response:
        """Load the live part of the page."""
        return self.get(f"{self.path}/board")

    @property
    def number(self) -> int:
        """Event number of the last page."""
        found = re.search(r'data-number="(\d+)"', self.page)
        return -1 if found is None else int(found[1])

    @property
    def is_awaited(self) -> bool:
        """Whether it is the turn of the last page."""
        return 'data-mine="1"' in self.page

    @property
    def choices(self) -> list[str]:
        """Moves offered by the last page."""
        return [unescape(text) for text in re.findall(r'name="move"\s+value="([^"]+)"', self.page)]

    def choice(self) -> str:
        """Return a move: closings and layouts first, then the stock, then a card."""
        moves = [move for move in self.choices if move not in ("resign", "claim", "bot", "back", "undo")]
        closing = [move for move in moves if move.startswith(CLOSED)]
        return (closing or [move for move in moves if move in ("draw", "next")] or moves)[0]

    def say(self, move: str, *, number: int | None = None) -> httpx.Response:
        """Send `move` in answer to the last page."""
        answers = self.number if number is None else number
        return self.post(f"{self.path}/say", {"number": str(answers), "move": move})

    @contextmanager
    def hearing(self) -> Iterator[Iterator[int]]:
        """Follow the stream of the table: its numbers, each once."""
        with self.client.stream("GET", f"{self.address}{self.path}/stream") as response:
            told = (int(line[5:]) for line in response.iter_lines() if line.startswith("data:"))
            yield (number for number, _same in groupby(told))
