"""Numeric settings from environment variables."""

from __future__ import annotations

import os

from ginrummy.locale import _
from ginrummy.locale.errors import GinRummyError, on_one_line
from ginrummy.locale.numbers import number_in

_LONGEST_SHOWN = 60


def number_told(name: str, usual: int, *, most: int) -> int:
    """Return the number from 1 to `most` in the environment variable `name`, or `usual` where it is not set.

    Raise `GinRummyError` for any other value.
    """
    text = os.environ.get(name, "").strip()
    number = number_in(text, most=most) if text else usual
    if not number:
        told = _("“{text}” is no number from 1 to {most}").format(
            text=on_one_line(text, _LONGEST_SHOWN), most=most
        )
        raise GinRummyError(told, where=name)
    return number
