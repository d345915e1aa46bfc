"""All bytes sent to a program, in every phase of many games: nothing of the other hand or the stock."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from ginrummy.game.cards import face_code
from ginrummy.game.game import Phase
from ginrummy.locale import LANGUAGES
from ginrummy.rules.types import SEATS, Seat, other_seat
from ginrummy.web.api.ndjson import Reader, current_line
from ginrummy.web.http.limits import counter
from ginrummy.web.tables.models import Status, Table
from ginrummy.web.tables.table_state import current_state
from tests.web.api_client import Program
from tests.web.cards_in_text import hidden_from, mentioned, of_this_hand
from tests.web.play import anything, person, table_of_two

pytestmark = pytest.mark.django_db
LISTS = ("/me", "/tables", "/openings", "/invitations")


def bytes_to(program: Program, table: Table, language: str) -> str:
    """Return all responses of the API about `table`, headers and bodies, and the next line of its stream."""
    paths = (f"/tables/{table.key}", f"/tables/{table.key}/record", *(LISTS if table.number % 8 == 0 else ()))
    sent = [text_of(program.get(path)) for path in paths]
    token = program.headers["authorization"].removeprefix("Bearer ")
    sent.append(str(of_this_hand(current_line(Reader(table.key, token, language)))))
    return "\n".join(sent)


def text_of(response: Any) -> str:
    """Return headers and body of a response about the current hand, without JSON escapes."""
    return str(response.headers) + json.dumps(of_this_hand(response.json()), ensure_ascii=False)


def told_too_much(text: str, table: Table, seat: Seat) -> list[str]:
    """Return the cards in `text` that are hidden from `seat`."""
    assert table.secret not in text
    match = current_state(table).match
    assert match is not None
    plain = text.replace(table.key, "")
    return sorted(map(face_code, hidden_from(match, seat) & mentioned(plain)))


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
    chance, language = random.Random(seed), LANGUAGES[seed % len(LANGUAGES)]
    programs = (Program(first, language=language), Program(second, language=language))
    phases: set[Phase] = set()
    looked = 0
    for _event in range(60):
        state = current_state(table)
        if table.status == Status.OVER or state.match is None:
            break
        phases.add(state.match.game.phase)
        for seat in SEATS:
            text = bytes_to(programs[seat], table, language)
            assert told_too_much(text, table, seat) == [], (variant, table.number, seat)
            looked += 1
        counter.clear()
        speaker = min(state.awaited)
        number, moves = table.number, {speaker: anything(state, chance), 1 - speaker: "draw"}
        for seat in (other_seat(speaker), speaker):
            answer = programs[seat].post(f"/tables/{table.key}/moves", number=number, move=moves[seat])
            table = Table.objects.get(pk=table.pk)
            assert told_too_much(text_of(answer), table, seat) == [], (variant, table.number, seat)
    assert looked > 40
    assert {Phase.DRAW, Phase.DISCARD} <= phases


def test_nothing_of_a_match_that_is_played_is_sent_to_others() -> None:
    table, _first, _second = table_of_two(seed=7)
    stranger = Program(person())
    text = bytes_to(stranger, table, "en")
    assert mentioned(text.replace(table.key, "")) == set()
    assert "not_yours" in text
    assert table.secret not in text
