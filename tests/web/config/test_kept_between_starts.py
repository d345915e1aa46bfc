"""Caches that speed up the next start: compiled templates, collected static files."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.conf import LazySettings
from django.core.management import call_command
from jinja2 import DictLoader

from ginrummy.web.config import static_files
from ginrummy.web.config.template_cache import template_cache
from ginrummy.web.config.templating import environment


def page(root: Path, source: str) -> str:
    found = environment(loader=DictLoader({"page": source}), bytecode_cache=template_cache(root))
    return found.get_template("page").render()


def test_a_template_is_compiled_once_and_anew_when_it_was_edited(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert page(tmp_path, "first") == "first"
    assert page(tmp_path, "second") == "second"
    with monkeypatch.context() as patch:
        patch.setattr("jinja2.environment.Environment.compile", None)
        assert page(tmp_path, "second") == "second"


def test_no_template_is_kept_where_others_can_write(tmp_path: Path) -> None:
    assert template_cache(tmp_path) is not None
    folder = next(tmp_path.iterdir())
    assert folder.stat().st_mode & 0o077 == 0
    folder.chmod(0o777)
    assert template_cache(tmp_path) is None
    blocked = tmp_path / "file"
    blocked.touch()
    assert template_cache(blocked) is None


def test_a_page_is_made_where_the_folder_of_templates_is_gone(tmp_path: Path) -> None:
    cache = template_cache(tmp_path)
    next(tmp_path.iterdir()).rmdir()
    assert (
        environment(loader=DictLoader({"page": "made"}), bytecode_cache=cache).get_template("page").render()
    )


def test_only_the_templates_used_last_are_kept(tmp_path: Path) -> None:
    for number in range(9):
        (tmp_path / f"templates-{number}").mkdir()
        os.utime(tmp_path / f"templates-{number}", (number, number))
    template_cache(tmp_path)
    old = {path.name for path in tmp_path.iterdir()} & {f"templates-{number}" for number in range(9)}
    assert old == {"templates-6", "templates-7", "templates-8"}


@pytest.fixture
def home(tmp_path: Path, settings: LazySettings) -> Path:
    """A home with static files collected as by a server."""
    settings.HOME = tmp_path
    settings.STATIC_ROOT = tmp_path / "static"
    settings.STORAGES = {"staticfiles": {"BACKEND": "ginrummy.web.config.static_files.HashedFiles"}}
    static_files.collect_static_files()
    return tmp_path


def test_static_files_are_laid_out_anew_only_where_something_has_changed(
    home: Path, settings: LazySettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    laid: list[str] = []

    def lay(name: str, **told: Any) -> None:
        laid.append(name)
        call_command(name, **told)

    monkeypatch.setattr(static_files, "call_command", lay)
    static_files.collect_static_files()
    assert laid == []
    style = next(home.glob("static/design/base.*.css"))
    whole = style.read_bytes()
    style.write_bytes(whole[:100])
    static_files.collect_static_files()
    assert (len(laid), style.read_bytes()) == (1, whole)
    style.unlink()
    static_files.collect_static_files()
    assert (len(laid), style.read_bytes()) == (2, whole)
    settings.STATIC_URL = "/elsewhere/"
    static_files.collect_static_files()
    assert len(laid) == 3
    static_files.collect_static_files()
    assert len(laid) == 3


@pytest.mark.long
@pytest.mark.parametrize("name", ["static-files", "static/design/base.css", "database", "database/rows.csv"])
def test_a_home_with_files_of_somebody_else_is_refused(name: str, tmp_path: Path) -> None:
    file = tmp_path / name
    file.parent.mkdir(exist_ok=True, parents=True)
    file.write_text("somebody else's", encoding="utf-8")
    for more in ((), ("--new-database",)):
        asked = [sys.executable, "-m", "ginrummy", "--lang", "en", "serve", "--port", "0", *more]
        ran = subprocess.run([*asked, "--home", tmp_path], text=True, capture_output=True, check=False)
        assert ran.returncode == 2
        assert ran.stderr.startswith(f"ginrummy: {tmp_path / name.split('/')[0]}: there is another file")
        assert file.read_text("utf-8") == "somebody else's"


def test_files_laid_out_by_half_are_laid_out_anew(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def dies(*_told: Any, **_more: Any) -> None:
        raise KeyboardInterrupt

    style = next(home.glob("static/design/base.*.css"))
    style.unlink()
    with monkeypatch.context() as patch:
        patch.setattr(static_files, "call_command", dies)
        with pytest.raises(KeyboardInterrupt):
            static_files.collect_static_files()
    static_files.refuse_foreign_files()
    (home / "static-files").write_text("0a1b", "ascii")
    static_files.refuse_foreign_files()
    static_files.collect_static_files()
    assert style.exists()
