"""Signals of the tables, which do not know their receivers.

All but the last are sent inside the transaction that writes the event, with the table's row locked, so the
writes of a receiver commit or roll back with it. Receivers run in the order of INSTALLED_APPS.
"""

from __future__ import annotations

from typing import Final

from django.dispatch import Signal

hand_dealt: Final = Signal()
"""A hand was dealt. Arguments: `table`, a `Table`, and `state`, its `TableState` before the first move."""

match_ended: Final = Signal()
"""A match has ended. Arguments: `table`, a `Table`, and `state`, its last `TableState`."""

turn_began: Final = Signal()
"""Seats have to act that did not before. Arguments: `table`, a `Table`, and `seats`, their numbers."""

opening_changed: Final = Signal()
"""The free seat of `table`, a `Table`, has appeared or gone, with `is_removed` because the table goes."""

event_written: Final = Signal()
"""An event was committed: table `key` is at `number`."""
