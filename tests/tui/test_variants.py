"""Hands of the unusual games at the table, small and large, and without colours."""

from __future__ import annotations

from pathlib import Path

import pytest

from ginrummy.game.game import Phase
from ginrummy.terminal.tui.app import TableApp
from ginrummy.terminal.tui.hand_end_screen import HandEndScreen
from tests.table.seats import first, sittings, table_of
from tests.tui.seated import SMALL, at_table, going_on, play_until, session_at, settle, sit_down, text_of

LARGE = (120, 40)


def lines_of(app: TableApp) -> list[str]:
    """Return the lines of the screen, which must all have its width."""
    lines = text_of(app).split("\n")
    assert {len(line) for line in lines} == {app.size.width}
    assert len(lines) == app.size.height
    return lines


@pytest.mark.long
@pytest.mark.parametrize(
    ("variant", "seed", "words"),
    [
        ("hollywood", 37, ("Hollywood Gin (three columns)", "II", "III", "Grand total")),
        ("two_pack", 33, ("Two-Pack Gin with the “descent”", "to 100")),
        ("eleven_card", 26, ("Gin Rummy, eleven-card start", "to 100")),
        ("oklahoma_extra", 17, ("Oklahoma Gin with extra boxes", "Manche 1", "the partie to 2000")),
    ],
)
async def test_a_hand_of_each_game(variant: str, seed: int, words: tuple[str, ...], tmp_path: Path) -> None:
    app = TableApp(session_at(tmp_path, variant, seed=seed))
    async with app.run_test(size=SMALL) as pilot:
        screen = await sit_down(app, pilot)
        lines_of(app)
        await play_until(app, pilot, lambda: screen.table.game.is_over)
        await settle(pilot, lambda: isinstance(app.screen, HandEndScreen))
        lines_of(app)
        await pilot.press("enter")
        await settle(pilot, lambda: "next hand" in text_of(app))
        text = "\n".join(lines_of(app))
        assert all(word in text for word in words)


async def test_a_tiny_terminal_shows_every_card(tmp_path: Path) -> None:
    app = going_on(tmp_path, first(lambda table: table.view.phase is Phase.DISCARD and table.view.is_my_turn))
    async with app.run_test(size=(64, 20)) as pilot:
        screen = await at_table(app, pilot)
        lines_of(app)
        assert all(card.region.right <= 64 for card in screen.hand.cards)
        assert screen.hand.region.bottom < 20


async def test_twins_lie_side_by_side(tmp_path: Path) -> None:
    app = going_on(
        tmp_path, first(lambda table: table.view.is_my_turn and table.view.hand.twins > 0, "two_pack")
    )
    async with app.run_test(size=SMALL) as pilot:
        screen = await at_table(app, pilot)
        faces = screen.held.faces
        assert len(faces) > len(set(faces))
        assert "The limit is the value of the visible discard" in text_of(app)


async def test_eleven_cards_are_held_at_the_start_without_an_upcard(tmp_path: Path) -> None:
    app = going_on(
        tmp_path, first(lambda table: table.view.is_my_turn and not table.game.plays, "eleven_card")
    )
    async with app.run_test(size=SMALL) as pilot:
        screen = await at_table(app, pilot)
        assert len(screen.held.faces) == 11
        assert "Turned up" not in text_of(app)
        assert "  -  " in lines_of(app)[20]
        await pilot.press("d")
        assert "In the first turn nothing is drawn: discard (RULES 4.3)" in text_of(app)


async def test_the_upcard_that_governs_stays_in_sight(tmp_path: Path) -> None:
    table = first(lambda table: table.view.is_my_turn and len(table.game.plays) > 6, "oklahoma_extra")
    app = going_on(tmp_path, table)
    async with app.run_test(size=SMALL) as pilot:
        await at_table(app, pilot)
        assert "Turned up: " in text_of(app)
        assert " · partie 0–0 " in lines_of(app)[0]


async def test_the_pile_is_spread_where_it_may_be_looked_at(tmp_path: Path) -> None:
    table = first(
        lambda table: table.view.phase is Phase.DRAW and table.view.is_my_turn and table.view.pile_size > 3,
        "round_the_corner",
    )
    app = going_on(tmp_path, table)
    async with app.run_test(size=SMALL) as pilot:
        await at_table(app, pilot)
        assert "Pile: " in text_of(app)
        assert "v pile" in text_of(app)


@pytest.mark.long
@pytest.mark.parametrize("variant", ["standard", "two_pack"])
async def test_a_large_terminal_has_large_cards(variant: str, tmp_path: Path) -> None:
    app = going_on(tmp_path, first(lambda table: table.view.phase is Phase.DISCARD, variant))
    async with app.run_test(size=LARGE) as pilot:
        screen = await at_table(app, pilot)
        lines_of(app)
        assert {card.size.height for card in screen.hand.cards if card.display and card.face >= 0} == {4}
        assert screen.query_one("#chronicle").region.x > 60
        await pilot.resize_terminal(*SMALL)
        await pilot.pause()
        lines_of(app)
        assert screen.hand.cards[0].size.height == 2


async def test_no_color_paints_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    app = going_on(tmp_path, table_of("eaai", seed=2))
    async with app.run_test(size=SMALL) as pilot:
        await at_table(app, pilot)
        await pilot.press("1")
        assert painted(app) == set()
        assert "│" in text_of(app)
        assert "┃" in text_of(app)


async def test_suits_have_four_colours(tmp_path: Path) -> None:
    def has_all_suits() -> bool:
        return len({face // 13 for face in screen.held.faces}) == 4

    app = going_on(tmp_path, first(lambda table: table.view.is_my_turn))
    async with app.run_test(size=SMALL) as pilot:
        screen = await at_table(app, pilot)
        assert has_all_suits()
        colours = {card.face // 13: card.styles.color.hex for card in screen.hand.cards if card.face >= 0}
        assert len(set(colours.values())) == 4
        assert len(painted(app)) > 4


def painted(app: TableApp) -> set[str]:
    """Return the colours on the screen except the terminal's own."""
    found = set()
    for strip in app.screen._compositor.render_strips():
        for segment in strip:
            style = segment.style
            for colour in (style.color, style.bgcolor) if style is not None else ():
                if colour is not None and not colour.is_default:
                    found.add(str(colour.triplet or colour.number))
    return found


async def test_every_hand_of_a_match_ends_on_a_page_that_fits(tmp_path: Path) -> None:
    """The longest sheets scroll and never break the page."""
    ended = [table for table in sittings(table_of("hollywood"), hands=14) if table.game.is_over][-1]
    app = going_on(tmp_path, ended)
    async with app.run_test(size=SMALL) as pilot:
        await at_table(app, pilot)
        lines_of(app)
        await pilot.press("enter")
        await pilot.press("end")
        assert "Grand total" in "\n".join(lines_of(app))
