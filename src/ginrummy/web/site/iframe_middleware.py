"""Framing policy: the pages are in a frame of the outer page, which holds the worker that answers them."""

from __future__ import annotations

from django.http import HttpRequest
from django.http.response import HttpResponseBase

from ginrummy.web.http.middleware import POLICY, Middleware


class FramedMiddleware(Middleware):
    """Middleware that lets only pages of this origin show a response in a frame."""

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Return the response with the policy of a framed page."""
        response = self._get_response(request)
        policy = response.headers.get("Content-Security-Policy", POLICY)
        policy = policy.replace("frame-ancestors 'none'", "frame-ancestors 'self'")
        response.headers["Content-Security-Policy"] = policy
        return response
