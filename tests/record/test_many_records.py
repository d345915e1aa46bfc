"""Folders of records and files with many, one after the other; paths as text or as `Path`."""

from __future__ import annotations

from pathlib import Path

import pytest

from ginrummy.locale.errors import RecordError
from ginrummy.text.record import load_record, read_records, save_record, write_record
from ginrummy.variants import load_variant
from tests.arena.plans import ERRATIC, plan_of, played

PRESETS = Path(__file__).parents[2] / "src" / "ginrummy" / "variants" / "presets"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the records of an arena run."""
    out = tmp_path_factory.mktemp("run")
    played(plan_of("simple", ERRATIC, pairs=3, records=True), folder=out)
    return out / "records"


def test_a_folder_is_read_by_name(folder: Path) -> None:
    files = sorted(folder.iterdir())
    (folder / ".hidden").write_text("no record")
    assert len(files) == 6
    for given in (folder, str(folder)):
        assert [each.match for each in read_records(given)] == [load_record(file).match for file in files]


def test_folders_in_a_folder_are_read_too(folder: Path, tmp_path: Path) -> None:
    first, second = sorted(folder.glob("*.txt"))[:2]
    for place, file in (("a", second), ("b/c", first), (".hidden", first)):
        (tmp_path / place).mkdir(parents=True)
        (tmp_path / place / "one.gin").write_bytes(file.read_bytes())
    assert list(read_records(tmp_path)) == [load_record(second), load_record(first)]


@pytest.mark.parametrize("between", ["", "\n\n", "; a comment\n"])
def test_a_file_may_hold_many(folder: Path, tmp_path: Path, between: str) -> None:
    files = sorted(file for file in folder.iterdir() if file.suffix == ".txt")
    (tmp_path / "all.gin").write_text(between.join(file.read_text() for file in files))
    found = list(read_records(tmp_path / "all.gin"))
    assert [each.match for each in found] == [load_record(file).match for file in files]


def test_an_error_names_file_record_and_line(folder: Path, tmp_path: Path) -> None:
    first, second, *_rest = sorted(file.read_text() for file in folder.iterdir() if file.suffix == ".txt")
    bad = tmp_path / "all.gin"
    bad.write_text(first + second.replace("result", "resolt"))
    records = read_records(bad)
    next(records)
    with pytest.raises(RecordError) as raised:
        next(records)
    assert raised.value.where.startswith(f"{bad} #2, line ")
    with pytest.raises(RecordError, match="cannot be read"):
        list(read_records(tmp_path / "nothing"))


def test_more_than_any_record_is_refused_without_being_kept(tmp_path: Path) -> None:
    (tmp_path / "long.gin").write_text("; long\n" * 700_000)
    with pytest.raises(RecordError, match="longer than any record"):
        list(read_records(tmp_path / "long.gin"))


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="a system without /dev/zero")
def test_a_file_without_end_is_refused() -> None:
    with pytest.raises(RecordError, match="/dev/zero: this is longer than any record"):
        list(read_records("/dev/zero"))


def test_paths_are_text_or_paths(folder: Path, tmp_path: Path) -> None:
    file = sorted(each for each in folder.iterdir() if each.suffix == ".txt")[0]
    record = load_record(str(file))
    assert record == load_record(file)
    text = write_record(record.match, variant=record.variant, players=record.players)
    save_record(str(tmp_path / "a.gin"), text)
    save_record(tmp_path / "b.gin", text)
    assert (tmp_path / "a.gin").read_text() == (tmp_path / "b.gin").read_text()
    house = tmp_path / "house.toml"
    house.write_text((PRESETS / "straight.toml").read_text())
    assert load_variant(house) == load_variant(str(house))
