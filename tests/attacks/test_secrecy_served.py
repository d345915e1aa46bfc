"""A match at a real server on either database: no response to a seat names a hidden card."""

from __future__ import annotations

import json
import re
from typing import Final

import httpx
import pytest

from ginrummy.game.cards import face_code
from ginrummy.game.match import Match
from ginrummy.rules.types import SEATS
from ginrummy.variants import load_variant
from ginrummy.web.tables.table_state import TableState, Terms, apply_events
from tests.attacks.cards_told import named, without_noise
from tests.attacks.database import asked
from tests.attacks.knowledge import unknown_to
from tests.web.cards_in_text import of_this_hand
from tests.web.player import Player
from tests.web.server import Server

EVENTS: Final = 30
EVERY: Final = 3
LEFT_OUT: Final = ("set-cookie", "date", "content-length")


class Onlooker:
    """One seat, in a browser and as a program."""

    def __init__(self, server: Server) -> None:
        self.player = Player(server.address)

    def take_token(self) -> None:
        self.player.get("/settings")
        page = self.player.post("/settings/tokens", {"name": "test"}).text
        found = re.search(r"gin_[\w-]+", page)
        assert found is not None
        self.program = httpx.Client(
            base_url=self.player.address, headers={"authorization": f"Bearer {found[0]}"}, timeout=30
        )

    def told(self, key: str) -> str:
        """Return all responses about the table and on related pages."""
        paths = (
            f"/tables/{key}",
            f"/tables/{key}/board",
            f"/games/{key}",
            f"/games/{key}/record",
            "/tables/",
        )
        answers = [self.player.get(path) for path in paths]
        answers += [self.program.get(f"/api/tables/{key}{path}") for path in ("", "/record")]
        assert {answer.status_code for answer in answers} <= {200, 403, 404, 409}
        lines = [_first(self.player.client, f"{self.player.address}/tables/{key}/stream")]
        lines.append(_first(self.program, f"/api/tables/{key}/stream"))
        return without_noise("\n".join([*map(_text, answers), *lines])).replace(key, "")


def _text(answer: httpx.Response) -> str:
    kept = {name: value for name, value in answer.headers.items() if name not in LEFT_OUT}
    return f"{kept}\n{_of_this_hand(answer.text)}"


def _of_this_hand(text: str) -> str:
    """Return `text` without finished hands, if it is JSON about them."""
    is_told = text.startswith("{") and '"earlier"' in text
    return json.dumps(of_this_hand(json.loads(text)), ensure_ascii=False) if is_told else text


def _first(client: httpx.Client, address: str) -> str:
    """Return the first non-empty line of a stream."""
    with client.stream("GET", address) as response:
        line = next(line for line in response.iter_lines() if line.startswith(("data:", "{")))
        return _of_this_hand(line)


def match_at(server: Server, key: str, preset: str) -> tuple[Match, str]:
    """Return the match from the table's event log, and its secret."""
    ((number, secret),) = asked(server, "SELECT id, secret FROM tables_table WHERE key = ?", key)
    log = asked(server, "SELECT seat, text FROM tables_event WHERE table_id = ? ORDER BY number", number)
    state = apply_events(
        TableState(Terms(load_variant(preset).row, secret)), [(seat, text) for seat, text in log]
    )
    assert state.match is not None
    return state.match, secret


@pytest.mark.long
@pytest.mark.parametrize("preset", ["standard", "two_pack"])
def test_no_answer_of_a_server_names_a_card_that_its_seat_cannot_know(server: Server, preset: str) -> None:
    both = Onlooker(server), Onlooker(server)
    path = both[0].player.lay(variant=preset)
    both[1].player.join(path)
    key = path.rpartition("/")[2]
    for one in both:
        one.take_token()
    for event in range(EVENTS):
        if event % EVERY == 0:
            match, secret = match_at(server, key, preset)
            for seat, one in zip(SEATS, both, strict=True):
                text = one.told(key)
                assert secret not in text
                assert sorted(map(face_code, unknown_to(match.game, seat) & named(text))) == [], (event, seat)
                assert named(text), "the pages name the cards that the seat does know"
        for one in both:
            one.player.look()
        mover = next(one.player for one in both if one.player.is_awaited)
        assert mover.say(mover.choice()).status_code == 302
