"""What a run plays: who, at which variant, how many deals; and how it is cut into pieces of work."""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum
from itertools import combinations
from typing import Any, Final, NamedTuple

from ginrummy.arena.seeded_deals import key_of
from ginrummy.errors import GinRummyError
from ginrummy.locale import _
from ginrummy.variants import NamedVariant, row_values

MOVE_TIME: Final = 10.0
MOVE_TIMES: Final = (0.001, 86_400.0)
"""No program answers sooner than a millisecond; a day is as long as for ever."""
MOST_LEGS: Final = 1_000_000_000
"""The most hands or games of a pairing."""
MOST_WORKERS: Final = 1024


class ArenaError(GinRummyError):
    """A run that cannot be played, or a folder that does not hold the run it is asked to go on with."""


class Unit(Enum):
    """What is played twice with each deal, seats exchanged: single hands, or games to their end."""

    HANDS = "hands"
    GAMES = "games"


class Piece(NamedTuple):
    """A stretch of pairs of one pairing: the unit of work, played by one worker from first to last."""

    pairing: int
    first: int
    pairs: int


@dataclass(frozen=True, slots=True)
class Plan:
    """Everything that the results depend on.

    `pairs` is how many deals each two players play, every one of them twice. `move_time` is the seconds
    that a program has for a move. `times` asks how long players think, which is no result. `reduce` asks for
    the luck of the draw to be taken out (`variance_reduction`).
    """

    players: tuple[str, ...]
    variant: NamedVariant
    unit: Unit = Unit.HANDS
    seed: str = "0"
    pairs: int = 500
    move_time: float = MOVE_TIME
    records: bool = False
    times: bool = False
    reduce: bool = False
    names: tuple[str, ...] = field(init=False)

    def __post_init__(self) -> None:
        if len(self.players) < 2:
            raise ArenaError(_("an arena needs two players or more"))
        object.__setattr__(self, "names", distinct(self.players))

    @property
    def key(self) -> int:
        """The number that decks and seeds are drawn from."""
        return key_of(self.seed)

    def key_for(self, player: int) -> int:
        """Return the number that this player's seeds are drawn from, the same whoever else plays."""
        return key_of(f"{self.seed}\n{self.names[player]}")

    @property
    def pairings(self) -> tuple[tuple[int, int], ...]:
        """Who plays whom, as places in `players`."""
        return tuple(combinations(range(len(self.players)), 2))

    def identity(self) -> dict[str, Any]:
        """Return what must be equal for results to belong to one run; the number of pairs may grow."""
        asked = {"reduce": True} if self.reduce else {}
        return {
            "players": list(self.players),
            "variant": self.variant.name,
            "rules": dict(sorted(row_values(self.variant.row).items())),
            "unit": self.unit.value,
            "seed": self.seed,
            "move_time": self.move_time,
            "records": self.records,
            **asked,
        }


def distinct(players: Sequence[str]) -> tuple[str, ...]:
    """Return names for `players`, numbered where one stands several times.

    >>> distinct(["simple", "random", "simple"])
    ('simple', 'random', 'simple (2)')
    """
    found: list[str] = []
    for place, player in enumerate(players):
        number = players[: place + 1].count(player)
        found.append(player if number == 1 else f"{player} ({number})")
    return tuple(found)


def pieces(plan: Plan, done: Sequence[int], sizes: Sequence[int]) -> Iterator[Piece]:
    """Yield what is left to play, all pairings keeping step.

    `done` is how many pairs of each pairing are finished, `sizes` how many each of its pieces holds.
    """
    lanes = [
        _pieces_of(pairing, first, plan.pairs, size)
        for pairing, (first, size) in enumerate(zip(done, sizes, strict=True))
    ]
    return heapq.merge(*lanes, key=lambda piece: (piece.first, piece.pairing))


def _pieces_of(pairing: int, first: int, last: int, size: int) -> Iterator[Piece]:
    while first < last:
        end = min(last, (first // size + 1) * size)
        yield Piece(pairing, first, end - first)
        first = end
