"""`import ginrummy` is enough: its names load on first use, and each is in the reference."""

from __future__ import annotations

import ast
import inspect
import json
import subprocess
import sys
import tomllib
from importlib import import_module
from pathlib import Path

import pytest
from mypy import api

import ginrummy
from ginrummy.text.record import load_record

PROJECT = Path(__file__).parents[1]
SOURCE = PROJECT / "src" / "ginrummy" / "__init__.py"
REFERENCE = (PROJECT / "docs" / "reference.md").read_text(encoding="utf-8")
EXAMPLES = sorted((PROJECT / "examples").rglob("*.py"))
RESEARCH = {"belief.py", "deep_cfr.py", "mcts.py", "ppo.py"}
"""Examples for researchers, who work in the source tree: they may use inner modules."""
ROOMS = (
    "coach", "kernel", "lab.arena", "lab.curves", "lab.dataset", "lab.envs", "lab.exact_value", "lab.exploit",
    "lab.ladder", "players", "players.online",
)  # fmt: skip
PACKAGES = ("ginrummy", *(f"ginrummy.{room}" for room in ROOMS))
HEAVY = {"numba", "numpy", "django", "textual", "rich", "click"}
QUICK = 0.05
TIMED = """
import json, sys, time
before = time.process_time()
import ginrummy
print(json.dumps([time.process_time() - before, sorted(sys.modules)]))
"""
PLAYED = """
import ginrummy, sys
for name in ginrummy.__all__: getattr(ginrummy, name)
match = ginrummy.Match.start("standard", 1)
ginrummy.load_player("steady").decide(ginrummy.view_of(match, match.game.turn))
print(*sys.modules)
"""

PLAIN_SEATS = """
import ginrummy
from ginrummy.coach import Review

match = ginrummy.Match.start("standard", 7, dealer=1)
game = ginrummy.Game.deal(match.variant, dealer=0, deck=range(52))
wins: dict[int, int] = {match.game.turn: 1}
for seat in (0, 1):
    other = 1 - match.game.turn
    hands = ginrummy.view_of(match, seat).shown_hand(other)
    hands = ginrummy.view_of_game(game, seat).shown_hand(0)
    seen = ginrummy.public_view_of(match).shown_hand(seat)
    wins[seat] = 0


def cost(review: Review) -> list[float]:
    own = [len(review.decisions_of(seat)) for seat in range(2)]
    return [review.errors(seat) + review.without_luck(seat) + own[seat] for seat in range(2)]
"""


def test_the_names_are_listed_once_and_typed_alike() -> None:
    assert ginrummy.__all__ == sorted(ginrummy.__all__)
    tree = ast.parse(SOURCE.read_text(encoding="utf-8"))
    typed = {
        (node.module, name.name)
        for block in tree.body
        if isinstance(block, ast.If)
        for node in block.body
        if isinstance(node, ast.ImportFrom)
        for name in node.names
    }
    homes = {(f"ginrummy.{home}", name) for home, names in ginrummy._HOMES.items() for name in names}
    assert typed == homes
    assert sorted(name for _home, name in homes) == ginrummy.__all__


@pytest.mark.parametrize("name", ginrummy.__all__)
def test_every_name_is_there_with_a_docstring(name: str) -> None:
    value = getattr(ginrummy, name)
    assert name in dir(ginrummy)
    assert value.__doc__
    members = vars(value).items() if inspect.isclass(value) else ()
    for member, what in members:
        if not member.startswith("_") and (
            inspect.isfunction(what) or isinstance(what, property | classmethod)
        ):
            assert what.__doc__, f"{name}.{member}"


def test_a_name_that_is_not_there_is_no_attribute() -> None:
    with pytest.raises(AttributeError, match="no attribute 'Bridge'"):
        getattr(ginrummy, "Bridge")  # noqa: B009 -- a checker refuses the attribute, as it should


def test_importing_is_quick_and_loads_nothing_else() -> None:
    told = [
        json.loads(subprocess.check_output([sys.executable, "-c", TIMED], cwd=PROJECT, text=True))
        for _time in range(5)
    ]
    assert min(seconds for seconds, _modules in told) < QUICK
    modules = set(told[0][1])
    assert not {name for name in modules if name.startswith("ginrummy.")}
    assert not modules & HEAVY


def test_a_game_is_played_without_a_compiler() -> None:
    loaded = subprocess.check_output([sys.executable, "-c", PLAYED], cwd=PROJECT, text=True).split()
    assert not HEAVY & set(loaded)


def public_names() -> list[tuple[str, str]]:
    """Return every public name with its package."""
    found = []
    for package in PACKAGES:
        try:
            module = import_module(package)
        except ModuleNotFoundError as missing:
            if (missing.name or "").startswith("ginrummy"):
                raise
            continue
        found += [(package, name) for name in getattr(module, "__all__", ())]
    return found


@pytest.mark.parametrize(("package", "name"), public_names())
def test_every_public_name_is_in_the_reference(package: str, name: str) -> None:
    parts = [part.partition("```")[0] for part in REFERENCE.split(".. currentmodule:: ")[1:]]
    listed = "".join(part for part in parts if part.startswith(f"{package}\n"))
    assert f":: {name}\n" in listed
    assert inspect.getdoc(getattr(import_module(package), name))


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.name)
def test_no_example_imports_an_inner_module(example: Path) -> None:
    assert example.name in RESEARCH or not inner_imports(example.read_text(encoding="utf-8"))


def inner_imports(code: str) -> set[str]:
    """Return our modules that `code` imports besides the public packages."""
    tree = ast.walk(ast.parse(code))
    named = {
        name
        for node in tree
        if isinstance(node, (ast.Import, ast.ImportFrom))
        for name in (
            [node.module or ""] if isinstance(node, ast.ImportFrom) else [each.name for each in node.names]
        )
    }
    return {name for name in named if name.startswith("ginrummy")} - set(PACKAGES)


def test_no_room_comes_in_by_the_front_door() -> None:
    for path in SOURCE.parent.rglob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        found = [
            node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.module == "ginrummy"
        ]
        asked = {name.name for node in found for name in node.names}
        assert not asked & set(ginrummy.__all__), path


def test_the_program_plays_reviews_and_saves_a_match(tmp_path: Path) -> None:
    program = PROJECT / "examples" / "play_and_review.py"
    kept = tmp_path / "match.gin"
    said = subprocess.check_output([sys.executable, program, kept], cwd=tmp_path, text=True)
    assert said.startswith("steady won; the discards left [")
    record = load_record(kept)
    assert record.players == ("steady", "novice")
    assert record.match.winner == 0
    code = [line for line in program.read_text(encoding="utf-8").splitlines() if line.strip()]
    assert len(code) <= 22


@pytest.mark.long
def test_a_program_says_seats_as_plain_numbers(tmp_path: Path) -> None:
    program, config = tmp_path / "plain_seats.py", tmp_path / "mypy.ini"
    program.write_text(PLAIN_SEATS, encoding="utf-8")
    config.write_text("[mypy]\nstrict = true\nfollow_imports = silent\n", encoding="utf-8")
    said, _errors, status = api.run(
        ["--config-file", str(config), "--cache-dir", str(tmp_path / "cache"), str(program)]
    )
    assert (status, said.splitlines()) == (0, ["Success: no issues found in 1 source file"])


def test_the_examples_are_type_checked_strictly() -> None:
    settings = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["mypy"]
    assert settings["strict"] is True
    assert "examples" in settings["files"]
