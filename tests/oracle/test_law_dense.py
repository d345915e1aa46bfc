"""Law against oracle: dense hands and showdowns, for each place of the ace and each number of packs."""

from __future__ import annotations

import pytest

from tests.oracle.house import KINDS, Kind
from tests.oracle.questions import QUESTIONS, ask

TIMES = {
    "deadwood": 1_500,
    "discards": 400,
    "meld": 1_500,
    "bounded-deadwood": 200,
    "automatic-spread": 300,
    "spread-by-hand": 500,
    "showdown": 1_500,
    "defence-by-hand": 400,
}
"""Number of questions here; `python -m bench.law --hands` sets its own."""


@pytest.mark.parametrize("kind", KINDS, ids=str)
@pytest.mark.parametrize("name", QUESTIONS)
def test_law_and_oracle_agree(name: str, kind: Kind) -> None:
    yes = ask(name, kind, TIMES[name])
    assert yes >= QUESTIONS[name].rarest * TIMES[name]
