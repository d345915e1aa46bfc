"""Work done by pieces, so that something else may be done in between: where one thread does everything."""

from __future__ import annotations

from collections.abc import Generator
from enum import Enum
from typing import Protocol, TypeVar, runtime_checkable

from ginrummy.moves import Move
from ginrummy.view import View

Found = TypeVar("Found")


class Piece(Enum):
    """Why work stops: a piece of it is done, or others (`kernel.background_calls`) do one to be waited for.

    Who goes on before they are done lets it be done again here.
    """

    DONE = "done"
    AWAITED = "awaited"


@runtime_checkable
class ThinksByPieces(Protocol):
    """A player that can be interrupted while it thinks."""

    def deciding(self, view: View) -> Generator[Piece, None, Move]:
        """Yield after each piece of thought, return the move."""


def whole(work: Generator[object, None, Found]) -> Found:
    """Return what `work` returns, all of it done at once."""
    while True:
        try:
            next(work)
        except StopIteration as done:
            found: Found = done.value
            return found
