"""ASCII spelling of text: plain quotes and dashes, letters without accents, Russian in Latin letters."""

from __future__ import annotations

import unicodedata
from typing import Final

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
"""Transliteration of Russian."""


def ascii_text(text: str) -> str:
    """Return `text` in ASCII. Characters without a transliteration are dropped.

    >>> ascii_text("Щука, cœur… 5 × ♥")
    'Shchuka, coeur... 5 x '
    """
    spelled = text.translate(_SPELLED).translate(_PLAIN)
    return "".join(sign for sign in unicodedata.normalize("NFKD", spelled) if sign.isascii())
