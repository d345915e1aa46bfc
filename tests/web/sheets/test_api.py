"""Programs and evenings: the view by each link, entries, and refusals."""

from __future__ import annotations

import pytest

from ginrummy.web.api.auth import new_token
from ginrummy.web.api.ndjson import Reader, current_line
from ginrummy.web.sheets import service
from tests.web.api_client import Program, refused
from tests.web.play import person

pytestmark = pytest.mark.django_db
THREE = "form: winner_stays\nvariant: classic\nplayers: Anna, Boris, Clara\n"


def test_a_program_begins_an_evening_and_another_enters_by_the_link() -> None:
    ada, bob = Program(person("Ada")), Program(person("Bob"))
    made = ada.post("/evenings", text=THREE)
    assert made.status_code == 201
    found = made.json()
    assert (found["own"], found["may_enter"], found["entry_key"]) == (True, True, None)
    key = found["key"]
    sheet = service.set_entry_link(key, ada.owner, is_open=True)
    assert ada.get(f"/evenings/{key}").json()["entry_key"] == sheet.entry_key
    seen = bob.get(f"/evenings/{key}").json()
    assert (seen["own"], seen["may_enter"], seen["entry_key"]) == (False, False, None)
    refused(bob.post(f"/evenings/{key}", version=0, line="Anna gin 31"), 403, "not_your_evening")
    link = f"/evenings/{sheet.entry_key}"
    for _again in range(2):
        entered = bob.post(link, version=0, line="Anna gin 31", token="once").json()
    assert [hand["winner"] for hand in entered["sheet"]["hands"]] == [0]
    refused(bob.post(link, version=0, line="Boris 20"), 409, "evening_moved")
    version = entered["version"]
    told = refused(bob.post(link, version=version, line="Boris 20"), 422, "refused")
    assert told["clause"] == "14.11"
    corrected = bob.post(link, version=version, action="correct", place=1, line="Anna gin 32").json()
    assert corrected["text"] == f"{THREE}Anna gin 32\n"
    undone = bob.post(link, version=corrected["version"], action="undo").json()
    assert undone["text"] == f"{THREE}Anna gin 31\n"
    assert [one["players"] for one in ada.get("/evenings").json()] == [["Anna", "Boris", "Clara"]]
    refused(bob.delete(link), 403, "not_your_evening")
    assert ada.delete(f"/evenings/{key}").status_code == 204
    refused(ada.get(f"/evenings/{key}"), 404, "no_evening")


@pytest.mark.parametrize(
    ("text", "status", "kind"),
    [
        ("form: /etc/hostname.toml\n", 409, "evening_refused"),
        ("variant: standard\nplayers: Anna, Boris\nAnna \ud800 25\n", 422, "malformed"),
        ("players: Anna, Boris\nAnna 0\n", 422, "refused"),
    ],
)
def test_a_program_is_refused_a_text_that_is_no_evening(text: str, status: int, kind: str) -> None:
    refused(Program(person("Ada")).post("/evenings", text=text), status, kind)


def test_the_stream_shows_the_evening_as_its_link_does_and_ends_with_it() -> None:
    ada, bob = person("Ada"), person("Bob")
    sheet = service.set_entry_link(service.create_sheet(ada, THREE).key, ada, is_open=True)
    link = sheet.entry_key or ""
    reader = Reader(sheet.key, new_token(bob, "test"), "en", subject="evening", link=link)
    service.edit_sheet(link, bob, 0, lambda one: one.append("Anna 5"))
    line = current_line(reader)
    assert (line["type"], line["text"], line["may_enter"]) == ("evening", f"{THREE}Anna 5\n", True)
    service.delete_sheet(sheet.key, ada)
    assert current_line(reader)["kind"] == "no_evening"
