"""The training examples run with a small budget, print and draw their curves."""

from __future__ import annotations

import re
import runpy
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest

from ginrummy.kernel.actions import BIG_GIN, CLOSE, DRAW, PASS, TAKE
from ginrummy.kernel.vectorized_rules import least_deadwood
from ginrummy.lab import envs

EXAMPLES = Path(__file__).parents[2] / "examples"


def example(name: str) -> dict[str, Any]:
    """Return the names of an example."""
    return runpy.run_path(str(EXAMPLES / name))


def words_in(picture: Path) -> set[str | None]:
    """Return the texts of a picture."""
    return {each.text for each in ElementTree.parse(picture).iter() if each.tag.endswith("}text")}


@pytest.mark.long
def test_ppo_plays_and_learns(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    picture = tmp_path / "ppo.svg"
    sizes = ["--updates", "2", "--points", "2", "--tables", "16", "--hands", "6"]
    example("ppo.py")["main"]([*sizes, "--picture", str(picture)])
    _title, head, *rows = capsys.readouterr().out.splitlines()
    assert head.split() == ["decisions", "simple", "steady", "network"]
    assert [row.split()[0] for row in rows] == ["0", "512", "1024"]
    assert {"simple", "steady", "network", "0.0", "million decisions"} <= words_in(picture)


def test_ppo_reads_hand_and_deadwood_and_never_chooses_an_illegal_action() -> None:
    ppo = example("ppo.py")
    learner = ppo["PPO"](8, 1, 1e-3, 7)
    planes, numbers, logits, mask = learner.inputs
    own = planes[:, :, :13].reshape(8, 52)
    after = planes[:, :, 9 * 13 :].reshape(8, 52)
    assert set(own.sum(1)) <= {10, 11}
    np.testing.assert_array_equal(after > 0, own > 0)
    assert (numbers[:, 8] * 50 + 1 >= after.min(1, where=own > 0, initial=9) * 50).all()
    np.testing.assert_array_equal(numbers[:, 10:].sum(1), 1)
    chances = np.exp(ppo["log_chances"](logits, mask))
    assert not chances[~mask].any()
    np.testing.assert_allclose(chances.sum(1), 1, rtol=1e-5)


def test_the_first_logits_of_ppo_fall_with_the_deadwood_that_an_action_leaves() -> None:
    ppo = example("ppo.py")
    tables = envs.vector(16, opponent="simple", normalise=True)
    seen = tables.reset(seed=3)[0]
    for _step in range(8):
        hands, tops = (seen["cards"][:, plane] @ (1 << np.arange(52)) for plane in (ppo["OWN"], ppo["TOP"]))
        left = ppo["read"](seen).logits / -ppo["SLOPE"]
        for row, (hand, top, mask) in enumerate(zip(hands, tops, seen["action_mask"], strict=True)):
            now = least_deadwood([hand])[0]
            expected = {DRAW: now, PASS: now, BIG_GIN: 0}
            expected |= {face: least_deadwood([hand & ~(1 << face)])[0] for face in range(52)}
            expected |= {CLOSE + face: expected[face] for face in range(52)}
            cards = [face for face in range(52) if (hand | top) >> face & 1]
            expected[TAKE] = min(least_deadwood([(hand | top) & ~(1 << face)])[0] for face in cards)
            for action in np.flatnonzero(mask).tolist():
                assert left[row, action] == expected[action], (row, action)
        seen = tables.step(seen["action_mask"].argmax(1))[0]


def test_the_advantages_of_a_hand_end_with_it() -> None:
    values, rewards = np.array([[1.0], [2.0], [3.0], [4.0]]), np.array([[0.0], [5.0], [0.0]])
    found = example("ppo.py")["generalised_advantages"](values, rewards, np.array([[False], [True], [False]]))
    np.testing.assert_allclose(found[:, 0], [2 - 1 + 0.95 * 3, 5 - 2, 4 - 3])


@pytest.mark.long
def test_deep_cfr_learns_and_never_beats_the_exact_value(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    picture = tmp_path / "deep-cfr.svg"
    sizes = ["--iterations", "4", "--traversals", "100", "--steps", "100", "--seeds", "7", "8"]
    example("deep_cfr.py")["main"]([*sizes, "--picture", str(picture)])
    _title, _head, *rows = capsys.readouterr().out.splitlines()
    gains = np.array([row.split() for row in rows[:6]], float).reshape(2, 3, 5)
    assert gains[:, :, :2].tolist() == [[[seed, 1], [seed, 2], [seed, 4]] for seed in (7, 8)]
    assert (gains[:, :, 2:] >= 0).all()
    assert (gains[:, -1, 4] < gains[:, 0, 4]).all()
    assert [row.split()[:2] for row in rows[6:]] == [["mean", "1"], ["mean", "2"], ["mean", "4"]]
    last = np.array(re.findall(r"\d\.\d{3}", rows[-1]), float).reshape(3, 3)
    np.testing.assert_allclose(last[:, 0], gains[:, -1, 2:].mean(0), atol=2e-3)
    np.testing.assert_allclose(last[:, 1:].T, np.sort(gains[:, -1, 2:], axis=0), atol=2e-3)
    assert {"dealer", "non-dealer", "4"} <= words_in(picture)


def test_a_memory_keeps_a_uniform_sample() -> None:
    deep_cfr = example("deep_cfr.py")
    memory_type = deep_cfr["Memory"]
    memory_type.add.__globals__["ROOM"] = 50
    memory = memory_type(3, np.random.default_rng(1))
    for number in range(1, 1001):
        memory.add(number, number, [0, 2], [number, -number])
    assert len(set(memory.rows)) == 50
    assert 300 < memory.rows.mean() < 700
    rows, weights, targets = memory.batch()
    assert weights.mean() == pytest.approx(1)
    np.testing.assert_array_equal(targets, np.column_stack([rows, 0 * rows, -rows]))
