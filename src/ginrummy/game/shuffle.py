"""Provably fair shuffle: from seeds and a deal number to the order of the cards (RULES 3.1, 3.6).

It is the only source of randomness in a deal. One side commits to a secret and each seat adds a cut.
HMAC-SHA-256 of all of it drives every draw, so anybody can recompute a deal once the secret is revealed. The
algorithm, for other languages: docs/deals.md.
"""

from __future__ import annotations

import hashlib
import hmac
import os
import re
import secrets
import struct
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Final

from ginrummy.game.cards import (
    FACE_COUNT,
    RANK_CODES,
    RANK_COUNT,
    SUIT_CODES,
    face_code,
    face_text,
    parse_face,
)
from ginrummy.locale import _
from ginrummy.locale.argument_checks import as_instance, as_text, as_whole_number
from ginrummy.locale.errors import CardError, GinRummyError, safe_repr
from ginrummy.rules.types import SEATS, Card, Face, Seat

SECRET_BYTES: Final = 32
NONCE_BYTES: Final = 16
LONGEST_CUT: Final = 255
_TYPED_CUTS: Final = 10**8
_DOMAIN: Final = b"ginrummy deal v1\n"
_SEED_DOMAIN: Final = b"ginrummy seed v1\n"
_SEAL_DOMAIN: Final = b"ginrummy cut v1\n"
_WORD_RANGE: Final = 1 << 32
_SECOND_PACK: Final = "'"
_DECK_CARD: Final = re.compile(f"([{RANK_CODES}][{SUIT_CODES}])({_SECOND_PACK}?)")
_SECRET: Final = re.compile(r"[0-9a-f]{64}")
_NONCE: Final = re.compile(r"[0-9a-f]{32}")
_UNPRINTABLE: Final = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")


class DealError(GinRummyError):
    """Seeds that are invalid, or a deal that differs from that of its seeds."""


@dataclass(frozen=True, slots=True)
class Seeds:
    """Input of a deal: a secret of 64 hexadecimal digits, and the cut of each seat.

    A cut is one line of any text, at most 255 bytes of UTF-8. Raises `DealError` for anything else.
    """

    secret: str
    cuts: tuple[str, str]

    def __post_init__(self) -> None:
        _check_secret(as_text(self.secret, "Seeds", error=DealError))
        if len(as_instance(self.cuts, tuple, "Seeds", error=DealError)) != len(SEATS):
            message = _("the cuts are two texts in a tuple, not {value}")
            raise DealError(message.format(value=safe_repr(self.cuts)), where="Seeds", clause="3.6")
        for seat, text in zip(SEATS, self.cuts, strict=True):
            _check_cut(seat, as_text(text, "Seeds", error=DealError))


def new_secret(random_bytes: Callable[[int], bytes] = os.urandom) -> str:
    """Return a fresh secret: 32 random bytes as 64 lower-case hexadecimal digits."""
    return random_bytes(SECRET_BYTES).hex()


def cut_from_number(number: int) -> str:
    """Return a cut like one typed by a person: the last eight digits of `number`."""
    return f"{number % _TYPED_CUTS:08}"


def random_cut() -> str:
    """Return a random default cut."""
    return cut_from_number(secrets.randbelow(_TYPED_CUTS))


def commitment(secret: str) -> str:
    """Return the fingerprint to publish before the deal: SHA-256 of the secret's 64 characters.

    >>> commitment("00" * 32)
    '60e05bd1b195af2f94112fa7197a5c88289058840ce7c6df9693756bc6250f55'
    """
    _check_secret(as_text(secret, "commitment", error=DealError))
    return hashlib.sha256(secret.encode()).hexdigest()


def new_nonce(random_bytes: Callable[[int], bytes] = os.urandom) -> str:
    """Return a fresh nonce that seals a cut: 16 random bytes as 32 hexadecimal digits."""
    return random_bytes(NONCE_BYTES).hex()


