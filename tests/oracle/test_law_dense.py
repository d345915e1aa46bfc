"""Law against oracle: dense hands and showdowns, for each place of the ace and each number of packs."""

from __future__ import annotations

import pytest

from tests.oracle.house import KINDS, Kind
from tests.oracle.questions import QUESTIONS, ask

TIMES = {
    "deadwood": 6_000,
    "discards": 1_500,
    "meld": 3_000,
    "bounded-deadwood": 800,
    "automatic-spread": 1_200,
    "spread-by-hand": 2_000,
    "showdown": 6_000,
    "defence-by-hand": 1_500,
}
"""How often each is asked here; `python -m bench.law --hands` asks as often as it is told."""


@pytest.mark.parametrize("kind", KINDS, ids=str)
@pytest.mark.parametrize("name", QUESTIONS)
def test_law_and_oracle_agree(name: str, kind: Kind) -> None:
    yes = ask(name, kind, TIMES[name])
    assert yes >= QUESTIONS[name].rarest * TIMES[name]
