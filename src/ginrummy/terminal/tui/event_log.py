"""Log of the hand: the latest events that fit on the screen."""

from __future__ import annotations

from collections.abc import Sequence

from textual.app import RenderResult
from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget

from ginrummy.terminal.tui.card_colours import inked


class EventLog(Widget):
    """The events of a hand, the latest at the bottom."""

    lines: reactive[tuple[str, ...]] = reactive(())

    def show(self, lines: Sequence[str]) -> None:
        """Show the end of `lines`."""
        self.lines = tuple(lines)

    def render(self) -> RenderResult:
        """Return the latest lines that fit."""
        room = max(1, self.content_size.height)
        return Content("\n").join([inked(line) for line in self.lines[-room:]])
