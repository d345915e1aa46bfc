"""Output files: nothing is lost except the command's own earlier output."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from ginrummy.cli.file_arguments import check_output_file
from ginrummy.locale.errors import RecordError
from tests.cli.running import ginrummy, refused

REVIEW = ("review", "--quick", "--html")
STATS = ("stats", "--unjudged", "--html")
CSV = ("export", "--unjudged", "--output")
SEMICOLONS = ("export", "--unjudged", "--separator", ";", "--bom", "--output")
JSON = ("export", "--unjudged", "--format", "json", "--output")
PARQUET = ("export", "--unjudged", "--format", "parquet", "--output")
EXPORTS = (CSV, SEMICOLONS, JSON, PARQUET)
COMMANDS = (REVIEW, STATS, *EXPORTS)
FOREIGN = {
    "record": b"[GinRummy 1]\n",
    "score pad": b"variant: modern\nplayers: Anna, Boris\nAnna knock 3 25\n",
    "house rules": b'base = "standard"\n',
    "notes": b"old",
    "own CSV": b"file,player\na.gin,Anna\n",
    "own JSON": b'{"file": "a.gin"}\n',
    "own Parquet": b"PAR1....PAR1",
    "own page": b"<!doctype html>\n<title>ginrummy review</title>\n",
    "blank": b"\n",
}


@pytest.fixture
def no_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fail the test if a record is read, reviewed or not."""
    for module in ("review", "stats", "export"):
        monkeypatch.delattr(f"ginrummy.cli.{module}.read_records")


def said_of(folder: Path, command: tuple[str, ...], target: Path) -> str:
    """Return the message of a command that is to write `target`."""
    return refused(command[0], str(folder / "a.gin"), *command[1:], str(target))


@pytest.mark.usefixtures("no_work")
@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("content", FOREIGN.values(), ids=FOREIGN)
def test_no_file_of_anybody_else_is_written_over(
    folder: Path, command: tuple[str, ...], content: bytes
) -> None:
    target = folder / "target"
    target.write_bytes(content)
    assert said_of(folder, command, target) == (
        f"ginrummy: {target}: there is another file of that name already"
    )
    assert target.read_bytes() == content


@pytest.mark.usefixtures("no_work")
@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("link", ["hardlink_to", "symlink_to", None])
def test_what_is_read_is_not_written_over(folder: Path, command: tuple[str, ...], link: str | None) -> None:
    target = folder / "a.gin"
    if link is not None:
        target = folder / "link.gin"
        getattr(target, link)(folder / "a.gin")
    before = target.read_bytes()
    assert "there is another file of that name already" in said_of(folder, command, target)
    assert target.read_bytes() == before


@pytest.mark.usefixtures("no_work")
@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize(
    ("name", "complaint"),
    [
        ("", "this is a folder"),
        ("absent/page", "no such file or folder"),
        ("a.gin/page", "this is not a folder"),
        ("n" * 300, "the name is too long"),
        ("/dev/full", "this is no ordinary file"),
        ("pipe", "this is no ordinary file"),
    ],
)
def test_where_nothing_can_be_written_is_said_before_the_work(
    folder: Path, command: tuple[str, ...], name: str, complaint: str
) -> None:
    os.mkfifo(folder / "pipe")
    target = folder / name
    assert said_of(folder, command, target).endswith(f": the file cannot be written: {complaint}")


@pytest.mark.usefixtures("no_work")
@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("name", ["new", "deep/new", "../{folder}/new"])
def test_a_folder_that_is_read_gets_no_file_that_is_no_record(
    folder: Path, command: tuple[str, ...], name: str
) -> None:
    (folder / "deep").mkdir()
    target = folder / name.format(folder=folder.name)
    said = refused(command[0], str(folder), *command[1:], str(target))
    assert said == f"ginrummy: {target}: all files of this folder are read: write it to another one"


@pytest.mark.long
@pytest.mark.parametrize("command", COMMANDS)
def test_what_the_same_command_wrote_is_written_anew(folder: Path, command: tuple[str, ...]) -> None:
    target = folder / "target"
    target.touch()
    written = []
    for source in ("b.gin", "a.gin"):
        ran = ginrummy(command[0], str(folder / source), *command[1:], str(target))
        assert (ran.status, ran.err) == (0, "")
        written.append(target.read_bytes())
    assert len(set(written)) == 2


@pytest.mark.parametrize("first", EXPORTS)
@pytest.mark.parametrize("second", EXPORTS)
def test_a_table_may_be_written_anew_in_another_form(
    folder: Path, first: tuple[str, ...], second: tuple[str, ...]
) -> None:
    target = folder / "table"
    for command in (first, second):
        assert ginrummy(command[0], str(folder / "b.gin"), *command[1:], str(target)).status == 0


@pytest.mark.parametrize(("first", "second"), [(REVIEW, STATS), (STATS, REVIEW), (STATS, CSV), (CSV, STATS)])
def test_what_another_command_wrote_stays(
    folder: Path, first: tuple[str, ...], second: tuple[str, ...]
) -> None:
    target = folder / "target"
    assert ginrummy(first[0], str(folder / "b.gin"), *first[1:], str(target)).status == 0
    assert "another file" in said_of(folder, second, target)


@pytest.mark.parametrize("own", [lambda _path: True, lambda _path: False])
def test_a_file_that_has_come_there_meanwhile_stays(tmp_path: Path, own: Callable[[Path], bool]) -> None:
    target = tmp_path / "target"
    output = check_output_file(target, own)
    assert output is not None
    target.write_text("mine", encoding="utf-8")
    if own(target):
        output.write("new")
    else:
        with pytest.raises(RecordError, match="another file"):
            output.write("new")
    assert target.read_text("utf-8") == ("new" if own(target) else "mine")
    assert check_output_file(None, own) is None


def test_a_table_that_is_no_table_of_ours_is_none(folder: Path) -> None:
    target = folder / "table"
    assert ginrummy("export", str(folder / "b.gin"), *JSON[1:], str(target)).status == 0
    row = json.loads(target.read_text("utf-8").splitlines()[0])
    target.write_text(json.dumps({**row, "note": "mine"}), encoding="utf-8")
    assert "another file" in said_of(folder, JSON, target)
