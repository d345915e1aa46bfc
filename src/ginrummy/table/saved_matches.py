"""What outlives the terminal: the unfinished match after every move, and the record a person asked for."""

from __future__ import annotations

import itertools
import json
import os
import tempfile
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from typing import Any, NamedTuple

from platformdirs import user_state_path

from ginrummy import shuffle
from ginrummy.cards import face_code, parse_face
from ginrummy.errors import GinRummyError, RecordError, reason_of
from ginrummy.locale import _
from ginrummy.match import Match
from ginrummy.players import load_player
from ginrummy.record import load_record, read_record, save_record, write_record
from ginrummy.table.local_table import LocalTable
from ginrummy.table.match_lock import claim, give_back, is_free

_SUFFIX = ".match.json"


def matches_folder() -> Path:
    """Return where unfinished matches are kept."""
    return user_state_path("ginrummy", appauthor=False) / "matches"


class Saved(NamedTuple):
    """An unfinished match, and the file that its record goes to, `None` for none."""

    table: LocalTable
    record: Path | None


@dataclass(frozen=True, slots=True)
class MatchStore:
    """Where matches are kept: unfinished ones in `folder`, the record that was asked for in `record`."""

    folder: Path
    record: Path | None = None

    def keep(self, table: LocalTable) -> tuple[str, ...]:
        """Save `table` as it stands; return what went wrong, a line each. The game goes on in any case."""
        complaints = [*self._keep_match(table), *self._keep_record(table.match, table)]
        return tuple(complaints)

    def _keep_match(self, table: LocalTable) -> list[str]:
        if table.match.seeds is None:  # an exercise
            return []
        path = self.file_of(table)
        try:
            if table.match.is_over:
                self._remove(path)
            else:
                self.folder.mkdir(parents=True, exist_ok=True)
                _refuse_taken(path, free=claim(path))
                save_record(path, saved_text(table, self.record))
        except (OSError, GinRummyError) as error:
            return [_("The match could not be saved: {error}").format(error=reason_of(error))]
        return []

    def _keep_record(self, match: Match, table: LocalTable) -> list[str]:
        if self.record is None or not match.game.is_over:
            return []
        try:
            save_record(self.record, record_text(table))
        except RecordError as error:
            return [_("The record could not be written: {error}").format(error=error.what)]
        return []

    def forget(self, table: LocalTable) -> None:
        """Give an unfinished match up."""
        if table.match.seeds is None:
            return
        self._remove(self.file_of(table))

    def hold(self, table: LocalTable) -> None:
        """Let no other terminal go on with `table`."""
        if table.match.seeds is not None:
            claim(self.file_of(table))

    def _remove(self, path: Path) -> None:
        path.unlink(missing_ok=True)
        give_back(path)

    def file_of(self, table: LocalTable) -> Path:
        """Return the file of an unfinished match, named by the fingerprint of its deals and its number."""
        assert table.match.seeds is not None
        fingerprint = shuffle.commitment(table.match.seeds.secret)[:16]
        return self.folder / f"{fingerprint}{'' if table.copy == 1 else f'-{table.copy}'}{_SUFFIX}"

    def beside_others(self, table: LocalTable) -> LocalTable:
        """Return the new `table` with a number that no unfinished match of the same deals has."""
        copies = (replace(table, copy=number) for number in itertools.count(1))
        return next(copy for copy in copies if not self.file_of(copy).exists())

    def unfinished(self) -> tuple[Path, ...]:
        """Return the files of unfinished matches, the last one played first."""
        found = self.folder.glob(f"*{_SUFFIX}") if self.folder.is_dir() else ()
        return tuple(sorted(found, key=lambda path: path.stat().st_mtime_ns, reverse=True))

    def readable(self) -> tuple[list[Saved], list[GinRummyError]]:
        """Return the unfinished matches that can go on, the last played first, and what ails the others."""
        found: list[Saved] = []
        ailing: list[GinRummyError] = []
        for path in self.unfinished():
            try:
                _refuse_taken(path, free=is_free(path))
                found.append(load_saved(path))
            except GinRummyError as error:
                ailing.append(error)
        return found, ailing

    def for_new_match(self) -> MatchStore:
        """Return the store of a match that begins: no record that is there is written over."""
        if self.record is None or not self.record.exists() or self.record.stat().st_size == 0:
            return self
        number = 2
        while (path := self.record.with_stem(f"{self.record.stem}-{number}")).exists():
            number += 1
        return replace(self, record=path)


