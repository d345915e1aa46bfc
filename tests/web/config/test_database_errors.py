"""Database errors are in the language in use, and quoted if they name something."""

from __future__ import annotations

import pytest

from ginrummy.locale import LANGUAGES, using_language
from ginrummy.web.config.databases import database_error_text

SOCKET = 'connection failed: connection to server on socket "/run/.s.PGSQL.5432" failed: '
UNQUOTED = (
    'connection failed: connection to server at "127.0.0.1", port 1 failed: Connection refused\n\tIs it on?',
    'connection is bad: connection to server on socket "/x/.s.PGSQL.5432" failed: No such file or directory',
    SOCKET + "FATAL:  the database system is starting up",
    "connection timeout expired",
    "server closed the connection unexpectedly",
    "unable to open database file",
    "attempt to write a readonly database",
    "database or disk is full",
    "database is locked",
    "file is not a database",
    "database disk image is malformed",
)
QUOTED = {
    SOCKET + 'FATAL:  role "nobody" does not exist': 'role "nobody" does not exist',
    SOCKET + 'FATAL:  database "gin" does not exist': 'database "gin" does not exist',
    SOCKET
    + 'FATAL:  password authentication failed for user "a"': 'password authentication failed for user "a"',
    SOCKET + 'FATAL:  too many connections for role "a"': 'too many connections for role "a"',
    "failed to resolve host 'no.invalid': [Errno -2] Name or service not known": "'no.invalid'",
    "Unable to create the django_migrations table (permission denied for schema public": "schema public",
    'invalid connection option "nonsense"': '"nonsense"',
    "something quite new": "something quite new",
}


@pytest.mark.parametrize("said", [*UNQUOTED, *QUOTED])
def test_a_refusal_is_told_in_every_language(said: str) -> None:
    told = []
    for code in LANGUAGES:
        with using_language(code):
            told.append(database_error_text(Exception(said)))
    assert len(set(told)) == len(LANGUAGES)
    for each in told:
        assert "\n" not in each
        assert "connection to server" not in each
        assert QUOTED.get(said, "") in each


@pytest.mark.parametrize("said", UNQUOTED)
def test_what_names_nothing_is_not_quoted(said: str) -> None:
    with using_language("ru"):
        told = database_error_text(Exception(said))
    assert not any("a" <= sign <= "z" for sign in told)
