"""Without Numba, and without NumPy too, players run on the shipped WebAssembly and play the same moves."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from functools import cache

import pytest

from ginrummy.coach import judge
from ginrummy.game.match import Match
from ginrummy.game.shuffle import seeds_from_number
from ginrummy.game.view import view_of
from ginrummy.players import level_titles, load_player, missing_level_titles
from ginrummy.players.opponent_style import patience_log_odds
from ginrummy.players.player import Player, PlayerError
from ginrummy.variants import load_variant

pytestmark = pytest.mark.long

DECISIONS = 14
SPECS = ["search@100", "champion@100", "network"]
NAMES = ["standard", "oklahoma", "two_pack"]

PLAYING = """
import json, sys
for name in MISSING:
    sys.modules[name] = None
from tests.players.test_without_numba import moves, styles_shown
from ginrummy.kernel.runtimes import Target, current_runtime
assert current_runtime() is Target.WASM
found = {f"{spec} {name}": moves(spec, name) for spec in SPECS for name in NAMES}
print(json.dumps(found | {"styles": styles_shown()}))
"""


@cache
def moves(spec: str, name: str, decisions: int = DECISIONS, cores: int | None = 1) -> list[str]:
    """Return the first moves of `spec` against itself, for the seeds 0 and 1, in the variant `name`."""
    match = Match.start(load_variant(name).row, seeds_from_number(3))
    said: list[str] = []
    players: list[Player] = [load_player(spec, seed=seed, cores=cores) for seed in range(2)]
    while len(said) < decisions and not match.is_over:
        move = players[match.game.turn].decide(view_of(match, match.game.turn))
        said.append(str(move))
        match = match.play(move)
    return said


def styles_shown() -> list[str]:
    """Return the style that `steady` inferred of `simple` after each of two hands."""
    match, found = Match.start(load_variant("eaai").row, seeds_from_number(1)), list[str]()
    players = (load_player("steady"), load_player("simple"))
    while len(found) < 2:
        if match.game.is_over:
            match = match.next_hand()
            found.append(repr(patience_log_odds(view_of(match, 0))))
        match = match.play(players[match.game.turn].decide(view_of(match, match.game.turn)))
    return found


@pytest.fixture(scope="module", params=[["numba", "llvmlite"], ["numba", "llvmlite", "numpy"]], ids=" ".join)
def without_numba(request: pytest.FixtureRequest) -> dict[str, list[str]]:
    """The moves of a Python without Numba, or without NumPy too."""
    code = PLAYING.replace("SPECS", repr(SPECS)).replace("NAMES", repr(NAMES))
    code = code.replace("MISSING", repr(request.param))
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr.decode()
    found: dict[str, list[str]] = json.loads(done.stdout)
    return found


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("spec", SPECS)
def test_the_same_moves_seed_for_seed(spec: str, name: str, without_numba: dict[str, list[str]]) -> None:
    assert without_numba[f"{spec} {name}"] == moves(spec, name)


def test_the_style_of_the_other_is_told_alike(without_numba: dict[str, list[str]]) -> None:
    assert without_numba["styles"] == styles_shown()
    assert float(without_numba["styles"][-1]) < 0


def test_without_either_it_is_said_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ginrummy.players.registry.has_runtime", lambda: False)
    assert missing_level_titles() == ["Champion"]
    for spec in ("champion", "search@50"):
        with pytest.raises(PlayerError, match=r"it needs wasmtime: .*light"):
            load_player(spec)
    monkeypatch.setattr("ginrummy.players.registry.has_runtime", lambda: True)
    assert "champion" in level_titles()


BARE = """
import sys
for name in ("numba", "llvmlite", "wasmtime", "numpy"):
    sys.modules[name] = None
from ginrummy import Match, coach, load_player, view_of
from ginrummy.locale.errors import GinRummyError
from ginrummy.players import judge
match = Match.start("standard", 1).play("draw")
for ask in (lambda: judge(view_of(match, match.game.turn)), lambda: coach.review(match, workers=4),
            lambda: load_player("network")):
    try:
        ask()
    except GinRummyError as error:
        print(error)
"""


def test_on_a_bare_installation_coach_and_network_say_what_to_install() -> None:
    environment = {name: value for name, value in os.environ.items() if name != "GINRUMMY_TARGET"}
    told = subprocess.run(
        [sys.executable, "-c", BARE], env=environment, stdout=subprocess.PIPE, text=True, check=True
    ).stdout.splitlines()
    assert ["it needs wasmtime: " in line for line in told] == [True, True, True]


JUDGING = """
import json, sys
for name in MISSING:
    sys.modules[name] = None
from tests.players.test_without_numba import judged_moves
print(json.dumps(judged_moves()))
"""


def judged_moves() -> list[tuple[str, float, float, float]]:
    """Return the coach's judgement of a first decision: moves, chances, errors and points."""
    match = Match.start(load_variant("standard").row, seeds_from_number(3))
    judgement = judge(view_of(match, match.game.turn), worlds=60)
    return [(str(each.move), each.win, each.error, each.points) for each in judgement.actions]


@pytest.mark.parametrize("missing", [["numba", "llvmlite"], ["numba", "llvmlite", "numpy"]])
def test_the_coach_says_the_same(missing: list[str]) -> None:
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    code = JUDGING.replace("MISSING", repr(missing))
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr.decode()
    assert [tuple(each) for each in json.loads(done.stdout)] == judged_moves()
