"""Widgets of the table: prose, the bar of keys, and the notice above the prompt."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from rich.cells import cell_len
from textual.content import Content
from textual.css.styles import RulesMap
from textual.strip import Strip
from textual.style import Style
from textual.visual import RenderOptions, Visual
from textual.widget import Widget
from textual.widgets import Static

from ginrummy.locale import pgettext
from ginrummy.terminal.tui.card_widgets import card_colour_content

_WORD: Final = re.compile(r"[^ ]+")


class Prose(Static):
    """Like `Static`, but lines break at plain spaces only."""

    def render(self) -> Visual:
        """Return the text, wrapped to the width at which it is drawn."""
        return Folded(self.visual) if isinstance(self.visual, Content) else self.visual


class Folded(Visual):
    """`content` with its lines wrapped at plain spaces."""

    def __init__(self, content: Content) -> None:
        self.content = content

    def render_strips(
        self, width: int, height: int | None, style: Style, options: RenderOptions
    ) -> list[Strip]:
        """Return the lines as drawn."""
        return wrap_content(self.content, width).render_strips(width, height, style, options)

    def get_optimal_width(self, rules: RulesMap, container_width: int) -> int:
        """Return the width of the text without wrapping."""
        return self.content.get_optimal_width(rules, container_width)

    def get_minimal_width(self, rules: RulesMap) -> int:
        """Return the least width of the text."""
        return self.content.get_minimal_width(rules)

    def get_height(self, rules: RulesMap, width: int) -> int:
        """Return the number of lines."""
        return wrap_content(self.content, width).get_height(rules, width)


def wrap_content(content: Content, width: int) -> Content:
    """Return `content` with lines of at most `width` cells. Longer words are left to Textual.

    >>> wrap_content(Content("main\\u00a0: 9 cartes"), 10).plain
    'main\\xa0: 9\\ncartes'
    """
    lines = content.split("\n", allow_blank=True)
    return Content("\n").join([part for line in lines for part in _parts(line, width)])


def _parts(line: Content, width: int) -> Iterator[Content]:
    text, start = line.plain, 0
    for word in _WORD.finditer(text):
        if cell_len(text[start : word.end()]) > width and text[start : word.start()].strip(" "):
            yield line[start : word.start()].rstrip(" ")
            start = word.start()
    yield line[start:].rstrip_end(width)


NO_BREAK: Final = "\u00a0"


class Cap(NamedTuple):
    """A key with its label, and the screen action that it calls."""

    key: str
    label: str
    action: str


class KeyBar(Prose):
    """Rows of keys with their labels. A click on a key runs its action."""

    auto_links = False

    def show(self, rows: Iterable[Iterable[Cap]]) -> None:
        """Show `rows` of keys."""
        self.update(Content("\n").join([row_content(row) for row in rows]))


def row_content(caps: Iterable[Cap]) -> Content:
    """Return one row of keys."""
    pieces = []
    for cap in caps:
        link = Style.from_meta({"@click": f"screen.do('{cap.action}')"})
        label = cap.label.replace(" ", NO_BREAK)
        pieces.append(Content.assemble((key_name(cap.key), "bold $accent"), NO_BREAK, label).stylize(link))
    return Content("  ").join(pieces)


def key_name(key: str) -> str:
    """Return the label printed on `key`, in the player's language."""
    names = {
        "enter": pgettext("on a key", "enter"),
        "esc": pgettext("on a key", "esc"),
        "space": pgettext("on a key", "space"),
    }
    return names.get(key, key)


FEWEST_LINES = 1


class Notice(Prose):
    """Lines that take space from the middle of the table."""

    def show(self, text: str, *, middle: Widget, kept: int) -> bool:
        """Show `text`, or nothing where it is empty. Return whether all of it fits.

        The widget `middle` shrinks to `kept` lines at least. A text that does not fit is not shown at all.
        """
        told = card_colour_content(text)
        room = middle.size.height - kept + (self.outer_size.height if self.display else 0)
        needed = Folded(told).get_height({}, max(1, self.screen.size.width - self.gutter.width))
        fits = not text or needed <= max(FEWEST_LINES, room)
        self.update(told if fits else "")
        self.display = bool(text) and fits
        return fits
