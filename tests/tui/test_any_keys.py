"""The terminal table survives any keys in any order and at any speed."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pytest
from textual import events
from textual.pilot import Pilot

from ginrummy.game.cards import face_text, faces_of
from ginrummy.locale import LANGUAGES, using_language
from ginrummy.terminal.command_parser import WORDS, CommandWord
from ginrummy.terminal.local_table import LocalTable
from ginrummy.terminal.tui.app import TableApp
from ginrummy.terminal.tui.hand_end_screen import HandEndScreen
from ginrummy.terminal.tui.key_bindings import LETTERS, NAMED
from ginrummy.terminal.tui.layouts import LayoutScreen
from ginrummy.terminal.tui.resume_and_cut_screens import StartScreen
from ginrummy.terminal.tui.table_screen import TableScreen
from ginrummy.terminal.tui.text_screens import TextScreen
from tests.table.seats import first
from tests.tui.seated import (
    SMALL,
    at_table,
    going_on,
    is_ready,
    keys_for,
    session_at,
    settle,
    short_game,
    table_screen,
)

SIGNS = {
    " ": "space",
    "/": "slash",
    "?": "question_mark",
    "[": "left_square_bracket",
    "]": "right_square_bracket",
}
KEYS = [key for key in (*LETTERS, *NAMED, *"1234567890-c", " ", "up", "down", "pagedown") if key != "q"]
SIZES = [SMALL, (40, 24), (40, 12), (20, 8), (120, 40)]
PRESSES = 60


def post(app: TableApp, *keys: str) -> None:
    """Press `keys` without waiting."""
    for key in keys:
        sign = key if len(key) == 1 else None
        app.post_message(events.Key(SIGNS.get(key, key), sign))


async def press_at_random(app: TableApp, pilot: Pilot[None], chance: random.Random, code: str) -> None:
    """Press sensible keys, type commands, or press anything at all."""
    screen = app.screen
    if chance.random() < 0.3 and is_ready(app) and isinstance(screen, TableScreen):
        await pilot.press(*keys_for(screen))
    elif chance.random() < 0.15 and isinstance(screen, TableScreen):
        forms = [form for word in CommandWord if word is not CommandWord.QUIT for form in WORDS[code][word]]
        card = face_text(chance.choice(faces_of(screen.table.view.hand)), code)
        post(
            app, "/", *chance.choice([chance.choice(forms), f"{chance.choice(forms)} {card}", card]), "enter"
        )
    elif chance.random() < 0.05:
        await pilot.resize_terminal(*chance.choice(SIZES))
    else:
        post(app, *[chance.choice(KEYS)] * chance.randrange(1, 4))
    await pilot.pause()


@pytest.mark.long
@pytest.mark.parametrize("variant", ["classic", "two_pack", "hollywood"])
@pytest.mark.parametrize("code", LANGUAGES)
async def test_keys_at_random(code: str, variant: str, tmp_path: Path) -> None:
    chance = random.Random(f"{code} {variant}")
    with using_language(code):
        app = TableApp(session_at(tmp_path, short_game(tmp_path, variant, 20), seed=None))
        async with app.run_test(size=chance.choice(SIZES)) as pilot:
            await settle(pilot, lambda: isinstance(app.screen, StartScreen))
            await pilot.press("enter", "enter")
            for _press in range(PRESSES):
                await press_at_random(app, pilot, chance, code)
                assert app.is_running
                assert app.failure is None


def over(table: LocalTable) -> bool:
    return table.game.is_over and not table.match.is_over


def to_lay_off(table: LocalTable) -> bool:
    return table.view.is_my_turn and table.view.phase.value == "lay_off"


@pytest.mark.parametrize(
    ("wanted", "screen", "keys", "after"),
    [
        (over, HandEndScreen, ["enter"] * 4, TableScreen),
        (to_lay_off, LayoutScreen, ["enter"] * 2, HandEndScreen),
        (lambda table: table.view.is_my_turn, TableScreen, ["?", *["escape"] * 3], TableScreen),
        (lambda table: table.view.is_my_turn, TableScreen, ["s", *[" "] * 3], TableScreen),
    ],
)
async def test_a_key_held_down_leaves_one_page(
    wanted: Callable[[LocalTable], bool],
    screen: type[object],
    keys: list[str],
    after: type[object],
    tmp_path: Path,
) -> None:
    app = going_on(tmp_path, first(wanted))
    async with app.run_test(size=SMALL) as pilot:
        await settle(pilot, lambda: isinstance(app.screen, screen))
        await at_table(app, pilot)
        if keys[0] in LETTERS:
            await pilot.press(keys.pop(0))
            await settle(pilot, lambda: isinstance(app.screen, TextScreen))
        post(app, *keys)
        await settle(pilot, lambda: isinstance(app.screen, after) and is_ready(app))
        assert table_screen(app).is_running


async def test_leaving_twice_leaves_once(tmp_path: Path) -> None:
    app = going_on(tmp_path, first(lambda table: table.view.is_my_turn))
    async with app.run_test(size=SMALL) as pilot:
        await at_table(app, pilot)
        post(app, "q", "q", "d", "?", "q")
        await settle(pilot, lambda: not app.is_running)
    assert app.return_code == 0
