"""Errors of the server, each with its HTTP status and a kind for programs."""

from __future__ import annotations

from typing import ClassVar, Final, NamedTuple

from ginrummy.game.shuffle import DealError
from ginrummy.locale.errors import CardError, GinRummyError, IllegalMove, VariantError


class WebError(GinRummyError):
    """An error of the server with its `status`. `kind` is the reason for programs."""

    status: ClassVar[int]
    kind: ClassVar[str]

    def __init_subclass__(cls, *, status: int = 422, kind: str = "refused") -> None:
        """Store the arguments of a class statement: `class NoTable(WebError, status=404, kind="no_table")`"""
        cls.status, cls.kind = status, kind


class Reply(NamedTuple):
    """Response to an error: its HTTP status, and its kind for programs."""

    status: int
    kind: str


OF_THE_LAW: Final[dict[type[GinRummyError], Reply]] = {
    IllegalMove: Reply(422, "illegal_move"),
    CardError: Reply(422, "no_card"),
    VariantError: Reply(422, "variant"),
    DealError: Reply(422, "cut"),
    GinRummyError: Reply(422, "refused"),
}
"""Responses to errors of the rules, which know nothing of HTTP, for pages and API alike."""


def error_status(error: GinRummyError) -> Reply:
    """Return the status and the kind for `error`.

    >>> error_status(CardError("no such card"))
    Reply(status=422, kind='no_card')
    """
    if isinstance(error, WebError):
        return Reply(error.status, error.kind)
    return next(reply for kind, reply in OF_THE_LAW.items() if isinstance(error, kind))
