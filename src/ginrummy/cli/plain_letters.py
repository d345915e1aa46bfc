"""What is printed where the encoding lacks a sign: letters for suits, plain quotes, Latin for Cyrillic.

A Russian card gets the international letters there, which are read in every language: its ace spelled as
words are would be a ten.
"""

from __future__ import annotations

import codecs
import re
import sys
from typing import Final

from ginrummy.ascii_text import ascii_text
from ginrummy.locale import language

NAME: Final = "ginrummy.plain_letters"
_RANKS: Final = dict(zip("ТВДК", "AJQK", strict=True))
_SUITS: Final = dict(zip("ПЧБТ", "SHDC", strict=True))
_CARDS: Final = re.compile("(?:(?:10|[2-9ТВДК])[ПЧБТ♠♥♦♣])+")
_SILENT: Final = "ъьЪЬ"
_LONGEST_CARDS: Final = 33
"""As many signs as eleven cards have that stand together."""


def register() -> None:
    """Let streams name `NAME` as what they do with signs that they cannot print."""
    codecs.register_error(NAME, _replaced)


def _replaced(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    # Codecs that are tables all call themselves so; what is printed here is printed to standard output.
    encoding = sys.stdout.encoding if error.encoding == "charmap" else error.encoding
    places = range(error.start, error.end)
    return "".join(
        _card_letter(error.object, place) or plain(error.object[place], encoding) for place in places
    ), error.end


def _card_letter(text: str, place: int) -> str:
    """Return the international letter for the Cyrillic one at `place`, empty where it is none of a card.

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


def plain(sign: str, encoding: str) -> str:
    """Return what stands for `sign`, which `encoding` lacks.

    >>> plain("♥", "ascii"), plain("é", "ascii"), plain("“", "latin-1")
    ('H', 'e', '"')
    >>> "".join(plain(sign, "ascii") for sign in "Щука")
    'Shchuka'
    """
    from ginrummy.cards import SUIT_CODES, SUIT_LETTERS, SUIT_SIGNS  # the list of commands needs no cards

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
