"""Hints in the terminal come from a fast player, not from the coach."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def hints_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ginrummy.coach.hints.can_search", lambda: False)
