"""A hand played with the mouse alone."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.pilot import Pilot

from ginrummy.game.game import Phase
from ginrummy.game.moves import MoveKind
from ginrummy.players import load_player
from ginrummy.terminal.local_table import PERSON, LocalTable
from ginrummy.terminal.tui.app import TableApp
from ginrummy.terminal.tui.hand_end_screen import HandEndScreen
from ginrummy.terminal.tui.layouts import LayoutScreen
from ginrummy.terminal.tui.table_screen import TableScreen
from ginrummy.terminal.tui.widgets import KeyBar
from tests.table.seats import first, table_of
from tests.tui.seated import KEYS, SMALL, at_table, going_on, is_ready, session_at, settle, sit_down, text_of


async def click_cap(app: TableApp, pilot: Pilot[None], label: str) -> None:
    """Click the key `label` at the bottom of the screen."""
    bar = app.screen.query_one(KeyBar)
    for row, line in enumerate(text_of(app).split("\n")):
        column = line.find(label)
        if column >= 0 and bar.region.contains(column, row):
            await pilot.click(offset=(column, row))
            return
    raise AssertionError(f"no key says {label}")


async def move_by_mouse(app: TableApp, pilot: Pilot[None], screen: TableScreen) -> None:
    """Make the move of `simple`."""
    move = load_player("simple", seed=2).decide(screen.table.view)
    if move.kind in (MoveKind.DRAW, MoveKind.TAKE):
        await pilot.click("#stock" if move.kind is MoveKind.DRAW else "#pile")
    elif move.face < 0:
        await click_cap(app, pilot, f"{KEYS[move.kind]} {move.kind.value}")
    else:
        await pilot.click(screen.hand.cards[screen.held.faces.index(move.face)])
        if move.kind is MoveKind.DISCARD:
            await pilot.click("#pile")
        else:
            await click_cap(app, pilot, f"{KEYS[move.kind]} {move.kind.value}")


@pytest.mark.long
async def test_a_hand_is_played_by_mouse(tmp_path: Path) -> None:
    app = TableApp(session_at(tmp_path, "eaai", seed=17))
    async with app.run_test(size=SMALL) as pilot:
        screen = await sit_down(app, pilot)
        while not isinstance(app.screen, HandEndScreen):
            if isinstance(app.screen, LayoutScreen):
                await click_cap(app, pilot, "lay out")
            else:
                await move_by_mouse(app, pilot, screen)
            await settle(pilot, lambda: is_ready(app))
        assert screen.table.game.is_over
        await click_cap(app, pilot, "score sheet")
        await settle(pilot, lambda: "next hand" in text_of(app))
        await click_cap(app, pilot, "next hand")
        await settle(pilot, lambda: screen.table.match.number == 1)


def to_draw(table: LocalTable) -> bool:
    """Return whether the person may draw or take in the middle of a hand."""
    view = table.view
    return view.is_my_turn and view.phase is Phase.DRAW and len(view.events) > 4


async def drag(pilot: Pilot[None], start: object, end: object) -> None:
    """Drag from the middle of one card to another."""
    await pilot.mouse_down(start, offset=(2, 1))  # type: ignore[arg-type]  # a widget or a selector
    await pilot.hover(end, offset=(2, 1))  # type: ignore[arg-type]
    await pilot.mouse_up(end, offset=(2, 1))  # type: ignore[arg-type]


@pytest.mark.long
async def test_cards_are_dragged(tmp_path: Path) -> None:
    app = going_on(tmp_path, first(to_draw))
    async with app.run_test(size=SMALL) as pilot:
        screen = await at_table(app, pilot)
        before = screen.held.faces
        await drag(pilot, screen.hand.cards[0], screen.hand.cards[3])
        await settle(pilot, lambda: "your own order" in text_of(app))
        assert screen.held.faces == (*before[1:4], before[0], *before[4:])
        await drag(pilot, "#pile", screen.hand.cards[2])
        await settle(pilot, lambda: screen.table.view.events[-1].kind is MoveKind.TAKE)
        thrown = screen.held.faces[1]
        await drag(pilot, screen.hand.cards[1], "#pile")
        await settle(pilot, lambda: screen.table.view.is_my_turn)
        mine = [event for event in screen.table.view.events if event.seat == PERSON]
        assert (mine[-1].kind, mine[-1].face) == (MoveKind.DISCARD, thrown)
        await drag(pilot, "#stock", screen.hand.cards[2])
        await settle(pilot, lambda: screen.table.view.events[-1].kind is MoveKind.DRAW)


async def test_a_card_that_is_clicked_twice_is_let_down(tmp_path: Path) -> None:
    app = going_on(tmp_path, table_of("eleven_card", seed=2))
    async with app.run_test(size=SMALL) as pilot:
        screen = await at_table(app, pilot)
        await pilot.click(screen.hand.cards[4])
        assert screen.hand.selected == 4
        await pilot.click(screen.hand.cards[4])
        assert screen.hand.selected == -1
