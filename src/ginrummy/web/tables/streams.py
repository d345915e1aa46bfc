"""Server-sent events: a stream that says only which event a table is at (`data: 12`)."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from asgiref.sync import sync_to_async
from django.db import close_old_connections

from ginrummy.web.tables.live import Listener, hub
from ginrummy.web.tables.models import Table

Message = dict[str, Any]
Send = Callable[[Mapping[str, Any]], Awaitable[None]]
Receive = Callable[[], Awaitable[Message]]

_PATH = re.compile(r"/tables/([\w-]{1,32})/stream")
_HEARTBEAT = 15.0
_HEADERS = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
]


def streamed_table(path: str) -> str | None:
    """Return the key of the table whose stream is at `path`, `None` for any other path."""
    found = _PATH.fullmatch(path)
    return None if found is None else found[1]


async def stream(key: str, receive: Receive, send: Send) -> None:
    """Answer with the stream of table `key` until the reader goes away."""
    listener = hub.open(key)
    try:
        number = await sync_to_async(_number, thread_sensitive=False)(key)
        if number is None:
            await send({"type": "http.response.start", "status": 404, "headers": []})
            await send({"type": "http.response.body", "body": b""})
            return
        await send({"type": "http.response.start", "status": 200, "headers": _HEADERS})
        telling = asyncio.create_task(_tell(listener, number, send))
        while (await receive())["type"] != "http.disconnect":
            pass
        telling.cancel()
    finally:
        hub.close(listener)


async def _tell(listener: Listener, number: int, send: Send) -> None:
    await _write(send, f"retry: 1000\ndata: {number}\n\n")
    while True:
        moved = await listener.wait(_HEARTBEAT)
        number = max(number, moved or 0)
        await _write(send, ": here\n\n" if moved is None else f"data: {number}\n\n")


async def _write(send: Send, text: str) -> None:
    await send({"type": "http.response.body", "body": text.encode(), "more_body": True})


def _number(key: str) -> int | None:
    try:
        return Table.objects.filter(key=key).values_list("number", flat=True).first()
    finally:
        close_old_connections()
