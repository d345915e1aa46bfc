"""The two database files in the browser: they contain every commit, however the page ends."""

from __future__ import annotations

import importlib
import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

NAME = "ginrummy.sqlite3"


@pytest.fixture
def pragmas(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Return the browser table's first SQLite statements."""
    monkeypatch.setenv("GINRUMMY_HOME", str(tmp_path))
    settings = importlib.import_module("ginrummy.web.site.settings")
    return str(settings.DATABASES["default"]["OPTIONS"]["init_command"])


def opened(folder: Path, pragmas: str) -> sqlite3.Connection:
    """Return the database in `folder`, opened as in the browser."""
    database = sqlite3.connect(folder / NAME, isolation_level=None)
    database.executescript(pragmas)
    database.execute("CREATE TABLE IF NOT EXISTS moves (text)")
    return database


def crashed(folder: Path, other: Path) -> Path:
    """Copy the files of `folder` while the database is open. Return the new folder."""
    return Path(shutil.copytree(folder, other))


def moves(folder: Path, pragmas: str) -> list[str]:
    with closing(opened(folder, pragmas)) as database:
        return [text for (text,) in database.execute("SELECT text FROM moves ORDER BY rowid")]


def test_what_is_committed_is_in_the_files_at_once(tmp_path: Path, pragmas: str) -> None:
    folder = tmp_path / "kept"
    folder.mkdir()
    said = [f"move {number}" for number in range(700)]
    with closing(opened(folder, pragmas)) as database:
        for number, text in enumerate(said):
            database.execute("INSERT INTO moves VALUES (?)", [text])
            if number in (0, 300, 699):
                found = crashed(folder, tmp_path / f"after {number}")
                assert moves(found, pragmas) == said[: number + 1]
        database.execute("BEGIN")
        database.execute("INSERT INTO moves VALUES ('not committed')")
        assert moves(crashed(folder, tmp_path / "amid"), pragmas) == said


def test_it_lies_in_files_that_are_there_beforehand(tmp_path: Path, pragmas: str) -> None:
    folder = tmp_path / "kept"
    folder.mkdir()
    with closing(opened(folder, pragmas)) as database:
        database.execute("INSERT INTO moves VALUES ('draw')")
        assert {path.name for path in folder.iterdir()} == {NAME, f"{NAME}-wal"}


def test_what_an_older_version_has_kept_is_kept(tmp_path: Path, pragmas: str) -> None:
    folder = tmp_path / "kept"
    folder.mkdir()
    older = "PRAGMA locking_mode=EXCLUSIVE; PRAGMA journal_mode=PERSIST;"
    with closing(opened(folder, older)) as database:
        database.execute("INSERT INTO moves VALUES ('draw')")
        found = crashed(folder, tmp_path / "closed")
        assert (found / f"{NAME}-journal").exists()
    assert moves(found, pragmas) == ["draw"]
    with closing(opened(found, pragmas)) as database:
        assert database.execute("PRAGMA journal_mode").fetchone() == ("wal",)


def test_a_later_visit_does_not_need_the_log_of_an_earlier_one(tmp_path: Path) -> None:
    command = "; ".join((
        "from ginrummy.web.site.start import start_application",
        "start_application()",
        "from ginrummy.web.people.models import Person",
        "print(Person.objects.count())",
        "Person.objects.create(key=str(Person.objects.count()))",
        "import os, sys",
        "sys.stdout.flush()",
        "os._exit(0)",
    ))  # fmt: skip

    def visit() -> str:
        """Start the table in a new process that ends without closing its database, like a page."""
        given = {"DJANGO_SETTINGS_MODULE": "ginrummy.web.site.settings", "GINRUMMY_HOME": str(tmp_path)}
        return subprocess.check_output(
            [sys.executable, "-c", command], env=os.environ | given, text=True
        ).strip()

    assert visit() == "0"
    assert visit() == "1"
    (tmp_path / f"{NAME}-wal").write_bytes(b"")
    assert visit() == "1"
