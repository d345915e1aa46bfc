"""Numbers drawn at random, the same on every machine and for any number of threads, and shuffled decks.

Each purpose of each deal has its own stream, known by a key; word `place` of a stream is a function of
key and place alone (SplitMix64 as a counter-based generator):

    mix(z):   z ^= z >> 30; z *= 0xBF58476D1CE4E5B9; z ^= z >> 27; z *= 0x94D049BB133111EB; z ^= z >> 31
    key    =  mix(mix(seed) + (8 * deal + purpose) * 0x9E3779B97F4A7C15)
    word   =  mix(key + place * 0x9E3779B97F4A7C15),  place = 1, 2, 3 ...

all modulo 2**64. A number below `n` is the high half of (word >> 32) * n, words that would favour some
numbers being skipped (Lemire). A deck is a Fisher-Yates shuffle from the top place down to place 1.
These deals are for simulation; those that must be beyond doubt are in `ginrummy.game.shuffle`.
"""

from __future__ import annotations

from typing import Any, Final

from ginrummy.kernel.integer_types import int64, uint64

BY_LOT: Final = -1
DECK, LOT, FIRST_SEAT, SECOND_SEAT = range(4)
_PURPOSES: Final = uint64(8)
_STEP: Final = uint64(0x9E3779B97F4A7C15)
_FIRST_FACTOR: Final = uint64(0xBF58476D1CE4E5B9)
_SECOND_FACTOR: Final = uint64(0x94D049BB133111EB)
_HALF: Final = uint64(32)
_LOW_HALF: Final = uint64(0xFFFFFFFF)
_RANGE: Final = uint64(1 << 32)
_FIRST_SHIFT, _SECOND_SHIFT, _THIRD_SHIFT = uint64(30), uint64(27), uint64(31)


def mix_bits(word: Any) -> Any:
    """Return the 64 bits of `word` well mixed."""
    word = (word ^ (word >> _FIRST_SHIFT)) * _FIRST_FACTOR
    word = (word ^ (word >> _SECOND_SHIFT)) * _SECOND_FACTOR
    return word ^ (word >> _THIRD_SHIFT)


def stream_key(seed: int, deal: int, purpose: int) -> Any:
    """Return the key of the stream for one purpose of deal number `deal`."""
    return mix_bits(mix_bits(uint64(seed)) + (_PURPOSES * uint64(deal) + uint64(purpose)) * _STEP)


def word_at(key: Any, place: int) -> Any:
    """Return word `place` of a stream, 64 bits."""
    return mix_bits(key + uint64(place) * _STEP)


def number_below(key: Any, place: int, bound: int) -> tuple[int, int]:
    """Return a uniform number from 0 to `bound` - 1, and the place of the last word used after `place`."""
    place += 1
    limit = uint64(bound)
    product = (word_at(key, place) >> _HALF) * limit
    if product & _LOW_HALF < limit:
        skipped = _RANGE % limit
        while product & _LOW_HALF < skipped:
            place += 1
            product = (word_at(key, place) >> _HALF) * limit
    return int(int64(product >> _HALF)), place


def fill_shuffled_deck(deck: Any, seed: int, deal: int) -> None:
    """Fill `deck`, an array as long as the packs, with the card numbers of deal number `deal` of `seed`."""
    key, place = stream_key(seed, deal, DECK), 0
    for card in range(len(deck)):
        deck[card] = card
    for last in range(len(deck) - 1, 0, -1):
        chosen, place = number_below(key, place, last + 1)
        deck[last], deck[chosen] = deck[chosen], deck[last]


def random_dealer(seed: int, deal: int) -> int:
    """Return a random dealer for deal number `deal` of `seed`."""
    return number_below(stream_key(seed, deal, LOT), 0, 2)[0]


def dealer_or_random(dealer: int, seed: int, deal: int) -> int:
    """Return `dealer`, or for `BY_LOT` the random dealer of deal number `deal`."""
    return random_dealer(seed, deal) if dealer == BY_LOT else dealer
