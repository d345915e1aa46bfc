"""A narrow terminal: no card of a hand is cut off, whatever the language."""

from __future__ import annotations

from pathlib import Path

import pytest

from ginrummy.cards import face_text
from ginrummy.game import Phase
from ginrummy.locale import LANGUAGES, using_language
from ginrummy.table.hand_arrangement import Arrangement
from ginrummy.units import Face
from tests.table.seats import first
from tests.tui.seated import at_table, going_on, text_of


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
                assert all(face_text(Face(card.face), code) in text_of(app) for card in cards)
            await pilot.press("q")
