"""Every test of the command line has its own folders, so that the user's files stay untouched."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.playing import whole
from tests.record.texts import text_of


@pytest.fixture(autouse=True)
def own_folders(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Redirect the user's folders to a temporary one, which is returned, and set no line length."""
    home = tmp_path_factory.mktemp("folders")
    for name in ("XDG_STATE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"):
        monkeypatch.setenv(name, str(home))
    monkeypatch.delenv("COLUMNS", raising=False)
    return home


@pytest.fixture(autouse=True)
def hints_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a fast player without search compute the hints."""
    monkeypatch.setattr("ginrummy.coach.hints.can_search", lambda: False)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with records of one hand each: two in one file, one in another."""
    texts = [text_of(whole("standard", seed=seed, hands=1), "standard") for seed in (1, 2, 3)]
    (tmp_path / "a.gin").write_text(texts[0] + "\n" + texts[1], encoding="utf-8")
    (tmp_path / "b.gin").write_text(texts[2], encoding="utf-8")
    return tmp_path
