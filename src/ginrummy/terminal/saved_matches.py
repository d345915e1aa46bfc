"""Storage of matches: the unfinished match after every move, and the record that a person requested."""

from __future__ import annotations

import atexit
import json
import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import date
from itertools import count
from pathlib import Path
from typing import IO, Final, NamedTuple

from platformdirs import user_state_path

from ginrummy.game import shuffle
from ginrummy.game.cards import face_code, parse_face
from ginrummy.game.match import Match
from ginrummy.locale import _
from ginrummy.locale.errors import GinRummyError, RecordError, error_reason
from ginrummy.players import load_player
from ginrummy.terminal.local_table import LocalTable
from ginrummy.text.atomic_files import is_missing_or_empty
from ginrummy.text.record import load_record, read_record, save_record, write_record
from ginrummy.text.record.files import protect_existing_file

if sys.platform != "win32":
    import fcntl

_LOCK_SUFFIX: Final = ".lock"
_held: Final[dict[Path, IO[bytes]]] = {}


def try_lock(path: Path) -> bool:
    """Lock the match in the file `path`. Return whether this process has the lock now.

    Return true on a file system without locks.
    """
    if path in _held or sys.platform == "win32":
        return True
    lock = _lock_of(path)
    while True:
        try:
            file = lock.open("ab")
        except OSError:
            return True
        if not _takes_lock(file):
            file.close()
            return False
        if _is_at(lock, file):
            _held[path] = file
            return True
        file.close()  # the previous owner has ended meanwhile and has removed the file


def is_unlocked(path: Path) -> bool:
    """Return whether no other process holds the lock of the match in the file `path`."""
    if path in _held or sys.platform == "win32":
        return True
    try:
        with _lock_of(path).open("rb") as file:
            return _takes_lock(file)
    except OSError:
        return True


def unlock(path: Path) -> None:
    """Release the lock of the match in the file `path`."""
    file = _held.pop(path, None)
    if file is not None:
        _lock_of(path).unlink(missing_ok=True)
        file.close()


def _takes_lock(file: IO[bytes]) -> bool:
    """Lock `file` until it is closed. Return false if another process has locked it."""
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def _is_at(path: Path, file: IO[bytes]) -> bool:
    """Return whether `file` is still the one at `path`."""
    try:
        return os.path.samestat(path.stat(), os.fstat(file.fileno()))
    except FileNotFoundError:
        return False


def _lock_of(path: Path) -> Path:
    return path.with_suffix(_LOCK_SUFFIX)


@atexit.register
def _end() -> None:
    for path in list(_held):
        unlock(path)


_SUFFIX = ".match.json"


def matches_folder() -> Path:
    """Return the folder of unfinished matches."""
    return user_state_path("ginrummy", appauthor=False) / "matches"


class SavedMatch(NamedTuple):
    """An unfinished match, and the file of its record, `None` for none."""

    table: LocalTable
    record: Path | None


@dataclass(frozen=True, slots=True)
class MatchStore:
    """Storage of unfinished matches in `folder`, and of records in the file `record` or next to it."""

    folder: Path
    record: Path | None = None

    def save(self, table: LocalTable) -> tuple[str, ...]:
        """Save `table`. Return the errors, one per line. The game continues in any case."""
        complaints = [*self._keep_match(table), *self._keep_record(table.match, table)]
        return tuple(complaints)

    def _keep_match(self, table: LocalTable) -> list[str]:
        if table.match.seeds is None:  # an exercise
            return []
        path = self.match_file(table)
        try:
            if table.match.is_over:
                self._remove(path)
            else:
                self.folder.mkdir(parents=True, exist_ok=True)
                _refuse_taken(path, free=try_lock(path))
                save_record(path, saved_text(table, self.record))
        except (OSError, GinRummyError) as error:
            return [_("The match could not be saved: {error}").format(error=error_reason(error))]
        return []

    def _keep_record(self, match: Match, table: LocalTable) -> list[str]:
        file = self.record_path(match)
        if file is None or not match.game.is_over:
            return []
        try:
            save_record(file, record_text(table))
        except RecordError as error:
            return [_("The record could not be written: {error}").format(error=error.what)]
        return []

    def record_path(self, match: Match) -> Path | None:
        """Return the file for the record of `match`: a numbered name if `record` holds another match."""
        if self.record is None:
            return None
        return next(path for path in _names_beside(self.record) if _may_hold(path, match))

    def delete(self, table: LocalTable) -> None:
        """Delete an unfinished match."""
        if table.match.seeds is None:
            return
        self._remove(self.match_file(table))

    def lock(self, table: LocalTable) -> None:
        """Lock `table`, so that no other terminal can resume it."""
        if table.match.seeds is not None:
            try_lock(self.match_file(table))

    def _remove(self, path: Path) -> None:
        path.unlink(missing_ok=True)
        unlock(path)

    def match_file(self, table: LocalTable) -> Path:
        """Return the file of an unfinished match: its own name, else that of its deals."""
        return self.folder / f"{table.kept_as or _fingerprint(table)}{_SUFFIX}"

    def with_unique_file_name(self, table: LocalTable) -> LocalTable:
        """Return the new `table` with a file name of its own, even if another match has the same deals.

        This process holds the lock of the name.
        """
        with suppress(OSError):  # reported when the match cannot be saved
            self.folder.mkdir(parents=True, exist_ok=True)
        names = _names_beside(Path(_fingerprint(table)))
        tables = (replace(table, kept_as=name.name) for name in names)
        return next(each for each in tables if self._is_new(self.match_file(each)))

    def _is_new(self, path: Path) -> bool:
        """Return whether no file exists at `path` and no other process is about to write one."""
        return not path.exists() and try_lock(path) and not path.exists()

    def unfinished_files(self) -> tuple[Path, ...]:
        """Return the files of unfinished matches, the last one played first."""
        found = self.folder.glob(f"*{_SUFFIX}") if self.folder.is_dir() else ()
        return tuple(sorted(found, key=lambda path: path.stat().st_mtime_ns, reverse=True))

    def read_matches(self) -> tuple[list[SavedMatch], list[GinRummyError]]:
        """Return the unfinished matches that can be resumed, latest first, and the errors of the others."""
        found: list[SavedMatch] = []
        ailing: list[GinRummyError] = []
        for path in self.unfinished_files():
            try:
                _refuse_taken(path, free=is_unlocked(path))
                found.append(load_saved(path))
            except GinRummyError as error:
                ailing.append(error)
        return found, ailing


