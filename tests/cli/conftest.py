"""Every test of the command line has folders of its own: nothing of the person who runs it is touched."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def own_folders(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Let the folders of the user be in a temporary one, which is returned."""
    home = tmp_path_factory.mktemp("folders")
    for name in ("XDG_STATE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"):
        monkeypatch.setenv(name, str(home))
    return home


@pytest.fixture(autouse=True)
def hints_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let hints be those that come at once: no coach is got ready behind a test."""
    monkeypatch.setattr("ginrummy.table.hints.is_warm", lambda: False)
