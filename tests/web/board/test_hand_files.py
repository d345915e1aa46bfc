"""A hand as a picture and an animation: for everybody after the match, for its players as they saw it."""

from __future__ import annotations

import random
import re
from io import BytesIO

import pytest
from django.test import Client
from PIL import Image

from ginrummy.locale import LANGUAGES, using_language
from ginrummy.rules.types import SEATS
from ginrummy.text.posters import hand_gif, hand_png
from ginrummy.web.api.serializers import table_json
from ginrummy.web.board import drawn_pictures
from ginrummy.web.board.board import seat_names
from ginrummy.web.http import limits
from ginrummy.web.tables import service
from ginrummy.web.tables.models import Status
from ginrummy.web.tables.table_state import RESIGN, current_state
from tests.web.play import client_of, step, table_of_two

pytestmark = pytest.mark.django_db


def test_a_finished_hand_is_a_picture_and_an_animation_for_everybody() -> None:
    table, first, second = table_of_two("standard", seed=3)
    chance = random.Random(3)
    while table.status != Status.OVER and not current_state(table).is_between_hands:
        table = step(table, (first, second), chance)
    picture, animation = (f"/games/{table.key}/hand-1.{kind}" for kind in ("png", "gif"))
    match, names = current_state(table).match, seat_names(table)
    assert match is not None
    assert Client().get(picture).status_code == Client().get(animation).status_code == 409
    assert table_json(table, SEATS[0])["pictures"] == []
    for seat, person in zip(SEATS, (first, second), strict=True):
        own = client_of(person).get(animation)
        assert own["Cache-Control"] == "private, no-cache"
        assert own.content == hand_gif(match.game, names, 1, viewer=seat)
        assert client_of(person).get(picture).content == hand_png(match.game, names, 1, viewer=seat)
        assert client_of(person).get(f"/games/{table.key}/hand-2.png").status_code == 404
    table = service.submit_event_text(table.key, second, table.number, RESIGN)
    files = [{"picture": picture, "animation": animation}]
    assert table_json(table, None)["pictures"][:1] == files
    for code in LANGUAGES:
        found = Client().get(animation, headers={"accept-language": code})
        with using_language(code):
            assert found.content == hand_gif(match.game, names, 1)
    assert found["Content-Type"] == "image/gif"
    seen = Client().get(picture)
    assert seen["Cache-Control"] == "public, max-age=86400"
    assert Image.open(BytesIO(seen.content)).size == (1200, 630)
    again = Client().get(picture, headers={"if-none-match": seen["ETag"]})
    assert (again.status_code, again["Cache-Control"]) == (304, seen["Cache-Control"])
    page = Client().get(f"/games/{table.key}?hand=1").content.decode()
    assert re.search(rf'<meta property="og:image" content="http://[^"/]+{picture}">', page)
    assert "hand-1.png" not in Client().get(f"/games/{table.key}").content.decode().partition("</head>")[0]


def test_a_hand_in_progress_has_no_picture() -> None:
    table, first, _second = table_of_two("standard", seed=3)
    for kind in ("png", "gif"):
        assert client_of(first).get(f"/games/{table.key}/hand-1.{kind}").status_code == 404
        assert client_of(first).get(f"/games/nothing/hand-1.{kind}").status_code == 404


def test_drawings_are_limited_for_each_address_and_drawn_pictures_are_not() -> None:
    table, _first, second = table_of_two("standard", seed=3)
    table = service.submit_event_text(table.key, second, table.number, RESIGN)
    address = f"/games/{table.key}/hand-1.png"
    answers = [Client().get(address) for _time in range(limits.PICTURE.times + 1)]
    assert {one.status_code for one in answers} == {200}
    for _time in range(limits.PICTURE.times - 1):
        limits.count_request("picture", "127.0.0.1", limits.PICTURE)
    assert Client().get(f"/games/{table.key}/hand-1.gif").status_code == 429
    assert Client().get(address).content == answers[0].content
    known = Client().get(address, headers={"if-none-match": answers[0]["ETag"]})
    assert known.status_code == 304


def test_pictures_are_drawn_one_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drawn_pictures, "_PATIENCE", 0.01)
    table, _first, second = table_of_two("standard", seed=3)
    table = service.submit_event_text(table.key, second, table.number, RESIGN)
    with drawn_pictures._drawing:
        assert Client().get(f"/games/{table.key}/hand-1.png").status_code == 429
    assert Client().get(f"/games/{table.key}/hand-1.png").status_code == 200
