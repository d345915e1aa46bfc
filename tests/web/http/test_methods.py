"""Every address with every method: a response in words, and 405 names the allowed methods."""

from __future__ import annotations

import re
from typing import Final

import pytest

from tests.web.http.test_rubbish import Forms, routes

pytestmark = pytest.mark.django_db

METHODS: Final = ("GET", "HEAD", "OPTIONS", "PUT", "PATCH", "DELETE", "TRACE", "FOO")
WORDLESS: Final = ("/notices",)
"""A part of a page that may be empty."""


@pytest.fixture
def forms() -> Forms:
    return Forms()


@pytest.mark.parametrize("route", sorted(set(routes())))
def test_each_method_is_answered_in_words(forms: Forms, route: str) -> None:
    path = re.sub(r"<str:\w+>", "x", forms.path(route, forms.table.key))
    answers = {method: forms.client.generic(method, path) for method in METHODS}
    for method, answer in answers.items():
        assert answer.status_code < 500, method
        if answer.status_code == 405:
            allowed = set(answer.headers["Allow"].split(", "))
            assert method not in allowed
            assert allowed <= {"GET", "HEAD", "POST", "PATCH", "DELETE"}
        if method != "HEAD" and answer.status_code not in (302, 204) and route not in WORDLESS:
            assert answer.streaming or answer.content, method
    if not path.startswith("/api/"):
        assert answers["HEAD"].status_code == answers["GET"].status_code
    assert {answers[method].status_code for method in METHODS[2:]} <= {401, 404, 405}
