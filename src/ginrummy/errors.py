"""The one family of errors: each says what is wrong, where, and which clause of RULES.md.

And what the system's own errors mean, in the language spoken.
"""

from __future__ import annotations

import errno
from typing import Final

from ginrummy.locale import N_, _

_REASONS: Final[dict[int | None, str]] = {
    errno.ENOENT: N_("no such file or folder"),
    errno.EACCES: N_("permission denied"),
    errno.EPERM: N_("permission denied"),
    errno.EISDIR: N_("this is a folder"),
    errno.ENOTDIR: N_("this is not a folder"),
    errno.ENOSPC: N_("no space is left on the disk"),
    errno.EROFS: N_("it can only be read, not written"),
    errno.ENAMETOOLONG: N_("the name is too long"),
}


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


def reason_of(error: Exception) -> str:
    """Return in a few words, in the language spoken, why the system refused."""
    if isinstance(error, OSError):
        return _(_REASONS[error.errno]) if error.errno in _REASONS else error.strerror or str(error)
    return str(error)


def on_one_line(text: str, longest: int) -> str:
    """Return `text` as it may be shown whoever wrote it: one line, no control characters, cut with a `…`."""
    shown = " ".join("".join(sign if sign.isprintable() else " " for sign in text[: 4 * longest]).split())
    return shown if len(shown) <= longest else shown[:longest] + "…"
