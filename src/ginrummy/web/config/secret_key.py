"""Secret key of the server, generated at the first start and stored next to the database."""

from __future__ import annotations

import os
import secrets
from itertools import pairwise
from pathlib import Path

from ginrummy.locale import _
from ginrummy.locale.errors import GinRummyError

KEY_FILE = "secret_key"
_KEY_BYTES = 64
_SHORTEST = 32
_LEAST_DIFFERENT = 6
"""Fewest distinct characters, and distinct differences of neighbours, in a key. Any random key has more, even
one of 32 digits.
"""


def server_key(home: Path, given: str = "") -> str:
    """Return `given`, or else the key stored in `home`, generated at the first call.

    Processes that start concurrently agree on one key. Raise `GinRummyError` for a guessable one.
    """
    if given:
        return _check_key(given, "GINRUMMY_SECRET_KEY")
    path = home / KEY_FILE
    try:
        found = path.read_text(encoding="utf-8", errors="surrogateescape").strip()
    except FileNotFoundError:
        return _new_key(path)
    return _check_key(found, str(path))


def _check_key(key: str, where: str) -> str:
    try:
        key.encode()
    except UnicodeEncodeError as error:
        raise GinRummyError(_("the key is not UTF-8 text"), where=where) from error
    if not is_strong(key):
        told = _(
            "the key that signs cookies could be guessed: it needs {least} characters or more without a "
            "pattern, such as openssl rand -hex 32 prints"
        )
        raise GinRummyError(told.format(least=_SHORTEST), where=where)
    return key


def is_strong(key: str) -> bool:
    """Return whether `key` is long and neither repeats itself nor counts up. There is no check for words.

    >>> is_strong("changeme" * 8), is_strong("abcdefghijklmnopqrstuvwxyz0123456789")
    (False, False)
    """
    repeats = any(key.startswith(key[start:]) for start in range(1, min(_SHORTEST, len(key) // 2 + 1)))
    steps = {ord(after) - ord(before) for before, after in pairwise(key)}
    is_various = min(len(set(key)), len(steps)) >= _LEAST_DIFFERENT
    return len(key) >= _SHORTEST and is_various and not repeats


def _new_key(path: Path) -> str:
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f".{path.name}.{os.getpid()}.{secrets.token_hex(4)}")
    handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(handle, "w", encoding="ascii") as file:
            file.write(secrets.token_urlsafe(_KEY_BYTES) + "\n")
            file.flush()
            os.fsync(file.fileno())
        os.link(draft, path)
    except FileExistsError:
        pass
    finally:
        draft.unlink()
    return path.read_text(encoding="ascii").strip()
