"""`champion`: the search, with time to think."""

from __future__ import annotations

from typing import Final

from ginrummy.players.search import SearchPlayer

WORLDS: Final = 1200


class ChampionPlayer(SearchPlayer):
    """The search with twice the worlds."""

    name = "champion"

    def __init__(self, *, seed: int = 0, worlds: int = WORLDS, milliseconds: float | None = None) -> None:
        """Play by at most `worlds` hidden worlds a move, or by the clock, as `SearchPlayer` does."""
        super().__init__(seed=seed, worlds=worlds, milliseconds=milliseconds)
