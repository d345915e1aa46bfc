"""Notice above the prompt, shown until the next key, as long as the table leaves room."""

from __future__ import annotations

from textual.widget import Widget

from ginrummy.terminal.tui.card_colours import inked
from ginrummy.terminal.tui.prose import Folded, Prose

FEWEST_LINES = 1


class Notice(Prose):
    """Lines that take space from the middle of the table."""

    def show(self, text: str, *, middle: Widget, kept: int) -> bool:
        """Show `text`, or nothing where it is empty. Return whether all of it fits.

        The widget `middle` shrinks to `kept` lines at least. A text that does not fit is not shown at all.
        """
        told = inked(text)
        room = middle.size.height - kept + (self.outer_size.height if self.display else 0)
        needed = Folded(told).get_height({}, max(1, self.screen.size.width - self.gutter.width))
        fits = not text or needed <= max(FEWEST_LINES, room)
        self.update(told if fits else "")
        self.display = bool(text) and fits
        return fits
