"""Layouts: those offered, a manual one, and the end of the hand."""

from __future__ import annotations

from pathlib import Path

import pytest

from ginrummy.game.game import Phase
from ginrummy.game.layouts import reasonable_layouts
from ginrummy.game.moves import MoveKind
from ginrummy.rules import melds
from ginrummy.terminal.local_table import LocalTable
from ginrummy.terminal.tui.hand_end_screen import HandEndScreen
from ginrummy.terminal.tui.layouts import ByHandScreen, Heap, LayoutScreen
from ginrummy.terminal.tui.table_screen import TableScreen
from tests.table.seats import first, sittings, table_of
from tests.tui.seated import SMALL, at_table, going_on, settle, text_of


def with_choice(phase: Phase) -> LocalTable:
    """Return a table at which the person can choose between layouts, and other hands follow."""
    return first(
        lambda table: (
            table.view.is_my_turn and table.view.phase is phase and len(reasonable_layouts(table.view)) > 1
        ),
        against="random" if phase is Phase.SPREAD else "simple",
    )


def to_knock(table: LocalTable) -> bool:
    """Return whether the person may knock."""
    return table.view.is_my_turn and any(move.kind is MoveKind.KNOCK for move in table.view.legal_moves())


@pytest.mark.parametrize("phase", [Phase.SPREAD, Phase.LAY_OFF])
async def test_another_layout_than_the_best_is_chosen(phase: Phase, tmp_path: Path) -> None:
    table = with_choice(phase)
    second = reasonable_layouts(table.view)[1]
    app = going_on(tmp_path, table)
    async with app.run_test(size=SMALL) as pilot:
        screen = await at_table(app, pilot)
        text = text_of(app)
        assert "How do you lay your hand out? The first is the best." in text
        assert ("You knocked" in text or "You went gin" in text) == (phase is Phase.SPREAD)
        await pilot.press("2")
        await settle(pilot, lambda: isinstance(app.screen, HandEndScreen))
        assert second.move in screen.table.game.moves


async def test_the_best_layout_is_one_key_away_and_a_knock_goes_back(tmp_path: Path) -> None:
    app = going_on(tmp_path, first(to_knock))
    async with app.run_test(size=SMALL) as pilot:
        screen = await at_table(app, pilot)
        before = screen.table.match
        assert "k knock" in text_of(app)
        await pilot.press("k")
        await settle(pilot, lambda: isinstance(app.screen, LayoutScreen))
        assert "You knocked" in text_of(app)
        await pilot.press("u")
        await settle(pilot, lambda: isinstance(app.screen, TableScreen) and screen.table.match == before)
        await pilot.press("k", "enter")
        await settle(pilot, lambda: isinstance(app.screen, HandEndScreen))
        assert screen.table.game.is_over


async def test_a_spread_by_hand_is_checked_as_it_is_made(tmp_path: Path) -> None:
    app = going_on(tmp_path, first(to_knock))
    async with app.run_test(size=SMALL) as pilot:
        screen = await at_table(app, pilot)
        await pilot.press("k")
        await settle(pilot, lambda: isinstance(app.screen, LayoutScreen))
        await pilot.press("c")
        await settle(pilot, lambda: isinstance(app.screen, ByHandScreen))
        assert "This will do." in text_of(app)
        await pilot.press("0")
        refusal = text_of(app)
        assert "(RULES 2)" in refusal or "(RULES 6.1)" in refusal
        await pilot.press("enter")
        assert isinstance(app.screen, ByHandScreen)
        await pilot.press("1")
        assert "This will do." in text_of(app)
        best = screen.table.view.automatic_layout()
        await pilot.press("enter")
        await settle(pilot, lambda: isinstance(app.screen, HandEndScreen))
        assert best in screen.table.game.moves


