"""Explanations of database errors in the current language, with the original message where it says more."""

from __future__ import annotations

import re
from typing import Final

from ginrummy.locale import N_, _

_PLAIN: Final = (
    ("Connection refused", N_("nobody answers at this address")),
    ("timeout expired", N_("the answer takes too long")),
    ("No such file or directory", N_("nobody answers at this address")),
    ("unable to open database file", N_("permission denied")),
    ("readonly database", N_("it can only be read, not written")),
    ("disk is full", N_("no space is left on the disk")),
    ("disk I/O error", N_("the disk or the terminal has failed")),
    ("database is locked", N_("another program holds it")),
    ("not a database|malformed", N_("the file is no database, or a damaged one")),
    ("starting up|shutting down", N_("it is starting or stopping")),
    (
        "closed the connection|terminating connection|connection is lost|consuming input failed",
        N_("the connection was cut"),
    ),
)
"""Errors without a name or value in them: a pattern and its explanation."""
_QUOTED: Final = (
    ("failed to resolve host|could not translate host", N_("there is no machine of that name")),
    ("password authentication failed|no password supplied", N_("it refuses the password")),
    ('role "[^"]*" does not exist', N_("it knows no such user")),
    ('database "[^"]*" does not exist', N_("it has no such database")),
    ("no pg_hba.conf entry", N_("it lets nobody in from here")),
    ("permission denied", N_("this user may not do that")),
    ("too many (?:clients|connections)|connection slots", N_("too many are connected to it")),
    ("invalid connection option|invalid dsn|invalid integer", N_("its address says what it does not know")),
    ("SSL", N_("no secure connection can be made")),
)
"""Errors that contain a name or value, so the explanation quotes them: a pattern and its explanation."""
_PREFIX: Final = re.compile(r"^connection (?:failed|is bad): (?:connection to .* failed: )?(?:FATAL: +)?")


def database_error_text(error: Exception) -> str:
    """Return the reason for a database error in the current language. Quote an unknown error."""
    line = _PREFIX.sub("", str(error).strip().partition("\n")[0])
    for words, meaning in _PLAIN:
        if re.search(words, line):
            return _(meaning)
    meaning = next((meaning for words, meaning in _QUOTED if re.search(words, line)), "")
    if not meaning:
        return _("it says “{text}”").format(text=line)
    return _("{reason}: “{text}”").format(reason=_(meaning), text=line)
