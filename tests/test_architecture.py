"""docs/architecture.md names existing things only, and has every room in the order of the contracts."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from importlib import import_module
from itertools import zip_longest
from pathlib import Path
from types import ModuleType

import pytest

import ginrummy

PROJECT = Path(__file__).parents[1]
PACKAGE = PROJECT / "src" / "ginrummy"
PAGE = (PROJECT / "docs" / "architecture.md").read_text(encoding="utf-8")
NAMES = sorted(set(re.findall(r"`([a-z_]+(?:\.[A-Za-z_]+)*)`", PAGE)))
PATHS = sorted(set(re.findall(r"`([\w.-]+/[\w./-]*)`", PAGE)))
WALKS = (
    "A move from one browser to the other",
    "An option from its file to law, kernel, words and form",
    "A bot's decision",
)
CONTRACTS = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"][
    "contracts"
]
NO_NAMES = {"ginrummy", "views", "pyproject.toml"}


def found(name: str) -> object:
    """Return the object with the dotted `name` inside the package. Raise if there is none."""
    value: object = ginrummy
    path = "ginrummy"
    for part in name.split("."):
        path = f"{path}.{part}"
        if isinstance(value, ModuleType) and (hasattr(value, "__path__") and not hasattr(value, part)):
            value = import_module(path)
        else:
            value = getattr(value, part)
    return value


def rows(title: str) -> list[list[str]]:
    """Return the rooms in each row of the table under the first heading after `title`."""
    table = PAGE.partition(title)[2].partition("\n\n|")[2].partition("\n\n")[0]
    return [re.findall(r"`([\w.]+)`", line.split("|")[1]) for line in table.splitlines()[2:]]


def layers(container: str) -> list[list[str]]:
    """Return the layers of the contract for `container`, from the top."""
    (contract,) = [each for each in CONTRACTS if each.get("containers") == [container]]
    return [[room.strip("() ") for room in layer.split("|")] for layer in contract["layers"]]


@pytest.mark.parametrize("name", [name for name in NAMES if name not in NO_NAMES])
def test_what_is_named_is_there(name: str) -> None:
    assert found(name) is not None


@pytest.mark.parametrize("path", PATHS)
def test_the_files_that_are_named_are_there(path: str) -> None:
    assert (PACKAGE / path).exists() or (PROJECT / path).exists()


def test_a_stale_name_would_be_seen() -> None:
    for name in ("rules.turns.choises", "web.tables.servicing", "rulez"):
        with pytest.raises((AttributeError, ModuleNotFoundError)):
            found(name)
    assert {"rules.turns.choices", "web.tables.service.append_bot_move", "web.board.views.board_part"} <= set(
        NAMES
    )
    assert "web/board/static/board/table.js" in PATHS


def test_the_map_has_every_room_in_the_order_of_the_contract() -> None:
    assert [sorted(row) for row in rows("## The rooms")] == [sorted(row) for row in layers("ginrummy")]


LIBRARIES = {
    "PIL": "Pillow", "font_manrope": "font-manrope", "pyspiel": "OpenSpiel",
    "stable_baselines3": "Stable-Baselines3", "torch": "PyTorch",
}  # fmt: skip
"""Libraries whose import name differs."""


def test_the_map_names_the_libraries_that_each_room_imports() -> None:
    table = PAGE.partition("## The rooms")[2].partition("\n\n|")[2].partition("\n\n")[0]
    for line, rooms in zip(table.splitlines()[2:], rows("## The rooms"), strict=True):
        cells = line.split("|")[3].split(";")
        for room, cell in zip_longest(rooms, cells, fillvalue=""):
            named = {name.strip().lower() for name in cell.split(",") if name.strip()}
            if room == "web":
                assert cell.strip() == "Django and the rest of the extras web and site"
            else:
                assert named == imported_libraries(room), room


def imported_libraries(room: str) -> set[str]:
    """Return the libraries imported by the modules of `room`, in lower case."""
    known = sys.stdlib_module_names | {"ginrummy"}
    modules = {
        module.partition(".")[0]
        for path in (PACKAGE / room).rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        for module in imported_modules(node)
    }
    return {LIBRARIES.get(module, module).lower() for module in modules - known}


def imported_modules(node: ast.AST) -> list[str]:
    """Return the modules imported by a statement."""
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    return [node.module] if isinstance(node, ast.ImportFrom) and node.module else []


def test_the_map_of_the_web_is_that_of_its_contract() -> None:
    shown = [[name.removeprefix("web.") for name in row] for row in rows("Inside `web` the packages")]
    assert [sorted(row) for row in shown] == [sorted(row) for row in layers("ginrummy.web")]


def test_every_module_belongs_to_a_room() -> None:
    there = {
        path.stem for path in PACKAGE.iterdir() if path.suffix == ".py" or (path / "__init__.py").exists()
    }
    there |= {path.name for path in PACKAGE.iterdir() if path.is_dir() and any(path.glob("*.py"))}
    mapped = {room for row in rows("## The rooms") for room in row}
    assert there - {"__init__", "__main__"} == mapped


def test_the_picture_is_that_of_the_imports() -> None:
    drawn = subprocess.run(
        [sys.executable, PROJECT / "tools" / "draw-rooms", "--check"], capture_output=True, text=True
    )
    assert drawn.returncode == 0, drawn.stderr


@pytest.mark.parametrize("walk", WALKS)
def test_each_walk_names_its_stations(walk: str) -> None:
    section = PAGE.partition(f"## {walk}\n")[2].partition("\n## ")[0]
    assert len(re.findall(r"^\d\. ", section, re.MULTILINE)) == 5
    assert len(set(re.findall(r"`([a-z_]+(?:\.[A-Za-z_]+)+)`", section))) >= 5


WRITERS = {
    "text/atomic_files.py": "writes all files, whole or not at all",
    "lab/arena/journal.py": "grows line by line",
    "coach/puzzles/mine.py": "grows line by line",
    "lab/dataset/parquet.py": "in a temporary folder, for DuckDB",
    "kernel/compile_cache.py": "a lock",
    "kernel/cuda_target.py": "a cache: a draft, renamed under the lock of compiling",
    "players/programs/program_supervisor.py": "a file of the system's, not of a disk",
    "terminal/saved_matches.py": "a lock",
    "web/config/startup.py": "a lock",
    "web/config/secret_key.py": "linked into its place, so that two servers agree on one",
    "web/config/static_files.py": "a stamp, worth nothing half-written",
    "web/site/building/build.py": "in a temporary folder; `replace_site` writes by `write_atomically`",
    "web/site/building/packs.py": "in a temporary folder",
    "web/site/building/pyodide.py": "in a temporary folder",
}
"""Modules that write files themselves, and the reasons."""
WRITING = re.compile(
    r"\.open\(\s*[\"'][rwax]?b?[wax+]|\.write_(?:text|bytes)\(|\.touch\(|shutil\.(?:copy|move)|O_CREAT"
    r"|\bnp\.save\w*\((?!file)|(?<![.\w])open\([^)]*[\"'][wax]"
)


def test_one_function_writes_all_files() -> None:
    found = {
        path.relative_to(PACKAGE).as_posix()
        for path in PACKAGE.rglob("*.py")
        if WRITING.search(path.read_text(encoding="utf-8"))
    }
    assert found == set(WRITERS)
