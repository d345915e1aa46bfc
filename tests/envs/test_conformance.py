"""The conformance suites of PettingZoo, Gymnasium and OpenSpiel."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pyspiel
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test

from ginrummy.kernel.installed_extras import install_command
from ginrummy.lab import envs
from ginrummy.variants import preset_names

# PettingZoo knows by name which environments have an action mask in their observation.
MASKED = "ignore:(Observation space for each agent|Observation is not a NumPy array):UserWarning"


@pytest.mark.filterwarnings(MASKED)
@pytest.mark.parametrize(("variant", "match"), [("eaai", False), ("two_pack", False), ("hollywood", True)])
def test_pettingzoo(variant: str, match: bool) -> None:
    api_test(envs.aec(variant, match=match), num_cycles=300)
    seed_test(lambda: envs.aec(variant, match=match), num_cycles=60)


@pytest.mark.filterwarnings(MASKED)
@pytest.mark.parametrize("variant", preset_names())
def test_pettingzoo_with_every_preset(variant: str) -> None:
    api_test(envs.aec(variant), num_cycles=40)


@pytest.mark.parametrize("match", [False, True])
@pytest.mark.parametrize("variant", preset_names())
def test_gymnasium(variant: str, match: bool) -> None:
    check_env(envs.single(variant, match=match), skip_render_check=True)


@pytest.mark.parametrize("variant", preset_names())
def test_openspiel(variant: str) -> None:
    np.random.seed(1)
    game = envs.openspiel(variant)
    pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)


@pytest.mark.parametrize("package", ["pettingzoo", "gymnasium", "pyspiel", "rlcard", "numpy"])
def test_importing_needs_no_package(package: str) -> None:
    code = f"import sys; sys.modules[{package!r}] = None; import ginrummy.lab.envs"
    subprocess.run([sys.executable, "-c", code], check=True)


MISSING = [
    ("numba", "aec()"),
    ("pettingzoo", "aec()"),
    ("gymnasium", "single()"),
    ("gymnasium", "vector(4)"),
    ("pyspiel", "openspiel()"),
    ("rlcard", "rlcard()"),
]


@pytest.mark.parametrize(("package", "call"), MISSING)
def test_a_missing_package_is_named_with_what_brings_it(package: str, call: str) -> None:
    code = f"import sys; sys.modules[{package!r}] = None; from ginrummy.lab import envs; envs.{call}"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert ran.returncode == 1
    said = ran.stderr.splitlines()[-1]
    assert said == f"ModuleNotFoundError: {package} is missing: {install_command('envs', 'fast')}"


def test_whoever_asks_for_no_agent_is_told_who_there_are() -> None:
    env = envs.aec("standard")
    env.reset(seed=1)
    with pytest.raises(ValueError, match="there is no agent 'nobody'; there are: player_0, player_1"):
        env.observe("nobody")


def test_openspiel_knows_the_game_once_its_module_is_imported() -> None:
    page = (Path(__file__).parents[2] / "docs/environments.md").read_text()
    module, call = (
        "import ginrummy.lab.envs.openspiel_game",
        'pyspiel.load_game("python_ginrummy(variant=oklahoma)")',
    )
    assert f"`{module}`" in page
    assert f"`{call}`" in page
    subprocess.run([sys.executable, "-c", f"{module}, pyspiel; {call}"], check=True)
