"""Every byte that a seat is sent, in every phase of many games: nothing of the other hand or the stock."""

from __future__ import annotations

import random
import re
from functools import cache

import pytest
from django.test import Client

from ginrummy.cards import FACE_COUNT, Hand, face_code, face_name, face_text, faces_of
from ginrummy.locale import LANGUAGES, using_language
from ginrummy.match import Match
from ginrummy.rules.hand import without
from ginrummy.view import view_of
from ginrummy.web.tables.models import Status, Table
from ginrummy.web.tables.state_cache import state_of
from tests.web.play import client_of, step, table_of_two

pytestmark = pytest.mark.django_db

NOISE = re.compile(
    r'name="(?:csrfmiddlewaretoken|offer|cut)" value="[^"]*"|/static/[^"]*|<code class="hash">[^<]*'
)

CODE = re.compile(r"(?<![\w-])[A23456789TJQK][SHDC](?![\w-])")


def hidden_from(match: Match, seat: int) -> set[int]:
    """Return the faces that no card `seat` may know of has: in the stock, or in the other hand unseen."""
    view = view_of(match, seat)
    other = match.game.state.hands[1 - seat]
    unseen = Hand(0, 0) if view.shown is not None else without(other, view.opponent_known)
    faces = set(faces_of(unseen)) | set(match.game.stock)
    seen = (
        set(faces_of(view.hand)) | set(faces_of(view.opponent_known)) | {event.face for event in view.events}
    )
    return faces - seen - {view.state.upcard}


@cache
def spellings() -> dict[str, int]:
    """Return every way of writing a card, and which card that is."""
    found = {face_code(face): face for face in range(FACE_COUNT)}
    for language in LANGUAGES:
        found |= {face_text(face, language): face for face in range(FACE_COUNT)}
        with using_language(language):
            found |= {face_name(face): face for face in range(FACE_COUNT)}
    return found


def mentioned(text: str) -> set[int]:
    """Return the cards that `text` names in any of their ways of writing, where no letter touches them."""
    found = {spellings()[code] for code in CODE.findall(text)}
    return found | {face for word, face in spellings().items() if word in text and is_word(word, text)}


def is_word(word: str, text: str) -> bool:
    """Return whether `word` stands in `text` by itself."""
    return re.search(rf"(?<!\w){re.escape(word)}(?!\w)", text) is not None and not CODE.fullmatch(word)


def mentions(text: str, face: int) -> bool:
    """Return whether `text` names the card."""
    return face in mentioned(text)


def bytes_to(client: Client, table: Table) -> str:
    """Return everything that a page and its moving part send, head and body."""
    sent = []
    for path in (f"/tables/{table.key}", f"/tables/{table.key}/board", "/tables/", "/"):
        response = client.get(path)
        assert response.status_code == 200, path
        sent.append(str(response.headers) + response.content.decode())
    return NOISE.sub("", "\n".join(sent)).replace(table.key, "")


@pytest.mark.parametrize(
    ("variant", "seed"),
    [
        ("standard", 1),
        ("hollywood_oklahoma", 2),
        ("eleven_card", 3),
        ("russian", 4),
        ("two_pack", 5),
        ("straight", 6),
    ],
)
def test_no_byte_names_a_hidden_card(variant: str, seed: int) -> None:
    table, first, second = table_of_two(variant, seed=seed)
    clients = (client_of(first), client_of(second))
    chance = random.Random(seed)
    looked = 0
    for _event in range(60):
        match = state_of(table).match
        if table.status == Status.OVER or match is None:
            break
        for seat in (0, 1):
            text = bytes_to(clients[seat], table)
            assert table.secret not in text
            told = hidden_from(match, seat) & mentioned(text)
            assert sorted(map(face_code, told)) == [], (variant, table.number, seat)
            looked += 1
        table = step(table, (first, second), chance)
    assert looked > 40


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
