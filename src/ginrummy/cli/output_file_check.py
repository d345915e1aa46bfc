"""Files that a command is to write: refused before the work begins where they would cost somebody a match."""

from __future__ import annotations

import tempfile
from collections.abc import Iterable
from pathlib import Path

from ginrummy.errors import RecordError, reason_of
from ginrummy.locale import _
from ginrummy.record import record_files
from ginrummy.record.files import begins_a_record


def refuse_output(path: Path | None, *, read: Iterable[Path]) -> None:
    """Raise `RecordError` unless the file `path` (`None` for none) may be written.

    It may not be one of the files and folders that are `read`, nor a record, nor lie where nothing can be
    written. Any other file that is there is one to be written anew.
    """
    if path is None:
        return
    if path.is_dir():
        raise RecordError(_("this is a folder"), where=str(path))
    try:
        if path.exists():
            _refuse_losing(path, read)
            with path.open("ab"):
                return
        with tempfile.TemporaryFile(dir=path.parent):
            return
    except OSError as error:
        what = _("the file cannot be written: {error}").format(error=reason_of(error))
        raise RecordError(what, where=str(path)) from error


def _refuse_losing(path: Path, read: Iterable[Path]) -> None:
    """Raise `RecordError` where writing over the file `path` would lose what is `read`, or a match."""
    if not path.is_file():
        raise RecordError(_("this is no ordinary file"), where=str(path))
    files = (file for each in read for file in record_files(each))
    if any(file.exists() and file.samefile(path) for file in files):
        raise RecordError(_("this file is read: it would be written over"), where=str(path))
    if begins_a_record(path):
        raise RecordError(_("this is the record of a match: it would be written over"), where=str(path))