def _fingerprint(table: LocalTable) -> str:
    """Return a fingerprint of the deals of `table`."""
    assert table.match.seeds is not None
    return shuffle.commitment(table.match.seeds.secret)[:16]


def _names_beside(path: Path) -> Iterator[Path]:
    """Yield `path`, then numbered names next to it: evening.gin, evening-2.gin, ..."""
    yield path
    yield from (path.with_stem(f"{path.stem}-{number}") for number in count(2))


def record_text(table: LocalTable) -> str:
    """Return the record of a match: with its secret if it is over, else of the finished hands alone."""
    return write_record(
        table.match,
        variant=table.variant,
        players=(_("Player"), table.opponent_name),
        date=date.today().isoformat(),
        reveal=table.match.is_over,
    )


def saved_text(table: LocalTable, record_path: Path | None) -> str:
    """Return the saved form of `table`, with all that a later session needs."""
    record = write_record(table.match, variant=table.variant, players=(_("Player"), table.opponent_name))
    values = {
        "against": table.against,
        "player_seed": table.player_seed,
        "order": [face_code(face) for face in table.order],
        "record_path": str(record_path.absolute()) if record_path is not None else None,
        "record": record,
    }
    return json.dumps(values, indent=1, ensure_ascii=False) + "\n"


def load_saved(path: Path) -> SavedMatch:
    """Return the match saved at `path`, with every move checked by the rules.

    Raise `GinRummyError` for an unreadable file, which is renamed, and for a player that no longer exists.
    """
    try:
        values = json.loads(path.read_text(encoding="utf-8"))
        against, seed = str(values["against"]), int(values["player_seed"])
        order = tuple(parse_face(code) for code in values["order"])
        record = read_record(values["record"])
        file = None if values["record_path"] is None else Path(values["record_path"])
    except (OSError, ValueError, KeyError, TypeError, RecursionError) as error:
        if not isinstance(error, OSError):
            _set_aside(path)
        what = _("this unfinished match cannot be read: {error}").format(error=error_reason(error))
        raise GinRummyError(what, where=str(path)) from error
    player = load_player(against, seed=seed, cores=None)
    kept_as = path.name.removesuffix(_SUFFIX)
    return SavedMatch(LocalTable(record.variant, record.match, player, against, seed, order, kept_as), file)


def _refuse_taken(path: Path, *, free: bool) -> None:
    """Raise `GinRummyError` unless the match at `path` is `free` to be played here."""
    if not free:
        raise GinRummyError(_("this match is being played in another terminal"), where=str(path))


def _set_aside(path: Path) -> None:
    names = _names_beside(path.with_suffix(".unreadable"))
    with suppress(OSError):
        path.replace(next(name for name in names if not name.exists()))


def protect_record_file(path: Path, matches: Iterable[Match]) -> None:
    """Raise `RecordError` unless `path` is vacant or has a record of one of `matches`."""
    protect_existing_file(path, lambda file: any(_is_of(file, match) for match in matches))


def _may_hold(path: Path, match: Match) -> bool:
    """Return whether writing a record of `match` at `path` loses nothing. The write itself reports errors."""
    try:
        return is_missing_or_empty(path) or _is_of(path, match)
    except OSError:
        return True


def _is_of(path: Path, match: Match) -> bool:
    """Return whether the record at `path` is an earlier state of `match`, except for an undone move."""
    try:
        record = load_record(path)
    except RecordError:
        return False
    if match.seeds is None or record.headers.get("Commitment") != (shuffle.commitment(match.seeds.secret),):
        return False
    written, played = ([move for game in each.games for move in game.moves] for each in (record.match, match))
    return record.variant.row == match.variant and written[:-1] == played[: len(written) - 1]
