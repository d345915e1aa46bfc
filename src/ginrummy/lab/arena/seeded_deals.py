"""Deals of the arena: decks, dealers and players' seeds, each by its number.

Deal `number` of a seed has the same deck for all players, times and machines. This is the generator of
`ginrummy.kernel.rng`, described there, in Python integers: a run without a compiler gets the same decks.
Deals for people come from `ginrummy.game.shuffle` and cannot be predicted.
"""

from __future__ import annotations

import hashlib
from typing import Final

from ginrummy.rules.card_encoding import FACE_COUNT
from ginrummy.rules.types import Card, Seat

DECK, LOT = range(2)
PLAYERS: Final = 4
_MASK: Final = (1 << 64) - 1
_HALF: Final = (1 << 32) - 1
_STEP: Final = 0x9E3779B97F4A7C15
_FIRST_FACTOR: Final = 0xBF58476D1CE4E5B9
_SECOND_FACTOR: Final = 0x94D049BB133111EB
_PURPOSES: Final = 8
_DOMAIN: Final = b"ginrummy arena v1\n"


def key_of(seed: int | str) -> int:
    """Return the number below 2**63 for the argument of `--seed`; 7 and "7" are one seed."""
    digest = hashlib.sha256(_DOMAIN + str(seed).encode(errors="surrogatepass")).digest()
    return int.from_bytes(digest[:8], "big") >> 1


def mixed(word: int) -> int:
    """Return the 64 bits of `word` well mixed."""
    word = (word ^ word >> 30) * _FIRST_FACTOR & _MASK
    word = (word ^ word >> 27) * _SECOND_FACTOR & _MASK
    return word ^ word >> 31


def stream_key(seed: int, number: int, purpose: int) -> int:
    """Return the key of the stream for one purpose of deal `number`."""
    return mixed(mixed(seed) + (_PURPOSES * number + purpose) * _STEP & _MASK)


class Words:
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
        return mixed(self._counter) >> 32


def deck(seed: int, number: int, packs: int) -> tuple[Card, ...]:
    """Return the card numbers of deal `number`, in the order of dealing (Fisher–Yates)."""
    words = Words(stream_key(seed, number, DECK))
    cards = list(map(Card, range(FACE_COUNT * packs)))
    for last in range(len(cards) - 1, 0, -1):
        chosen = words.below(last + 1)
        cards[last], cards[chosen] = cards[chosen], cards[last]
    return tuple(cards)


def first_dealer(seed: int, number: int) -> Seat:
    """Return the random dealer of deal `number`."""
    return Seat(Words(stream_key(seed, number, LOT)).below(2))


def player_seed(seed: int, number: int, leg: int) -> int:
    """Return a player's seed for the first or second play of deal `number`; `seed` is its own key."""
    return stream_key(seed, number, PLAYERS + leg) >> 1
