"""Record files: reader with a size limit, and atomic writer."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Final

from ginrummy.locale import _
from ginrummy.locale.argument_checks import as_path, as_text
from ginrummy.locale.errors import RecordError, error_reason
from ginrummy.text.atomic_files import is_missing_or_empty, write_atomically
from ginrummy.text.record.lines import LONGEST_RECORD, line_location, too_long_message
from ginrummy.text.record.reader import Record, read_record

_FIRST_HEADER: Final = b"[GinRummy"
_BLANK: Final = b" \t\xef\xbb\xbf"


def load_record(path: str | Path) -> Record:
    """Return the record in the file `path`. Raises `RecordError`, which names file and line."""
    file = as_path(path, "load_record", error=RecordError)
    return _with_place(str(file), lambda: read_record(_decode(_bytes_of(file))))


def read_records(path: str | Path) -> Iterator[Record]:
    """Yield the records in the file `path`, in order, or in all files of a folder by name.

    A record ends at the first header of the next one. Raises `RecordError`, which names file and line (of the
    record, numbered `#2` and so on from the second of a file).
    """
    for file in record_files(as_path(path, "read_records", error=RecordError)):
        for number, content in enumerate(_contents(file), start=1):
            where = str(file) if number == 1 else f"{file} #{number}"
            yield _with_place(where, partial(_read, content))


def record_files(path: str | Path) -> list[Path]:
    """Return the file `path`, or all files of a folder and its subfolders, by name, without hidden ones."""
    folder = Path(path)
    if not folder.is_dir():
        return [folder]
    inside = (each for each in folder.rglob("*") if each.is_file())
    return sorted(
        each for each in inside if not any(part.startswith(".") for part in each.relative_to(folder).parts)
    )


def _read(content: bytes) -> Record:
    return read_record(_decode(content))


def _contents(path: Path) -> Iterator[bytes]:
    """Yield the content of the file `path`, split before each line that starts a record.

    A line that is too long is the last, long enough for `read_record` to refuse it: a file may be endless.
    """
    lines: list[bytes] = []
    size = 0
    try:
        with path.open("rb") as file:
            while line := file.readline(LONGEST_RECORD + 1):
                if line.lstrip(_BLANK).startswith(_FIRST_HEADER) and any(each.strip() for each in lines):
                    yield b"".join(lines)
                    lines, size = [], 0
                lines.append(line)
                size += len(line)
                if size > LONGEST_RECORD:
                    break
    except OSError as error:
        message = _("the file cannot be read: {error}").format(error=error_reason(error))
        raise RecordError(message, where=str(path)) from error
    yield b"".join(lines)


def _with_place(where: str, read: Callable[[], Record]) -> Record:
    """Return the result of `read`, with `where` before the line in its errors."""
    try:
        return read()
    except RecordError as error:
        place = f"{where}, {error.where}" if error.where else where
        raise RecordError(error.what, where=place, clause=error.clause) from error


def _bytes_of(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            content = file.read(LONGEST_RECORD + 1)
    except OSError as error:
        raise RecordError(_("the file cannot be read: {error}").format(error=error_reason(error))) from error
    if len(content) > LONGEST_RECORD:
        raise RecordError(too_long_message(), clause="12.1")
    return content


def _decode(content: bytes) -> str:
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        number = content.count(b"\n", 0, error.start) + 1
        raise RecordError(_("this is not UTF-8"), where=line_location(number), clause="12.1") from error


def save_record(path: str | Path, text: str) -> None:
    """Write `text` to the file `path` as `save_bytes` does."""
    target = as_path(path, "save_record", error=RecordError)
    save_bytes(target, as_text(text, "save_record", error=RecordError).encode())


def save_bytes(path: str | Path, data: bytes) -> None:
    """Write `data` to the file `path` atomically.

    Raises `RecordError`, and leaves the file unchanged, if it cannot be written (a full disk, a read-only
    folder, a device).
    """
    with _written(Path(path)):
        write_atomically(Path(path), data)


def protect_existing_file(path: Path, may_overwrite: Callable[[Path], bool]) -> None:
    """Raise `RecordError` unless the file `path` can be written without losing anything.

    It may be new, or empty, or a file that the same command wrote, as checked by `may_overwrite`.
    """
    with _written(path):
        is_lost = not is_missing_or_empty(path) and not may_overwrite(path)
    if is_lost:
        raise RecordError(_("there is another file of that name already"), where=str(path))


@contextmanager
def _written(path: Path) -> Iterator[None]:
    """Raise `RecordError` if the system does not let the file `path` be written."""
    try:
        yield
    except (OSError, RuntimeError) as error:
        what = _("the file cannot be written: {error}").format(error=error_reason(error))
        raise RecordError(what, where=str(path)) from error
