"""How long lines of prose are."""

from __future__ import annotations

import shutil
from typing import Final

_NARROWEST: Final = 40
_WIDEST: Final = 100


def text_width() -> int:
    """Return how many characters a line of prose should have: the terminal's width, within reason."""
    return max(_NARROWEST, min(_WIDEST, shutil.get_terminal_size().columns))
