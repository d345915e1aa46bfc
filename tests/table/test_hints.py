"""A hint is the move of the strongest player that answers at once."""

from __future__ import annotations

from time import perf_counter

import pytest

from ginrummy.players import load_player
from ginrummy.table import hints
from ginrummy.table.hints import ADVISERS, adviser, hint
from tests.table.seats import sittings, table_of


def test_the_hint_is_the_move_of_the_strongest_that_answers_at_once() -> None:
    assert adviser() == ADVISERS[0] == "network"
    times = []
    for table in sittings(table_of(), hands=2):
        if table.view.is_my_turn:
            start = perf_counter()
            assert hint(table.view).move == load_player("network").decide(table.view)
            times.append(perf_counter() - start)
    assert sorted(times)[len(times) // 2] < 0.3


def test_without_numpy_the_hint_is_that_of_steady(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hints, "find_spec", lambda _name: None)
    adviser.cache_clear()
    assert adviser() == "steady"
    adviser.cache_clear()
