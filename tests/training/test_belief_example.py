"""The example of a belief network learns, and its players play."""

from __future__ import annotations

import re
import runpy
import shutil
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest

from ginrummy.lab.dataset import SAMPLE
from tests.cli.running import ginrummy

EXAMPLE = Path(__file__).parents[2] / "examples" / "belief.py"


@pytest.fixture(scope="module")
def belief() -> dict[str, Any]:
    """Return the names of the example."""
    return runpy.run_path(str(EXAMPLE))


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    """Return a copy of the example with its network in a separate folder."""
    (tmp_path / "examples").mkdir()
    return Path(shutil.copy(EXAMPLE, tmp_path / "examples"))


def test_a_player_without_its_network_names_the_command(copied: Path) -> None:
    ran = ginrummy("arena", f"{copied}:Careful", "simple", "--hands", "2", "--workers", "1")
    assert (ran.status, ran.out) == (2, "")
    weights = copied.parents[1] / "build" / "belief.npz"
    assert f"{weights}: no network yet: first run python {copied}" in ran.err


@pytest.mark.long
def test_it_knows_more_than_counting(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    copied: Path,
) -> None:
    picture = tmp_path / "belief.svg"
    sizes = ["--points", "2", "--passes", "2", "--hands", "4", "--workers", "1", "--seeds", "7", "8"]
    runpy.run_path(str(copied))["main"]([*sizes, "--picture", str(picture)])
    head, *rows = capsys.readouterr().out.splitlines()
    counting = float(head.partition("(counting ")[2].partition(")")[0])
    losses = np.array([re.findall(r"\d\.\d+", row) for row in rows[:2]], float)
    assert (losses[1] < losses[0]).all()
    assert (losses < counting).all()
    assert (losses[:, 1] < losses[:, 0]).all()  # the two seeds differ, and the mean is between them
    assert (losses[:, 0] < losses[:, 2]).all()
    assert [row.split(":")[0] for row in rows[2:]] == ["Counting against simple", "Careful against simple"]
    words = {each.text for each in ElementTree.parse(picture).iter() if each.tag.endswith("}text")}
    assert {"400", "801", "counting", "network"} <= words


def test_counting_is_right_about_the_size_of_the_other_hand(belief: dict[str, Any]) -> None:
    data = belief["read_decisions"](SAMPLE, "match < 6")
    unseen_held = (data.held * data.unseen).sum((1, 2))
    np.testing.assert_allclose(data.chance * data.unseen.sum((1, 2)), unseen_held, atol=1e-3)
    own, known = data.planes[:, 0], data.planes[:, 7]
    assert not (own * data.held).any()
    assert not (known * data.unseen).any()
    assert (data.held >= known).all()


def test_a_card_is_melded_with_the_pairs_that_it_needs(belief: dict[str, Any]) -> None:
    held = np.zeros((4, 13))
    held[1, 4] = held[2, 4] = 1
    chance = belief["meld_chance"]
    assert chance(held, 4) == 1  # a set of fives
    assert chance(held, 3 * 13 + 4) == 1
    assert chance(held, 5) == 0
    held[:] = 0
    held[0, 0] = held[0, 1] = 0.5
    assert chance(held, 2) == 0.25  # ace, two, three
    assert chance(held, 12) == 0  # no run around the corner
