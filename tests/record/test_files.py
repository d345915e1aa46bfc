"""Records in files: saved completely or not at all, read or refused."""

from __future__ import annotations

import errno
import os
import resource
from pathlib import Path
from unittest.mock import Mock

import pytest

from ginrummy.locale.errors import RecordError
from ginrummy.text.record import load_record, read_record, save_record
from tests.record.texts import sample


def test_a_record_is_saved_whole_and_loaded(tmp_path: Path) -> None:
    path = tmp_path / "friday.gin"
    save_record(path, sample())
    path.chmod(0o640)
    save_record(path, sample().replace("Anna", "Zoë"))
    assert load_record(path).players == ("Zoë", "Boris")
    assert path.stat().st_mode & 0o777 == 0o640
    link = tmp_path / "link.gin"
    link.symlink_to(path)
    save_record(link, sample())
    assert link.is_symlink()
    assert load_record(path) == read_record(sample())
    assert sorted(entry.name for entry in tmp_path.iterdir()) == ["friday.gin", "link.gin"]


@pytest.mark.parametrize("broken", ["write", "fsync", "replace"])
def test_a_full_disk_leaves_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, broken: str
) -> None:
    path = tmp_path / "friday.gin"
    save_record(path, sample())

    def full(*_arguments: object, **_names: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    patched = {"fsync": "os.fsync", "replace": "pathlib.Path.replace", "write": "pathlib.Path.open"}
    monkeypatch.setattr(patched[broken], full)
    with pytest.raises(RecordError, match=r"friday.gin: .* no space is left on the disk"):
        save_record(path, "another text")
    monkeypatch.undo()
    assert path.read_text(encoding="utf-8") == sample()
    assert list(tmp_path.iterdir()) == [path]


def test_a_limit_of_the_system_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "friday.gin"
    save_record(path, sample())
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, limits[1]))
    try:
        with pytest.raises(RecordError, match="the file cannot be written"):
            save_record(path, sample() * 3)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert load_record(path) == read_record(sample())
    assert list(tmp_path.iterdir()) == [path]


def test_places_where_nothing_can_be_saved(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    loop = tmp_path / "loop"
    loop.symlink_to(loop)
    for path, what in (
        (tmp_path / "file" / "friday.gin", "this is not a folder"),
        (tmp_path / "nowhere" / "friday.gin", "no such file or folder"),
        (tmp_path, "this is a folder"),
        (Path(os.devnull), "this is no ordinary file"),
        (tmp_path / ("x" * 300), "the name is too long"),
        (loop, "the file cannot be written"),
    ):
        with pytest.raises(RecordError, match=what):
            save_record(path, sample())
    assert sorted(entry.name for entry in tmp_path.iterdir()) == ["file", "loop"]


def test_a_read_only_folder_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tmp_path.chmod(0o500)
    if os.geteuid() == 0:  # root can write everywhere
        refused = PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        monkeypatch.setattr("pathlib.Path.open", Mock(side_effect=refused))
    with pytest.raises(RecordError, match="the file cannot be written: permission denied"):
        save_record(tmp_path / "friday.gin", sample())
    tmp_path.chmod(0o700)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (sample().encode("utf-16"), "line 1: this is not UTF-8 (RULES 12.1)"),
        (sample().replace("cœur", "c\x00").encode().replace(b"\x00", b"\xff"), "line 7: this is not UTF-8"),
        (b"\x00" * ((1 << 22) + 1), "this is longer than any record"),
        (
            sample().replace("+JC-KS", "+JC-KC").encode(),
            "line 16, “+JC-KC”: K♣ is not in the hand (RULES 4.5)",
        ),
        (b"", "line 1: a record begins with"),
    ],
)
def test_files_that_hold_no_record(tmp_path: Path, content: bytes, message: str) -> None:
    path = tmp_path / "friday.gin"
    path.write_bytes(content)
    with pytest.raises(RecordError) as caught:
        load_record(path)
    assert str(caught.value).startswith(str(path))
    assert message in str(caught.value)


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    for path, what in ((tmp_path / "nowhere.gin", "no such file or folder"), (tmp_path, "this is a folder")):
        with pytest.raises(RecordError, match=f"the file cannot be read: {what}"):
            load_record(path)


def test_a_file_from_windows_is_read(tmp_path: Path) -> None:
    path = tmp_path / "friday.gin"
    path.write_bytes(b"\xef\xbb\xbf" + sample().replace("\n", "\r\n").encode())
    assert load_record(path) == read_record(sample())
