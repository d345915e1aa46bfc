"""Textual application: an unfinished match or a new deal, the table, and the rematch."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from contextlib import suppress

from textual import work
from textual.app import App
from textual.binding import Binding
from textual.driver import Driver

from ginrummy.players import PlayerError
from ginrummy.terminal.saved_matches import SavedMatch
from ginrummy.terminal.session_setup import Session
from ginrummy.terminal.tui.card_widgets import FELT
from ginrummy.terminal.tui.resume_and_cut_screens import ResumeScreen, StartScreen
from ginrummy.terminal.tui.table_screen import TableScreen


def tolerant_driver() -> type[Driver] | None:
    """Return the driver for terminals that send bytes, or `None` where the system sends text.

    A terminal with another encoding, or one that sets the eighth bit for Alt, sends bytes that are not UTF-8.
    Textual would exit with a traceback. This driver drops the bytes of that read and continues with the next
    ones.
    """
    if sys.platform == "win32":
        return None
    from textual.drivers.linux_driver import LinuxDriver

    class TolerantDriver(LinuxDriver):
        def run_input_thread(self) -> None:
            while not self.exit_event.is_set():
                with suppress(UnicodeDecodeError):
                    super().run_input_thread()

    return TolerantDriver


class TableApp(App[None]):
    """Table in the terminal. `unfinished` are matches to resume: the first one, or a choice if `ask`."""

    CSS_PATH = ["screens.tcss", "card_widgets.tcss", "table_screen.tcss", "dialogs.tcss"]  # noqa: RUF012  (as Textual has it)
    HORIZONTAL_BREAKPOINTS = [(0, "-micro"), (60, "-tiny"), (76, "-narrow"), (112, "-wide")]  # noqa: RUF012
    VERTICAL_BREAKPOINTS = [(0, "-short"), (24, "-low"), (34, "-tall")]  # noqa: RUF012
    ENABLE_COMMAND_PALETTE = False
    TITLE = "ginrummy"
    BINDINGS = [Binding("ctrl+z", "suspend_process", show=False)]  # noqa: RUF012

    def __init__(self, session: Session, *, unfinished: Sequence[SavedMatch] = (), ask: bool = True) -> None:
        # Without colours nothing is painted: suit symbols and borders carry all information.
        super().__init__(tolerant_driver(), ansi_color=True if os.environ.get("NO_COLOR") else None)
        self.session = session
        self.unfinished = unfinished
        self.ask = ask
        self.failure: PlayerError | None = None
        self.interrupted = False
        self.register_theme(FELT)
        self.theme = FELT.name

    def on_mount(self) -> None:
        """Open the table."""
        self.play_matches()

    def action_help_quit(self) -> None:
        """Quit at Ctrl-C. The match was saved after every move and can be resumed."""
        self.interrupted = True
        self.exit()

    @work
    async def play_matches(self) -> None:
        """Play match after match until the person quits."""
        chosen = await self.choose_match()
        table, session = None, self.session
        if isinstance(chosen, SavedMatch):
            table, session = chosen.table, self.session.resume(chosen)
        while chosen != "quit":
            if table is None:
                table = await self.push_screen_wait(StartScreen(session))
            outcome = None if table is None else await self.push_screen_wait(TableScreen(table, session))
            if not isinstance(outcome, Session):
                self.failure = outcome
                break
            table, session = None, outcome
        self.exit()

    async def choose_match(self) -> SavedMatch | str:
        """Return the unfinished match to resume, "new" or "quit"."""
        if not self.unfinished:
            return "new"
        return (
            await self.push_screen_wait(ResumeScreen(self.unfinished, self.session))
            if self.ask
            else self.unfinished[0]
        )