def record_text(table: LocalTable) -> str:
    """Return the record of a match: with its secret once it is over, else of the finished hands alone."""
    return write_record(
        table.match,
        variant=table.variant,
        players=(_("Player"), table.name),
        date=date.today().isoformat(),
        reveal=table.match.is_over,
    )


def saved_text(table: LocalTable, record_file: Path | None) -> str:
    """Return everything about `table` that a later session needs."""
    record = write_record(table.match, variant=table.variant, players=(_("Player"), table.name))
    values = {
        "against": table.against,
        "player_seed": table.player_seed,
        "order": [face_code(face) for face in table.order],
        "record_file": str(record_file.absolute()) if record_file is not None else None,
        "record": record,
    }
    return json.dumps(values, indent=1, ensure_ascii=False) + "\n"


def load_saved(path: Path) -> Saved:
    """Return the match saved at `path`, every move checked by the law.

    Raises `GinRummyError` for a file that cannot be read, which is set aside under another name, and for a
    player who is not there any more.
    """
    try:
        values = json.loads(path.read_text(encoding="utf-8"))
        against, seed = str(values["against"]), int(values["player_seed"])
        order = tuple(parse_face(code) for code in values["order"])
        copy = int(path.name.removesuffix(_SUFFIX).partition("-")[2] or 1)
        record = read_record(values["record"])
        file = None if values["record_file"] is None else Path(values["record_file"])
    except (OSError, ValueError, KeyError, TypeError, RecursionError) as error:
        if not isinstance(error, OSError):
            _set_aside(path)
        what = _("this unfinished match cannot be read: {error}").format(error=reason_of(error))
        raise GinRummyError(what, where=str(path)) from error
    player = load_player(against, seed=seed, cores=None)
    return Saved(LocalTable(record.variant, record.match, player, against, seed, order, copy), file)


def _refuse_taken(path: Path, *, free: bool) -> None:
    """Raise `GinRummyError` unless the match at `path` is `free` to be played here."""
    if not free:
        raise GinRummyError(_("this match is being played in another terminal"), where=str(path))


def _set_aside(path: Path) -> None:
    with suppress(OSError):
        path.replace(path.with_suffix(".unreadable"))


def refuse_record_file(path: Path, match: Match | None) -> None:
    """Raise `RecordError` unless the record of `match` (`None` for a new one) may be put at `path`.

    A file that is there already is only ever replaced by more of the same match.
    """
    try:
        if path.exists() and not path.is_file():
            raise RecordError(_("this is not a file"), where=str(path))
        if not path.exists():
            _try_folder(path.parent)
            return
        with path.open("a", encoding="utf-8"):
            is_empty = path.stat().st_size == 0
    except OSError as error:
        what = _("the record cannot be written there: {error}").format(error=reason_of(error))
        raise RecordError(what, where=str(path)) from error
    if not is_empty and not _is_of(path, match):
        raise RecordError(_("there is another file of that name already"), where=str(path))


def may_hold(path: Path, match: Match) -> bool:
    """Return whether the record of `match` may be put at `path`."""
    try:
        refuse_record_file(path, match)
    except RecordError:
        return False
    return True


def _try_folder(folder: Path) -> None:
    handle, name = tempfile.mkstemp(prefix=".ginrummy.", dir=folder)
    os.close(handle)
    Path(name).unlink()


def _is_of(path: Path, match: Match | None) -> bool:
    """Return whether the record at `path` is of `match`."""
    if match is None or match.seeds is None:
        return False
    try:
        texts: dict[str, Any] = load_record(path).headers
    except RecordError:
        return False
    return bool(texts.get("Commitment") == (shuffle.commitment(match.seeds.secret),))
