"""Cards in the notation of records and programs, `7H` or `TS`, the same in every language (RULES 1.5)."""

from __future__ import annotations

from typing import Final

from ginrummy.rules.card_encoding import RANK_COUNT

RANK_CODES: Final = "A23456789TJQK"
SUIT_CODES: Final = "SHDC"
SUIT_SIGNS: Final = "♠♥♦♣"
_SIGNS: Final = str.maketrans(SUIT_SIGNS, SUIT_CODES)


def face_code(face: int) -> str:
    """Return the notation of records and programs, in any language: `7H`, `TS`."""
    suit, rank = divmod(face, RANK_COUNT)
    return RANK_CODES[rank] + SUIT_CODES[suit]


def face_of(code: str) -> int:
    """Return the face for the notation `code`."""
    return SUIT_CODES.index(code[1]) * RANK_COUNT + RANK_CODES.index(code[0])


def faces_in(text: str) -> tuple[int, ...]:
    """Return the faces listed in `text`, joined or separate, with letters or signs for the suits.

    Raises `ValueError` for anything else.

    >>> faces_in("AS 2♠ 10♠")
    (0, 1, 9)
    """
    codes = "".join(text.split()).upper().replace("10", "T").translate(_SIGNS)
    cards = [codes[place : place + 2] for place in range(0, len(codes), 2)]
    for card in cards:
        if card[0] not in RANK_CODES or card[1:] not in tuple(SUIT_CODES):
            raise ValueError(
                f"{card!r} in {text!r} is not a card (RULES 1.5): cards are written as in 7S8S9S"
            )
    return tuple(map(face_of, cards))
