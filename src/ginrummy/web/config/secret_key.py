"""The server's own secret: made at the first start, kept beside the database, never in the repository."""

from __future__ import annotations

import os
import secrets
from pathlib import Path

KEY_FILE = "secret_key"
_KEY_BYTES = 64


def server_key(home: Path) -> str:
    """Return the key kept in `home`, made at the first call; processes that start at once agree on one."""
    path = home / KEY_FILE
    try:
        return path.read_text(encoding="ascii").strip()
    except FileNotFoundError:
        return _new_key(path)


def _new_key(path: Path) -> str:
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f".{path.name}.{os.getpid()}.{secrets.token_hex(4)}")
    handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "w", encoding="ascii") as file:
        file.write(secrets.token_urlsafe(_KEY_BYTES) + "\n")
    try:
        os.link(draft, path)
    except FileExistsError:
        pass
    finally:
        draft.unlink()
    return path.read_text(encoding="ascii").strip()
