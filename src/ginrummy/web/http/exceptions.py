"""What the server refuses: each refusal has the HTTP status and, for programs, the kind that go with it."""

from __future__ import annotations

from typing import ClassVar, Final, NamedTuple

from ginrummy.errors import CardError, GinRummyError, IllegalMove, VariantError
from ginrummy.shuffle import DealError


class WebError(GinRummyError):
    """Something that the server refuses, with `status`; `kind` tells a program why."""

    status: ClassVar[int]
    kind: ClassVar[str]

    def __init_subclass__(cls, *, status: int = 422, kind: str = "refused") -> None:
        """Note what the class statement says: `class NoTable(WebError, status=404, kind="no_table")`."""
        cls.status, cls.kind = status, kind


class Reply(NamedTuple):
    """How a refusal is answered: its HTTP status, and its kind for programs."""

    status: int
    kind: str


OF_THE_LAW: Final[dict[type[GinRummyError], Reply]] = {
    IllegalMove: Reply(422, "illegal_move"),
    CardError: Reply(422, "no_card"),
    VariantError: Reply(422, "variant"),
    DealError: Reply(422, "cut"),
    GinRummyError: Reply(422, "refused"),
}
"""The law knows nothing of HTTP: how its refusals are answered stands here, for pages and programs alike."""


def reply_to(error: GinRummyError) -> Reply:
    """Return how `error` is answered.

    >>> reply_to(CardError("no such card"))
    Reply(status=422, kind='no_card')
    """
    if isinstance(error, WebError):
        return Reply(error.status, error.kind)
    return next(reply for kind, reply in OF_THE_LAW.items() if isinstance(error, kind))
