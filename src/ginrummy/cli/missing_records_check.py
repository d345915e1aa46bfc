"""Check of folders of records, shared by several commands."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from ginrummy.locale import _
from ginrummy.locale.errors import RecordError
from ginrummy.text.record import record_files


def refuse_empty_folders(files: Iterable[Path]) -> None:
    """Raise `RecordError` for a folder without files."""
    for file in files:
        if not record_files(file):
            raise RecordError(_("there is no record in this folder"), where=str(file))
