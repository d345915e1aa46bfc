"""Atomic files: written completely or not at all, in spite of any failure."""

from __future__ import annotations

import errno
import os
import stat
from functools import partial
from pathlib import Path

import pytest

from ginrummy.text.atomic_files import is_missing_or_empty, replace_atomically, write_atomically


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    """Return a file with content."""
    path = tmp_path / "kept.txt"
    path.write_text("before", encoding="utf-8")
    return path


def names_beside(path: Path) -> list[str]:
    """Return the names in the folder of a file."""
    return sorted(each.name for each in path.parent.iterdir())


def write_half(path: Path, failure: type[BaseException]) -> None:
    """Write half of the new content, then raise."""
    with replace_atomically(path) as file:
        file.write(b"half")
        raise failure


@pytest.mark.parametrize("lasts", [True, False])
def test_the_old_content_stands_until_the_new_one_is_all_there(kept: Path, lasts: bool) -> None:
    with replace_atomically(kept, durable=lasts) as file:
        file.write(b"aft")
        file.flush()
        assert kept.read_text("utf-8") == "before"
        file.write(b"er")
    assert kept.read_text("utf-8") == "after"
    assert names_beside(kept) == ["kept.txt"]


@pytest.mark.parametrize("failure", [ValueError, KeyboardInterrupt, OSError])
def test_what_goes_wrong_leaves_all_as_it_was(kept: Path, failure: type[BaseException]) -> None:
    with pytest.raises(failure):
        write_half(kept, failure)
    assert kept.read_text("utf-8") == "before"
    assert names_beside(kept) == ["kept.txt"]


@pytest.mark.parametrize("step", ["fsync", "replace"])
def test_a_full_disk_is_told_by_the_name_of_the_file(
    kept: Path, step: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_given: object) -> None:
        raise OSError(28, "No space left on device", "draft")

    monkeypatch.setattr(os if step == "fsync" else Path, step, full)
    with pytest.raises(OSError, match="No space left") as refused:
        write_atomically(kept, "after")
    assert (refused.value.errno, refused.value.filename) == (28, str(kept))
    assert kept.read_text("utf-8") == "before"
    assert names_beside(kept) == ["kept.txt"]


def test_a_link_stays_one_and_permissions_stay(kept: Path) -> None:
    kept.chmod(0o640)
    link = kept.with_name("link.txt")
    link.symlink_to(kept)
    write_atomically(link, "after")
    assert link.is_symlink()
    assert kept.read_text("utf-8") == "after"
    assert stat.S_IMODE(kept.stat().st_mode) == 0o640


@pytest.mark.parametrize(("name", "kind"), [("folder", errno.EISDIR), ("pipe", errno.ENODEV)])
def test_what_is_no_ordinary_file_stays(tmp_path: Path, name: str, kind: int) -> None:
    (tmp_path / "folder").mkdir()
    os.mkfifo(tmp_path / "pipe")
    for act in (is_missing_or_empty, partial(write_atomically, content="x")):
        with pytest.raises(OSError) as refused:  # noqa: PT011 -- its number is looked at
            act(tmp_path / name)
        assert refused.value.errno == kind
    assert names_beside(tmp_path / name) == ["folder", "pipe"]


def test_a_place_is_vacant_where_nothing_would_be_lost(kept: Path) -> None:
    empty, new = kept.with_name("empty"), kept.with_name("new")
    empty.touch()
    link = kept.with_name("link")
    link.symlink_to(new)
    assert [is_missing_or_empty(path) for path in (kept, empty, new, link)] == [False, True, True, True]
    assert names_beside(kept) == ["empty", "kept.txt", "link"]
    with pytest.raises(FileNotFoundError):
        is_missing_or_empty(kept.parent / "away" / "file")


def test_bytes_are_written_as_they_are(kept: Path) -> None:
    write_atomically(kept, b"\xff\x00")
    assert kept.read_bytes() == b"\xff\x00"


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    path = tmp_path / "away" / "file.txt"
    with pytest.raises(FileNotFoundError) as refused:
        write_atomically(path, "x")
    assert refused.value.filename == str(path)
