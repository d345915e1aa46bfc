"""Atomic file writes: a file holds its old content or the new one, never a part of it."""

from __future__ import annotations

import errno
import os
import secrets
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO


@contextmanager
def replace_atomically(path: Path, *, durable: bool = True) -> Iterator[BinaryIO]:
    """Yield a temporary file that replaces `path`, or the target of a link, at the end.

    The permissions of an existing file are preserved. With `durable` the content is synced, so it survives a
    power cut. Raises `OSError`, which names `path`, and changes nothing when the file cannot be written: for
    example a folder or a device.
    """
    try:
        target = path.resolve()
        mode = _mode_of(target)
        draft = target.with_name(f".ginrummy-{secrets.token_hex(8)}")
        try:
            with draft.open("xb") as file:
                yield file
                file.flush()
                if durable:
                    os.fsync(file.fileno())
            if mode is not None:
                draft.chmod(mode)
            draft.replace(target)
        except BaseException:
            with suppress(OSError):
                draft.unlink()
            raise
        if durable:
            _sync_folder(target.parent)
    except OSError as error:
        if error.errno is None:
            raise
        raise OSError(error.errno, error.strerror, str(path)) from error


def write_atomically(path: Path, content: str | bytes, *, durable: bool = True) -> None:
    """Write `content`, text as UTF-8, to the file `path` as `replace_atomically` does."""
    with replace_atomically(path, durable=durable) as file:
        file.write(content.encode() if isinstance(content, str) else content)


def is_missing_or_empty(path: Path) -> bool:
    """Return whether writing the file `path` would lose nothing: it is missing or empty.

    Raises `OSError` when it cannot be written.
    """
    target = path.resolve()
    if _mode_of(target) is None:
        with tempfile.TemporaryFile(dir=target.parent):
            return True
    with target.open("ab") as file:
        return file.tell() == 0


def _mode_of(target: Path) -> int | None:
    """Return the permissions of the file to replace, or `None` for a new one."""
    try:
        mode = target.stat().st_mode
    except FileNotFoundError:
        return None
    if not stat.S_ISREG(mode):
        kind = errno.EISDIR if stat.S_ISDIR(mode) else errno.ENODEV
        raise OSError(kind, os.strerror(kind), str(target))
    return stat.S_IMODE(mode)


def _sync_folder(folder: Path) -> None:
    """Sync the folder entry, where the system lets folders be synced."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
