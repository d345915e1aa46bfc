"""A narrow terminal: no card of a hand is cut off, whatever the language."""

from __future__ import annotations

from pathlib import Path

import pytest

from ginrummy.card_seat_types import Face
from ginrummy.cards import face_text
from ginrummy.game import Phase
from ginrummy.locale import LANGUAGES, using_language
from ginrummy.table.hand_arrangement import Arrangement
from ginrummy.tui.app import TableApp
from ginrummy.tui.hand_end_screen import HandEndScreen
from ginrummy.tui.key_bar import KeyBar
from ginrummy.tui.resume_and_cut_screens import StartScreen
from tests.table.seats import first
from tests.tui.seated import at_table, going_on, play_until, session_at, settle, short_game, text_of


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("width", [40, 60, 80, 120])
async def test_no_card_is_cut_off(width: int, code: str, tmp_path: Path) -> None:
    table = first(lambda table: table.view.is_my_turn and table.view.phase is Phase.DISCARD)
    with using_language(code):
        app = going_on(tmp_path, table)
        async with app.run_test(size=(width, 30)) as pilot:
            screen = await at_table(app, pilot)
            for way in Arrangement:
                screen.hold(way)
                screen.show_table()
                await pilot.pause()
                cards = [slot.card for slot in screen.hand.slots if slot.display]
                assert len(cards) == 11
                assert all(app.screen.region.contains_region(card.region) for card in cards)
                assert all(card.content_size.width >= 3 for card in cards)
                text = text_of(app)
                assert all(face_text(Face(card.face), code) in text for card in cards)
            await pilot.press("q")


def keys_are_seen(app: TableApp) -> bool:
    """Return whether the keys of the screen stand on it, whole, and no card lies on them."""
    bar = app.screen.query_one(KeyBar)
    return bar.size.height > 0 and app.screen.region.contains_region(bar.region)


@pytest.mark.parametrize("code", LANGUAGES)
async def test_the_keys_are_seen_on_a_small_terminal_from_the_cut_to_the_sheet(
    code: str, tmp_path: Path
) -> None:
    with using_language(code):
        app = TableApp(session_at(tmp_path, short_game(tmp_path, "classic", 1), seed=None))
        async with app.run_test(size=(40, 20)) as pilot:
            await settle(pilot, lambda: isinstance(app.screen, StartScreen))
            assert keys_are_seen(app), text_of(app)
            await pilot.press("enter")
            await pilot.pause()
            assert keys_are_seen(app), text_of(app)
            dealer = app.screen.query_one("#dealer")
            assert app.screen.region.contains_region(dealer.region), text_of(app)
            await pilot.press("enter")
            screen = await at_table(app, pilot)
            unseen = []

            def done() -> bool:
                if not keys_are_seen(app):
                    unseen.append(text_of(app))
                return screen.table.match.is_over and isinstance(app.screen, HandEndScreen)

            await play_until(app, pilot, done)
            assert not unseen, unseen[-1]
