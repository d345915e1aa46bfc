"""Regular expressions that match a filled-in format string."""

from __future__ import annotations

import re
from functools import cache
from typing import Final

_PLACE: Final = re.compile(r"\\{(\w+)\\}")


@cache
def pattern_of(text: str, value: str = ".*") -> re.Pattern[str]:
    """Return the pattern of `text` filled in, with a group for each placeholder that matches `value`.

    >>> pattern_of("it called exit({status})").fullmatch("it called exit(1)")["status"]
    '1'
    """
    return re.compile(_PLACE.sub(rf"(?P<\1>{value})", re.escape(text)), re.DOTALL)
