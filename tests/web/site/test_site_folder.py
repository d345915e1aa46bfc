"""The folder of a site: only an earlier site may be replaced."""

from __future__ import annotations

from pathlib import Path

import pytest

from ginrummy.locale.errors import GinRummyError
from ginrummy.web.site.building.build import NAMES, check_output_folder, replace_site

WORKER = 'const BUILD = "0.1.0-1234";\nconst PACKS = [];\n'


def lay_out(folder: Path, **files: str) -> Path:
    """Return `folder` with these files, `_DOT_` standing for a dot."""
    folder.mkdir(exist_ok=True)
    for name, text in files.items():
        (folder / name.replace("_DOT_", ".")).write_text(text, encoding="utf-8")
    return folder


def texts(folder: Path) -> dict[str, str]:
    """Return the contents of `folder`."""
    return {path.name: path.read_text("utf-8") for path in folder.iterdir()}


@pytest.mark.parametrize("name", [name.replace("*", "somebody's") for name in NAMES])
def test_a_file_of_somebody_else_is_not_written_over(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text("mine", encoding="utf-8")
    with pytest.raises(GinRummyError, match=f"{name}: there is another file of that name already"):
        check_output_folder(tmp_path)
    assert texts(tmp_path) == {name: "mine"}


def test_a_folder_that_is_new_or_has_other_files_may_be_taken(tmp_path: Path) -> None:
    check_output_folder(tmp_path / "new")
    check_output_folder(lay_out(tmp_path, CNAME="gin.example.org", notes_DOT_txt="mine"))


def test_an_earlier_site_makes_room_and_nothing_else_does(tmp_path: Path) -> None:
    out = lay_out(
        tmp_path / "out",
        CNAME="mine",
        index_DOT_html="old",
        service_worker_DOT_js=WORKER,
        old_DOT_pack="old",
        same_DOT_pack="same",
    )
    made = lay_out(
        tmp_path / "made",
        index_DOT_html="new",
        service_worker_DOT_js="new",
        same_DOT_pack="same",
        new_DOT_pack="new",
    )
    check_output_folder(out)
    replace_site(out, made)
    assert texts(out) == texts(made) | {"CNAME": "mine"}


def test_a_full_disk_leaves_the_earlier_site_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = lay_out(tmp_path / "out", index_DOT_html="old", service_worker_DOT_js=WORKER, old_DOT_pack="old")
    made = lay_out(tmp_path / "made", index_DOT_html="new", service_worker_DOT_js="new", x_DOT_pack="new")

    def full(path: Path, _content: bytes) -> None:
        raise OSError(28, "No space left on device", str(path))

    monkeypatch.setattr("ginrummy.web.site.building.build.write_atomically", full)
    with pytest.raises(OSError, match="No space"):
        replace_site(out, made)
    assert texts(out) == {"index.html": "old", "service_worker.js": WORKER, "old.pack": "old"}
