"""Error classes of the package: each error has a reason, a place, and a clause of RULES.md.

This module also translates the system's own errors.
"""

from __future__ import annotations

import errno
from collections.abc import Iterable, Mapping
from copyreg import __newobj__  # type: ignore[attr-defined]  # Python's own way to recreate an object
from functools import reduce
from typing import Any, Final

from ginrummy.locale import N_, _

_REASONS: Final[dict[int | None, str]] = {
    errno.ENOENT: N_("no such file or folder"),
    errno.EACCES: N_("permission denied"),
    errno.EPERM: N_("permission denied"),
    errno.EISDIR: N_("this is a folder"),
    errno.ENOTDIR: N_("this is not a folder"),
    errno.ENODEV: N_("this is no ordinary file"),
    errno.EEXIST: N_("there is another file of that name already"),
    errno.ENOSPC: N_("no space is left on the disk"),
    errno.EROFS: N_("it can only be read, not written"),
    errno.EDQUOT: N_("no space is left on the disk"),
    errno.ENAMETOOLONG: N_("the name is too long"),
    errno.EBADF: N_("it is closed"),
    errno.ENOEXEC: N_("this is no program"),
    errno.EINVAL: N_("the name cannot be used"),
    errno.EIO: N_("the disk or the terminal has failed"),
    errno.EMFILE: N_("too many files are open"),
    errno.ECONNREFUSED: N_("nobody answers at this address"),
    errno.ECONNRESET: N_("the connection was cut"),
    errno.ECONNABORTED: N_("the connection was cut"),
    errno.EPIPE: N_("the connection was cut"),
    errno.EHOSTUNREACH: N_("the network does not lead there"),
    errno.ENETUNREACH: N_("the network does not lead there"),
    errno.ETIMEDOUT: N_("the answer takes too long"),
    errno.EADDRINUSE: N_("the address is taken by another program"),
    errno.EADDRNOTAVAIL: N_("this machine has no such address"),
}
_KINDS: Final[dict[str, str]] = {
    "UnicodeDecodeError": N_("this is not text in UTF-8"),
    "gaierror": N_("there is no machine of that name"),
    "SSLCertVerificationError": N_("its certificate cannot be trusted"),
    "SSLError": N_("no secure connection can be made"),
    "TimeoutError": N_("the answer takes too long"),
    "RemoteDisconnected": N_("the connection was cut"),
    "IncompleteRead": N_("the connection was cut"),
    "UnicodeError": N_("there is no machine of that name"),
    "HTTPException": N_("this is no server of ginrummy"),
    "InvalidURL": N_("this is no web address"),
    "JSONDecodeError": N_("this is no JSON"),
}
"""Messages for errors without an errno, by the name of their class."""


_LONGEST_VALUE: Final = 60


def clause_text(clause: str) -> str:
    """Return a clause of RULES.md in the current language."""
    return _("RULES {clause}").format(clause=clause)


class GinRummyError(ValueError):
    """Input that cannot be accepted. `str()` is one line for a person."""

    def __init__(self, what: str, *, where: str = "", clause: str = "") -> None:
        self.what = what
        self.where = where
        self.clause = clause
        super().__init__(what, where, clause)

    def __reduce__(self) -> tuple[Any, ...]:
        """Make the error picklable and copyable."""
        return __newobj__, (type(self), *self.args), self.__dict__

    def __str__(self) -> str:
        law = f" ({clause_text(self.clause)})" if self.clause else ""
        return f"{prefix_place(self.where, self.what)}{law}"


class CardError(GinRummyError):
    """Text that is not a card, or cards that no pack holds."""


class VariantError(GinRummyError):
    """A variant that does not exist, or an unplayable row of numbers."""


class IllegalMove(GinRummyError):
    """A move refused by the law; `reason` is a key of `refusal_reasons`, if any, `values` its parameters."""

    def __init__(
        self,
        what: str,
        *,
        where: str = "",
        clause: str = "",
        reason: str = "",
        values: Mapping[str, int | tuple[int, ...]] | None = None,
    ) -> None:
        super().__init__(what, where=where, clause=clause)
        self.reason = reason
        self.values = dict(values or {})

    def with_place(self, where: str) -> IllegalMove:
        """Return the same error for a move at the place `where`."""
        return IllegalMove(self.what, where=where, clause=self.clause, reason=self.reason, values=self.values)


class RecordError(GinRummyError):
    """A record that cannot be read, or that does not replay."""


def prefix_place(where: str, what: str) -> str:
    """Return `what` after its place, with a colon in the typography of the current language.

    >>> prefix_place("CARDS", "there is no card"), prefix_place("", "there is no card")
    ('CARDS: there is no card', 'there is no card')
    """
    return _("{title}: {value}").format(title=where, value=what) if where else what


def join_series(parts: Iterable[str]) -> str:
    """Return `parts` joined by semicolons, in the typography of the current language.

    >>> join_series(["4S 5S 6S", "9H 9D 9C"]), join_series([])
    ('4S 5S 6S; 9H 9D 9C', '')
    """
    found = list(parts)
    text = _("{first}; {second}")
    return reduce(lambda first, second: text.format(first=first, second=second), found) if found else ""


def error_reason(error: Exception) -> str:
    """Return a short translated reason for the system's `error`."""
    within = getattr(error, "reason", None)
    if isinstance(within, Exception):
        return error_reason(within)
    kind = next((each.__name__ for each in type(error).__mro__ if each.__name__ in _KINDS), None)
    if kind is not None:
        return _(_KINDS[kind])
    if not isinstance(error, OSError):
        return str(error)
    if error.errno in _REASONS:
        return _(_REASONS[error.errno])
    return _("the system refuses (error {number})").format(number=error.errno or type(error).__name__)


def safe_repr(value: object) -> str:
    """Return the `repr` of `value`, or a substitute when `repr` fails or is too long."""
    try:
        text = repr(value)
    except BaseException:  # a third party's `repr` may raise anything
        text = f"<{type(value).__name__}>"
    return on_one_line(text, _LONGEST_VALUE)


def on_one_line(text: str, longest: int) -> str:
    """Return untrusted `text` safe to show: one line, no control characters, cut with a `…`."""
    shown = " ".join("".join(sign if sign.isprintable() else " " for sign in text[: 4 * longest]).split())
    return shown if len(shown) <= longest else shown[:longest] + "…"
