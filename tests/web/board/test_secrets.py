"""All bytes sent to a seat, in every phase of many games: nothing of the other hand or the stock."""

from __future__ import annotations

import random
import re

import pytest
from django.test import Client

from ginrummy.game.cards import FACE_COUNT, face_code
from ginrummy.rules.types import SEATS
from ginrummy.web.tables.models import Status, Table
from ginrummy.web.tables.table_state import current_state
from tests.web.cards_in_text import hidden_from, mentioned, mentions
from tests.web.play import client_of, step, table_of_two

pytestmark = pytest.mark.django_db

NOISE = re.compile(
    r'name="(?:csrfmiddlewaretoken|offer|cut)"\s+value="[^"]*"|/static/[^"]*|<code class="hash">[^<]*'
)


LISTS_EVERY = 4
"""The home page and the list of tables, which show no cards, are read once in so many events."""


def bytes_to(client: Client, table: Table, *, lists: bool) -> str:
    """Return all responses of a page and its live part, headers and bodies, and the pages that list it."""
    sent = []
    pages = (f"/tables/{table.key}", f"/tables/{table.key}/board")
    for path in (*pages, *(("/tables/", "/") if lists else ())):
        response = client.get(path)
        assert response.status_code == 200, path
        sent.append(str(response.headers) + response.content.decode())
    return NOISE.sub("", "\n".join(sent)).replace(table.key, "")


@pytest.mark.long
@pytest.mark.parametrize(
    ("variant", "seed"),
    [
        ("hollywood_oklahoma", 2),
        ("eleven_card", 3),
        ("two_pack", 5),
    ],
)
def test_no_byte_names_a_hidden_card(variant: str, seed: int) -> None:
    table, first, second = table_of_two(variant, seed=seed)
    clients = (client_of(first), client_of(second))
    chance = random.Random(seed)
    looked = 0
    for event in range(36):
        match = current_state(table).match
        if table.status == Status.OVER or match is None:
            break
        for seat in SEATS:
            text = bytes_to(clients[seat], table, lists=event % LISTS_EVERY == 0)
            assert table.secret not in text
            told = hidden_from(match, seat) & mentioned(text)
            assert sorted(map(face_code, told)) == [], (variant, table.number, seat)
            looked += 1
        table = step(table, (first, second), chance)
    assert looked > 24


def test_the_scan_sees_what_a_careless_page_would_say() -> None:
    assert mentions('<button value="7H">', 19)
    assert mentions("the 7 of hearts!", 19)
    assert mentions("дама пик", 11)
    assert not mentions("17 of hearts, 17H", 19)
    assert sum(mentions("♥", face) for face in range(FACE_COUNT)) == 0


def test_others_are_not_shown_a_match_that_is_being_played() -> None:
    table, _first, _second = table_of_two()
    stranger = Client()
    assert stranger.get(f"/tables/{table.key}").status_code == 403
    assert stranger.get(f"/tables/{table.key}/board").status_code == 403
    for path in (f"/games/{table.key}/record", f"/games/{table.key}"):
        answer = stranger.get(path)
        assert answer.status_code == 409
        assert table.secret not in answer.content.decode()
    assert stranger.post(f"/tables/{table.key}/say", {"number": "2", "move": "draw"}).status_code == 403
