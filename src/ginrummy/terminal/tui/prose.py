"""Text widget that keeps no-break spaces together. Textual alone breaks lines at them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from rich.cells import cell_len
from textual.content import Content
from textual.css.styles import RulesMap
from textual.strip import Strip
from textual.style import Style
from textual.visual import RenderOptions, Visual
from textual.widgets import Static

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
        return folded(self.content, width).render_strips(width, height, style, options)

    def get_optimal_width(self, rules: RulesMap, container_width: int) -> int:
        """Return the width of the text without wrapping."""
        return self.content.get_optimal_width(rules, container_width)

    def get_minimal_width(self, rules: RulesMap) -> int:
        """Return the least width of the text."""
        return self.content.get_minimal_width(rules)

    def get_height(self, rules: RulesMap, width: int) -> int:
        """Return the number of lines."""
        return folded(self.content, width).get_height(rules, width)


def folded(content: Content, width: int) -> Content:
    """Return `content` with lines of at most `width` cells. Longer words are left to Textual.

    >>> folded(Content("main\\u00a0: 9 cartes"), 10).plain
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
