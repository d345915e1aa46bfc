"""Whole numbers as people and programs write them: decimal digits, not too many.

Python reads `²`, `1_000` and digits without end as numbers, or refuses them with an error of its own.
"""

from __future__ import annotations

from typing import Final

_MOST_DIGITS: Final = 9


def number_in(text: str, *, most: int = 10**_MOST_DIGITS - 1) -> int | None:
    """Return the number from 0 to `most` that `text` is, `None` where it is none.

    >>> number_in("42"), number_in("²"), number_in("9" * 5000), number_in("42", most=41)
    (42, None, None, None)
    """
    if not (text.isascii() and text.isdigit() and len(text) <= _MOST_DIGITS):
        return None
    number = int(text)
    return number if number <= most else None
