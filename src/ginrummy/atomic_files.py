"""Files that hold their old content or the new one at every moment, and never a part of it."""

from __future__ import annotations

import os
import secrets
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO


@contextmanager
def replacing(path: Path, *, lasts: bool = True) -> Iterator[BinaryIO]:
    """Yield a draft of the file `path`, or of the one that a link leads to, which takes its place at the end.

    Permissions of a file that was there are kept. What `lasts` outlives a power cut. Raises `OSError`, which
    names `path`, and leaves all as it was, where it cannot be written.
    """
    try:
        target = path.resolve()
        draft = target.with_name(f".ginrummy-{secrets.token_hex(8)}")
        mode = _mode_of(target)
        try:
            with draft.open("xb") as file:
                yield file
                file.flush()
                if lasts:
                    os.fsync(file.fileno())
            if mode is not None:
                draft.chmod(mode)
            draft.replace(target)
        except BaseException:
            with suppress(OSError):
                draft.unlink()
            raise
        if lasts:
            _sync_folder(target.parent)
    except OSError as error:
        if error.errno is None:
            raise
        raise OSError(error.errno, error.strerror, str(path)) from error


def write_whole(path: Path, text: str, *, lasts: bool = True) -> None:
    """Write `text` to the file `path` as `replacing` does."""
    with replacing(path, lasts=lasts) as file:
        file.write(text.encode())


def _mode_of(target: Path) -> int | None:
    """Return the permissions of a file that is to be replaced, `None` for a new one."""
    try:
        return stat.S_IMODE(target.stat().st_mode)
    except FileNotFoundError:
        return None


def _sync_folder(folder: Path) -> None:
    """Make the new name last through a power cut, where the system lets folders be synced."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
