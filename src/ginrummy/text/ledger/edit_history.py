"""Undo history of a value: edits can be undone, and redone until the next edit."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class EditHistory(Generic[T]):
    """The value `now`, with `past` values for undo and `future` values for redo.

    >>> history = EditHistory("a").edited("b").edited("c").undone()
    >>> history.now, history.redone().now, history.edited("d").future
    ('b', 'c', ())
    """

    now: T
    past: tuple[T, ...] = ()
    future: tuple[T, ...] = ()

    def edited(self, value: T) -> EditHistory[T]:
        """Return the history after an edit; an edit without a change is ignored."""
        return self if value == self.now else EditHistory(value, (*self.past, self.now))

    def undone(self) -> EditHistory[T]:
        """Return the history without its last edit; `past` must not be empty."""
        return EditHistory(self.past[-1], self.past[:-1], (self.now, *self.future))

    def redone(self) -> EditHistory[T]:
        """Return the history with the last undone edit redone; `future` must not be empty."""
        return EditHistory(self.future[0], (*self.past, self.now), self.future[1:])
