"""At the terminal's table hints are those that come at once, unless a test has the coach ready."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def hints_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("coach.hints", "terminal.hint_command"):
        monkeypatch.setattr(f"ginrummy.{module}.is_warm", lambda: False)
