"""ASGI handler that runs Django's views in a small thread pool, each thread with its own database connection.

Django's own handler would create a thread, and so a connection, for every request.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from io import BytesIO
from typing import Any, Final

from django.conf import settings
from django.core import signals
from django.core.handlers.asgi import ASGIRequest
from django.core.handlers.base import BaseHandler
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase, StreamingHttpResponse
from django.urls import set_script_prefix

from ginrummy.locale import _
from ginrummy.locale.numbers import parse_number
from ginrummy.web.http import metrics
from ginrummy.web.http.limits import number_from_environment
from ginrummy.web.http.middleware import Middleware
from ginrummy.web.http.readers import Receive, run_until_disconnect

Send = Callable[[Mapping[str, Any]], Awaitable[None]]
Refusal = Callable[[], HttpResponse]

_THREADS: Final = number_from_environment("GINRUMMY_THREADS", 3, most=64)
_PASSWORDS: Final = frozenset(("sign-in", "sign-up", "account", "recover"))
"""Forms that hash a password, which takes a good part of a second."""
_MOST_HASHING: Final = 24
"""Limit of the queue for the hashing thread. The last one waits half a minute at worst."""
_TEXT: Final = "text/plain; charset=utf-8"
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
        body = None if _content_length(scope) > settings.LARGEST_BODY else await _body(receive)
        threads, refusal = self._hashing if _hashes(scope) else self._threads, None
        if body is None:
            threads, refusal = self._threads, _too_large
        elif threads is self._hashing and self._waiting >= _MOST_HASHING:
            threads, refusal = self._threads, _too_busy
        self._waiting += threads is self._hashing
        try:
            request = partial(self._answer, scope, body or b"", refusal)
            response, content = await asyncio.get_running_loop().run_in_executor(threads, request)
        finally:
            self._waiting -= threads is self._hashing
        await send(
            {"type": "http.response.start", "status": response.status_code, "headers": _headers(response)}
        )
        if isinstance(response, StreamingHttpResponse) and response.is_async:
            await _stream(response, receive, send)
        await send({"type": "http.response.body", "body": content})

    def _answer(
        self, scope: dict[str, Any], body: bytes, refusal: Refusal | None
    ) -> tuple[HttpResponseBase, bytes]:
        """Return the response and its content, empty for an asynchronous stream."""
        set_script_prefix(scope.get("root_path", "") or "/")
        signals.request_started.send(sender=self.__class__, scope=scope)
        begun = time.perf_counter()
        request = _Request(scope, BytesIO(body))
        request.refusal = refusal
        response = self.get_response(request)
        metrics.requests.labels(_method_label(scope["method"]), response.status_code).inc()
        if isinstance(response, StreamingHttpResponse) and response.is_async:
            return response, b""
        content: bytes = response.getvalue()
        response.close()
        metrics.seconds.observe(time.perf_counter() - begun)
        return response, content


def _hashes(scope: dict[str, Any]) -> bool:
    """Return whether this request hashes a password.

    A separate thread does that, so that pages need not wait.
    """
    return scope["method"] == "POST" and not _PASSWORDS.isdisjoint(scope["path"].split("/"))


def _method_label(method: str) -> str:
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


def _content_length(scope: dict[str, Any]) -> int:
    """Return the Content-Length of a request, 0 without one."""
    sizes = (value for name, value in scope["headers"] if name == b"content-length")
    size = parse_number(next(sizes, b"0").decode("latin-1"))
    return settings.LARGEST_BODY + 1 if size is None else size


def _too_large() -> HttpResponse:
    told = _("This is more than the server reads.") + "\n"
    return HttpResponse(told, status=413, content_type=_TEXT, headers={"Connection": "close"})


def _too_busy() -> HttpResponse:
    told = _("Too many people sign in just now: try again in a moment.") + "\n"
    return HttpResponse(told, status=503, content_type=_TEXT, headers={"Retry-After": "10"})


class _Request(ASGIRequest):
    refusal: Refusal | None = None

    def _set_content_type_params(self, meta: dict[str, Any]) -> None:
        """Parse the Content-Type. One that Django cannot parse counts as missing, so its form is empty."""
        try:
            super()._set_content_type_params(meta)  # type: ignore[misc]  # unknown to its stubs
        except ValueError:  # a parameter with an unknown encoding, or a charset with a zero byte
            meta["CONTENT_TYPE"] = self.content_type = ""
            self.content_params = {}


class RefusalMiddleware(Middleware):
    """Middleware that answers the requests that the handler refuses, in their language and format."""

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Return the response."""
        refusal: Refusal | None = getattr(request, "refusal", None)
        return self._get_response(request) if refusal is None else refusal()


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
