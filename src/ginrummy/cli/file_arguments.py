"""Files that a command reads and writes, checked before the work begins."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

from ginrummy.kernel.installed_extras import install_command
from ginrummy.locale import _
from ginrummy.locale.errors import GinRummyError, RecordError
from ginrummy.text.record import record_files
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


def refuse_empty_folders(files: Iterable[Path]) -> None:
    """Raise `RecordError` for a folder without files."""
    for file in files:
        if not record_files(file):
            raise RecordError(_("there is no record in this folder"), where=str(file))


def load_posters() -> ModuleType:
    """Return the module that draws pictures. Raise `GinRummyError` without Pillow."""
    try:
        from ginrummy.text import posters  # Pillow is no part of an installation for the terminal
    except ImportError as error:
        text = _("pictures need Pillow: {command}")
        raise GinRummyError(text.format(command=install_command("web"))) from error
    return posters