def cut_seal(cut: str, nonce: str) -> str:
    """Return the seal to publish before the other seat cuts: SHA-256 of the nonce and the cut.

    >>> cut_seal("12345", "00" * 16)[:16]
    '8761c36585521db8'
    """
    if not _NONCE.fullmatch(nonce):
        raise DealError(_("a nonce is 32 digits 0 to 9, a to f"), clause="3.6")
    _check_cut(SEATS[0], cut)
    return hashlib.sha256(_SEAL_DOMAIN + f"{nonce}\n{cut}".encode()).hexdigest()


def verify_seal(cut: str, nonce: str, seal: str) -> None:
    """Raise `DealError` unless `seal` is the seal of `cut` with `nonce` (3.6)."""
    if cut_seal(cut, nonce) != seal:
        raise DealError(_("this is not the cut that was sealed"), clause="3.6")


def validate_seal(text: str) -> None:
    """Raise `DealError` unless `text` has the form of a seal."""
    if not _SECRET.fullmatch(text):
        raise DealError(_("a seal is 64 digits 0 to 9, a to f"), clause="3.6")


def seeds_from_number(seed: int | str) -> Seeds:
    """Return the seeds for the argument of `--seed`, the same on every machine; 7 and "7" are one seed.

    >>> seeds_from_number(7) == seeds_from_number("7")
    True
    """
    number = seed if isinstance(seed, str) else as_whole_number(seed, "seeds_from_number")
    try:
        text = str(number).encode()
    except UnicodeEncodeError as error:
        raise DealError(_("the seed is not text"), clause="3.6") from error
    return Seeds(hashlib.sha256(_SEED_DOMAIN + text).hexdigest(), ("", ""))


def shuffled_deck(seeds: Seeds, number: int, packs: int) -> tuple[Card, ...]:
    """Return the card numbers of deal `number` (from 0) in the order of dealing."""
    size = FACE_COUNT * _checked_packs(packs)
    return shuffle_cards(random_stream(seeds, f"deck {_checked_number(number)} {size}"), size)


def cut_faces(seeds: Seeds) -> tuple[tuple[Face, Face], ...]:
    """Return the faces that seats 0 and 1 cut for the first deal, until their ranks differ (3.1)."""
    source = random_stream(seeds, "cut")
    pairs = [draw_cut_pair(source)]
    while pairs[-1][0] % RANK_COUNT == pairs[-1][1] % RANK_COUNT:
        pairs.append(draw_cut_pair(source))
    return tuple(pairs)


def dealer_by_cut(pairs: Sequence[tuple[int, int]]) -> Seat:
    """Return the seat that deals first after these cuts: the lower rank of the last pair, ace lowest (3.1).

    >>> dealer_by_cut([(3, 16), (12, 13)])
    1
    """
    first, second = pairs[-1]
    return Seat(int(second % RANK_COUNT < first % RANK_COUNT))


def dealer_by_lot(seeds: Seeds) -> Seat:
    """Return the seat that deals first by lot (3.1)."""
    return Seat(uniform_below(random_stream(seeds, "lot"), 2))


def verify_deal(seeds: Seeds, dealt: Sequence[Card], *, number: int, packs: int, committed: str) -> None:
    """Raise `DealError` unless `seeds` match the fingerprint `committed` and give the deck `dealt` (3.6)."""
    verify_commitment(as_instance(seeds, Seeds, "verify_deal", error=DealError).secret, committed)
    right = shuffled_deck(seeds, number, packs)
    if len(dealt) != len(right):
        message = _("the deck has {size} cards, this deal has {found}")
        raise DealError(message.format(size=len(right), found=len(dealt)), clause="3.6")
    for place, (found, due) in enumerate(zip(dealt, right, strict=True), start=1):
        if found != due:
            message = _("card {place} of the deck is {due} by the seeds, not {found}")
            cards = {"due": card_text(due, packs), "found": card_text(found, packs)}
            raise DealError(message.format(place=place, **cards), clause="3.6")


def verify_commitment(secret: str, committed: str) -> None:
    """Raise `DealError` unless `committed` is the fingerprint of `secret` (3.6)."""
    if commitment(secret) != committed:
        raise DealError(_("the secret is not the one whose fingerprint was shown"), clause="3.6")


