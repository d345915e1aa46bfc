"""Folder of a run: `run.json` has its plan, `journal.jsonl` its results, one line per piece.

The journal is append-only, by whole lines, in the order of the pieces. Whenever the program stops, it holds
everything up to some piece and nothing after. A truncated last line is removed and its piece played again.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Final

import ginrummy
from ginrummy.lab.arena.results import PlayedPiece, parse_piece_line, piece_line
from ginrummy.lab.arena.run_plan import ArenaError, RunPlan
from ginrummy.locale import _
from ginrummy.text.atomic_files import write_atomically

if sys.platform != "win32":
    import fcntl

RUN_FILE: Final = "run.json"
JOURNAL_FILE: Final = "journal.jsonl"
RECORDS_FOLDER: Final = "records"


class Journal:
    """The open journal of a folder: its pieces so far, and the file to append to."""

    def __init__(self, folder: Path, file: IO[bytes], earlier: list[PlayedPiece]) -> None:
        self.folder = folder
        self.earlier = earlier
        self._file = file

    def add(self, played: PlayedPiece) -> None:
        """Append `played`, after its records: a line exists only for complete results."""
        if played.records:
            self._keep_records(played)
        self._file.write(piece_line(played).encode())
        self._file.flush()

    def _keep_records(self, played: PlayedPiece) -> None:
        pairing, first, _pairs = played.piece
        folder = self.folder / RECORDS_FOLDER
        folder.mkdir(exist_ok=True)
        for place, texts in enumerate(played.records):
            name = f"{pairing + 1}-{first + place // 2 + 1:07}-{'ab'[place % 2]}"
            for part, text in enumerate(texts, start=1):
                path = folder / (f"{name}.txt" if part == 1 else f"{name}-{part}.txt")
                write_atomically(path, text, durable=False)


@contextmanager
def open_journal(folder: Path, plan: RunPlan) -> Iterator[Journal]:
    """Yield the journal of `plan` in `folder`, created if missing and locked by this process.

    Raises `ArenaError` when the folder holds another run, is in use, or has a corrupt journal.
    """
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / JOURNAL_FILE).open("a+b") as file:
        _lock(file, folder)
        _agree(folder, plan)
        yield Journal(folder, file, _earlier(file, folder / JOURNAL_FILE, len(plan.pairings)))
        os.fsync(file.fileno())


def _lock(file: IO[bytes], folder: Path) -> None:
    if sys.platform == "win32":
        return
    try:
        fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        raise ArenaError(_("another run is writing in this folder"), where=str(folder)) from error


def _agree(folder: Path, plan: RunPlan) -> None:
    """Write the plan, or check that it equals the existing one."""
    path = folder / RUN_FILE
    wanted = {"ginrummy": ginrummy.__version__, **plan.identity()}
    if not path.exists():
        _refuse_foreign(folder)
        write_atomically(path, json.dumps(wanted, ensure_ascii=False, indent=2) + "\n")
        return
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (ValueError, RecursionError) as error:
        raise ArenaError(_("this is not the description of a run"), where=str(path)) from error
    kept = found if isinstance(found, dict) else {}
    for field in {**wanted, **kept}:
        there, value = kept.get(field), wanted.get(field)
        if there != value:
            message = _("this folder holds another run: “{field}” is {found} there, {wanted} here")
            raise ArenaError(message.format(field=field, found=there, wanted=value), where=str(path))


def _refuse_foreign(folder: Path) -> None:
    """Raise `ArenaError` if files not written by a run have the names of ours in `folder`."""
    journal, records = folder / JOURNAL_FILE, folder / RECORDS_FOLDER
    taken = [journal] if journal.stat().st_size else [*records.glob("*")]
    for path in taken:
        raise ArenaError(_("there is another file of that name already"), where=str(path))


def _earlier(file: IO[bytes], path: Path, pairings: int) -> list[PlayedPiece]:
    """Return the pieces in `file`, and remove a truncated last line."""
    file.seek(0)
    found: list[PlayedPiece] = []
    done = [0] * pairings
    end = 0
    for number, line in enumerate(file, start=1):
        if not line.endswith(b"\n"):
            break
        found.append(_parse_piece(line, done, f"{path}, {number}"))
        end += len(line)
    file.truncate(end)
    file.seek(0, os.SEEK_END)
    return found


def _parse_piece(line: bytes, done: list[int], where: str) -> PlayedPiece:
    """Return the piece in `line`, which must continue where the lines before it ended."""
    try:
        played = parse_piece_line(line.decode())
        pairing, first, pairs = played.piece
        if first != done[pairing]:
            raise ValueError(f"pair {first} follows pair {done[pairing] - 1}")
    except (ValueError, IndexError) as error:
        raise ArenaError(_("the journal is spoilt here: {error}").format(error=error), where=where) from error
    done[pairing] += pairs
    return played
