"""Records in files: read with a limit, saved whole or not at all."""

from __future__ import annotations

import os
import secrets
import stat
from contextlib import suppress
from pathlib import Path

from ginrummy.errors import RecordError, reason_of
from ginrummy.locale import _
from ginrummy.record.lines import LONGEST_RECORD, place, too_long
from ginrummy.record.reader import Record, read_record


def load_record(path: str | Path) -> Record:
    """Return the record in the file `path`; raises `RecordError`, which names file and line."""
    try:
        return read_record(_decoded(_bytes_of(Path(path))))
    except RecordError as error:
        where = f"{path}, {error.where}" if error.where else str(path)
        raise RecordError(error.what, where=where, clause=error.clause) from error


def _bytes_of(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            content = file.read(LONGEST_RECORD + 1)
    except OSError as error:
        raise RecordError(_("the file cannot be read: {error}").format(error=reason_of(error))) from error
    if len(content) > LONGEST_RECORD:
        raise RecordError(too_long(), clause="12.1")
    return content


def _decoded(content: bytes) -> str:
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        number = content.count(b"\n", 0, error.start) + 1
        raise RecordError(_("this is not UTF-8"), where=place(number), clause="12.1") from error


def save_record(path: str | Path, text: str) -> None:
    """Write `text` to the file `path`, which holds the old text or the new one at every moment.

    Raises `RecordError`, and leaves the file as it was, where it cannot be written (a full disk, a folder
    that is read-only, a device).
    """
    path = Path(path)
    draft = path.parent / f".ginrummy-{secrets.token_hex(8)}"
    try:
        target = path.resolve()
        draft = target.parent / draft.name
        _write(draft, text.encode(), mode=_mode_of(target))
        draft.replace(target)
        _sync_folder(target.parent)
    except (OSError, RuntimeError) as error:
        with suppress(OSError):
            draft.unlink()
        message = _("the file cannot be written: {error}").format(error=reason_of(error))
        raise RecordError(message, where=str(path)) from error


def _mode_of(target: Path) -> int | None:
    """Return the permissions of a file that is to be replaced, `None` for a new one."""
    try:
        mode = target.stat().st_mode
    except FileNotFoundError:
        return None
    if not stat.S_ISREG(mode):
        raise OSError(_("this is no ordinary file"))
    return stat.S_IMODE(mode)


def _write(draft: Path, content: bytes, *, mode: int | None) -> None:
    with draft.open("xb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    if mode is not None:
        draft.chmod(mode)


def _sync_folder(folder: Path) -> None:
    """Make the new name last through a power cut, where the system lets folders be synced."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
