"""Texts of any length and kind in a person's forms, on PostgreSQL, which refuses more than SQLite."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from tests.web.forms import PASSWORD
from tests.web.player import Player, send_away
from tests.web.postgresql import Cluster
from tests.web.server import Server

LONG = ("x" * 10_000, "e\u0301" * 10_000, "\U0001f60a" * 10_000, "\ufdfa" * 3_000)
ODD = (
    "\ufffd\ufffe\uffff",
    "\U000e0001" * 40,
    "\U0001f60a" * 30,
    "\u0390" * 30,
    "a\u0301\u0302\u0303" * 30,
    "\0",
    "a\0b",
)
FORMS = {
    "/settings": {"name": ""},
    "/settings/tokens": {"name": ""},
    "/tables/new": {"invite": "", "against": "friend"},
    "/recover": {"name": "", "code": "", "new_password": ""},
}
"""Fields that get each text."""


@pytest.fixture(scope="module")
def server(postgres: Cluster, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    home = tmp_path_factory.mktemp("home")
    mail = {"GINRUMMY_MAIL": "smtp://127.0.0.1:1", "GINRUMMY_DOMAINS": "gin.example.org"}
    found = Server(home, database=postgres.migrated("texts"), given=mail, has_bots=False, hasty=True).start()
    yield found
    send_away()
    found.stop()
    assert "Traceback" not in (home / "server.log").read_text("utf-8")


def address_of(length: int) -> str:
    """Return an address of so many characters whose parts are short enough."""
    left = length - len("ada@.org")
    pairs = (left - 1) // 2
    return f"ada@{'d.' * pairs}{'d' * (left - 2 * pairs)}.org"


@pytest.mark.long
def test_an_address_that_no_column_holds_is_refused(server: Server) -> None:
    player = Player(server.address)
    player.sign_up("Ada")
    player.get("/account")
    assert [len(address_of(length)) for length in (254, 255)] == [254, 255]
    for length in (255, 300, 320, 321, 10_000):
        sent = {"do": "mail", "password": PASSWORD, "mail": address_of(length)}
        assert player.post("/account", sent).status_code == 400, length
    longest = {"do": "mail", "password": PASSWORD, "mail": address_of(254)}
    assert player.post("/account", longest).status_code == 200


@pytest.mark.parametrize("path", FORMS)
def test_no_text_in_a_form_is_a_failure_of_the_server(server: Server, path: str) -> None:
    player = Player(server.address)
    player.get("/settings")
    for text in (*LONG, *ODD):
        answer = player.post(path, {name: value or text for name, value in FORMS[path].items()})
        assert answer.status_code < 500, (path, text[:5])


@pytest.mark.parametrize("text", ["\ud800", "a\udfffb", "\0", *(text[:3000] for text in LONG)])
def test_no_text_of_a_program_is_a_failure_of_the_server(server: Server, text: str) -> None:
    player = Player(server.address)
    player.get("/settings")
    page = player.post("/settings/tokens", {"name": "tests"}).text
    token = page.partition("GINRUMMY_TOKEN=")[2].split()[0]
    for field in ("invite", "cut", "offer", "against", "clock"):
        body = json.dumps({field: text})
        headers = {"authorization": f"Bearer {token}", "content-type": "application/json"}
        answer = player.client.post(f"{server.address}/api/tables", content=body, headers=headers)
        assert answer.status_code == 422, (field, answer.text)
