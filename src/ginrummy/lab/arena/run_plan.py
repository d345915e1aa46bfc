"""Plan of a run: players, variant and number of deals, and its division into pieces of work."""

from __future__ import annotations

import hashlib
import heapq
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum
from itertools import combinations
from typing import Any, Final, NamedTuple

from ginrummy.locale import _
from ginrummy.locale.errors import GinRummyError
from ginrummy.rules.cards import FACE_COUNT
from ginrummy.rules.types import Card, Seat
from ginrummy.variants import NamedVariant, variant_values

DECK, LOT = range(2)
PLAYERS: Final = 4
_MASK: Final = (1 << 64) - 1
_HALF: Final = (1 << 32) - 1
_STEP: Final = 0x9E3779B97F4A7C15
_FIRST_FACTOR: Final = 0xBF58476D1CE4E5B9
_SECOND_FACTOR: Final = 0x94D049BB133111EB
_PURPOSES: Final = 8
_DOMAIN: Final = b"ginrummy arena v1\n"


def seed_key(seed: int | str) -> int:
    """Return the number below 2**63 for the argument of `--seed`; 7 and "7" are one seed."""
    digest = hashlib.sha256(_DOMAIN + str(seed).encode(errors="surrogatepass")).digest()
    return int.from_bytes(digest[:8], "big") >> 1


def mix_bits(word: int) -> int:
    """Return the 64 bits of `word` well mixed."""
    word = (word ^ word >> 30) * _FIRST_FACTOR & _MASK
    word = (word ^ word >> 27) * _SECOND_FACTOR & _MASK
    return word ^ word >> 31


def stream_key(seed: int, number: int, purpose: int) -> int:
    """Return the key of the stream for one purpose of deal `number`."""
    return mix_bits(mix_bits(seed) + (_PURPOSES * number + purpose) * _STEP & _MASK)


class RandomWords:
    """The numbers of one stream, in order."""

    def __init__(self, key: int) -> None:
        self._counter = key

    def below(self, bound: int) -> int:
        """Return a number from 0 to `bound` - 1, each equally likely."""
        product = self._next_half() * bound
        while product & _HALF < (1 << 32) % bound:
            product = self._next_half() * bound
        return product >> 32

    def _next_half(self) -> int:
        self._counter = self._counter + _STEP & _MASK
        return mix_bits(self._counter) >> 32


def deck(seed: int, number: int, packs: int) -> tuple[Card, ...]:
    """Return the card numbers of deal `number`, in the order of dealing (Fisher–Yates)."""
    words = RandomWords(stream_key(seed, number, DECK))
    cards = list(map(Card, range(FACE_COUNT * packs)))
    for last in range(len(cards) - 1, 0, -1):
        chosen = words.below(last + 1)
        cards[last], cards[chosen] = cards[chosen], cards[last]
    return tuple(cards)


def first_dealer(seed: int, number: int) -> Seat:
    """Return the random dealer of deal `number`."""
    return Seat(RandomWords(stream_key(seed, number, LOT)).below(2))


def player_seed(seed: int, number: int, leg: int) -> int:
    """Return a player's seed for the first or second play of deal `number`; `seed` is its own key."""
    return stream_key(seed, number, PLAYERS + leg) >> 1


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


class WorkPiece(NamedTuple):
    """A range of pairs of one pairing: the unit of work, played by one worker in order."""

    pairing: int
    first: int
    pairs: int


@dataclass(frozen=True, slots=True)
class RunPlan:
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
        object.__setattr__(self, "names", unique_names(self.players))

    @property
    def key(self) -> int:
        """The key of decks and seeds."""
        return seed_key(self.seed)

    def key_for(self, player: int) -> int:
        """Return the key of this player's seeds, which does not depend on the other players."""
        return seed_key(f"{self.seed}\n{self.names[player]}")

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
            "rules": dict(sorted(variant_values(self.variant.row).items())),
            "unit": self.unit.value,
            "seed": self.seed,
            "move_time": self.move_time,
            "records": self.records,
            **asked,
        }


def unique_names(players: Sequence[str]) -> tuple[str, ...]:
    """Return unique names for `players`, numbered if one occurs several times.

    >>> unique_names(["simple", "random", "simple"])
    ('simple', 'random', 'simple (2)')
    """
    found: list[str] = []
    for place, player in enumerate(players):
        number = players[: place + 1].count(player)
        found.append(player if number == 1 else f"{player} ({number})")
    return tuple(found)


def remaining_pieces(plan: RunPlan, done: Sequence[int], sizes: Sequence[int]) -> Iterator[WorkPiece]:
    """Yield the remaining pieces, with all pairings in step.

    `done` is the number of finished pairs of each pairing, `sizes` the number in each of its pieces.
    """
    lanes = [
        _pieces_of(pairing, first, plan.pairs, size)
        for pairing, (first, size) in enumerate(zip(done, sizes, strict=True))
    ]
    return heapq.merge(*lanes, key=lambda piece: (piece.first, piece.pairing))


def _pieces_of(pairing: int, first: int, last: int, size: int) -> Iterator[WorkPiece]:
    while first < last:
        end = min(last, (first // size + 1) * size)
        yield WorkPiece(pairing, first, end - first)
        first = end
