"""A lesson: its title, what it says, its pictures, in the language spoken."""

from __future__ import annotations

from typing import NamedTuple

from ginrummy.lessons.measured_numbers import told_figures
from ginrummy.locale import _


class Drawing(NamedTuple):
    """Cards of a picture, in the notation of records, and what they show."""

    cards: str
    caption: str

    @property
    def text(self) -> str:
        """What it shows, in the language spoken."""
        return _(self.caption)


class Lesson(NamedTuple):
    """A lesson: `name` is what addresses call it; `words` are paragraphs with figures in braces."""

    name: str
    heading: str
    words: tuple[str, ...]
    drawings: tuple[Drawing, ...]

    @property
    def title(self) -> str:
        """The title in the language spoken."""
        return _(self.heading)

    @property
    def paragraphs(self) -> tuple[str, ...]:
        """What it says in the language spoken, its figures as they were measured."""
        return tuple(_(text).format(**told_figures()) for text in self.words)
