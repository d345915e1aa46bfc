"""Gradients of the losses, by NumPy or by arrays on a graphics card."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ginrummy.lab.training.batches import Batch, make_batch, position_weights, variants
from ginrummy.lab.training.network import Course, Training
from ginrummy.lab.training.network_weights import Network, random_network
from ginrummy.lab.training.position_files import Gathering, gather_files, local_engine
from ginrummy.lab.training.slopes import losses, losses_and_gradients

SHARES = (1.0, 0.3, 0.7)


@pytest.fixture(scope="module")
def batch() -> Batch:
    """Return some positions of every game."""
    rows = next(gather_files(Gathering(77, a_file=2000), local_engine(1), [0]))
    return make_batch(rows[::9], variants(), position_weights(rows))


def as_doubles(batch: Batch) -> Batch:
    """Return `batch` in double precision."""
    return Batch(*(part if part.dtype == np.int32 else part.astype(np.float64) for part in batch))


@pytest.mark.long
@pytest.mark.parametrize("shares", [(1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0), SHARES])
def test_they_are_what_the_losses_rise_by(batch: Batch, shares: tuple[float, float, float]) -> None:
    network = {name: values.astype(np.float64) for name, values in random_network(3, width=24).items()}
    precise, random, step = as_doubles(batch), np.random.default_rng(1), 1e-6
    found, slopes = losses_and_gradients(network, precise, shares)
    assert found == losses(network, precise)
    assert slopes.keys() == network.keys()
    for name, values in network.items():
        assert slopes[name].shape == values.shape
        way = random.standard_normal(values.shape)
        there, back = (
            np.dot(shares, losses(network | {name: values + sign * step * way}, precise)) for sign in (1, -1)
        )
        assert (there - back) / (2 * step) == pytest.approx((slopes[name] * way).sum(), rel=1e-5, abs=1e-9)


def test_single_precision_stays_single(batch: Batch) -> None:
    found, slopes = losses_and_gradients(random_network(3, width=24), batch, SHARES)
    assert {value.dtype for value in (*found, *slopes.values())} == {np.dtype(np.float32)}


class OnCard(np.ndarray):
    """An array as on a graphics card: it mixes only with its kind, and `get` copies it."""

    def get(self) -> Any:
        """Return a copy for the processor."""
        return np.array(self, subok=False)

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **options: Any) -> Any:
        """Compute with arrays of the card."""
        assert all(isinstance(each, OnCard) or np.ndim(each) == 0 for each in inputs), ufunc
        plain = [np.asarray(each) if isinstance(each, OnCard) else each for each in inputs]
        if out := options.get("out"):
            options["out"] = tuple(np.asarray(each) for each in out)
        found = getattr(ufunc, method)(*plain, **options)
        return out[0] if out else np.asarray(found).view(OnCard)


class Card:
    """NumPy, with all results as if on a graphics card."""

    def __getattr__(self, name: str) -> Any:
        """Return NumPy's function of that name."""

        def called(*arguments: Any, **options: Any) -> Any:
            if name != "asarray":
                assert not any(type(each) is np.ndarray for each in arguments), name
            found = getattr(np, name)(*arguments, **options)
            if isinstance(found, list):
                return [each.view(OnCard) for each in found]
            return np.asarray(found).view(OnCard)

        return called


def test_on_a_card_nothing_goes_to_and_fro(batch: Batch, tmp_path: Path) -> None:
    """All data is copied there first, and training is the same; saved files are as without a card."""
    course = Course(positions=1024, passes=1, batch=128, from_scratch=True, networks=1, width=24)
    here, there = Training(tmp_path / "here", course), Training(tmp_path / "there", course, arrays=Card())
    for training in (here, there):
        for _step in range(3):
            training.learn(batch)
    assert_alike(there.network, here.network)
    there.save()
    assert_alike(Training(tmp_path / "there", course).network, here.network)
    assert Training(tmp_path / "there", course, arrays=Card()).step == 3


def assert_alike(one: Network, other: Network) -> None:
    """Assert that both have the same weights up to rounding, as arrays of the processor."""
    assert one.keys() == other.keys()
    for name, values in one.items():
        assert type(values) is np.ndarray
        np.testing.assert_allclose(values, other[name], rtol=1e-5, atol=1e-7)


def test_without_cupy_a_card_is_refused_and_told_how_to_come_by_it(tmp_path: Path) -> None:
    program = (
        "import sys; sys.modules['cupy'] = None; from ginrummy.lab.training.network import main;"
        f" sys.argv = ['network', {str(tmp_path / 'new')!r}, '--gpu']; main()"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "a graphics card needs CuPy: pip install" in done.stderr
    assert "[gpu]" in done.stderr
    assert not (tmp_path / "new").exists()
