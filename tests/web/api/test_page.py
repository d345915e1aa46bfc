"""The transcript in docs/api.md matches real requests and responses."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from ginrummy.web.api.views import openapi_document, schemas
from ginrummy.web.tables import service
from tests.web.api_client import Program
from tests.web.play import bots_answer, person

pytestmark = pytest.mark.django_db

PAGE = Path(__file__).parents[3] / "docs" / "api.md"
MORE = "…"
KEY = "KEY"
LOOK = f"GET /api/tables/{KEY}"


def transcript() -> list[tuple[str, str, str]]:
    """Return the lines of the page: `>` with method, path and body, `<` with status and response."""
    text = re.search(r"```transcript\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert text is not None
    found = [re.fullmatch(r"([<>]) (\d+|\w+ \S+) ?(.*)", line) for line in text[1].splitlines()]
    return [(line[1], line[2], line[3]) for line in found if line is not None]


def shows(page: Any, real: Any) -> bool:
    """Return whether the page's response is the real one, except for omissions."""
    if page == MORE:
        return True
    if isinstance(page, dict) and isinstance(real, dict):
        named = {key: value for key, value in page.items() if key != MORE}
        complete = MORE in page or page.keys() == real.keys()
        return complete and all(key in real and shows(value, real[key]) for key, value in named.items())
    return bool(page == real)


def test_the_transcript_on_the_page_is_what_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "ginrummy.web.tables.commitments._key", lambda: "a key for the transcript of the page"
    )
    monkeypatch.setattr("ginrummy.web.tables.commitments.secrets.token_hex", lambda _bytes: "00" * 16)
    program, known = Program(person("Ada's bot")), {KEY: KEY, "offer": ""}
    lines = transcript()
    assert len(lines) > 10
    for (arrow, asked, body), (back, status, shown) in zip(lines[::2], lines[1::2], strict=True):
        assert (arrow, back) == (">", "<")
        method, path = asked.replace(KEY, known[KEY]).split()
        sent = body.replace('"offer": "…"', f'"offer": "{known["offer"]}"')
        if asked == LOOK:
            bots_answer(service.find_table(known[KEY]))
        ask = program.get if method == "GET" else program.post
        answer = ask(path.removeprefix("/api"), **json.loads(sent or "{}"))
        plain = answer.headers["Content-Type"].startswith("text/plain")
        real = answer.content.decode().splitlines()[0] if plain else answer.json()
        if not plain:
            known["offer"] = real.get("offer", known["offer"])
            known[KEY] = real.get("key", known[KEY])
        page = shown if plain else json.loads(shown.replace(KEY, known[KEY]))
        assert answer.status_code == int(status), asked
        assert shows(page, real), f"on the page: {page}\nreally: {json.dumps(real, ensure_ascii=False)}"


def test_the_page_describes_fields_that_may_be_null() -> None:
    changes = next(one for one in schemas(openapi_document()) if one.name == "RoomChanges")
    assert [field.name for field in changes.fields if not field.told] == []
