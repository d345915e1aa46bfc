"""Detection of names that look alike: invisible characters, mixed alphabets, confusable letters.

It follows Unicode Technical Standard 39, with its table of confusables.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from itertools import groupby
from typing import Final

_INVISIBLE: Final = re.compile(
    r"[\x00-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e"
    r"\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3"
    r"\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
"""Control characters, characters that Unicode says may be ignored in display, and the empty Braille cell.

The second group is the property Default_Ignorable_Code_Point, which `re` does not support.
"""
_ANY_SCRIPT: Final = frozenset(("COMMON", "INHERITED"))
_TOGETHER: Final = tuple(
    frozenset(scripts.split()) for scripts in ("HAN HIRAGANA KATAKANA", "HAN BOPOMOFO", "HAN HANGUL")
)
"""Scripts that one word may combine (UTS 39, "highly restrictive")."""


def remove_invisible_characters(text: str) -> str:
    """Return `text` without invisible characters."""
    return _INVISIBLE.sub("", text)


def is_in_categories(sign: str, kinds: str) -> bool:
    """Return whether `sign` is in one of the general categories `kinds`: "LN" is letters and numbers."""
    return unicodedata.category(sign)[0] in kinds


def is_pronounceable(text: str) -> bool:
    """Return whether `text` has a letter or a digit."""
    return any(is_in_categories(sign, "LN") for sign in text)


def mixes_alphabets(text: str) -> bool:
    """Return whether a word of `text` has letters of different alphabets.

    >>> mixes_alphabets("\u0410da"), mixes_alphabets("\u0410\u0434\u0430 Smith")
    (True, False)
    """
    words = groupby(text, key=lambda sign: is_in_categories(sign, "LM"))
    return any(_is_mixed_word("".join(signs)) for is_word, signs in words if is_word)


def _is_mixed_word(word: str) -> bool:
    from confusable_homoglyphs import categories  # imported late: it reads its table on import

    scripts = {categories.alias(sign) for sign in word} - _ANY_SCRIPT
    return len(scripts) > 1 and not any(scripts <= together for together in _TOGETHER)


def skeleton(text: str) -> str:
    """Return a key that is the same for all names that look like `text`, whatever their capitals.

    >>> skeleton("AIice") == skeleton("alice")
    True
    """
    seen = "".join(map(_prototype, text)).casefold()
    return "".join(map(_prototype, seen)).casefold()


def lookalike_skeletons(text: str) -> set[str]:
    """Return the skeletons of `text` as written, and in lower case: a capital I looks like an l."""
    return {skeleton(text), skeleton(text.casefold())}


@cache
def _prototype(sign: str) -> str:
    """Return the prototype of `sign`. The table has pairs in both directions, mostly with Latin letters."""
    from confusable_homoglyphs import confusables  # imported late: it reads its table on import

    alike = [str(one["c"]) for one in confusables.confusables_data.get(sign, ())]
    if len(alike) != 1:
        return sign
    is_pair = len(confusables.confusables_data.get(alike[0], ())) == 1
    return min(sign, alike[0]) if is_pair else alike[0]
