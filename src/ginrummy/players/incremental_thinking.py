"""Work in pieces, for single-threaded programs that must do something else in between."""

from __future__ import annotations

from collections.abc import Generator
from enum import Enum
from typing import Protocol, TypeVar, runtime_checkable

from ginrummy.game.moves import Move
from ginrummy.game.view import View

Found = TypeVar("Found")


class Piece(Enum):
    """Reason of a pause: a piece is done, or other threads (`kernel.background_calls`) are computing one.

    A caller that resumes before they finish makes this thread compute that piece again.
    """

    DONE = "done"
    AWAITED = "awaited"


@runtime_checkable
class ThinksByPieces(Protocol):
    """A player whose thinking can be interrupted."""

    def deciding(self, view: View) -> Generator[Piece, None, Move]:
        """Yield after each piece of work. Return the move."""


def whole(work: Generator[object, None, Found]) -> Found:
    """Run `work` to its end and return its result."""
    while True:
        try:
            next(work)
        except StopIteration as done:
            found: Found = done.value
            return found
