"""Signals of the rooms, which do not know their receivers. They are sent in the transaction of the change."""

from __future__ import annotations

from typing import Final

from django.dispatch import Signal

boards_ready: Final = Signal()
"""Boards can be played. Arguments: `evening`, an `Evening`, and `boards`, pairs of numbers of its players."""
