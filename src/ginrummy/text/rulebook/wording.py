"""Cards and numbers inside a sentence, in the current language."""

from __future__ import annotations

from ginrummy.game.cards import face_text, parse_face
from ginrummy.locale import language, ngettext

_TOGETHER = "\u00a0"


def format_cards(codes: str) -> str:
    """Return the cards `codes` (`QC KC AC`) in the current language, without line breaks between them."""
    return _TOGETHER.join(face_text(parse_face(code), language()) for code in codes.split())


def cards(number: int) -> str:
    """Return `number` cards in words."""
    return ngettext("{number} card", "{number} cards", number).format(number=number)


def extra_coups(number: int) -> str:
    """Return `number` extra boxes in words."""
    return ngettext("{number} extra box", "{number} extra boxes", number).format(number=number)
