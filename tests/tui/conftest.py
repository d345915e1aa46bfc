"""At the terminal's table hints are those that come at once, not the coach's."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def hints_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ginrummy.coach.hints.can_search", lambda: False)
