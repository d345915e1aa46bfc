"""What is printed where the encoding lacks a sign: letters for suits, plain quotes, Latin for Cyrillic.

A Russian card gets the international letters there, which are read in every language: its ace spelled as
words are would be a ten.
"""

from __future__ import annotations

import codecs
import re
import sys
import unicodedata
from typing import Final

from ginrummy.locale import language

NAME: Final = "ginrummy.plain_letters"
_PLAIN: Final = str.maketrans({
    "“": '"', "”": '"', "«": '"', "»": '"', "‘": "'", "’": "'", "–": "-", "—": "-", "−": "-",
    "×": "x", "·": "-",     "•": "*", "…": "...", "→": ">", "←": "<", "↑": "^", "↓": "v", "±": "+-",
    "≤": "<=", "≥": ">=", "œ": "oe", "Œ": "OE",
    "\u00a0": " ", "\u202f": " ",
})  # fmt: skip


_CYRILLIC: Final = "абвгдеёжзийклмнопрстуфхцчшщъыьэюя"
_LATIN: Final = (
    *("a", "b", "v", "g", "d", "e", "e", "zh", "z", "i", "i", "k", "l", "m", "n", "o", "p", "r", "s", "t"),
    *("u", "f", "kh", "ts", "ch", "sh", "shch", "", "y", "", "e", "yu", "ya"),
)
_SPELLED: Final = {
    ord(letter): spelled
    for cyrillic, latin in zip(_CYRILLIC, _LATIN, strict=True)
    for letter, spelled in ((cyrillic, latin), (cyrillic.upper(), latin.capitalize()))
}
"""Russian as it is written where there are no Russian letters."""
_RANKS: Final = dict(zip("ТВДК", "AJQK", strict=True))
_SUITS: Final = dict(zip("ПЧБТ", "SHDC", strict=True))
_CARDS: Final = re.compile("(?:(?:10|[2-9ТВДК])[ПЧБТ♠♥♦♣])+")
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
    if ord(sign) in _SPELLED:
        return _SPELLED[ord(sign)]
    simple = "".join(part for part in unicodedata.normalize("NFKD", sign.translate(_PLAIN)) if part.isascii())
    return simple or "?"


def _fits(letter: str, encoding: str) -> bool:
    try:
        letter.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True
