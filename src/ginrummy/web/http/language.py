"""Language of a request: the chosen one, else the best supported one of the browser's."""

from __future__ import annotations

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils import translation
from django.utils.translation.trans_real import parse_accept_lang_header

from ginrummy.locale import LANGUAGES, using_language
from ginrummy.web.http.middleware import Middleware, cookie_preferences


def response_language(request: HttpRequest) -> str:
    """Return the language of the response."""
    chosen = cookie_preferences(request).get("language")
    return chosen if chosen in LANGUAGES else best_language(request.headers.get("Accept-Language", ""))


def best_language(accepted: str) -> str:
    """Return the best supported language for an `Accept-Language` header, English for none.

    >>> best_language("de, fr-CA;q=0.8, ru;q=0.5")
    'fr'
    """
    wanted = (str(code).split("-", maxsplit=1)[0] for code, _weight in parse_accept_lang_header(accepted))
    return next((code for code in wanted if code in LANGUAGES), "en")


class LanguageMiddleware(Middleware):
    """Middleware that sets the language for the duration of a request."""

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Return the response in the request's language."""
        code = response_language(request)
        with using_language(code), translation.override(code):
            response = self._get_response(request)
        response.headers.setdefault("Content-Language", code)
        response.headers.setdefault("Vary", "Accept-Language, Cookie")
        return response
