"""JSON of views, variants and sheets is read back as the same value."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from ginrummy.game.game import Phase
from ginrummy.game.match import Match
from ginrummy.game.public_view import public_view_of
from ginrummy.game.shuffle import seeds_from_number
from ginrummy.game.view import View, view_of
from ginrummy.locale.errors import VariantError
from ginrummy.players import load_player
from ginrummy.text.json import (
    WireError,
    parse_variant_json,
    parse_view_json,
    read_public_view,
    read_view,
    variant_json,
    view_json,
    write_view,
)
from tests.at_random import PRESET_ROWS, some_move
from tests.oracle.house import random_row

ROWS = [*PRESET_ROWS, *(random_row(random.Random(seed)) for seed in range(12))]


def sent(told: dict[str, Any]) -> dict[str, Any]:
    """Return a value after a round trip through JSON."""
    found: dict[str, Any] = json.loads(json.dumps(told))
    return found


def views(row: Any, seed: int, *, most: int = 1200) -> list[View]:
    """Return both seats' views of a seeded match at every move, `most` at most."""
    match, chance = Match.start(row, seeds_from_number(seed)), random.Random(seed)
    found = [view_of(match, seat) for seat in (0, 1)]
    while not match.is_over and len(found) < most:
        over = match.game.phase is Phase.OVER
        match = match.next_hand() if over else match.play(some_move(match.game, chance))
        found += [view_of(match, seat) for seat in (0, 1)]
    return found


@pytest.mark.parametrize("step", [21, pytest.param(3, marks=pytest.mark.long)])
@pytest.mark.parametrize("number", range(len(ROWS)))
def test_a_view_is_read_back_as_it_was(number: int, step: int) -> None:
    row = ROWS[number]
    assert parse_variant_json(sent(variant_json(row))) == row
    seen = views(row, number)
    for view in seen[::step]:
        again = parse_view_json(row, sent(view_json(view)))
        assert again == view
        assert again.legal_moves() == view.legal_moves()
    assert any(view.score is not None for view in seen)


@pytest.mark.long
@pytest.mark.parametrize("number", range(len(ROWS)))
def test_a_public_view_is_read_back_from_its_text(number: int) -> None:
    row, chance = ROWS[number], random.Random(number)
    match = Match.start(row, seeds_from_number(number))
    seen: set[Phase] = set()
    while not match.is_over and match.number < 4:
        view = public_view_of(match)
        text = write_view(view)
        assert read_public_view(text) == view
        assert "\n" not in text
        seen.add(view.phase)
        over = view.phase is Phase.OVER
        match = match.next_hand() if over else match.play(some_move(match.game, chance))
    assert Phase.OVER in seen or match.is_over


def test_neither_kind_of_view_is_taken_for_the_other() -> None:
    match = Match.start(PRESET_ROWS[0], seeds_from_number(1))
    own, public = write_view(view_of(match, 0)), write_view(public_view_of(match))
    for read, text in ((read_view, public), (read_public_view, own), (read_public_view, "{}")):
        with pytest.raises(WireError):
            read(text)
    told = json.loads(public)
    for name in ("sizes", "phase", "pile", "events", "upcard", "spread", "shown", "score", "match"):
        with pytest.raises(WireError):
            read_public_view(json.dumps(told | {"public_view": told["public_view"] | {name: 5}}))


def test_a_player_plays_the_same_on_the_other_side() -> None:
    row = PRESET_ROWS[0]
    for view in views(row, 3, most=120):
        if view.is_my_turn:
            player = load_player("steady", seed=1)
            assert player.decide(parse_view_json(row, sent(view_json(view)))) == player.decide(view)


def test_what_is_no_view_and_no_variant_is_refused() -> None:
    view = views(PRESET_ROWS[0], 1, most=10)[5]
    told = sent(view_json(view))
    for name in ("seat", "hand", "phase", "pile", "events", "upcard", "spread", "score", "match"):
        with pytest.raises(WireError):
            parse_view_json(view.variant, told | {name: object()})
    with pytest.raises(WireError):
        parse_view_json(view.variant, {})
    with pytest.raises(WireError):
        parse_variant_json({"rules": None})
    with pytest.raises(VariantError):
        parse_variant_json({"rules": {"colour": "red"}})
