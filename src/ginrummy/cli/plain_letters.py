"""Codec error handler for characters that an encoding lacks: letters for suits, Latin for Cyrillic.

A Russian card becomes one in international letters, which are read in every language. Transliterated like a
word, its ace (Т) would become T, a ten.
"""

from __future__ import annotations

import codecs
import re
import sys
from typing import Final

from ginrummy.locale import language
from ginrummy.locale.ascii_text import ascii_text

NAME: Final = "ginrummy.plain_letters"
_RANKS: Final = dict(zip("ТВДК", "AJQK", strict=True))
_SUITS: Final = dict(zip("ПЧБТ", "SHDC", strict=True))
_CARDS: Final = re.compile("(?:(?:10|[2-9ТВДК])[ПЧБТ♠♥♦♣])+")
_SILENT: Final = "ъьЪЬ"
_LONGEST_CARDS: Final = 33
"""Length of eleven cards without blanks, at three characters each (10♠)."""


def register_error_handler() -> None:
    """Register the error handler `NAME` for streams."""
    codecs.register_error(NAME, _replace_letters)


def _replace_letters(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    # All codecs that are character maps have this name. Our output of this kind goes to standard output.
    encoding = sys.stdout.encoding if error.encoding == "charmap" else error.encoding
    places = range(error.start, error.end)
    return "".join(
        _card_letter(error.object, place) or plain_replacement(error.object[place], encoding)
        for place in places
    ), error.end


def _card_letter(text: str, place: int) -> str:
    """Return the international letter for the Cyrillic one at `place`, or nothing where it is not in a card.

    >>> _card_letter("Т♠", 0), _card_letter("ТТ", 0), _card_letter("ТТ", 1), _card_letter("Ты", 0)
    ('A', 'A', 'C', '')
    """
    if text[place] not in _RANKS and text[place] not in _SUITS:
        return ""
    start, end = place, place + 1
    while start > max(0, place - _LONGEST_CARDS) and _may_be_of_a_card(text[start - 1]):
        start -= 1
    while end < min(len(text), place + _LONGEST_CARDS) and _may_be_of_a_card(text[end]):
        end += 1
    if _CARDS.fullmatch(text, start, end) is None:
        return ""
    is_rank = (place - start - text.count("10", start, place)) % 2 == 0
    return (_RANKS if is_rank else _SUITS).get(text[place], "")


def _may_be_of_a_card(sign: str) -> bool:
    return sign.isalnum() or sign in "♠♥♦♣"


def plain_replacement(sign: str, encoding: str) -> str:
    """Return the replacement of `sign`, which `encoding` lacks.

    >>> plain_replacement("♥", "ascii"), plain_replacement("é", "ascii"), plain_replacement("“", "latin-1")
    ('H', 'e', '"')
    >>> "".join(plain_replacement(sign, "ascii") for sign in "Щука")
    'Shchuka'
    """
    from ginrummy.game.cards import SUIT_CODES, SUIT_LETTERS, SUIT_SIGNS

    if sign in SUIT_SIGNS:
        suit = SUIT_SIGNS.index(sign)
        return next(
            filter(lambda letter: _fits(letter, encoding), (SUIT_LETTERS[language()][suit], SUIT_CODES[suit]))
        )
    return "" if sign in _SILENT else ascii_text(sign) or "?"


def _fits(letter: str, encoding: str) -> bool:
    try:
        letter.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True
