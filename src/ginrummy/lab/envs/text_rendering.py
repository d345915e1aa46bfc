"""A table as text for rendering: both hands, the pile and the stock."""

from __future__ import annotations

from ginrummy.game.cards import Hand, face_code, faces_of
from ginrummy.rules.card_encoding import is_card
from ginrummy.rules.turns import State
from ginrummy.variants import Variant

PHASES = (
    "upcard offered", "upcard offered to the dealer", "draw from the stock", "draw", "discard",
    "last discard", "close", "closed", "over", "compared",
)  # fmt: skip


def drawn(variant: Variant, state: State) -> str:
    """Return `state` in four lines: both hands, the middle of the table, and whose turn it is."""
    top = face_code(state.pile.top) if is_card(state.pile.top) else "none"
    lines = [f"{seat_name(state, seat)}: {codes(state.hands[seat])}" for seat in range(2)]
    lines += [f"pile: {top}   stock: {state.stock}", f"turn: player_{state.turn}, {PHASES[state.phase]}"]
    return "\n".join(lines)


def seat_name(state: State, seat: int) -> str:
    """Return the name of `seat`, the dealer marked."""
    return f"player_{seat}{'*' if state.dealer == seat else ''}"


def codes(hand: Hand) -> str:
    """Return the cards of `hand` in notation."""
    return " ".join(face_code(face) for face in faces_of(hand))
