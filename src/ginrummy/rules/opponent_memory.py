"""Memory of a seat: the other seat's visible actions, and the cards that it must hold (RULES 4.9).

Every view, observation, belief and resampled deal uses this definition.
"""

from __future__ import annotations

from typing import NamedTuple

from ginrummy.rules.card_encoding import NO_FACE
from ginrummy.rules.hand import Hand, joined, no_cards, single, without
from ginrummy.rules.turns import faces_to_go


class Memory(NamedTuple):
    """The other seat as the pile shows it: the faces that it certainly holds, and those that it handled.

    `known` are the cards taken from the pile that have not left the hand since. `taken`, `refused` and
    `discarded` are all that it ever took, left on the pile (passing, or drawing from the stock) and
    discarded.
    """

    known: Hand
    taken: int
    refused: int
    discarded: int


def no_memory() -> Memory:
    """Return the memory before the first move: empty."""
    return Memory(no_cards(), 0, 0, 0)


def saw_take(memory: Memory, face: int) -> Memory:
    """Return `memory` after the other seat took `face` from the pile."""
    known = joined(memory.known, single(face))
    return Memory(known, memory.taken | 1 << face, memory.refused, memory.discarded)


def saw_refusal(memory: Memory, face: int) -> Memory:
    """Return `memory` after the other seat left `face` on the pile; `NO_FACE` is no card."""
    if face == NO_FACE:
        return memory
    return Memory(memory.known, memory.taken, memory.refused | 1 << face, memory.discarded)


def saw_discard(memory: Memory, face: int, held_back: int) -> Memory:
    """Return `memory` after the other seat discarded `face`; `turns.held_back` gives the card that stayed."""
    known = known_after(memory.known, face, held_back)
    return Memory(known, memory.taken, memory.refused, memory.discarded | 1 << face)


def saw_closing(memory: Memory, face: int, held_back: int) -> Memory:
    """Return `memory` after the other seat closed with `face`, `NO_FACE` for a card face down.

    A face-down card may be any known card except the one that stayed. The others are no longer certain.
    """
    known = memory.known
    if face == NO_FACE:
        known = without(known, Hand(faces_to_go(known, held_back), 0))
    else:
        known = known_after(known, face, held_back)
    return Memory(known, memory.taken, memory.refused, memory.discarded)


def known_after(known: Hand, face: int, held_back: int) -> Hand:
    """Return the known cards of a hand after it put `face` away, face up.

    A known card of the face has gone, unless it is the card held back: then its twin has gone.
    """
    return without(known, single(face)) if faces_to_go(known, held_back) >> face & 1 == 1 else known
