"""Numbers: a strict parser for whole numbers of limited length, and localised formatters.

Python's own `int` accepts `²` or `1_000`, and raises its own error for too many digits.
"""

from __future__ import annotations

from typing import Final

from ginrummy.locale import language

_MOST_DIGITS: Final = 9


def parse_number(text: str, *, most: int = 10**_MOST_DIGITS - 1) -> int | None:
    """Return the number from 0 to `most` in `text`, or `None` for other text.

    >>> parse_number("42"), parse_number("²"), parse_number("9" * 5000), parse_number("42", most=41)
    (42, None, None, None)
    """
    if not (text.isascii() and text.isdigit() and len(text) <= _MOST_DIGITS):
        return None
    number = int(text)
    return number if number <= most else None


def percent_text(share: float, places: int) -> str:
    """Return a share as a percentage, with a true minus for negative ones."""
    gap = "" if language() == "en" else "\u00a0"
    return f"{number_text(100 * share, places)}{gap}%"


def signed_text(value: float, places: int = 2) -> str:
    """Return a number with its sign, with a true minus for negative ones."""
    return ("+" if round(value, places) > 0 else "") + number_text(value, places)


def number_text(value: float, places: int = 0) -> str:
    """Return a number in the format of the current language, with a true minus for negative ones."""
    text = f"{abs(value):,.{places}f}"
    sign = "−" if round(value, places) < 0 else ""
    return sign + (text if language() == "en" else text.replace(",", "\u202f").replace(".", ","))
