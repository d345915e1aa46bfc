"""Width of lines of prose."""

from __future__ import annotations

import shutil
from typing import Final

_NARROWEST: Final = 40
_WIDEST: Final = 100  # longer lines are hard to read


def text_width() -> int:
    """Return the terminal's width, within reasonable bounds."""
    return max(_NARROWEST, min(_WIDEST, shutil.get_terminal_size().columns))
