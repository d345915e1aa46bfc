"""Training at small scale: falling losses, a policy that beats `random`, and kill -9 in the middle."""

from __future__ import annotations

import csv
import shutil
import subprocess
import sys
import time
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ginrummy.kernel.vectorized_rules import Rows
from ginrummy.lab.arena.ray_cluster import run_on_cluster
from ginrummy.lab.training.batches import (
    FORESEEN_SHARE,
    action_results,
    action_targets,
    make_batch,
    position_weights,
    variants,
)
from ginrummy.lab.training.forward_pass import load_networks, network_output, networks_in
from ginrummy.lab.training.network import Course, Training, read_checkpoint, train
from ginrummy.lab.training.network_weights import random_network, write_networks
from ginrummy.lab.training.position_files import (
    GAMES,
    Gathering,
    gather_files,
    gather_positions,
    local_engine,
)
from ginrummy.lab.training.slopes import losses
from ginrummy.players import load_player
from ginrummy.players.network import NetworkPlayer, mean_opinion
from ginrummy.players.network_loops import weights_for_loops
from tests.players.tables import EAAI, decisions
from tests.players.test_strength import points

pytestmark = pytest.mark.long

SMALL = Course(positions=1600, passes=6, batch=128, saved_every=10, from_scratch=True, networks=1)
GATHERING = Gathering(SMALL.seed)
ONE_CORE = local_engine(1)
SOME_SECONDS = {"positions": 700, "passes": 14, "batch": 64, "saved_every": 25, "width": 32, "workers": 1}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a finished small training."""
    where = tmp_path_factory.mktemp("training")
    train(where, SMALL, workers=1)
    return where


def assert_same(one: Rows, other: Rows) -> None:
    """Assert that both are the same positions."""
    for name in one.dtype.names or ():
        np.testing.assert_array_equal(one[name], other[name])


def test_every_loss_falls(folder: Path) -> None:
    _rows, aside = gather_positions(
        folder, GATHERING, ONE_CORE, count=SMALL.positions, aside=SMALL.validation_count
    )
    check = make_batch(aside, variants(), position_weights(aside))
    before = losses(random_network(SMALL.seed), check)
    after = losses(Training(folder, SMALL).network, check)
    assert all(late < early for early, late in zip(before, after, strict=True)), (before, after)


def test_the_curve_is_kept(folder: Path) -> None:
    with (folder / "network-0" / "curve.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert [float(row["step"]) for row in rows[-2:]] == [SMALL.steps // 10 * 10, SMALL.steps]
    assert float(rows[-1]["hidden_off"]) < float(rows[0]["hidden_off"])


def test_a_game_to_be_learnt_most_of_all_is_gathered_most() -> None:
    gatherings = [Gathering(SMALL.seed, a_file=1500, often=often) for often in ((), ("classic",))]
    usual, more = (next(gather_files(gathering, ONE_CORE, [0])) for gathering in gatherings)
    few, many = ((rows["game"] == GAMES.index("classic")).sum() for rows in (usual, more))
    assert many > 4 * few > 0
    assert {*usual["game"]} == {*more["game"]} == {*range(len(GAMES))}


def test_against_itself_the_other_seat_plays_as_the_network_does() -> None:
    usual, itself, again = (
        next(gather_files(Gathering(SMALL.seed, a_file=1000, against_itself=against_itself), ONE_CORE, [0]))
        for against_itself in (False, True, True)
    )
    assert_same(itself, again)
    assert {*itself["game"]} == {*range(len(GAMES))}
    assert not np.array_equal(usual["cards0"][:200], itself["cards0"][:200])


@pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::FutureWarning", "ignore::DeprecationWarning")
def test_a_cluster_gathers_what_one_machine_does(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RAY_ENABLE_UV_RUN_RUNTIME_ENV", "0")
    gathering, wanted = Gathering(SMALL.seed, a_file=2500), {"count": 2600, "aside": 400}
    cluster = partial(run_on_cluster, workers=2)
    here, there = (
        gather_positions(tmp_path / name, gathering, engine, **wanted)
        for name, engine in (("here", local_engine(2)), ("there", cluster))
    )
    assert len(list((tmp_path / "there").glob("*.npy"))) == 2
    for one, other in zip(here, there, strict=True):
        assert_same(one, other)


def test_no_cluster_is_an_error(tmp_path: Path) -> None:
    ran = subprocess.run(
        command(tmp_path, "--from-scratch", "--cluster", "127.0.0.1:1", **SOME_SECONDS),
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 2
    assert "the cluster cannot be reached" in ran.stderr
    assert not list(tmp_path.iterdir())


def test_what_it_learnt_beats_random(folder: Path) -> None:
    with (folder / "weights.npz").open("rb") as file:
        pupil = NetworkPlayer(networks=networks_in(file))
    total = 0
    for number in range(10):
        random = load_player("random", seed=number)
        total += points(EAAI, (pupil, random), number=number) - points(EAAI, (random, pupil), number=number)
    assert total / 20 > 20


def test_of_one_it_says_what_it_says_of_many(folder: Path) -> None:
    rows, _aside = gather_positions(folder, GATHERING, ONE_CORE, count=60, aside=0)
    batch = make_batch(rows, variants(), position_weights(rows))
    with (folder / "weights.npz").open("rb") as file:
        (weights,) = networks_in(file)
    expected = network_output(weights, batch.planes, batch.numbers)
    for place in range(len(rows)):
        found = network_output(weights, batch.planes[place], batch.numbers[place])
        for one, many in zip(found, expected, strict=True):
            np.testing.assert_allclose(one, many[place], rtol=1e-3, atol=1e-3)


def command(folder: Path, *words: str, **numbers: int) -> list[str]:
    """Return the command of a training in `folder` with these options; `saved_every` is `--saved-every`."""
    options = (
        word for name, value in numbers.items() for word in (f"--{name.replace('_', '-')}", str(value))
    )
    return [sys.executable, "-m", "ginrummy.lab.training.network", str(folder), *words, *options]


def test_killed_and_begun_again_it_comes_to_the_same_weights(tmp_path: Path) -> None:
    whole, cut = tmp_path / "whole", tmp_path / "cut"
    learn = command(cut, "--from-scratch", **SOME_SECONDS)
    subprocess.run(command(whole, "--from-scratch", **SOME_SECONDS), check=True, capture_output=True)
    cut.mkdir()
    for path in whole.glob("positions-*.npy"):
        shutil.copy(path, cut)
    running = subprocess.Popen(learn, stdout=subprocess.DEVNULL)
    while not (cut / "network-0" / "checkpoint.npz").exists() and running.poll() is None:
        time.sleep(0.01)
    running.kill()
    assert running.wait() == -9, "it was done before it could be killed"
    done = subprocess.run(learn, check=True, capture_output=True, text=True).stdout
    assert "network 0, step 25 of" not in done
    with np.load(whole / "weights.npz") as first, np.load(cut / "weights.npz") as second:
        assert first.files == second.files
        for name in first.files:
            np.testing.assert_array_equal(first[name], second[name])
    assert (whole / "network-1" / "curve.csv").read_bytes() == (cut / "network-1" / "curve.csv").read_bytes()


def test_the_belief_is_learnt_alone(folder: Path, tmp_path: Path) -> None:
    for path in folder.glob("positions-*.npy"):
        (tmp_path / path.name).symlink_to(path)
    (network,) = train(tmp_path, SMALL._replace(belief=True, width=48), workers=1)
    assert network["second.own.weight"].shape == (48, 48)
    begun = random_network(SMALL.seed, width=48)
    np.testing.assert_allclose(network["plain.weight"], begun["plain.weight"], rtol=1e-3)
    _rows, aside = gather_positions(
        folder, GATHERING, ONE_CORE, count=SMALL.positions, aside=SMALL.validation_count
    )
    batch = make_batch(aside, variants(), position_weights(aside))
    assert losses(network, batch).hidden < 0.97 * losses(begun, batch).hidden


def test_another_course_is_refused(folder: Path) -> None:
    with pytest.raises(ValueError, match="another training"):
        Training(folder, SMALL._replace(passes=7))


@pytest.mark.parametrize(
    "otherwise",
    [{"seed": 7}, {"often": ("eaai",)}, {"against_itself": True}, {"pupils": (random_network(1),)}],
    ids=["seed", "often", "against_itself", "pupils"],
)
def test_positions_are_not_gathered_on_otherwise_unawares(folder: Path, otherwise: dict[str, Any]) -> None:
    gathering, few = GATHERING._replace(**otherwise), SMALL.positions
    before = {path.name: path.read_bytes() for path in folder.glob("*.*")}
    with pytest.raises(ValueError, match=r'were gathered otherwise: {"seed": 1909'):
        gather_positions(folder, gathering, ONE_CORE, count=4 * few, aside=0)
    assert before == {path.name: path.read_bytes() for path in folder.glob("*.*")}
    gather_positions(folder, gathering, ONE_CORE, count=few, aside=0)


def test_more_networks_than_the_package_has_are_refused_before_anything_is_gathered(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="2 networks to go on from, not 3"):
        train(tmp_path / "new", SMALL._replace(from_scratch=False, networks=3))
    assert not (tmp_path / "new").exists()


@pytest.mark.parametrize(
    "nothing",
    [{"positions": 0}, {"positions": 100}, {"positions": 5, "batch": 1}, {"passes": 0}, {"networks": 0}],
)
def test_a_course_with_nothing_to_learn_from_is_refused_before_anything_is_gathered(
    tmp_path: Path, nothing: dict[str, Any]
) -> None:
    with pytest.raises(ValueError, match=rf"{next(iter(nothing))} is \d+"):
        train(tmp_path / "none", SMALL._replace(**nothing))
    assert not (tmp_path / "none").exists()


def test_it_goes_on_from_the_networks_of_the_package(tmp_path: Path) -> None:
    begun = [Training(tmp_path, SMALL._replace(from_scratch=False), number).network for number in range(2)]
    for network, kept in zip(begun, load_networks(), strict=True):
        assert network.keys() == kept.keys()
        for name in kept:
            np.testing.assert_array_equal(network[name], kept[name])
            assert network[name] is not kept[name]


def test_it_goes_on_from_what_another_training_left(folder: Path, tmp_path: Path) -> None:
    left = folder / "weights.npz"
    further = SMALL._replace(positions=400, passes=1, from_scratch=False)
    numbers = {"positions": 400, "passes": 1, "batch": 128, "saved_every": 10, "networks": 1, "workers": 1}
    subprocess.run(command(tmp_path, "--from", str(left), **numbers), check=True, capture_output=True)
    begun, begin_with = read_checkpoint(left)
    found = np.load(tmp_path / "positions-0000.npy")
    gathering = Gathering(SMALL.seed, a_file=further.positions + further.validation_count, pupils=begin_with)
    assert_same(found, next(gather_files(gathering, ONE_CORE, [0])))
    packages = gathering._replace(pupils=load_networks()), gathering._replace(pupils=())
    usual, again = (next(gather_files(each, ONE_CORE, [0])) for each in packages)
    assert_same(usual, again)
    assert not np.array_equal(found["cards0"], usual["cards0"])
    done = Training(tmp_path, further._replace(begun=begun), begin_with=begin_with)
    assert done.step == further.steps == 3
    (given,) = begin_with
    np.testing.assert_allclose(done.network["cards.weight"], given["cards.weight"], atol=0.01)
    with pytest.raises(ValueError, match="another training"):
        Training(tmp_path, further, begin_with=load_networks())


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (None, "No such file"),
        ("", "holds no weights"),
        ("PK", "holds no weights"),
        ("PK\x03\x04", "holds no weights"),
    ],
)
def test_what_is_no_file_of_weights_is_an_error(tmp_path: Path, text: str | None, words: str) -> None:
    file, folder = tmp_path / "weights.npz", tmp_path / "new"
    if text is not None:
        file.write_text(text, encoding="utf-8")
    learn = command(folder, "--from", str(file))
    done = subprocess.run(learn, check=False, capture_output=True, text=True)
    assert done.returncode == 2
    assert words in done.stderr
    assert not folder.exists()


def test_what_is_learnt_lies_between_what_came_and_what_was_foreseen(folder: Path) -> None:
    rows, _aside = gather_positions(folder, GATHERING, ONE_CORE, count=400, aside=0)
    tried, ended = rows["actions"] >= 0, np.isnan(rows["foreseen"])
    found, ends = action_targets(rows), action_results(rows)
    assert 0.1 < ended[tried].mean() < 0.9
    np.testing.assert_array_equal(found[tried & ended], ends[tried & ended])
    beyond = tried & ~ended
    due = ends[beyond] + FORESEEN_SHARE * (rows["foreseen"][beyond] - ends[beyond])
    np.testing.assert_allclose(found[beyond], due, rtol=1e-5, atol=1e-6)
    one, other = np.corrcoef(ends[beyond], rows["foreseen"][beyond])[0]
    assert one == pytest.approx(1)
    assert other > 0.1


def test_several_networks_say_the_mean_of_what_each_says(tmp_path: Path) -> None:
    path = tmp_path / "weights.npz"
    write_networks([random_network(seed) for seed in range(3)], path)
    networks = networks_in(path)
    assert len(networks) == 3
    player, weights = NetworkPlayer(networks=networks), tuple(map(weights_for_loops, networks))
    for _match, view, move in decisions(EAAI, (player, load_player("simple")), seed=3, hands=1):
        if view.seat == 0:
            assert view.refusal(move) is None
            each, found = [mean_opinion(view, (one,)) for one in weights], mean_opinion(view, weights)
            for place, mean in enumerate(found):
                np.testing.assert_allclose(mean, np.mean([one[place] for one in each], axis=0), rtol=1e-5)
            assert len(found.hidden) == 52
