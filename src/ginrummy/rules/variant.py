"""Variant as a row of numbers: the meaning of each, and the row of the plain game."""

from __future__ import annotations

from typing import Final, NamedTuple

NONE: Final = -1

CUT_LOW, LOT = 0, 1
NEXT_WINNER, NEXT_LOSER, NEXT_ALTERNATE = 0, 1, 2
VOID_SAME, VOID_ALTERNATE = 0, 1
FIRST_OFFER, FIRST_FREE, FIRST_DISCARD, FIRST_OFFER_FREE = 0, 1, 2, 3
INSPECT_TOP, INSPECT_ALL = 0, 1
ACE_LOW, ACE_HIGH_LOW, ACE_CORNER = 0, 1, 2
LIMIT_FIXED, LIMIT_UPCARD, LIMIT_DISCARD, LIMIT_NONE = 0, 1, 2, 3
LIMIT_ACE_ONE, LIMIT_ACE_GIN, LIMIT_ACE_TEN = 0, 1, 2
SOURCE_DECLARATION, SOURCE_BEFORE_DRAW, SOURCE_OWN_DISCARD = 0, 1, 2
WALL_VOID, WALL_COMPARE, WALL_LAST_DISCARD = 0, 1, 2
SHUTOUT_NONE, SHUTOUT_BONUS, SHUTOUT_DOUBLE = 0, 1, 2
BOXES_BOTH, BOXES_WINNER = 0, 1
SESSION_ACCUMULATE, SESSION_DIFFERENCE = 0, 1

# Constants of every variant (RULES 1.1, 1.3, 1.4, 2.1, 2.2, 2.7).
JOKERS: Final = 0
FIGURE_POINTS: Final = 10
LOW_ACE_POINTS: Final = 1
HIGH_ACE_POINTS: Final = 15
SHORTEST_SET: Final = 3
LARGEST_SET: Final = 4
SHORTEST_RUN: Final = 3


class Variant(NamedTuple):
    """The law's parameters: numbers only, `NONE` for "not played", words as their index in `WORDS`."""

    decks: int = 1
    hand_nondealer: int = 10
    hand_dealer: int = 10
    upcard: int = 1
    first_dealer: int = LOT
    next_dealer: int = NEXT_ALTERNATE
    dealer_after_void: int = VOID_SAME
    first_turn: int = FIRST_OFFER
    allow_discard_taken_card: int = 0
    discard_inspect: int = INSPECT_TOP
    ace_run: int = ACE_LOW
    ace_points: int = LOW_ACE_POINTS
    set_same_suit_duplicates: int = 0
    run_max: int = NONE
    knock_limit: int = LIMIT_FIXED
    knock_value: int = 10
    knock_ace: int = NONE
    knock_max_unmatched: int = NONE
    first_turn_knock: int = 1
    closing_discard_face_down: int = 1
    layoff_on_knock: int = 1
    layoff_on_gin: int = 0
    gin_void_if_defender_zero: int = 0
    undercut_on_tie: int = 1
    undercut_bonus: int = 25
    undercut_complete_bonus: int = NONE
    gin_bonus: int = 25
    big_gin_bonus: int = NONE
    spade_double: int = 0
    spade_doubles_boxes: int = 0
    wall_stock: int = 2
    wall_action: int = WALL_VOID
    endless_turns: int = 40
    columns: int = 1
    column_blitz_bonus: int = 0
    rubber_bonus: int = 0
    game_target: int = 100
    game_bonus: int = 0
    box_bonus: int = 0
    shutout: int = SHUTOUT_NONE
    shutout_value: int = NONE
    extra_undercut: int = NONE
    extra_gin: int = NONE
    extra_big_gin: int = NONE
    extra_value: int = NONE
    session_target: int = NONE
    limit_source: int = SOURCE_DECLARATION
    session_mode: int = SESSION_ACCUMULATE
    boxes_to: int = BOXES_BOTH

    def __repr__(self) -> str:
        """Return the row as code: its differences from the plain game."""
        plain = self._field_defaults
        changed = (f"{name}={value}" for name, value in self._asdict().items() if value != plain[name])
        return f"Variant({', '.join(changed)})"


DEFAULT: Final = Variant()
