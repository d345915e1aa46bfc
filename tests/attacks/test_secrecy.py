"""Whole matches of every preset: no response to a seat names a card that it cannot know by the model.

`GINRUMMY_FULL=1` checks after every event, otherwise now and then, within a few seconds a preset.
"""

from __future__ import annotations

import json
import os
import random
from typing import Any

import pytest
from django.test import Client

from ginrummy.game.cards import face_code, faces_of
from ginrummy.game.game import Game
from ginrummy.locale import LANGUAGES
from ginrummy.rules.types import SEATS
from ginrummy.variants import preset_names
from ginrummy.web.api.ndjson import Reader, current_line
from ginrummy.web.http.limits import counter
from ginrummy.web.tables.models import Status, Table
from ginrummy.web.tables.table_state import current_state
from tests.attacks.cards_told import GLYPHS, named, without_noise
from tests.attacks.knowledge import dealt, unknown_to
from tests.web.api_client import Program
from tests.web.cards_in_text import ended_hands, of_this_hand
from tests.web.play import client_of, match_of, step, table_of_two

pytestmark = pytest.mark.django_db
EVERY = 1 if os.environ.get("GINRUMMY_FULL") else 41


class Onlooker:
    """Everything that a seat can request: pages, parts, API, stream, record.

    `ended` has the responses about finished hands.
    """

    def __init__(self, client: Client, program: Program, language: str) -> None:
        self.client, self.program, self.language = client, program, language
        self.ended: dict[int, str] = {}

    def told(self, table: Table) -> str:
        """Return all responses about `table` and on related pages."""
        counter.clear()
        key = table.key
        paths = (f"tables/{key}", f"tables/{key}/board", f"games/{key}", f"games/{key}/record", "tables/")
        sent = [self._text(self.client.get(f"/{path}")) for path in paths]
        sent += [self._text(self.program.get(f"/tables/{key}{path}")) for path in ("", "/record")]
        token = self.program.headers["authorization"].removeprefix("Bearer ")
        sent.append(self._of_this_hand(current_line(Reader(key, token, self.language))))
        return without_noise("\n".join(sent)).replace(key, "")

    def _text(self, response: Any) -> str:
        body = response.content.decode()
        if "json" in response.headers["Content-Type"]:
            body = self._of_this_hand(json.loads(body))
        return f"{response.headers}\n{body}"

    def _of_this_hand(self, told: Any) -> str:
        self.ended |= {number: json.dumps(hand) for number, hand in ended_hands(told)}
        return json.dumps(of_this_hand(told), ensure_ascii=False)


def onlookers(people: tuple[Any, Any], seed: int) -> list[Onlooker]:
    """Return the responses to both people, each in one language."""
    found = []
    for seat, person in enumerate(people):
        language = LANGUAGES[(seed + seat) % len(LANGUAGES)]
        client = client_of(person)
        client.defaults["HTTP_ACCEPT_LANGUAGE"] = language
        found.append(Onlooker(client, Program(person, language=language), language))
    return found


@pytest.mark.long
@pytest.mark.parametrize("preset", preset_names())
def test_no_answer_names_a_card_that_its_seat_cannot_know(preset: str) -> None:
    seed = 1 + list(preset_names()).index(preset)
    table, *people = table_of_two(preset, seed=seed)
    both = onlookers((people[0], people[1]), seed)
    chance, looked, events = random.Random(seed), 0, 0
    while table.status != Status.OVER and events < (10**6 if EVERY == 1 else 150):
        match = match_of(table)
        if events % EVERY == 0 or _is_laid_open(match.game, events):
            for seat in SEATS:
                text = both[seat].told(table)
                assert table.secret not in text
                wrong = unknown_to(match.game, seat) & named(text)
                assert sorted(map(face_code, wrong)) == [], (preset, table.number, seat)
                assert len(both[seat].ended) == len(match.finished)
                for number, ended in both[seat].ended.items():
                    wrong = unknown_to(match.finished[number], seat) & named(ended)
                    assert sorted(map(face_code, wrong)) == [], (preset, number, seat)
                looked += 1
        table = step(table, (people[0], people[1]), chance)
        events += 1
    assert looked >= 8


def _is_laid_open(game: Game, events: int) -> bool:
    """Return whether to check now: the hand has ended, so that cards lie open, one in four times."""
    return bool(game.state.closing) and events % 4 == 0


@pytest.mark.parametrize("preset", preset_names())
def test_the_model_deals_as_the_law_does_and_sees_what_a_careless_answer_would_say(preset: str) -> None:
    table, *_people = table_of_two(preset, seed=3)
    game = match_of(table).game
    hands, _upcard = dealt(game)
    for seat in SEATS:
        assert sorted(hands[seat]) == sorted(faces_of(game.state.hands[seat]))
        other = set(hands[1 - seat]) - set(hands[seat])
        assert other & unknown_to(game, seat)
        assert other & unknown_to(game, seat) <= named(" ".join(map(face_code, other)))
    assert named(f'<b data-card="7H">{next(iter(GLYPHS))}') == {19, 0}
    assert current_state(table).match is not None
