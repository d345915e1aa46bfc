"""Names that only look alike: signs that cannot be seen, mixed alphabets, letters that pass for others.

After Unicode's report 39, with its table of confusable letters.
"""

from __future__ import annotations

from functools import cache
from typing import Final

import regex
from confusable_homoglyphs import categories, confusables

_INVISIBLE: Final = regex.compile(r"[\p{Default_Ignorable_Code_Point}\p{Cc}\u2800]")
"""What Unicode says may be ignored in display, and the empty Braille cell, which looks like nothing."""
_SAID_ALOUD: Final = regex.compile(r"[\p{L}\p{N}]")
_WORD: Final = regex.compile(r"[\p{L}\p{M}]+")
_ANY_SCRIPT: Final = frozenset(("COMMON", "INHERITED"))
_TOGETHER: Final = tuple(
    frozenset(scripts.split()) for scripts in ("HAN HIRAGANA KATAKANA", "HAN BOPOMOFO", "HAN HANGUL")
)
"""Alphabets that one word may have together (report 39, "highly restrictive")."""


def without_invisible(text: str) -> str:
    """Return `text` without what cannot be seen."""
    seen: str = _INVISIBLE.sub("", text)
    return seen


def is_said_aloud(text: str) -> bool:
    """Return whether `text` has a letter or a digit."""
    return _SAID_ALOUD.search(text) is not None


def is_mixed(text: str) -> bool:
    """Return whether a word of `text` has letters of different alphabets.

    >>> is_mixed("\u0410da"), is_mixed("\u0410\u0434\u0430 Smith")
    (True, False)
    """
    return any(_is_mixed_word(word) for word in _WORD.findall(text))


def _is_mixed_word(word: str) -> bool:
    scripts = {categories.alias(sign) for sign in word} - _ANY_SCRIPT
    return len(scripts) > 1 and not any(scripts <= together for together in _TOGETHER)


def skeleton(text: str) -> str:
    """Return what is the same for all names that look like `text`, whatever their capitals.

    >>> skeleton("AIice") == skeleton("alice")
    True
    """
    seen = "".join(map(_prototype, text)).casefold()
    return "".join(map(_prototype, seen)).casefold()


def shapes(text: str) -> set[str]:
    """Return what `text` looks like as it is written, and in small letters: a capital I passes for an l."""
    return {skeleton(text), skeleton(text.casefold())}


@cache
def _prototype(sign: str) -> str:
    """Return what `sign` passes for: the table has pairs, in both directions, mostly with Latin."""
    alike = [str(one["c"]) for one in confusables.confusables_data.get(sign, ())]
    if len(alike) != 1:
        return sign
    is_pair = len(confusables.confusables_data.get(alike[0], ())) == 1
    return min(sign, alike[0]) if is_pair else alike[0]