def random_stream(seeds: Seeds, purpose: str) -> Iterator[int]:
    """Yield the 32-bit numbers of the stream for `purpose`, without end."""
    lines = [_DOMAIN, purpose.encode(), b"\n"]
    for text in map(str.encode, seeds.cuts):
        lines += [b"%d:" % len(text), text, b"\n"]
    message = b"".join(lines)
    key = seeds.secret.encode()
    for block in count():
        yield from struct.unpack(">8I", hmac.digest(key, message + b"%d" % block, "sha256"))


def uniform_below(source: Iterator[int], bound: int) -> int:
    """Return a uniform number from 0 to `bound` - 1; words that would bias it are skipped."""
    limit = _WORD_RANGE - _WORD_RANGE % bound
    word = next(source)
    while word >= limit:
        word = next(source)
    return word % bound


def shuffle_cards(source: Iterator[int], size: int) -> tuple[Card, ...]:
    """Return 0 to `size` - 1 in a uniformly random order drawn from `source` (Fisher–Yates)."""
    cards = list(range(size))
    for last in range(size - 1, 0, -1):
        chosen = uniform_below(source, last + 1)
        cards[last], cards[chosen] = cards[chosen], cards[last]
    return tuple(map(Card, cards))


def draw_cut_pair(source: Iterator[int]) -> tuple[Face, Face]:
    """Return two different faces of one pack, each pair equally likely."""
    first = uniform_below(source, FACE_COUNT)
    second = uniform_below(source, FACE_COUNT - 1)
    return Face(first), Face(second + int(second >= first))


def card_text(card: Card, packs: int) -> str:
    """Return a card number as text; of two packs the second is marked, as in `7♥ (2)`."""
    if not 0 <= card < FACE_COUNT * packs:
        return str(card)
    return face_text(Face(card % FACE_COUNT)) + (" (2)" if card >= FACE_COUNT else "")


def deck_text(deck: Iterable[Card]) -> str:
    """Return card numbers in notation, those of the second pack marked: `7H'`."""
    return " ".join(face_code(card % FACE_COUNT) + _SECOND_PACK * (card >= FACE_COUNT) for card in deck)


def parse_deck(text: str, *, packs: int) -> tuple[Card, ...]:
    """Return the card numbers of a deck; raises `CardError` unless it is every card of the packs once."""
    deck = tuple(_deck_card(word, packs) for word in text.split())
    if len(deck) != FACE_COUNT * packs:
        message = _("a deck has {size} cards, here are {found}")
        raise CardError(message.format(size=FACE_COUNT * packs, found=len(deck)), clause="1.1")
    seen: set[Card] = set()
    for card in deck:
        if card in seen:
            message = _("{card} is twice in the deck")
            raise CardError(message.format(card=card_text(card, packs)), clause="1.1")
        seen.add(card)
    return deck


def _deck_card(word: str, packs: int) -> Card:
    found = _DECK_CARD.fullmatch(word)
    if found is None or (found[2] and packs == 1):
        raise CardError(_("“{text}” is not a card").format(text=word[:10]), clause="1.5")
    return Card(parse_face(found[1]) + FACE_COUNT * bool(found[2]))


def _check_secret(secret: str) -> None:
    if not _SECRET.fullmatch(secret):
        raise DealError(_("a secret is 64 digits 0 to 9, a to f"), clause="3.6")


def _check_cut(seat: Seat, text: str) -> None:
    if _UNPRINTABLE.search(text):
        message = _("the cut of seat {seat} holds a character that cannot be written on one line")
        raise DealError(message.format(seat=seat), clause="3.6")
    if len(text.encode()) > LONGEST_CUT:
        message = _("the cut of seat {seat} is longer than {bytes} bytes")
        raise DealError(message.format(seat=seat, bytes=LONGEST_CUT), clause="3.6")


def _checked_number(number: int) -> int:
    if number < 0:
        raise DealError(_("deals are numbered from 0, not {number}").format(number=number), clause="3.6")
    return number


def _checked_packs(packs: int) -> int:
    if packs not in (1, 2):
        raise DealError(_("a deck is one pack or two, not {packs}").format(packs=packs), clause="1.1")
    return packs
