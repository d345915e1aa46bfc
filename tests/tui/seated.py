"""A person at the table: a session in a temporary folder, and simulated keys."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from time import monotonic

from textual.pilot import Pilot

from ginrummy.game.game import Phase
from ginrummy.game.moves import MoveKind
from ginrummy.players import load_player
from ginrummy.terminal.local_table import LocalTable
from ginrummy.terminal.saved_matches import MatchStore, SavedMatch
from ginrummy.terminal.session_setup import Session
from ginrummy.terminal.tui.app import TableApp
from ginrummy.terminal.tui.card_widgets import digit_keys
from ginrummy.terminal.tui.hand_end_screen import HandEndScreen
from ginrummy.terminal.tui.layouts import LayoutScreen
from ginrummy.terminal.tui.resume_and_cut_screens import StartScreen
from ginrummy.terminal.tui.table_screen import TableScreen
from ginrummy.variants import load_variant

SMALL = (80, 24)
PATIENCE = 60
KEYS = {
    MoveKind.PASS: "p",
    MoveKind.TAKE: "t",
    MoveKind.DRAW: "d",
    MoveKind.DISCARD: "x",
    MoveKind.KNOCK: "k",
    MoveKind.GIN: "g",
    MoveKind.BIG_GIN: "b",
}


def session_at(
    folder: Path,
    variant: str = "classic",
    *,
    seed: int | None = 1,
    against: str = "simple",
    store: MatchStore | None = None,
) -> Session:
    """Return a session with all its files in `folder`."""
    kept = store or MatchStore(folder / "matches")
    return Session(load_variant(variant), against, seed, kept, folder / "settings.json")


def going_on(folder: Path, table: LocalTable, *, store: MatchStore | None = None) -> TableApp:
    """Return the application that continues with `table`."""
    session = session_at(folder, store=store)
    return TableApp(session, unfinished=[SavedMatch(table, session.store.record)], ask=False)


def short_game(folder: Path, base: str, target: int) -> str:
    """Return house rules: `base` up to `target` points."""
    path = folder / f"short_{base}.toml"
    path.write_text(f'base = "{base}"\n\n[values]\ngame_target = {target}\n', encoding="utf-8")
    return str(path)


async def settle(pilot: Pilot[None], ready: Callable[[], bool]) -> None:
    """Wait until the other player has moved and the screen shows it, in seconds for busy machines."""
    deadline = monotonic() + PATIENCE
    while monotonic() < deadline:
        await pilot.pause()
        if ready():
            return
    raise AssertionError(f"the table stays on {pilot.app.screen}")


def is_ready(app: TableApp) -> bool:
    """Return whether the person can act on the current screen."""
    screen = app.screen
    if isinstance(screen, TableScreen):
        view = screen.table.view
        return view.is_my_turn and view.phase not in (Phase.SPREAD, Phase.LAY_OFF)
    return isinstance(screen, (StartScreen, LayoutScreen, HandEndScreen))


def table_screen(app: TableApp) -> TableScreen:
    """Return the table, also below another screen."""
    return next(screen for screen in app.screen_stack if isinstance(screen, TableScreen))


async def at_table(app: TableApp, pilot: Pilot[None]) -> TableScreen:
    """Wait until the person can act. Return the table."""
    await settle(pilot, lambda: not isinstance(app.screen, StartScreen) and is_ready(app))
    return table_screen(app)


async def sit_down(app: TableApp, pilot: Pilot[None]) -> TableScreen:
    """Cut and deal the first hand."""
    await settle(pilot, lambda: isinstance(app.screen, StartScreen))
    await pilot.press("enter", "enter")
    return await at_table(app, pilot)


def keys_for(screen: TableScreen) -> list[str]:
    """Return the keys for the move of `simple`."""
    move = load_player("simple", seed=2).decide(screen.table.view)
    if move.face < 0:
        return [KEYS[move.kind]]
    return [digit_keys()[screen.held.faces.index(move.face)], KEYS[move.kind]]


async def play_until(app: TableApp, pilot: Pilot[None], done: Callable[[], bool]) -> None:
    """Play like `simple`, by keys alone, until `done`."""
    for _move in range(3000):
        await settle(pilot, lambda: done() or is_ready(app))
        if done():
            return
        screen = app.screen
        await pilot.press(*(keys_for(screen) if isinstance(screen, TableScreen) else ["enter"]))
    raise AssertionError("the match has no end")


def text_of(app: TableApp) -> str:
    """Return the text of the screen, line by line, with plain spaces."""
    lines = app.screen._compositor.render_strips()
    return "\n".join("".join(segment.text for segment in strip) for strip in lines).replace("\u00a0", " ")
