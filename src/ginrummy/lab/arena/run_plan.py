"""Plan of a run: players, variant and number of deals, and its division into pieces of work."""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum
from itertools import combinations
from typing import Any, Final, NamedTuple

from ginrummy.lab.arena.seeded_deals import key_of
from ginrummy.locale import _
from ginrummy.locale.errors import GinRummyError
from ginrummy.variants import NamedVariant, row_values

MOVE_TIME: Final = 10.0
MOVE_TIMES: Final = (0.001, 86_400.0)
"""Range of time limits for a move: from a millisecond to a day, which is as good as unlimited."""
MOST_LEGS: Final = 1_000_000_000
"""Upper bound on the hands or games of a pairing."""
MOST_WORKERS: Final = 1024


class ArenaError(GinRummyError):
    """An invalid run, or a folder that does not hold the run to resume."""


class Unit(Enum):
    """Unit of play, twice per deal with seats exchanged: single hands or whole games."""

    HANDS = "hands"
    GAMES = "games"


class Piece(NamedTuple):
    """A range of pairs of one pairing: the unit of work, played by one worker in order."""

    pairing: int
    first: int
    pairs: int


@dataclass(frozen=True, slots=True)
class Plan:
    """Everything that the results depend on.

    `pairs` is the number of deals of each two players, every one played twice. `move_time` is the time limit
    of a program for a move, in seconds. `times` turns on decision times, which are not results. `reduce`
    removes the luck of the draw (`variance_reduction`).
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
        """The key of decks and seeds."""
        return key_of(self.seed)

    def key_for(self, player: int) -> int:
        """Return the key of this player's seeds, which does not depend on the other players."""
        return key_of(f"{self.seed}\n{self.names[player]}")

    @property
    def pairings(self) -> tuple[tuple[int, int], ...]:
        """All pairings, as indices in `players`."""
        return tuple(combinations(range(len(self.players)), 2))

    def identity(self) -> dict[str, Any]:
        """Return the parts that must be equal within one run; the number of pairs may grow."""
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
    """Return unique names for `players`, numbered if one occurs several times.

    >>> distinct(["simple", "random", "simple"])
    ('simple', 'random', 'simple (2)')
    """
    found: list[str] = []
    for place, player in enumerate(players):
        number = players[: place + 1].count(player)
        found.append(player if number == 1 else f"{player} ({number})")
    return tuple(found)


def pieces(plan: Plan, done: Sequence[int], sizes: Sequence[int]) -> Iterator[Piece]:
    """Yield the remaining pieces, with all pairings in step.

    `done` is the number of finished pairs of each pairing, `sizes` the number in each of its pieces.
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
