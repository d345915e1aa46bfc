"""Schemas of the API, for validation by Ninja and the OpenAPI document: shared ones and those of people."""

from __future__ import annotations

from typing import Annotated, Final, Literal, Self

from ninja import Field, Schema
from pydantic import ConfigDict, model_validator

from ginrummy.locale import N_
from ginrummy.web.api.errors import KINDS
from ginrummy.web.people.names import LONGEST_TYPED
from ginrummy.web.tables.clocks import PACES

Clock = Annotated[
    str,
    Field(
        description=N_(
            "Seconds in the bank and more for each turn, or days for each turn; empty for no clock."
        ),
        json_schema_extra={"enum": list(PACES)},
    ),
]
MOST_LISTED: Final = 100
LARGEST_NUMBER: Final = 10**9


class RequestBody(Schema):
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


class Friend(Me):
    """A friend."""

    here: bool = Field(description=N_("Whether the friend is here, and shows it."))
    matches: int = Field(description=N_("How many matches you have finished with each other."))
    won: float = Field(description=N_("How many of them you have won."))


class Friends(Schema):
    """Your friends."""

    friends: list[Friend]
    asking: list[Me] = Field(description=N_("Players who ask to be your friends."))


class NewFriend(RequestBody):
    """A player to ask."""

    name: str = Field(description=N_("The name of an account."), min_length=1, max_length=LONGEST_TYPED)


class Device(Schema):
    """A browser that takes your alerts."""

    number: int
    name: str = Field(description=N_("The name of the browser."))
    language: Literal["en", "fr", "ru"]
    created: str = Field(description=N_("When it was registered, as ISO 8601."))


class Alerts(Schema):
    """Your alerts. Without a time zone there are no quiet hours."""

    turn: bool = Field(description=N_("Whether you are told that it is your turn."))
    arrival: bool = Field(description=N_("Whether you are told that somebody joins your table."))
    invitation: bool = Field(description=N_("Whether you are told of invitations."))
    round: bool = Field(description=N_("Whether you are told that your next game in a room is ready."))
    mail: bool = Field(description=N_("Whether an e-mail follows where no device took the alert."))
    quiet_from: int = Field(description=N_("The full hour at which quiet hours begin."))
    quiet_to: int = Field(description=N_("The full hour at which they end, the next day if it is earlier."))
    zone: str = Field(description=N_("The time zone of the hours, as `Europe/Paris`; empty for none."))
    devices: list[Device] = Field(description=N_("Your devices, the latest first."))


Hour = Annotated[int, Field(ge=0, le=23)]


class AlertChanges(RequestBody):
    """Fields of your alerts to change."""

    turn: bool = False
    arrival: bool = False
    invitation: bool = False
    round: bool = False
    mail: bool = False
    quiet_from: Hour = 0
    quiet_to: Hour = 0
    zone: str = Field("", max_length=64)
