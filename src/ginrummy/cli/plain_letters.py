"""What is printed where the encoding lacks a sign: letters for suits, plain quotes, Latin for Cyrillic."""

from __future__ import annotations

import codecs
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


def register() -> None:
    """Let streams name `NAME` as what they do with signs that they cannot print."""
    codecs.register_error(NAME, _replaced)


def _replaced(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    signs = error.object[error.start : error.end]
    # Codecs that are tables all call themselves so; what is printed here is printed to standard output.
    encoding = sys.stdout.encoding if error.encoding == "charmap" else error.encoding
    return "".join(plain(sign, encoding) for sign in signs), error.end


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
