"""Whole matches at 80×24, by keys alone, in each language."""

from __future__ import annotations

from pathlib import Path

import pytest

from ginrummy.game.game import Phase
from ginrummy.locale import LANGUAGES, using_language
from ginrummy.rules import scoring
from ginrummy.terminal.local_table import LocalTable
from ginrummy.terminal.saved_matches import MatchStore
from ginrummy.terminal.tui.app import TableApp
from ginrummy.terminal.tui.hand_end_screen import HandEndScreen
from ginrummy.terminal.tui.resume_and_cut_screens import StartScreen
from ginrummy.text.record import load_record
from tests.table.seats import sittings, table_of
from tests.tui.seated import (
    SMALL,
    at_table,
    going_on,
    play_until,
    session_at,
    settle,
    short_game,
    sit_down,
    text_of,
)

WORDS = {
    "en": ("Fingerprint", "Your hand, by melds", "quit", "score sheet", "rematch", "Secret of the deals"),
    "fr": (
        "Empreinte",
        "Votre main, par combinaisons",
        "quitter",
        "feuille de marque",
        "revanche",
        "Secret des",
    ),
    "ru": ("Отпечаток", "Ваши карты, по комбинациям", "выход", "лист счёта", "реванш", "Секрет сдач"),
}


@pytest.mark.long
@pytest.mark.parametrize("code", LANGUAGES)
async def test_a_whole_match_is_played_by_keys(code: str, tmp_path: Path) -> None:
    start, hand, leave, sheet, again, secret = WORDS[code]
    store = MatchStore(tmp_path / "matches", tmp_path / "match.gin")
    with using_language(code):
        app = TableApp(session_at(tmp_path, short_game(tmp_path, "classic", 20), seed=12, store=store))
        async with app.run_test(size=SMALL) as pilot:
            await settle(pilot, lambda: start in text_of(app))
            screen = await sit_down(app, pilot)
            assert_fits(app, hand, leave)
            await play_until(
                app, pilot, lambda: screen.table.match.is_over and isinstance(app.screen, HandEndScreen)
            )
            assert_fits(app, sheet)
            await pilot.press("enter")
            await settle(pilot, lambda: again in text_of(app))
            await pilot.press("end")
            await settle(pilot, lambda: secret in text_of(app))
            await pilot.press("enter")
            await settle(pilot, lambda: isinstance(app.screen, StartScreen))
            await pilot.press("escape")
    assert app.return_code == 0
    record = load_record(tmp_path / "match.gin")
    assert record.match == screen.table.match
    assert store.unfinished_files() == ()


def assert_fits(app: TableApp, *words: str) -> None:
    """Check that the screen shows `words` and nothing wider than itself."""
    lines = text_of(app).split("\n")
    assert len(lines) == SMALL[1]
    assert {len(line) for line in lines} == {SMALL[0]}
    for word in words:
        assert word in text_of(app)


@pytest.mark.long
async def test_a_rematch_has_a_record_of_its_own(tmp_path: Path) -> None:
    """The first match needs one more layout to end."""
    store = MatchStore(tmp_path / "matches", tmp_path / "match.gin")
    before = last_layout()
    app = going_on(tmp_path, before, store=store)
    async with app.run_test(size=SMALL) as pilot:
        screen = await at_table(app, pilot)
        await pilot.press("enter")
        await settle(pilot, lambda: isinstance(app.screen, HandEndScreen))
        assert load_record(tmp_path / "match.gin").match == screen.table.match
        await pilot.press("enter", "enter")
        again = await sit_down(app, pilot)
        assert again.table.variant.name == before.variant.name
        assert again.table.match.number == 0
        assert again.session.store.record_path(again.table.match) == tmp_path / "match-2.gin"


@pytest.mark.parametrize("size", [SMALL, (120, 40)])
async def test_the_end_of_the_match_shows_winner_totals_and_secret(
    size: tuple[int, int], tmp_path: Path
) -> None:
    app = going_on(tmp_path, last_layout())
    async with app.run_test(size=size) as pilot:
        screen = await at_table(app, pilot)
        await pilot.press("enter")
        await settle(pilot, lambda: isinstance(app.screen, HandEndScreen))
        if size == SMALL:
            await pilot.press("enter")
            await settle(pilot, lambda: "rematch" in text_of(app))
        await pilot.press("end")
        match = screen.table.match
        own, other = scoring.totals(match.variant, match.current_sheet)
        assert match.seeds is not None
        await settle(pilot, lambda: match.seeds is not None and match.seeds.secret[:40] in text_of(app))
        assert f"You {own} · Simple {other}" in text_of(app)
        assert ("You have won the match!" in text_of(app)) == (match.winner == 0)
        assert text_of(app).count(" won the match") == 1
        assert "u undo" not in text_of(app)


def last_layout() -> LocalTable:
    """Return a table at which the person's layout ends the match."""
    for seed in range(1, 40):
        before = None
        for table in sittings(table_of("standard", seed=seed), seed=seed):
            if table.match.is_over and before is not None and before.view.phase is Phase.LAY_OFF:
                return before
            before = table if table.view.is_my_turn else None
    raise AssertionError("no match ended so")
