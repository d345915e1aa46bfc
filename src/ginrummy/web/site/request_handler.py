"""Handler of requests that the service worker passes on, answered by Django."""

from __future__ import annotations

from collections.abc import Iterable
from io import BytesIO
from typing import Any, NamedTuple
from urllib.parse import unquote, urlsplit

from django.conf import settings
from django.core import signals
from django.core.handlers.asgi import ASGIRequest
from django.core.handlers.base import BaseHandler
from django.http import HttpResponse
from django.http.cookie import SimpleCookie
from django.urls import set_script_prefix

from ginrummy.web.site.models import Cookie

Headers = Iterable[tuple[str, str]]


class Response(NamedTuple):
    """A response: status, headers, body."""

    status: int
    headers: list[tuple[str, str]]
    body: bytes


class RequestHandler(BaseHandler):
    """Answers requests with Django's views, and stores the cookies that a browser would store."""

    def __init__(self) -> None:
        super().__init__()
        self.load_middleware()
        self._cookies = dict(Cookie.objects.values_list("name", "value"))

    def __call__(self, method: str, address: str, headers: Headers, body: bytes) -> Response:
        """Return the response to one request of the page at the absolute URL `address`."""
        set_script_prefix(settings.SITE)
        signals.request_started.send(sender=self.__class__)
        request = ASGIRequest(self._scope(method, address, headers), BytesIO(body))
        response = self.get_response(request)
        self._keep(response.cookies)
        content = response.content if isinstance(response, HttpResponse) else b""
        response.close()
        return Response(response.status_code, list(response.items()), content)

    def _scope(self, method: str, address: str, headers: Headers) -> dict[str, Any]:
        parts = urlsplit(address)
        told = [(name.lower(), value) for name, value in headers]
        told += [("host", parts.netloc), ("cookie", self._cookie_header())]
        path = unquote(parts.path)
        return {
            "type": "http",
            "method": method,
            "scheme": parts.scheme,
            "path": path,
            "root_path": settings.SITE.rstrip("/"),
            "query_string": parts.query.encode("ascii"),
            "headers": [(name.encode("latin-1"), value.encode("latin-1")) for name, value in told],
        }

    def _cookie_header(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self._cookies.items())

    def _keep(self, cookies: SimpleCookie) -> None:
        """Store the cookies of a response in serialised form, and delete those that have expired."""
        for name, morsel in cookies.items():
            if morsel["max-age"] == 0:
                self._cookies.pop(name, None)
                Cookie.objects.filter(name=name).delete()
            elif self._cookies.get(name) != morsel.coded_value:
                self._cookies[name] = morsel.coded_value
                Cookie.objects.update_or_create(name=name, defaults={"value": morsel.coded_value})
