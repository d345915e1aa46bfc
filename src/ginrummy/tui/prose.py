"""Text on the screen whose no-break spaces hold words together: Textual alone breaks lines at them."""

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
    """Lines of text, as `Static` shows them, that end at plain spaces alone."""

    def render(self) -> Visual:
        """Return the text, folded as wide as it will be drawn."""
        return Folded(self.visual) if isinstance(self.visual, Content) else self.visual


class Folded(Visual):
    """`content`, its lines folded at plain spaces."""

    def __init__(self, content: Content) -> None:
        self.content = content

    def render_strips(
        self, width: int, height: int | None, style: Style, options: RenderOptions
    ) -> list[Strip]:
        """Return the lines drawn."""
        return folded(self.content, width).render_strips(width, height, style, options)

    def get_optimal_width(self, rules: RulesMap, container_width: int) -> int:
        """Return how wide the text is where nothing is folded."""
        return self.content.get_optimal_width(rules, container_width)

    def get_minimal_width(self, rules: RulesMap) -> int:
        """Return how wide the text must be."""
        return self.content.get_minimal_width(rules)

    def get_height(self, rules: RulesMap, width: int) -> int:
        """Return how many lines the text takes."""
        return folded(self.content, width).get_height(rules, width)


def folded(content: Content, width: int) -> Content:
    """Return `content` with lines of `width` cells at most; a longer word is left to Textual.

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
