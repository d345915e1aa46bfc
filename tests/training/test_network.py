"""The training at small scale: losses that fall, a policy that beats `random`, and kill -9 in the middle."""

from __future__ import annotations

import csv
import shutil
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from ginrummy.players import load_player
from ginrummy.players.network import NetworkPlayer, opinion, said, weights_in
from ginrummy.training.ensemble import ensemble
from ginrummy.training.model import first_network, write_weights
from ginrummy.training.network import Course, Training, batch_of, calmness, losses, train, variants
from ginrummy.training.position_files import gather_positions
from tests.players.tables import EAAI, decisions
from tests.players.test_strength import points

SMALL = Course(positions=1600, passes=6, batch=128, saved_every=10, anew=True)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a small training that is done."""
    where = tmp_path_factory.mktemp("training")
    train(where, SMALL, workers=1)
    return where


def test_every_loss_falls(folder: Path) -> None:
    _rows, aside = gather_positions(folder, count=SMALL.positions, aside=SMALL.aside, seed=SMALL.seed)
    check = batch_of(aside, variants(), calmness(aside))
    before = losses(first_network(SMALL.seed), check)
    after = losses(Training(folder, SMALL).network, check)
    assert all(late < early for early, late in zip(before, after, strict=True)), (before, after)


def test_the_curve_is_kept(folder: Path) -> None:
    with (folder / "curve.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert [float(row["step"]) for row in rows[-2:]] == [SMALL.steps // 10 * 10, SMALL.steps]
    assert float(rows[-1]["hidden_off"]) < float(rows[0]["hidden_off"])


def test_what_it_learnt_beats_random(folder: Path) -> None:
    with (folder / "weights.npz").open("rb") as file:
        pupil = NetworkPlayer(weights=weights_in(file))
    total = 0
    for number in range(20):
        random = load_player("random", seed=number)
        total += points(EAAI, (pupil, random), number=number) - points(EAAI, (random, pupil), number=number)
    assert total / 40 > 20


def test_of_one_it_says_what_it_says_of_many(folder: Path) -> None:
    rows, _aside = gather_positions(folder, count=60, aside=0, seed=SMALL.seed)
    batch = batch_of(rows, variants(), calmness(rows))
    with (folder / "weights.npz").open("rb") as file:
        weights = weights_in(file)
    expected = said(weights, batch.planes, batch.numbers)
    for place in range(len(rows)):
        found = said(weights, batch.planes[place], batch.numbers[place])
        for one, many in zip(found, expected, strict=True):
            np.testing.assert_allclose(one, many[place], rtol=1e-3, atol=1e-3)


def command(folder: Path) -> list[str]:
    """Return the command of a training of some seconds."""
    options = {"positions": 700, "passes": 14, "batch": 64, "saved-every": 25, "workers": 1}
    words = ["--anew", *(word for name, value in options.items() for word in (f"--{name}", str(value)))]
    return [sys.executable, "-m", "ginrummy.training.network", str(folder), *words]


def test_killed_and_begun_again_it_comes_to_the_same_weights(tmp_path: Path) -> None:
    whole, cut = tmp_path / "whole", tmp_path / "cut"
    subprocess.run(command(whole), check=True, capture_output=True)
    cut.mkdir()
    for path in whole.glob("positions-*.npy"):
        shutil.copy(path, cut)
    running = subprocess.Popen(command(cut), stdout=subprocess.DEVNULL)
    while not (cut / "checkpoint.npz").exists() and running.poll() is None:
        time.sleep(0.01)
    running.kill()
    assert running.wait() == -9, "it was done before it could be killed"
    done = subprocess.run(command(cut), check=True, capture_output=True, text=True).stdout
    assert "step 25 of" not in done
    with np.load(whole / "weights.npz") as first, np.load(cut / "weights.npz") as second:
        assert first.files == second.files
        for name in first.files:
            np.testing.assert_array_equal(first[name], second[name])
    assert (whole / "curve.csv").read_bytes() == (cut / "curve.csv").read_bytes()


def test_another_course_is_refused(folder: Path) -> None:
    with pytest.raises(ValueError, match="another training"):
        Training(folder, SMALL._replace(passes=7))


def test_an_ensemble_says_the_mean_of_what_its_networks_say(folder: Path) -> None:
    rows, _aside = gather_positions(folder, count=60, aside=0, seed=SMALL.seed)
    batch = batch_of(rows, variants(), calmness(rows))
    networks = [first_network(seed) for seed in range(3)]
    each = [said(network, batch.planes, batch.numbers) for network in networks]
    found = said(ensemble(networks), batch.planes, batch.numbers)
    for place, mean in enumerate(found):
        np.testing.assert_allclose(mean, np.mean([one[place] for one in each], axis=0), rtol=1e-3, atol=1e-4)


def test_weights_are_written_as_they_are_read(tmp_path: Path) -> None:
    write_weights(first_network(1), tmp_path / "weights.npz")
    weights = weights_in(tmp_path / "weights.npz")
    player = NetworkPlayer(weights=weights)
    for _match, view, move in decisions(EAAI, (player, load_player("simple")), seed=3, hands=1):
        if view.seat == 0:
            assert view.refusal(move) is None
            assert opinion(weights, view).hidden.shape == (52,)
