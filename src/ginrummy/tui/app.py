"""The application: from an unfinished match or a new deal to the table, and on to a rematch."""

from __future__ import annotations

import os

from textual import work
from textual.app import App

from ginrummy.players import PlayerError
from ginrummy.table.saved_matches import Saved
from ginrummy.table.session import Evening
from ginrummy.tui.colours import FELT
from ginrummy.tui.start_screens import ResumeScreen, StartScreen
from ginrummy.tui.table_screen import TableScreen


class TableApp(App[None]):
    """A table in the terminal; `unfinished` is a match to go on with, after a question if `ask`."""

    CSS_PATH = ["screens.tcss", "card_widgets.tcss", "table_screen.tcss", "dialogs.tcss"]  # noqa: RUF012  (as Textual has it)
    HORIZONTAL_BREAKPOINTS = [(0, "-tiny"), (76, "-narrow"), (112, "-wide")]  # noqa: RUF012
    VERTICAL_BREAKPOINTS = [(0, "-short"), (24, "-low"), (34, "-tall")]  # noqa: RUF012
    ENABLE_COMMAND_PALETTE = False
    TITLE = "ginrummy"

    def __init__(self, evening: Evening, *, unfinished: Saved | None = None, ask: bool = True) -> None:
        # Without colours nothing is painted at all: the signs of the suits and the borders say everything.
        super().__init__(ansi_color=True if os.environ.get("NO_COLOR") else None)
        self.evening = evening
        self.unfinished = unfinished
        self.ask = ask
        self.failure: PlayerError | None = None
        self.register_theme(FELT)
        self.theme = FELT.name

    def on_mount(self) -> None:
        """Open the table."""
        self.keep_company()

    @work
    async def keep_company(self) -> None:
        """Play match after match until the person goes home."""
        answer = await self.answer_about_unfinished()
        table, evening = None, self.evening.anew()
        if answer == "resume" and self.unfinished is not None:
            table, evening = self.unfinished.table, self.evening.going_on(self.unfinished)
        while answer != "quit":
            if table is None:
                table = await self.push_screen_wait(StartScreen(evening))
            outcome = None if table is None else await self.push_screen_wait(TableScreen(table, evening))
            if not isinstance(outcome, Evening):
                self.failure = outcome
                break
            table, evening = None, outcome
        self.exit()

    async def answer_about_unfinished(self) -> str:
        """Return "resume", "new" or "quit"; a match that is not gone on with is given up."""
        if self.unfinished is None or not self.ask:
            return "new" if self.unfinished is None else "resume"
        answer = await self.push_screen_wait(ResumeScreen(self.unfinished.table))
        if answer == "new":
            self.evening.keeper.forget(self.unfinished.table)
        return answer
