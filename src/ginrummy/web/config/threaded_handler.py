"""ASGI handler that runs Django's views in a small thread pool, each thread with its own database connection.

Django's own handler would create a thread, and so a connection, for every request.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from typing import Any, Final

from django.conf import settings
from django.core import signals
from django.core.handlers.asgi import ASGIRequest
from django.core.handlers.base import BaseHandler
from django.http import HttpResponse
from django.http.response import HttpResponseBase, StreamingHttpResponse
from django.urls import set_script_prefix

from ginrummy.locale import _, using_language
from ginrummy.locale.numbers import number_in
from ginrummy.web.api.errors import ROOT, refusal, status_text
from ginrummy.web.http import metrics
from ginrummy.web.http.language import best_language
from ginrummy.web.http.limits import number_from_environment
from ginrummy.web.http.readers import Receive, run_until_disconnect

Send = Callable[[Mapping[str, Any]], Awaitable[None]]

_THREADS: Final = number_from_environment("GINRUMMY_THREADS", 3, most=64)
_PASSWORDS: Final = frozenset(("sign-in", "sign-up", "account", "recover"))
"""Forms that hash a password, which takes a good part of a second."""
_MOST_HASHING: Final = 24
"""Limit of the queue for the hashing thread. The last one waits half a minute at worst."""
_METHODS: Final = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")


class ThreadedHandler(BaseHandler):
    """ASGI handler for Django's views."""

    def __init__(self) -> None:
        super().__init__()
        self.load_middleware()
        self._threads = ThreadPoolExecutor(_THREADS, thread_name_prefix="pages")
        self._hashing = ThreadPoolExecutor(1, thread_name_prefix="passwords")
        self._waiting = 0

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        """Handle one request."""
        body = None if _announced(scope) > settings.LARGEST_BODY else await _body(receive)
        if body is None:
            await _too_large(scope, send)
            return
        threads = self._hashing if _hashes(scope) else self._threads
        if threads is self._hashing and self._waiting >= _MOST_HASHING:
            await _too_busy(scope, send)
            return
        self._waiting += threads is self._hashing
        try:
            loop = asyncio.get_running_loop()
            response, content = await loop.run_in_executor(threads, self._answer, scope, body)
        finally:
            self._waiting -= threads is self._hashing
        await send(
            {"type": "http.response.start", "status": response.status_code, "headers": _headers(response)}
        )
        if isinstance(response, StreamingHttpResponse):
            await _stream(response, receive, send)
        await send({"type": "http.response.body", "body": content})

    def _answer(self, scope: dict[str, Any], body: bytes) -> tuple[HttpResponseBase, bytes]:
        """Return the response and its content, empty for a streaming response."""
        set_script_prefix(scope.get("root_path", "") or "/")
        signals.request_started.send(sender=self.__class__, scope=scope)
        begun = time.perf_counter()
        response = self.get_response(ASGIRequest(scope, BytesIO(body)))
        metrics.requests.labels(_known(scope["method"]), response.status_code).inc()
        if isinstance(response, StreamingHttpResponse):
            return response, b""
        content: bytes = getattr(response, "content", b"")
        response.close()
        metrics.seconds.observe(time.perf_counter() - begun)
        return response, content


def _hashes(scope: dict[str, Any]) -> bool:
    """Return whether this request hashes a password.

    A separate thread does that, so that pages need not wait.
    """
    return scope["method"] == "POST" and not _PASSWORDS.isdisjoint(scope["path"].split("/"))


def _known(method: str) -> str:
    """Return `method` as a label of the metrics. All unknown methods share one."""
    return method if method in _METHODS else "other"


async def _body(receive: Receive) -> bytes | None:
    """Return the body of a request, as far as the client sent it, `None` if it is too large."""
    body = b""
    while True:
        message = await receive()
        body += bytes(message.get("body", b""))
        if len(body) > settings.LARGEST_BODY:
            return None
        if not message.get("more_body", False):
            return body


def _announced(scope: dict[str, Any]) -> int:
    """Return the Content-Length of a request, 0 without one."""
    sizes = (value for name, value in scope["headers"] if name == b"content-length")
    size = number_in(next(sizes, b"0").decode("latin-1"))
    return settings.LARGEST_BODY + 1 if size is None else size


async def _too_large(scope: dict[str, Any], send: Send) -> None:
    """Send the error in the requested language, in JSON to API clients."""
    with using_language(_language(scope)):
        is_program = scope["path"].removeprefix(scope.get("root_path", "")).startswith(ROOT)
        refused = (
            refusal(413, "too_large", status_text(413))
            if is_program
            else HttpResponse(status_text(413) + "\n")
        )
    kind = "application/json" if is_program else "text/plain; charset=utf-8"
    headers = [(b"content-type", kind.encode()), (b"connection", b"close")]
    await send({"type": "http.response.start", "status": 413, "headers": headers})
    await send({"type": "http.response.body", "body": refused.content})


async def _too_busy(scope: dict[str, Any], send: Send) -> None:
    """Send the error that too many passwords wait for hashing."""
    with using_language(_language(scope)):
        told = _("Too many people sign in just now: try again in a moment.") + "\n"
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"retry-after", b"10")]
    await send({"type": "http.response.start", "status": 503, "headers": headers})
    await send({"type": "http.response.body", "body": told.encode()})


def _language(scope: dict[str, Any]) -> str:
    return best_language(dict(scope["headers"]).get(b"accept-language", b"").decode("latin-1"))


def _headers(response: HttpResponseBase) -> list[tuple[bytes, bytes]]:
    headers = [(name.lower().encode("ascii"), value.encode("latin-1")) for name, value in response.items()]
    cookies = [cookie.output(header="").strip().encode("ascii") for cookie in response.cookies.values()]
    return headers + [(b"set-cookie", cookie) for cookie in cookies]


async def _stream(response: StreamingHttpResponse, receive: Receive, send: Send) -> None:
    """Send the parts of `response` until it ends or the client disconnects."""

    async def tell() -> None:
        async for part in response:
            await send({"type": "http.response.body", "body": part, "more_body": True})

    try:
        await run_until_disconnect(tell(), receive)
    finally:
        await asyncio.to_thread(response.close)
