"""Before the first hand: the fingerprint, the cut, the lot."""

from __future__ import annotations

from pathlib import Path

from ginrummy.game import shuffle
from ginrummy.game.cards import face_text
from ginrummy.terminal.tui.app import TableApp
from ginrummy.terminal.tui.card_widgets import CardFace
from ginrummy.terminal.tui.resume_and_cut_screens import StartScreen
from tests.tui.seated import SMALL, session_at, settle, text_of


async def test_the_fingerprint_is_shown_before_the_cut_and_fits_the_deal(tmp_path: Path) -> None:
    app = TableApp(session_at(tmp_path, "classic", seed=None))
    async with app.run_test(size=SMALL) as pilot:
        await settle(pilot, lambda: isinstance(app.screen, StartScreen))
        screen = app.screen
        assert isinstance(screen, StartScreen)
        fingerprint = screen.deal.fingerprint
        assert fingerprint in text_of(app)
        assert f"Simple has cut with “{screen.deal.other_cut}”." in text_of(app)
        assert screen.deal.secret not in text_of(app)
        await pilot.press("end", "ctrl+u", *"mine", "enter")
        await settle(pilot, lambda: screen.table is not None)
        assert screen.table is not None
        seeds = screen.table.match.seeds
        assert seeds is not None
        assert seeds.cuts == ("mine", screen.deal.other_cut)
        assert shuffle.commitment(seeds.secret) == fingerprint


async def test_the_cards_that_were_cut_are_shown(tmp_path: Path) -> None:
    app = TableApp(session_at(tmp_path, "classic", seed=4))
    async with app.run_test(size=SMALL) as pilot:
        await settle(pilot, lambda: isinstance(app.screen, StartScreen))
        assert "The deals follow from the seed; there is nothing to cut." in text_of(app)
        await pilot.press("enter")
        own, other = shuffle.cut_faces(shuffle.seeds_from_number(4))[-1]
        assert app.screen.query_one("#own-cut", CardFace).face == own
        assert app.screen.query_one("#other-cut", CardFace).face == other
        text = text_of(app)
        assert f"You cut the {face_text(own)}, Simple the {face_text(other)}." in text
        assert ("You deal." in text) == (own % 13 < other % 13)


async def test_the_lot_is_told(tmp_path: Path) -> None:
    app = TableApp(session_at(tmp_path, "standard", seed=4))
    async with app.run_test(size=SMALL) as pilot:
        await settle(pilot, lambda: isinstance(app.screen, StartScreen))
        await pilot.press("enter")
        text = text_of(app)
        assert "Lots were drawn." in text
        assert ("You deal." in text) == (shuffle.dealer_by_lot(shuffle.seeds_from_number(4)) == 0)
        assert not app.screen.query_one("#own-cut", CardFace).region


async def test_a_cut_that_is_too_long_is_refused_and_asked_again(tmp_path: Path) -> None:
    app = TableApp(session_at(tmp_path, "classic", seed=None))
    async with app.run_test(size=SMALL) as pilot:
        await settle(pilot, lambda: isinstance(app.screen, StartScreen))
        screen = app.screen
        assert isinstance(screen, StartScreen)
        screen.query_one("#cut").value = "ё" * 200  # type: ignore[attr-defined]
        await pilot.press("enter")
        assert "longer than 255 bytes (RULES 3.6)" in text_of(app)
        assert "deal the cards" not in text_of(app)
        await pilot.press("end", "ctrl+u", "x", "enter")
        assert screen.table is not None
        await pilot.press("escape")
    assert app.return_code == 0
