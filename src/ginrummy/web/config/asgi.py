"""The door of the server: streams are answered here, without a thread each; all else is Django's."""

from __future__ import annotations

import os
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ginrummy.web.config.settings")
django.setup()

from django.conf import settings  # noqa: E402

from ginrummy.web.config.lifespan import Lifespan  # noqa: E402
from ginrummy.web.config.pages import Pages  # noqa: E402
from ginrummy.web.tables.streams import stream, streamed_table  # noqa: E402

Scope = dict[str, Any]
Message = dict[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Mapping[str, Any]], Awaitable[None]]

_pages = Pages()
_lifespan = Lifespan()


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    """Answer one connection."""
    if scope["type"] == "lifespan":
        await _lifespan(receive, send)
    elif scope["type"] == "http":
        key = streamed_table(scope["path"]) if scope["method"] == "GET" else None
        if key is not None:
            await stream(key, scope["headers"], receive, send)
        elif _announced_size(scope) > settings.LARGEST_BODY:
            await _too_large(send)
        else:
            await _pages(scope, _Counted(receive, settings.LARGEST_BODY), send)


def _announced_size(scope: Scope) -> int:
    for name, value in scope["headers"]:
        if name == b"content-length":
            return int(value) if value.isdigit() else 0
    return 0


async def _too_large(send: Send) -> None:
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"connection", b"close")]
    await send({"type": "http.response.start", "status": 413, "headers": headers})
    await send({"type": "http.response.body", "body": b"This is more than the server reads.\n"})


class _Counted:
    """A body that ends when it is longer than allowed, whatever length was announced."""

    def __init__(self, receive: Receive, most: int) -> None:
        self._receive = receive
        self._left = most

    async def __call__(self) -> Message:
        message = await self._receive()
        self._left -= len(message.get("body", b""))
        return {"type": "http.disconnect"} if self._left < 0 else message
