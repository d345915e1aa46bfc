"""The server's own secret: made at the first start, kept beside the database, never in the repository."""

from __future__ import annotations

import os
import secrets
from pathlib import Path

from ginrummy.errors import GinRummyError
from ginrummy.locale import _

KEY_FILE = "secret_key"
_KEY_BYTES = 64
_SHORTEST = 32


def server_key(home: Path, given: str = "") -> str:
    """Return the key `given`, else the one kept in `home`, made at the first call.

    Processes that start at once agree on one. Raises `GinRummyError` for a key that could be guessed.
    """
    if given:
        return _long_enough(given, "GINRUMMY_SECRET_KEY")
    path = home / KEY_FILE
    try:
        found = path.read_text(encoding="utf-8").strip()
    except FileNotFoundError:
        return _new_key(path)
    return _long_enough(found, str(path))


def _long_enough(key: str, where: str) -> str:
    if len(key) < _SHORTEST:
        told = _(
            "the key that signs cookies and deals could be guessed: "
            "its length is {count}, at least {least} is needed"
        )
        raise GinRummyError(told.format(count=len(key), least=_SHORTEST), where=where)
    return key


def _new_key(path: Path) -> str:
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f".{path.name}.{os.getpid()}.{secrets.token_hex(4)}")
    handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "w", encoding="ascii") as file:
        file.write(secrets.token_urlsafe(_KEY_BYTES) + "\n")
        file.flush()
        os.fsync(file.fileno())
    try:
        os.link(draft, path)
    except FileExistsError:
        pass
    finally:
        draft.unlink()
    return path.read_text(encoding="ascii").strip()
