"""A narrow terminal: no card is clipped in any language."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from textual.containers import VerticalScroll
from textual.pilot import Pilot

from ginrummy.game.cards import face_text
from ginrummy.game.game import Phase
from ginrummy.game.layouts import Arrangement
from ginrummy.locale import LANGUAGES, using_language
from ginrummy.rules.types import Face
from ginrummy.terminal.tui.app import TableApp
from ginrummy.terminal.tui.hand_end_screen import HandEndScreen
from ginrummy.terminal.tui.key_bindings import table_key_caps
from ginrummy.terminal.tui.resume_and_cut_screens import StartScreen
from ginrummy.terminal.tui.text_screens import MARGINS, TextScreen, help_lines
from ginrummy.terminal.tui.widgets import KeyBar
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
                screen.sort_hand(way)
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
    """Return whether all keys are visible, and no card covers them."""
    bar = app.screen.query_one(KeyBar)
    return bar.size.height > 0 and app.screen.region.contains_region(bar.region)


@pytest.mark.long
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


async def pages_of(app: TableApp, pilot: Pilot[None], key: str) -> str:
    """Return the whole text of the page behind `key`, scrolled to its end."""
    await pilot.press(key)
    await settle(pilot, lambda: isinstance(app.screen, TextScreen))
    page = app.screen.query_one(VerticalScroll)
    shown = [text_of(app)]
    while page.scroll_y < page.max_scroll_y:
        page.scroll_page_down(animate=False)
        await pilot.pause()
        shown.append(text_of(app))
    await pilot.press("escape")
    return "\n".join(shown)


@pytest.mark.long
@pytest.mark.parametrize("code", LANGUAGES)
async def test_the_help_is_as_wide_as_a_narrow_terminal(code: str, tmp_path: Path) -> None:
    with using_language(code):
        app = going_on(tmp_path, first(lambda table: table.view.is_my_turn))
        async with app.run_test(size=(40, 24)) as pilot:
            await at_table(app, pilot)
            shown = {line.strip("│ ▁▂▃▄▅▆▇█") for line in (await pages_of(app, pilot, "?")).split("\n")}
        lines = [line.replace("\u00a0", " ").strip() for line in help_lines(40 - MARGINS)]
    entries = [line for line in lines if len(line) <= 40 - MARGINS]
    assert len(entries) > 50
    assert [line for line in entries if line not in shown] == []
    assert not [line for line in lines if "   " in line]


@pytest.mark.long
@pytest.mark.parametrize("size", [(5, 5), (1, 1), (8, 3)])
async def test_every_page_opens_however_small_the_terminal(size: tuple[int, int], tmp_path: Path) -> None:
    app = going_on(tmp_path, first(lambda table: table.view.is_my_turn))
    async with app.run_test(size=size) as pilot:
        await at_table(app, pilot)
        for key in ("question_mark", "r", "s"):
            await pilot.press(key)
            await settle(pilot, lambda: isinstance(app.screen, TextScreen))
            await pilot.press("escape")
            await at_table(app, pilot)


@pytest.mark.long
@pytest.mark.parametrize("code", LANGUAGES)
async def test_no_line_ends_at_a_no_break_space_or_within_a_key(code: str, tmp_path: Path) -> None:
    table = first(lambda table: table.view.is_my_turn and table.view.phase is Phase.DISCARD, "hollywood")
    with using_language(code):
        app = going_on(tmp_path, table)
        async with app.run_test(size=(40, 24)) as pilot:
            screen = await at_table(app, pilot)
            shown = text_of(app)
            for caps in table_key_caps(table, table.view):
                assert [cap for cap in caps if f"{cap.key} {cap.label}" not in shown] == []
            screen.request_hint("")
            await settle(pilot, lambda: text_of(app) != shown)
            shown = text_of(app) + "".join([await pages_of(app, pilot, key) for key in "?r"])
    assert not [line for line in shown.split("\n") if re.match(r"[│ ]*[:;?!»](?: |$)", line)]
