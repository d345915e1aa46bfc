"""Law against oracle: dense hands and showdowns, for each place of the ace and each number of packs."""

from __future__ import annotations

import pytest

from tests.oracle.house import KINDS, Kind
from tests.oracle.questions import QUESTIONS, ask

TIMES = {
    "deadwood": 3_000,
    "discards": 800,
    "meld": 1_500,
    "bounded-deadwood": 400,
    "automatic-spread": 600,
    "spread-by-hand": 1_000,
    "showdown": 3_000,
    "defence-by-hand": 800,
}
"""How often each is asked here; `python -m bench.law --hands` asks as often as it is told."""


@pytest.mark.parametrize("kind", KINDS, ids=str)
@pytest.mark.parametrize("name", QUESTIONS)
def test_law_and_oracle_agree(name: str, kind: Kind) -> None:
    yes = ask(name, kind, TIMES[name])
    assert yes >= QUESTIONS[name].rarest * TIMES[name]
