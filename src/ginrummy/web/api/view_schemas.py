"""Schemas of a hand as a seat sees it, with the score sheet of its match."""

from __future__ import annotations

from typing import Annotated, Literal

from ninja import Field, Schema
from pydantic.json_schema import SkipJsonSchema

from ginrummy.locale import N_

Card = Annotated[str, Field(description=N_("A card: `7H`, `TS`."), pattern="^[A23456789TJQK][SHDC]$")]
Seat = Annotated[int, Field(ge=0, le=1)]
Both = Annotated[list[int], Field(description=N_("Of seat 0 and of seat 1."), min_length=2, max_length=2)]


class PlayEvent(Schema):
    """A move as seen by the seat."""

    seat: Seat
    move: Literal["pass", "take", "draw", "discard", "knock", "gin", "biggin", "spread", "lay"]
    card: Card | SkipJsonSchema[None] = Field(None, description=N_("The card, where this seat saw it."))


class Layout(Schema):
    """A hand laid out in melds and unmatched cards."""

    melds: list[list[Card]]
    unmatched: list[Card]


class Defence(Layout):
    """The defender's lay-offs and own layout."""

    laid: list[list[Card]] = Field(description=N_("The cards laid off on each meld of the spread."))


class Score(Schema):
    """The result of a hand."""

    kind: Literal["knock", "undercut", "gin", "big_gin", "gin_void", "tie", "void", "wall_compare"]
    winner: Seat | None
    points: int
    difference: int
    bonus: int
    multiplier: int
    extra_coups: int


class Column(Schema):
    """One game of a score sheet."""

    points: Both
    entries: Both
    boxes: Both
    extra_coups: Both
    closed_by: Seat | None = Field(description=N_("The seat that reached the target."))


class Sheet(Schema):
    """A score sheet."""

    hands: int
    void_hands: int
    totals: Both
    columns: list[Column] = Field(description=N_("One match, or the three of Hollywood."))
    partie: Both
    manches_won: Both
    last_manche: Column | None
    manche_ended: bool
    finished: bool
    winner: Seat | None


class EarlierHand(Schema):
    """A finished hand of the match, as seen by the seat."""

    dealer: Seat
    upcard: Card | None = Field(description=N_("The upcard of the deal."))
    events: list[PlayEvent]
    hand: list[Card] = Field(description=N_("What the seat held at the end."))
    shown: list[Card] | None = Field(
        description=N_("What the other held at the end, null where it was not shown.")
    )
    score: Score


class View(Schema):
    """Everything that a seat may know of the current hand."""

    number: int = Field(description=N_("The number of the hand in the match, from 0."))
    seat: Seat
    dealer: Seat
    turn: Seat = Field(description=N_("Whose move it is."))
    phase: Literal["offer", "draw", "discard", "last_discard", "spread", "lay_off", "over"]
    hand: list[Card]
    deadwood: int = Field(description=N_("The least deadwood of the hand."))
    pile: list[Card] = Field(description=N_("The discards that may be looked at, the top last."))
    pile_size: int
    stock: int = Field(description=N_("How many cards the stock has."))
    upcard: Card | None = Field(description=N_("The upcard of the deal."))
    taken: Card | None = Field(description=N_("The card taken from the pile in this turn."))
    opponent_size: int = Field(description=N_("How many cards the other holds."))
    opponent_known: list[Card] = Field(
        description=N_("Cards that the other is certain to hold: taken from the pile, or shown.")
    )
    opponent_possible: list[Card] = Field(
        description=N_("Cards known before, one of which may be the closing discard that lies face down.")
    )
    opponent_taken: list[Card]
    opponent_refused: list[Card]
    opponent_discards: list[Card]
    knock_limit: int | None = Field(
        description=N_(
            "The limit for the seat to move, 0 for gin only; null where nobody knocks, or where each closing "
            "card sets its own and none is seen."
        )
    )
    knock_limits: dict[str, int] = Field(
        description=N_("When this seat is to discard and each closing card sets its own limit: the limits.")
    )
    events: list[PlayEvent]
    closing: Literal["knock", "gin", "big_gin"] | None = Field(description=N_("How the hand was closed."))
    spread: Layout | None = Field(description=N_("The knocker's melds, once they are on the table."))
    defence: Defence | None
    shown: list[Card] | None = Field(description=N_("The other's cards, once they are on the table."))
    score: Score | None
    match: Sheet = Field(description=N_("The score sheet before this hand."))
    earlier: list[EarlierHand] = Field(
        description=N_("The hands of the match that have ended, as this seat saw them.")
    )
    legal: list[str] = Field(description=N_("What this seat may play now."))
    leaves: dict[str, int] = Field(
        description=N_("When this seat is to discard: the least deadwood that each discard leaves.")
    )
