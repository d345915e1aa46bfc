"""What the tables tell whoever asks to be told; they do not know who that is.

All but the last are sent inside the transaction that writes the event, its row locked: what a receiver writes
stands or falls with it. Receivers are called in the order in which the applications stand in the settings.
"""

from __future__ import annotations

from typing import Final

from django.dispatch import Signal

hand_dealt: Final = Signal()
"""A hand has been dealt: `table`, a `Table`, and `state`, its `TableState` before the first move."""

match_ended: Final = Signal()
"""A match has ended: `table`, a `Table`, and `state`, its last `TableState`."""

opening_changed: Final = Signal()
"""There is a place at `table`, a `Table`, or none any more."""

event_written: Final = Signal()
"""An event is written and committed: table `key` stands at `number`."""
