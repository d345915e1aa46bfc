"""Files that a command is to write: no record is lost, and nobody waits for a refusal."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.running import ginrummy, refused

COMMANDS = (
    ("review", "--quick", "--html"),
    ("stats", "--unjudged", "--html"),
    ("export", "--unjudged", "--output"),
    ("export", "--unjudged", "--format", "parquet", "--output"),
)


@pytest.fixture
def no_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a record that is read, reviewed or not, be an error of the test."""
    for module in ("review", "stats", "export"):
        monkeypatch.delattr(f"ginrummy.cli.{module}.read_records")


@pytest.mark.usefixtures("no_work")
@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize(("read", "written"), [("a.gin", "a.gin"), ("", "b.gin"), ("a.gin", "link.gin")])
def test_what_is_read_is_not_written_over(
    folder: Path, command: tuple[str, ...], read: str, written: str
) -> None:
    (folder / "link.gin").hardlink_to(folder / "a.gin")
    target = folder / written
    before = target.read_bytes()
    said = refused(command[0], str(folder / read), *command[1:], str(target))
    assert said == f"ginrummy: {target}: this file is read: it would be written over"
    assert target.read_bytes() == before


@pytest.mark.usefixtures("no_work")
@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("before", [b"", b"\xef\xbb\xbf", b"\r\n\n"])
def test_no_record_is_written_over(folder: Path, command: tuple[str, ...], before: bytes) -> None:
    target = folder / "b.gin"
    target.write_bytes(before + target.read_bytes())
    said = refused(command[0], str(folder / "a.gin"), *command[1:], str(target))
    assert said == f"ginrummy: {target}: this is the record of a match: it would be written over"


@pytest.mark.usefixtures("no_work")
@pytest.mark.parametrize("command", COMMANDS)
def test_where_nothing_can_be_written_is_said_before_the_work(folder: Path, command: tuple[str, ...]) -> None:
    def said(target: Path) -> str:
        return refused(command[0], str(folder / "a.gin"), *command[1:], str(target))

    assert said(folder) == f"ginrummy: {folder}: this is a folder"
    absent = folder / "absent" / "page"
    assert said(absent) == f"ginrummy: {absent}: the file cannot be written: no such file or folder"


@pytest.mark.parametrize("command", COMMANDS)
def test_any_other_file_is_written_anew(folder: Path, command: tuple[str, ...]) -> None:
    target = folder.parent / "page"
    target.write_text("old", encoding="utf-8")
    ran = ginrummy(command[0], str(folder / "a.gin"), *command[1:], str(target))
    assert (ran.status, ran.err) == (0, "")
    assert target.read_bytes() != b"old"
