"""Validation of text for the headers of a record, such as the name of a game (RULES 12.1)."""

from __future__ import annotations

import re
from typing import Final

from ginrummy.locale import _

LONGEST_TEXT: Final = 255
UNWRITABLE: Final = re.compile("[\x00-\x08\x0a-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")


def header_text_fault(text: str) -> str:
    """Return why `text` is not allowed in a header, or an empty text."""
    if UNWRITABLE.search(text) or "\t" in text:
        return _("here stands a character that cannot be written on one line")
    if len(text) > LONGEST_TEXT:
        return _("a text in a header has at most {most} characters").format(most=LONGEST_TEXT)
    return ""
