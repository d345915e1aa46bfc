"""ASGI application. It serves event streams itself, without a thread each, and passes the rest to Django."""

from __future__ import annotations

import os
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ginrummy.web.config.settings")
django.setup()

from django.conf import settings  # noqa: E402

from ginrummy.web.config.lifespan import Lifespan  # noqa: E402
from ginrummy.web.frameworks.threaded_handler import ThreadedHandler  # noqa: E402
from ginrummy.web.tables.sse import parse_stream_url, serve_stream  # noqa: E402

Scope = dict[str, Any]
Message = dict[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Mapping[str, Any]], Awaitable[None]]

_pages = ThreadedHandler()
_lifespan = Lifespan()


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    """Handle one connection."""
    if scope["type"] == "lifespan":
        await _lifespan(receive, send)
    elif scope["type"] == "http":
        path = _own_path(scope["path"])
        scope = scope | {"root_path": settings.PATH, "path": settings.PATH + path}
        is_read = scope["method"] == "GET"
        asked = parse_stream_url(path, scope["query_string"]) if is_read else None
        if asked is not None:
            address = (scope.get("client") or ("", 0))[0]
            await serve_stream(asked, scope["headers"], address, receive, send)
        else:
            await _pages(scope, receive, send)


def _own_path(path: str) -> str:
    """Return `path` without the prefix of the server's pages, which a proxy may have removed already."""
    is_whole = path == settings.PATH or path.startswith(f"{settings.PATH}/")
    return (path.removeprefix(settings.PATH) or "/") if is_whole else path
