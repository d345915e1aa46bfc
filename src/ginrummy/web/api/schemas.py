"""Schemas of requests and responses, for Ninja's validation and for the OpenAPI document."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal, Self

from ninja import Field, Schema
from pydantic import ConfigDict, model_validator
from pydantic.json_schema import SkipJsonSchema

from ginrummy.game.shuffle import LONGEST_CUT
from ginrummy.locale import N_
from ginrummy.web.api.errors import KINDS
from ginrummy.web.people.names import LONGEST_TYPED
from ginrummy.web.tables.clocks import PACES

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


MOST_LISTED: Final = 100
_LONGEST_MOVE: Final = 200
_LONGEST_OFFER: Final = 200
_LARGEST_NUMBER: Final = 10**9


class Sent(Schema):
    """Base of request bodies. It refuses unknown fields, and `1` for `true`."""

    model_config = ConfigDict(extra="forbid", strict=True)

    @model_validator(mode="after")
    def _readable(self) -> Self:
        if any(isinstance(value, str) and "\0" in value for value in self.__dict__.values()):
            raise ValueError("a zero byte")
        return self


class Refusal(Schema):
    """An error. Nothing has changed."""

    kind: str = Field(description=N_("Why, for a program."), json_schema_extra={"enum": list(KINDS)})
    told: str = Field(description=N_("Why, in the language asked for."))
    where: str = Field(description=N_("The field, or the move, that it is about."))
    clause: str = Field(description=N_("The clause of the rules."))


class Me(Schema):
    """The owner of the token."""

    number: int
    name: str


class Rules(Schema):
    """The rules of a game."""

    name: str | None = Field(description=N_("The preset that it is, null for house rules."))
    rules: dict[str, Any] = Field(description=N_("All fields of a variant file, with the values in force."))


class Preset(Rules):
    """A named variant, with the group of its list and the minutes of a match."""

    title: str
    about: str
    group: str
    minutes: int


class Level(Schema):
    """A bot level."""

    name: str
    title: str
    about: str


class Offer(Schema):
    """A fresh deal, with its fingerprint before any cut."""

    offer: str = Field(description=N_("What stands for this deal when a table is opened."))
    commitment: str = Field(description=N_("The fingerprint of the secret that will deal the cards."))
    bot_cut: str = Field(description=N_("How a bot would cut."))


class NewTable(Sent):
    """A table to open."""

    variant: str = Field("standard", description=N_("The name of a preset."), max_length=64)
    rules: dict[str, Any] = Field(
        default_factory=dict,
        description=N_("House rules: fields of a variant file that differ from the preset."),
    )
    against: str = Field(
        "friend",
        description=N_("`friend` for anyone who has the link, `anybody` for an open table, or a bot's name."),
        max_length=32,
    )
    clock: str = Field(
        "",
        description=N_(
            "Seconds in the bank and more for each turn, or days for each turn; empty for no clock."
        ),
        json_schema_extra={"enum": list(PACES)},
    )
    rated: bool = Field(False, description=N_("Whether the match counts for ratings between people."))
    invite: str = Field(
        "", description=N_("The name of a player for whom the seat is kept."), max_length=LONGEST_TYPED
    )
    offer: str = Field(
        "",
        description=N_("The deal that was offered; without one the server takes any."),
        max_length=_LONGEST_OFFER,
        pattern="^[!-~]*$",
    )
    cut: str | None = Field(
        None,
        description=N_(
            "Your cut, one line of any text; without one the server cuts, which proves nothing to you."
        ),
        max_length=LONGEST_CUT,
    )
    seal: str = Field(
        "",
        description=N_(
            "Instead of your cut its seal, where people or programs play: SHA-256 of `ginrummy cut v1`, the "
            "nonce and the cut, a line each. Once the other has cut, show yours: `reveal`."
        ),
        max_length=64,
    )


class Cut(Sent):
    """The joining player's part of the deal."""

    cut: str | None = Field(
        None,
        description=N_(
            "Your cut, one line of any text; without one the server cuts, which proves nothing to you."
        ),
        max_length=LONGEST_CUT,
    )


class SealedCut(Sent):
    """The sealed cut from when the table was opened."""

    cut: str = Field(description=N_("Your cut."), max_length=LONGEST_CUT)
    nonce: str = Field(description=N_("Its nonce: 32 digits 0 to 9, a to f."), max_length=32)


class Said(Sent):
    """An action at the table."""

    number: int = Field(
        description=N_("The `number` of the table that this answers."), ge=0, le=_LARGEST_NUMBER
    )
    move: str = Field(
        description=N_("One of `moves` or `also`, or any other arrangement that the rules allow."),
        max_length=_LONGEST_MOVE,
    )


class Player(Schema):
    """A player at a table."""

    name: str
    bot: str | None = Field(description=N_("The level of the bot that plays here."))
    presence: Literal["here", "away", "gone"]


class Summary(Schema):
    """A table in a list."""

    key: str
    path: str = Field(description=N_("The table's page for people."))
    number: int = Field(description=N_("How many events there are; a move says which number it answers."))
    status: Literal["waiting", "cutting", "playing", "over"] = Field(
        description=N_("`cutting` while a cut that was sealed is yet to be shown.")
    )
    title: str
    clock: str
    rated: bool
    open: bool = Field(description=N_("Whether the table is in the list of open tables."))
    seats: list[Player | None] = Field(description=N_("Null for a seat that is free."))
    winner: Seat | None


class Table(Summary):
    """A table, as seen by the token's seat."""

    variant: Rules
    commitment: str = Field(description=N_("The fingerprint of the secret that deals the cards."))
    seals: list[str | None] = Field(description=N_("The seal of each seat’s cut, null for an open cut."))
    cuts: list[str | None] = Field(
        description=N_("The cut of each seat, null as long as it is hidden from the other.")
    )
    seat: Seat | None = Field(description=N_("Your seat."))
    awaited: list[Seat] = Field(description=N_("The seats that something is awaited from."))
    moves: list[str] = Field(
        description=N_("What you may say now to go on: moves, `next` after a hand, `back` where a bot plays.")
    )
    also: list[str] = Field(
        description=N_(
            "What you may say besides: `resign`, `undo`, and `claim` or `bot` once the other is gone."
        )
    )
    times: Both | None = Field(description=N_("Milliseconds left on both clocks."))
    running: list[Seat] = Field(description=N_("Whose clocks run."))
    ending: Literal["resign", "time", "void", "claim"] | None = Field(
        description=N_("How the match ended early.")
    )
    sheet: Sheet | None = Field(description=N_("The score sheet, with this hand once it has ended."))
    view: View | None = Field(description=N_("What your seat sees, once the cards are dealt."))


class Answered(Table):
    """The table after an action, and the outcome of the action."""

    outcome: Literal["said", "repeated", "time_out"] = Field(
        description=N_(
            "said; repeated where it had been said before; time_out where somebody's clock had run out. "
            "Of the last two nothing is written."
        )
    )


class Opening(Schema):
    """An open table."""

    key: str
    title: str
    host: str
    rating: str
    rated: bool
    clock: str = Field(description=N_("The clock in words."))
    language: str
    own: bool
