"""The knock: its button names the card; if knocking is not possible yet, the law's own words say why."""

from __future__ import annotations

import pytest

from ginrummy.game.cards import card_sign, face_code
from ginrummy.game.game import Phase
from ginrummy.game.match import Match
from ginrummy.game.moves import CLOSINGS, knock
from ginrummy.game.view import View, view_of
from ginrummy.locale import using_language
from ginrummy.rules.types import Face
from ginrummy.variants import preset_names
from ginrummy.web.board.action_buttons import button_bar, no_closing_text


def positions(variant: str, seed: int) -> list[View]:
    """Return the views of the seats to move in the first turns of a hand."""
    match, found = Match.start(variant, seed), []
    for _turn in range(24):
        if match.game.phase is Phase.OVER:
            break
        view = view_of(match, match.game.turn)
        found.append(view)
        legal = view.legal_moves()
        match = match.play(
            min(legal, key=lambda move: (move.kind in CLOSINGS, view.leaves.get(str(move), 0)))
        )
    return found


@pytest.mark.parametrize("variant", preset_names())
def test_a_reason_is_given_exactly_where_a_card_is_due_and_no_closing_is_legal(variant: str) -> None:
    for view in positions(variant, 5):
        closable = any(move.kind in CLOSINGS for move in view.legal_moves())
        due = view.phase is Phase.DISCARD and not closable
        assert bool(no_closing_text(view)) is due


def test_the_reason_is_that_of_the_law_with_the_least_that_could_be_left() -> None:
    view = next(view for view in positions("standard", 5) if no_closing_text(view))
    least = min(view.leaves, key=lambda code: view.leaves[code])
    face = next(face for face in range(52) if face_code(face) == least)
    assert no_closing_text(view) == f"No knock yet: {getattr(view.refusal(knock(face)), 'what', '')}"
    assert str(min(view.leaves.values())) in no_closing_text(view)


def test_where_nobody_knocks_it_speaks_of_gin() -> None:
    texts = {no_closing_text(view) for view in positions("straight", 5)} - {""}
    assert texts
    assert all(text.startswith("No gin yet: ") for text in texts)


def test_where_an_ace_asks_for_gin_it_speaks_of_gin_too() -> None:
    aces = (view for seed in range(40) for view in positions("oklahoma_extra", seed) if view.knock_limit == 0)
    text = next(filter(None, map(no_closing_text, aces)))
    assert text.startswith("No gin yet: only gin ends this hand, and ")


@pytest.mark.parametrize(("language", "start"), [("fr", "Trop tôt"), ("ru", "Стучать рано")])
def test_it_is_said_in_the_language_spoken(language: str, start: str) -> None:
    view = next(view for view in positions("standard", 5) if no_closing_text(view))
    with using_language(language):
        assert no_closing_text(view).startswith(start)


@pytest.mark.parametrize("variant", ["standard", "oklahoma"])
def test_each_way_to_close_shows_the_card_that_it_puts_down(variant: str) -> None:
    views = [view for seed in range(8) for view in positions(variant, seed) if view.phase is Phase.DISCARD]
    bars = [bar for bar in map(button_bar, views) if bar.closing]
    shown = [action for bar in bars for action in (bar.closing, *bar.others) if action and action.face]
    assert shown
    for action in shown:
        face = next(face for face in range(52) if face_code(face) == action.face)
        assert action.detail.startswith(card_sign(Face(face)))
    for bar in bars:
        labels = [(action.label, action.detail) for action in (bar.closing, *bar.others) if action]
        assert len(labels) == len(set(labels))