async def test_lay_offs_are_put_by_hand_with_keys_and_mouse(tmp_path: Path) -> None:
    """A card laid off in the best defence is taken back and laid off again."""
    table = first(
        lambda table: (
            table.view.is_my_turn
            and table.view.phase is Phase.LAY_OFF
            and any(cards.cards for cards in table.view.automatic_layout().laid)
        )
    )
    app = going_on(tmp_path, table)
    async with app.run_test(size=SMALL) as pilot:
        screen = await at_table(app, pilot)
        await pilot.press("c")
        await settle(pilot, lambda: isinstance(app.screen, ByHandScreen))
        by_hand = app.screen
        assert isinstance(by_hand, ByHandScreen)
        start = list(by_hand.heaps)
        heap = start[0]
        assert heap in by_hand.lying
        await pilot.press("0")
        assert by_hand.heaps[0] == 0
        assert "This will do." in text_of(app)
        await pilot.click(by_hand.row.cards[0])
        assert by_hand.marked == {0}
        await pilot.click(next(place for place in by_hand.query(Heap) if place.number == heap))
        assert by_hand.heaps == start
        await pilot.press("right", "left", "space", "space", "enter")
        await settle(pilot, lambda: isinstance(app.screen, HandEndScreen))
        assert screen.table.game.moves[-1] == table.view.automatic_layout()


async def test_by_hand_goes_back_to_the_choice(tmp_path: Path) -> None:
    app = going_on(tmp_path, with_choice(Phase.LAY_OFF))
    async with app.run_test(size=SMALL) as pilot:
        await at_table(app, pilot)
        await pilot.press("c")
        await settle(pilot, lambda: isinstance(app.screen, ByHandScreen))
        await pilot.press("escape")
        await settle(pilot, lambda: isinstance(app.screen, LayoutScreen))


async def test_the_end_of_a_hand_shows_both_hands_the_sum_and_the_sheet(tmp_path: Path) -> None:
    table = first(lambda table: to_knock(table) and table.match.number == 0)
    app = going_on(tmp_path, table)
    async with app.run_test(size=SMALL) as pilot:
        screen = await at_table(app, pilot)
        await pilot.press("k", "enter")
        await settle(pilot, lambda: isinstance(app.screen, HandEndScreen))
        score = screen.table.game.score
        assert score is not None
        text = text_of(app)
        assert "You knocked" in text
        assert "Simple defends" in text
        assert f"= {score.difference}." in text
        assert f"score{'s' if score.winner else ''} {score.points} point" in text
        await pilot.press("enter")
        await settle(pilot, lambda: "next hand" in text_of(app))
        assert "Player" in text_of(app)
        await pilot.press("enter")
        await settle(pilot, lambda: screen.table.match.number == 1)


async def test_ones_layout_as_defender_goes_back_from_the_end_of_the_hand(tmp_path: Path) -> None:
    table = with_choice(Phase.LAY_OFF)
    app = going_on(tmp_path, table)
    async with app.run_test(size=SMALL) as pilot:
        screen = await at_table(app, pilot)
        await pilot.press("enter")
        await settle(pilot, lambda: isinstance(app.screen, HandEndScreen))
        await pilot.press("u")
        await settle(pilot, lambda: isinstance(app.screen, LayoutScreen))
        assert screen.table.match == table.match


async def test_a_gin_is_declared_with_one_key(tmp_path: Path) -> None:
    app = going_on(tmp_path, gin_table())
    async with app.run_test(size=SMALL) as pilot:
        screen = await at_table(app, pilot)
        assert "You can go gin." in text_of(app)
        await pilot.press("g")
        await settle(pilot, lambda: isinstance(app.screen, LayoutScreen))
        assert "nothing left" in text_of(app)
        await pilot.press("enter")
        await settle(pilot, lambda: isinstance(app.screen, HandEndScreen))
        assert melds.points_of(screen.table.match.variant, screen.table.game.spread.unmatched) == 0  # type: ignore[union-attr]
        assert "Bonus for gin" in text_of(app)


def gin_table() -> LocalTable:
    """Return a table at which the person can go gin but not big gin."""
    for seed in range(1, 60):
        for table in sittings(table_of("straight", seed=seed, against="random"), seed=seed, hands=6):
            kinds = {move.kind for move in table.view.legal_moves()}
            if MoveKind.GIN in kinds and MoveKind.BIG_GIN not in kinds:
                return table
    raise AssertionError("nobody had gin")
