"""The page of results: every work, every peer, ratios of medians, starts and checks."""

from __future__ import annotations

import json
import random
import subprocess
from typing import Any

import pytest

from bench import agreement, checks, ours, report
from bench.checks import Check
from ginrummy.variants import load_variant
from tests.kernel.walks import same_law, walk

pytestmark = pytest.mark.long

CALM, BUSY = 0.02, 0.6


def page(runs: dict[str, list[float]], **given: Any) -> str:
    """Return the page of `runs`, with some other figures."""
    return report.page(
        runs,
        versions={"open_spiel": "2.0.2"},
        command="a command",
        load=given.get("load", (CALM, CALM)),
        starts={"first start": 17.25, "later start": 0.75},
        checks=given.get("checks", [Check("census", "python -m census", "123 hands", [])]),
        seconds=12.0,
    )


@pytest.fixture(scope="module")
def runs() -> dict[str, list[float]]:
    found = ours.figures(0.001)
    runs = {name: [value, value * 2, value * 3] for name, value in found.items()}
    runs["two cores: ours"] = [1.0, 2.0, 9.0]
    runs["one core: ours"] = [1.0, 1.0, 1.0]
    return runs | {"deadwood: OpenSpiel": [found["deadwood: ours"] / 50] * 3}


def test_a_tiny_run_fills_the_page(runs: dict[str, list[float]]) -> None:
    text = page(runs)
    assert "Medians of 3 runs" in text
    assert "open_spiel 2.0.2" in text
    assert "a command" in text
    assert "| 100.0 × | 40 × |" in text
    assert all(title in text for title in report.WORKS.values())
    assert "Two cores against one, random legal play: 2.00 × [1.00, 9.00] (to reach: 1.8 ×)." in text
    assert "after 17.2 s, later after 0.75 s" in text
    assert "| census | 123 hands | `python -m census` |" in text
    assert "(by_batch.png)" in text


def test_every_figure_to_reach_is_of_a_work_and_a_peer() -> None:
    names = {f"{work}: {peer}" for work in report.WORKS for peer in report.PEERS}
    assert report.TO_REACH.keys() <= names


def test_the_page_says_when_other_work_shared_the_machine(runs: dict[str, list[float]]) -> None:
    assert "The machine was shared" not in page(runs)
    assert "The machine was shared" in page(runs, load=(BUSY, BUSY))


def test_the_page_says_what_is_wrong(runs: dict[str, list[float]]) -> None:
    wrong = Check("census", "python -m census", "**wrong**", ["3 hands, not 4"])
    assert "| census | **wrong**; 3 hands, not 4 |" in page(runs, checks=[wrong])


@pytest.mark.parametrize("name", ["standard", "two_pack", "hollywood"])
def test_hands_that_the_oracle_played_are_played_alike_by_the_kernel(name: str) -> None:
    variant, chance = load_variant(name).row, random.Random(name)
    walks = [agreement.oracle_walk(variant, chance) for _hand in range(12)]
    assert same_law(variant, walks) > 100


def test_the_comparison_covers_what_is_rare() -> None:
    agreed = agreement.compare(walk, 1, 2, "a test")
    assert agreed.states > 2000
    assert {"with twins", "card 51 discarded", "card 51 drawn", "knock", "gin"} <= agreed.features.keys()


def answering(status: int, out: str, err: str = "") -> Any:
    """Return a stand-in for `subprocess.run` with this answer."""

    def run(arguments: list[str], **_given: object) -> subprocess.CompletedProcess[str]:
        return subprocess.CompletedProcess(arguments, status, out, err)

    return run


def test_laws_that_differ_are_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(subprocess, "run", answering(1, "", "Traceback\nAssertionError: a state"))
    (found,) = checks.agreement(10, 10)
    assert found.faults == ["AssertionError: a state"]


def test_laws_that_agree_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    told = {"compiled against Python": {"states": 1234, "hands": {"knock": 5}, "seconds": 2.0}}
    monkeypatch.setattr(subprocess, "run", answering(0, json.dumps(told)))
    (found,) = checks.agreement(10, 10)
    assert (found.outcome, found.faults) == ("1,234 states agree (2 s): hands knock 5", [])
