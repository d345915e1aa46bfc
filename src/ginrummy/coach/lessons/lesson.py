"""A lesson: its title, text and pictures, in the current language."""

from __future__ import annotations

from typing import NamedTuple

from ginrummy.coach.lessons.measured_numbers import told_figures
from ginrummy.locale import _


class Drawing(NamedTuple):
    """Cards of a picture, in the notation of records, and its caption."""

    cards: str
    caption: str

    @property
    def text(self) -> str:
        """The caption in the current language."""
        return _(self.caption)


class Lesson(NamedTuple):
    """A lesson. `name` is its part of URLs. `words` are paragraphs with figures in braces."""

    name: str
    heading: str
    words: tuple[str, ...]
    drawings: tuple[Drawing, ...]

    @property
    def title(self) -> str:
        """The title in the current language."""
        return _(self.heading)

    @property
    def paragraphs(self) -> tuple[str, ...]:
        """The text in the current language, with the measured figures."""
        return tuple(_(text).format(**told_figures()) for text in self.words)
