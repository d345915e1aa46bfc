"""The one family of errors: each says what is wrong, where, and which clause of RULES.md."""

from __future__ import annotations


class GinRummyError(ValueError):
    """Something that cannot be accepted; `str()` is one line for a person."""

    def __init__(self, what: str, *, where: str = "", clause: str = "") -> None:
        self.what = what
        self.where = where
        self.clause = clause
        super().__init__(what, where, clause)

    def __str__(self) -> str:
        place = f"{self.where}: " if self.where else ""
        law = f" (RULES {self.clause})" if self.clause else ""
        return f"{place}{self.what}{law}"


class CardError(GinRummyError):
    """A text that is no card, or cards that no pack holds."""


class VariantError(GinRummyError):
    """A variant that does not exist, or a row of numbers nobody can play."""


class IllegalMove(GinRummyError):
    """A move that the law refuses."""


class RecordError(GinRummyError):
    """A record that cannot be read, or that does not replay."""
