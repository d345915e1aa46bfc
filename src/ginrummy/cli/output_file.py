"""The output file of a command, checked before the work begins, so that no other file is overwritten."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from ginrummy.locale import _
from ginrummy.locale.errors import RecordError
from ginrummy.text.record.files import protect_existing_file, save_bytes


@dataclass(frozen=True, slots=True)
class OutputFile:
    """A file to write: a new one, or one that the same command wrote before, according to `is_own`."""

    path: Path
    is_own: Callable[[Path], bool]

    def write(self, content: str | bytes) -> None:
        """Write `content`. Raise `RecordError` if another file has appeared there meanwhile."""
        protect_existing_file(self.path, self.is_own)
        save_bytes(self.path, content.encode() if isinstance(content, str) else content)


def check_output_file(
    path: Path | None, may_overwrite: Callable[[Path], bool], *, read: Iterable[Path] = ()
) -> OutputFile | None:
    """Return the file `path`, or `None` for none. Raise `RecordError` where it may not be written.

    It may not lie in one of the folders `read`, where the next run would take it for a record.
    """
    if path is None:
        return None
    if any(folder.is_dir() and path.resolve().is_relative_to(folder.resolve()) for folder in read):
        raise RecordError(_("all files of this folder are read: write it to another one"), where=str(path))
    protect_existing_file(path, may_overwrite)
    return OutputFile(path, may_overwrite)
