"""What a seat has seen the other do: the cards it took, left and discarded (RULES 4.4, 4.6, 4.7)."""

from __future__ import annotations

from typing import NamedTuple

from ginrummy.rules.card_encoding import NO_FACE
from ginrummy.rules.hand import Hand, joined, no_cards, single, without


class Memory(NamedTuple):
    """The other seat as the pile shows it, sets of faces: what it is known to hold, and what it did.

    `known` are the cards taken from the pile and not discarded since; `taken`, `refused` and `discarded`
    all that it ever took, left on the pile (passing, or drawing from the stock) and discarded.
    """

    known: Hand
    taken: int
    refused: int
    discarded: int


def no_memory() -> Memory:
    """Return what is known before the first move: nothing."""
    return Memory(no_cards(), 0, 0, 0)


def saw_take(memory: Memory, face: int) -> Memory:
    """Return `memory` once the other seat took `face` from the pile."""
    known = joined(memory.known, single(face))
    return Memory(known, memory.taken | 1 << face, memory.refused, memory.discarded)


def saw_refusal(memory: Memory, face: int) -> Memory:
    """Return `memory` once the other seat left `face` on the pile; `NO_FACE` is no card."""
    if face == NO_FACE:
        return memory
    return Memory(memory.known, memory.taken, memory.refused | 1 << face, memory.discarded)


def saw_discard(memory: Memory, face: int, held_back: int) -> Memory:
    """Return `memory` once the other seat discarded `face`.

    Where that is the face of the card just taken, which `turns.held_back` gives, its twin was discarded,
    which may have been known too.
    """
    known = memory.known
    if (known.twins if face == held_back else known.cards) >> face & 1 == 1:
        known = without(known, single(face))
    return Memory(known, memory.taken, memory.refused, memory.discarded | 1 << face)
