"""Numbers as people and programs write them; those that are read are whole, and not too long.

Python reads `²`, `1_000` and digits without end as numbers, or refuses them with an error of its own.
"""

from __future__ import annotations

from typing import Final

from ginrummy.locale import language

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


def percent_text(share: float, places: int) -> str:
    """Return a share in percent."""
    gap = "" if language() == "en" else "\u00a0"
    return f"{number_text(100 * share, places)}{gap}%"


def signed_text(value: float, places: int = 2) -> str:
    """Return a number with its sign, a true minus for those below zero."""
    rounded = round(value, places)
    sign = "+" if rounded > 0 else "−" if rounded < 0 else ""
    return sign + number_text(abs(value), places)


def number_text(value: float, places: int) -> str:
    """Return a number as the language spoken writes it."""
    text = f"{value:,.{places}f}"
    if language() == "en":
        return text
    return text.replace(",", "\u202f").replace(".", ",")
