"""Arrays of the environments as tensors of PyTorch, by DLPack: the same memory."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import torch

from ginrummy.lab import envs


def shared(array: Any) -> Any:
    """Return `array` as a tensor that shares its memory."""
    tensor = torch.from_dlpack(array)
    assert tensor.data_ptr() == array.ctypes.data
    assert (tensor.shape, tensor.stride()) == (array.shape, tuple(n // array.itemsize for n in array.strides))
    assert str(tensor.dtype).removeprefix("torch.") == str(array.dtype)
    return tensor


@pytest.mark.parametrize("opponent", [None, "simple"])
@pytest.mark.parametrize("settings", [{}, {"compact": True}, {"normalise": True}])
def test_tables_share_their_memory(settings: dict[str, Any], opponent: str | None) -> None:
    tables = envs.vector(6, opponent=opponent, **settings)
    seen, news = tables.reset(seed=1)
    tensors = {name: shared(each) for name, each in seen.items()}
    tensors |= {name: shared(news[name]) for name in ("turn", "points")}
    for _step in range(40):
        # The actions come from the tensor: it shows each step.
        seen, rewards, ended, cut, news = tables.step(tensors["action_mask"].argmax(dim=1))
        for name, each in (seen | news).items():
            if name in tensors:
                assert tensors[name].data_ptr() == each.ctypes.data
                np.testing.assert_array_equal(tensors[name].numpy(), each)
        for each in (rewards, ended, cut):
            np.testing.assert_array_equal(shared(each).numpy(), each)


@pytest.mark.parametrize("make", [envs.single, envs.rlcard, lambda: envs.vector(2, opponent="novice")])
def test_observations_of_other_environments_share_their_memory(make: Any) -> None:
    share_all(make().reset()[0])


def test_observations_of_both_seats_share_their_memory() -> None:
    env = envs.aec(match=True)
    env.reset(seed=1)
    share_all(env.observe("player_0"))


def share_all(seen: dict[str, Any]) -> None:
    """Share all arrays of an observation."""
    arrays = [each for each in seen.values() if isinstance(each, np.ndarray)]
    assert arrays
    for each in arrays:
        shared(each)


def test_a_read_only_array_is_shared_too() -> None:
    """NumPy exports it; PyTorch has no read-only tensors and warns."""
    seen, _news = envs.vector(2).reset(seed=1)
    fixed = seen["cards"].view()
    fixed.flags.writeable = False
    assert np.from_dlpack(fixed).ctypes.data == seen["cards"].ctypes.data
    assert not np.from_dlpack(fixed).flags.writeable
