"""Schemas of rooms, of their evenings, and of evenings with real cards."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Literal

from ninja import Field, Schema

from ginrummy.locale import N_
from ginrummy.web.api.schemas import LARGEST_NUMBER, Clock, RequestBody
from ginrummy.web.api.table_schemas import OwnCut, Summary
from ginrummy.web.board.house_rules import LONGEST_RULES
from ginrummy.web.people.names import LONGEST_TYPED
from ginrummy.web.rooms.models import FREE, LONGEST_STAKES
from ginrummy.web.sheets.service import LONGEST_TEXT, LONGEST_TOKEN

_Title = Annotated[str, Field(description=N_("The name of the room."), max_length=LONGEST_TYPED)]
_Game = Annotated[
    str,
    Field(
        description=N_("The name of a preset, or house rules as a TOML table on one line."),
        max_length=LONGEST_RULES,
    ),
]
_Closed = Annotated[bool, Field(description=N_("Whether the door is closed, so that nobody new comes in."))]
_Form = Annotated[str, Field(description=N_("The form that says who plays whom."), max_length=32)]
_Stakes = Annotated[str, Field(description=N_("The stakes, in words."), max_length=LONGEST_STAKES)]


class RoomSettings(RequestBody):
    """Name of a room and defaults of its tables."""

    title: _Title
    game: _Game = "standard"
    clock: Clock = ""
    closed: _Closed = False
    form: _Form = FREE
    stakes: _Stakes = ""


class RoomChanges(RequestBody):
    """Settings of a room to change. A missing one stays."""

    title: _Title | None = None
    game: _Game | None = None
    clock: Clock | None = None
    closed: _Closed | None = None
    form: _Form | None = None
    stakes: _Stakes | None = None


class RoomTable(OwnCut):
    """A table to open in a room, by its game and clock."""

    member: int | None = Field(
        None, description=N_("The number of a member for whom the seat is kept."), ge=0, le=LARGEST_NUMBER
    )


class EveningStart(RequestBody):
    """Players of an evening in the order of the form: numbers of members and levels of bots."""

    players: list[int | str] = Field(max_length=48)


class BotPlace(RequestBody):
    """A bot for the place of a player."""

    bot: str = Field(description=N_("The level of the bot."), max_length=32)


class NewRole(RequestBody):
    """Another role for a member."""

    role: Literal["owner", "helper", "member", "removed"]


class RoomSummary(Schema):
    """A room in a list."""

    key: str
    path: str = Field(description=N_("The room's page for people."))
    number: int = Field(description=N_("How many changes there were."))
    title: str
    game: str
    clock: str
    closed: bool
    form: str
    stakes: str


class RoomMember(Schema):
    """A person in a room."""

    number: int
    name: str
    role: Literal["owner", "helper", "member"]
    here: bool
    own: bool = Field(description=N_("Whether it is you."))


class RoomStanding(Schema):
    """Gains of a player this evening."""

    name: str
    matches: int
    won: int = Field(description=N_("Matches won."))
    hands: int = Field(description=N_("Hands won."))
    points: int = Field(description=N_("Points won less points lost."))


class Room(RoomSummary):
    """A room, as its people see it."""

    role: Literal["owner", "helper", "member"] = Field(description=N_("Your role."))
    members: list[RoomMember]
    tables: list[Summary] = Field(description=N_("The tables of this evening."))
    standings: list[RoomStanding] = Field(description=N_("Who stands where this evening."))
    evening: dict[str, Any] | None = Field(
        description=N_("The sheet of this evening, as `ginrummy score` prints it.")
    )
    board: list[int] | None = Field(
        description=N_(
            "Places in `players` of the evening for your next hand, yours first; null while you wait."
        )
    )


class RoomEveningSummary(Schema):
    """An evening of a room in a list."""

    number: int = Field(description=N_("The number of the evening, as in its address."))
    path: str = Field(description=N_("The evening's page for people."))
    begun: datetime
    over: bool
    form: str
    game: str
    stakes: str
    players: list[str]
    winner: str = Field(
        description=N_("The best player of the evening, or those of the best side; empty while it is played.")
    )


class RoomEvening(RoomEveningSummary):
    """An evening of a room with its sheet."""

    text: str = Field(description=N_("The evening as `ginrummy score` reads it."))
    sheet: dict[str, Any] = Field(description=N_("What `ginrummy score --json` prints."))


class NewEvening(RequestBody):
    """An evening with real cards."""

    text: str = Field(
        description=N_("The evening as `ginrummy score` reads it: `form:`, `players:`, a hand a line."),
        max_length=LONGEST_TEXT,
    )


class EveningEdit(RequestBody):
    """An edit of an evening."""

    version: int = Field(description=N_("The `version` that this edits."), ge=0, le=LARGEST_NUMBER)
    action: Literal[
        "append", "correct", "insert", "delete", "up", "down", "rename", "heading", "text", "undo", "redo"
    ] = "append"
    line: str = Field(
        "", description=N_("The hand, the new name, the value or the whole text."), max_length=LONGEST_TEXT
    )
    place: int = Field(0, description=N_("The number of a hand, from 1."), ge=0, le=LARGEST_NUMBER)
    who: str = Field("", description=N_("Who is renamed, or which heading is set."), max_length=64)
    token: str = Field(
        "",
        description=N_("Any text: a second edit with the same one changes nothing."),
        max_length=LONGEST_TOKEN,
        pattern="^[!-~]*$",
    )


class EveningSummary(Schema):
    """An evening in a list."""

    key: str
    path: str = Field(description=N_("Its page for people."))
    number: int = Field(description=N_("How often it has changed."))
    version: int = Field(description=N_("What an edit says that it edits."))
    players: list[str]


class Evening(EveningSummary):
    """An evening with real cards, as the link lets you see it."""

    may_enter: bool
    own: bool
    entry_key: str | None = Field(description=N_("The key with which others may enter hands, for its owner."))
    picture: str = Field(description=N_("The address of the sheet as a picture."))
    text: str
    sheet: dict[str, Any] = Field(description=N_("What `ginrummy score --json` prints."))


class SeasonTotal(Schema):
    """Gains of one person in all evenings of a room."""

    name: str
    evenings: int
    matches: int = Field(description=N_("Matches won."))
    hands: int = Field(description=N_("Hands won."))
    gain: int = Field(description=N_("Points won less points lost."))
    stakes: dict[str, int] = Field(description=N_("Hundredths won less lost, by their unit."))


class Payment(Schema):
    """A payment from one person to another, by their places in the totals."""

    payer: int
    receiver: int
    amount: int


class SeasonFault(Schema):
    """An evening of which not all could be read."""

    evening: str = Field(description=N_("The day."))
    reason: str


class Season(Schema):
    """All evenings of a room, added up."""

    evenings: list[str] = Field(description=N_("The days, the first one first."))
    totals: list[SeasonTotal]
    courses: list[list[int]] = Field(description=N_("The points of each person after each evening."))
    payments: list[Payment] = Field(description=N_("The fewest payments that settle the points."))
    stake_payments: dict[str, list[Payment]] = Field(
        description=N_("The fewest payments that settle the stakes, by their unit.")
    )
    faults: list[SeasonFault] = Field(description=N_("Evenings whose hands are not all in these sums."))
