"""Invalid values in every field of every form and API route: refused, never a server error."""

from __future__ import annotations

import json
import os
import re
from io import BytesIO
from pathlib import Path
from typing import Any, Final

import pytest
from django.conf import settings as settings_of_server
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import ginrummy.web
from ginrummy.variants import OPTIONS
from ginrummy.web.api.auth import new_token
from ginrummy.web.frameworks import threaded_handler
from ginrummy.web.http.limits import counter
from ginrummy.web.tables import creation
from ginrummy.web.tables.commitments import new_offer
from tests.web.forms import signed_up
from tests.web.play import person, proposal

pytestmark = pytest.mark.django_db

_ASKED: Final = re.compile(r"""(?:POST|GET|asked)(?:\.get)?[(\[]["']([\w.]+)["']""")
_SOURCES: Final = Path(ginrummy.web.__file__).parent
FIELDS: Final = sorted(
    {name for file in _SOURCES.rglob("*.py") for name in _ASKED.findall(file.read_text("utf-8"))}
    | {option.name for option in OPTIONS}
)
"""Every name of a form field or a query parameter."""
LONG: Final = "9" * 5000
NUMBERS: Final = (
    LONG,
    f"-{LONG}",
    "9" * 20,
    "9" * 10,
    "-1",
    "1e999",
    "nan",
    "²",
    "٣",
    "1_000",
    "0x" + "f" * 5000,
)
WORDS: Final = (
    "foo", "table", "a/b", "//x", "/%ff", "javascript:x", "", " ", "\0", "a\0b", "\u202e\u3164",
    "\ud7ff\uffff", "é" * 300, "x" * 6000, "[" * 3000, f"big_gin_bonus = {LONG}",
    f"big_gin_bonus = 0x{'f' * 5000}",
    f"knock_limit = {{ type = {LONG} }}", f"undercut_bonus = 1e{LONG}", "a = 0001-01-01", "a = 99999-99-99",
)  # fmt: skip
RUBBISH: Final = (*NUMBERS, *WORDS)
STEPS: Final = (16, pytest.param(1 if os.environ.get("GINRUMMY_FULL") else 4, marks=pytest.mark.long))
"""Each address gets a part of it, its neighbours the rest: most share their code."""
rubbish = st.one_of(st.sampled_from(RUBBISH), st.text(max_size=30))


def routes(found: Any = None, root: str = "/") -> list[str]:
    """Return every address of the server, with `<…>` for its parameters."""
    paths: list[str] = []
    for one in get_resolver().url_patterns if found is None else found:
        path = root + str(one.pattern)
        if isinstance(one, URLResolver):
            paths += routes(one.url_patterns, path)
        elif isinstance(one, URLPattern):
            paths.append(path)
    return paths


class Forms:
    """A signed-in browser, and a program with a token, at a waiting table and at one in play."""

    def __init__(self) -> None:
        self.client, self.owner = signed_up("Ada")
        self.client.raise_request_exception = False
        self.other = person("Ben")
        self.table = creation.create(proposal(), self.owner, cut="1", bot="simple", bot_cut="2")
        self.waiting = creation.create(proposal(), self.other, cut="1")
        self.token = new_token(self.owner, "tests")

    def path(self, route: str, key: str) -> str:
        """Return an address of `route`."""
        path = re.sub(r"<slug:name>", "standard", route)
        path = re.sub(r"<slug:\w+>", key, path)
        return re.sub(r"<int:\w+>", str(self.other.pk), path)

    def good(self) -> dict[str, str]:
        """Return valid values for most forms."""
        return {
            "offer": new_offer().token, "cut": "1", "variant": "standard", "against": "friend",
            "number": "2", "move": "draw", "name": "Ada", "password": "a long good one", "muted": "on",
            "phrase": "hello", "rules": "standard", "hand": "1", "step": "0",
        }  # fmt: skip

    def ask(self, route: str, sent: dict[str, str]) -> None:
        """Send `sent` in every way. Fail on a server error."""
        counter.clear()
        for path in {self.path(route, table.key): None for table in (self.table, self.waiting)}:
            headers = {"authorization": f"Bearer {self.token}"} if path.startswith("/api/") else {}
            answers = [self.client.get(path, sent, headers=headers)]
            if path.startswith("/api/"):
                for body in (json.dumps(sent), json.dumps({"rules": sent}), f'{{"number": {LONG}}}'):
                    answers.append(self.client.post(path, body, "application/json", headers=headers))
            else:
                answers.append(self.client.post(path, sent))
            assert [one.status_code for one in answers if one.status_code >= 500] == [], (path, sent)


@pytest.fixture
def forms() -> Forms:
    return Forms()


@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize(("place", "route"), list(enumerate(sorted(set(routes())))))
def test_rubbish_in_all_fields_is_no_failure_of_the_server(
    forms: Forms, route: str, place: int, step: int
) -> None:
    good = forms.good()
    for number, text in enumerate(RUBBISH[place % step :: step]):
        forms.ask(route, dict.fromkeys(FIELDS, text) | (good if number % 4 else {}))


