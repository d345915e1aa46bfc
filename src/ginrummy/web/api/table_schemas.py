"""Schemas of tables: presets and levels, deals and cuts, searches, the table and actions at it."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

from ninja import Field, Schema

from ginrummy.game.shuffle import LONGEST_CUT
from ginrummy.locale import N_
from ginrummy.web.api.schemas import LARGEST_NUMBER, Clock, RequestBody
from ginrummy.web.api.view_schemas import Both, Seat, Sheet, View
from ginrummy.web.people.names import LONGEST_TYPED

_LONGEST_MOVE: Final = 200
_LONGEST_OFFER: Final = 200
PresetName = Annotated[str, Field(description=N_("The name of a preset."), max_length=64)]
_OpenCut = Annotated[
    str | None,
    Field(
        description=N_(
            "Your cut, one line of any text; without one the server cuts, which proves nothing to you."
        ),
        max_length=LONGEST_CUT,
    ),
]


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


class OwnCut(RequestBody):
    """An offered deal, with your cut or its seal."""

    offer: str = Field(
        "",
        description=N_("The deal that was offered; without one the server takes any."),
        max_length=_LONGEST_OFFER,
        pattern="^[!-~]*$",
    )
    cut: _OpenCut = None
    seal: str = Field(
        "",
        description=N_(
            "Instead of your cut its seal, where people or programs play: SHA-256 of `ginrummy cut v1`, the "
            "nonce and the cut, a line each. Once the other has cut, show yours: `reveal`."
        ),
        max_length=64,
    )


class NewTable(OwnCut):
    """A table to open."""

    variant: PresetName = "standard"
    rules: dict[str, Any] = Field(
        default_factory=dict,
        description=N_("House rules: fields of a variant file that differ from the preset."),
    )
    against: str = Field(
        "friend",
        description=N_("`friend` for anyone who has the link, `anybody` for an open table, or a bot's name."),
        max_length=32,
    )
    clock: Clock = ""
    rated: bool = Field(False, description=N_("Whether the match counts for ratings between people."))
    invite: str = Field(
        "", description=N_("The name of a player for whom the seat is kept."), max_length=LONGEST_TYPED
    )


class NewSeek(OwnCut):
    """A search for an opponent."""

    variant: PresetName = "standard"
    clock: Literal["300+15", "1800+30", "1d"] = Field(
        "300+15", description=N_("Quick, unhurried, or a day for each turn.")
    )
    rated: bool = Field(False, description=N_("Whether the match counts for ratings, if the other agrees."))


class Seek(Schema):
    """Your search for an opponent. It ends a minute after your last request about it."""

    status: Literal["seeking", "found"]
    variant: str
    clock: str
    rated: bool
    table: str | None = Field(description=N_("The key of the table found."))
    joins: bool = Field(description=N_("Whether you are to join it, within half a minute, and cut."))


class Cut(RequestBody):
    """The joining player's part of the deal."""

    cut: _OpenCut = None


class SealedCut(RequestBody):
    """The sealed cut from when the table was opened."""

    cut: str = Field(description=N_("Your cut."), max_length=LONGEST_CUT)
    nonce: str = Field(description=N_("Its nonce: 32 digits 0 to 9, a to f."), max_length=32)


class TableAction(RequestBody):
    """An action at the table."""

    number: int = Field(
        description=N_("The `number` of the table that this answers."), ge=0, le=LARGEST_NUMBER
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


class HandFiles(Schema):
    """The addresses of a hand as a picture (PNG) and as an animation (GIF)."""

    picture: str
    animation: str


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
    one_hand: bool = Field(
        description=N_("Whether the table ends with its hand, which counts for an evening.")
    )
    pictures: list[HandFiles] = Field(
        description=N_("The addresses of each hand as a picture and an animation, once the match is over.")
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
