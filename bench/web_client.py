"""Minimal HTTP client with one persistent connection, cheap enough not to distort the measurement."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass
from urllib.parse import urlencode

_TOKEN = "a" * 32
"""CSRF token. The server only compares cookie and form, so any 32 letters work."""


@dataclass(frozen=True, slots=True)
class Cookies:
    """Cookie header of one person."""

    header: str

    @classmethod
    def of(cls, person: str) -> Cookies:
        """Return the cookies of the person with the key `person`, as the server would set them."""
        from django.conf import settings
        from django.contrib.sessions.backends.signed_cookies import SessionStore

        from ginrummy.web.http.middleware import SESSION_PERSON
        from ginrummy.web.people.current_visitor import SESSION_BROWSER
        from ginrummy.web.people.models import BrowserSession, Person

        opened = BrowserSession.objects.create(person=Person.objects.get(key=person))
        session = SessionStore()
        session[SESSION_PERSON], session[SESSION_BROWSER] = person, opened.key
        session.save()
        kept = f"{settings.SESSION_COOKIE_NAME}={session.session_key}"
        return cls(f"{kept}; {settings.CSRF_COOKIE_NAME}={_TOKEN}")


class Connection:
    """Connection to a local port, opened at first use, and again after the server closed it."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def say(self, key: str, cookies: Cookies, number: int, move: str) -> int:
        """Post a move like a live page. Return the status."""
        body = urlencode({"csrfmiddlewaretoken": _TOKEN, "number": number, "move": move})
        kind = "HX-Request: true\r\nContent-Type: application/x-www-form-urlencoded\r\n"
        head = f"{kind}Content-Length: {len(body)}\r\n"
        return (await self._ask("POST", f"/tables/{key}/say", cookies, head, body))[0]

    async def look(self, key: str, cookies: Cookies) -> int:
        """Fetch the part of the page that changes. Return the status."""
        return (await self._ask("GET", f"/tables/{key}/board", cookies, "HX-Request: true\r\n", ""))[0]

    async def page(self, path: str, cookies: Cookies) -> str:
        """Return the page at `path`."""
        return (await self._ask("GET", path, cookies, "", ""))[1].decode()

    async def hear(self, key: str, cookies: Cookies) -> AsyncIterator[int]:
        """Follow the stream of a table. Yield its event numbers."""
        reader = await self._send("GET", f"/tables/{key}/stream", cookies, "", "")
        while line := await reader.readline():
            if line.startswith(b"data:"):
                yield int(line[5:])

    def close(self) -> None:
        """Close the connection."""
        if self._streams is not None:
            self._streams[1].close()

    async def _send(
        self, method: str, path: str, cookies: Cookies, head: str, body: str
    ) -> asyncio.StreamReader:
        if self._streams is None:
            self._streams = await asyncio.open_connection("127.0.0.1", self._port)
        reader, writer = self._streams
        given = f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: {cookies.header}\r\n{head}\r\n{body}"
        writer.write(given.encode())
        return reader

    async def _ask(self, method: str, path: str, cookies: Cookies, head: str, body: str) -> tuple[int, bytes]:
        is_fresh = self._streams is None
        reader = await self._send(method, path, cookies, head, body)
        try:
            answer = await reader.readuntil(b"\r\n\r\n")
        except (asyncio.IncompleteReadError, ConnectionError):
            if is_fresh:
                raise
            self._streams = None
            return await self._ask(method, path, cookies, head, body)
        length = answer.lower().partition(b"content-length:")[2].split(b"\r\n", 1)[0]
        content = await reader.readexactly(int(length))
        return int(answer[9:12]), content
