"""Signals of the people, which do not know their receivers."""

from __future__ import annotations

from typing import Final

from django.dispatch import Signal

sessions_ended: Final = Signal()
"""Sessions were ended and that is committed. Argument: `sessions`, a collection of primary keys."""
