"""Without Numba the players that search run on the shipped WebAssembly, and play the same moves."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from ginrummy.deal import seeds_from_number
from ginrummy.match import Match
from ginrummy.players import load_player
from ginrummy.players.player import Player
from ginrummy.variants import load_variant
from ginrummy.view import view_of

DECISIONS = 14
SPECS = ["search@100", "champion@100"]
NAMES = ["standard", "oklahoma", "two_pack"]

PLAYING = """
import json, sys
for name in ("numba", "llvmlite"):
    sys.modules[name] = None
from tests.players.test_without_numba import moves
from ginrummy.kernel.targets import Target, target
assert target() is Target.WASM
print(json.dumps({f"{spec} {name}": moves(spec, name) for spec in SPECS for name in NAMES}))
"""


def moves(spec: str, name: str) -> list[str]:
    """Return the first moves of `spec` against itself, by the seeds 0 and 1, in the variant called `name`."""
    match = Match.start(load_variant(name).row, seeds_from_number(3))
    said: list[str] = []
    players: list[Player] = [load_player(spec, seed=seed) for seed in range(2)]
    while len(said) < DECISIONS and not match.is_over:
        move = players[match.game.turn].decide(view_of(match, match.game.turn))
        said.append(str(move))
        match = match.play(move)
    return said


@pytest.fixture(scope="module")
def without_numba() -> dict[str, list[str]]:
    """What a Python that has no Numba plays."""
    code = PLAYING.replace("SPECS", repr(SPECS)).replace("NAMES", repr(NAMES))
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr.decode()
    found: dict[str, list[str]] = json.loads(done.stdout)
    return found


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("spec", SPECS)
def test_the_same_moves_seed_for_seed(spec: str, name: str, without_numba: dict[str, list[str]]) -> None:
    assert without_numba[f"{spec} {name}"] == moves(spec, name)