@pytest.mark.parametrize("route", sorted({route for route in routes() if "<int:" in route}))
def test_a_number_in_an_address_may_be_of_any_size(forms: Forms, route: str) -> None:
    for number in (0, 2**31, 2**63, 10**40):
        path = re.sub(r"<int:\w+>", str(number), re.sub(r"<(?:slug|str):\w+>", "x", route))
        for answer in (forms.client.get(path), forms.client.post(path, forms.good())):
            assert answer.status_code < 500, path


@pytest.mark.parametrize("route", sorted(set(routes())))
@settings(max_examples=6, deadline=None, suppress_health_check=list(HealthCheck))
@given(sent=st.dictionaries(st.sampled_from(FIELDS), rubbish, max_size=4))
def test_rubbish_in_some_fields_is_no_failure_of_the_server(
    forms: Forms, route: str, sent: dict[str, str]
) -> None:
    forms.ask(route, forms.good() | sent)


@pytest.mark.parametrize("name", ["settings", "mute"])
@pytest.mark.parametrize(
    "target", ["foo", "table", "rules", "//foo.example", "\\\\foo.example", "x:y", "/\nx"]
)
def test_a_form_that_wants_to_go_on_somewhere_odd_goes_to_the_settings(
    forms: Forms, name: str, target: str
) -> None:
    path = "/settings" if name == "settings" else f"/players/{forms.other.pk}/mute"
    response = forms.client.post(path, {"muted": "on", "next": target})
    assert (response.status_code, response["Location"]) == (302, "/settings")


def test_a_form_that_wants_to_go_on_to_a_page_goes_there(forms: Forms) -> None:
    response = forms.client.post("/settings", {"next": "/tables/?game=hollywood"})
    assert response["Location"] == "/tables/?game=hollywood"


def test_an_address_with_a_number_of_many_digits_is_not_there(client: Client) -> None:
    client.raise_request_exception = False
    for digits in (20, 5000):
        assert client.get(f"/players/{'9' * digits}").status_code == 404
        assert client.post(f"/players/{'9' * digits}/mute").status_code == 404


@pytest.mark.parametrize("name", ["name", "invite", "cut", "offer"])
def test_a_zero_byte_is_refused_before_any_database_sees_it(forms: Forms, name: str) -> None:
    for path in ("/settings", "/tables/new", "/sign-in"):
        assert forms.client.post(path, forms.good() | {name: "a\0b"}).status_code == 400
        assert forms.client.get(path, {name: "a\0b"}).status_code == 400
    headers = {"authorization": f"Bearer {forms.token}"}
    body = json.dumps({name: "a\0b"})
    assert forms.client.post("/api/tables", body, "application/json", headers=headers).status_code == 422


@pytest.mark.parametrize(
    "path", ["/settings", "/rooms/", "/evenings/", "/friends", "/sign-in", "/api/tables"]
)
@pytest.mark.parametrize(
    "charset", ["utf-7", "unicode_escape", "punycode", "idna", "rot13", "zlib", "undefined"]
)
def test_a_form_that_is_not_in_utf_8_is_refused(forms: Forms, charset: str, path: str) -> None:
    """Otherwise the first two would form half a surrogate pair, and the others raise."""
    texts = {"name": "\\ud800", "title": "+2AA-", "text": "\xff"}
    parts = (
        f'--a\r\ncontent-disposition: form-data; name="{name}"\r\n\r\n{text}\r\n'
        for name, text in texts.items()
    )
    body = "".join((*parts, "--a--\r\n")).encode("latin-1")
    kind = "multipart/form-data; boundary=a; charset="
    assert forms.client.generic("POST", path, body, kind + charset).status_code in (400, 401)
    assert forms.client.generic("POST", "/friends", body, kind + "UTF8").status_code == 302


@pytest.mark.parametrize("number", [LONG, "0x" + "f" * 5000, f"[{LONG}]", f"{{ type = 0x{'f' * 5000} }}"])
@pytest.mark.parametrize("field", ["big_gin_bonus", "knock_limit"])
def test_house_rules_with_a_number_of_many_digits_are_refused(forms: Forms, field: str, number: str) -> None:
    response = forms.client.post("/pad/rules", {"rules": f"{field} = {number}"})
    assert response.status_code == 422
    assert len(response.json()["told"]) < 500


@pytest.mark.parametrize("parameter", ["x*=nonsense''a", "charset*=utf-8''%00"])
def test_a_content_type_that_cannot_be_parsed_counts_as_none(parameter: str) -> None:
    kind = f"application/x-www-form-urlencoded; {parameter}".encode()
    scope = {"method": "POST", "path": "/", "headers": [(b"content-type", kind)], "query_string": b""}
    request = threaded_handler._Request(scope, BytesIO(b"a=1"))
    assert (request.content_type, request.POST.dict()) == ("", {})


def test_a_form_is_no_json(forms: Forms) -> None:
    body = '--a\r\ncontent-disposition: form-data; name="text"\r\n\r\nx\r\n--a--\r\n'
    headers = {"authorization": f"Bearer {forms.token}"}
    answer = forms.client.post("/api/evenings", body, "multipart/form-data; boundary=a", headers=headers)
    assert (answer.status_code, answer.json()["kind"]) == (422, "malformed")


@pytest.mark.parametrize("length", [5000, 30, 12])
def test_a_length_of_many_digits_is_too_large(length: int) -> None:
    scope = {"headers": [(b"content-length", b"9" * length)]}
    assert threaded_handler._content_length(scope) > settings_of_server.LARGEST_BODY
