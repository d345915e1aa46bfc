"""Setup of the project: pins, extras, one way to install."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterable
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, packages_distributions, requires
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from ginrummy.kernel import installed_extras
from ginrummy.kernel.installed_extras import install_command
from ginrummy.players import registry
from ginrummy.players.registry import missing_level_titles

PROJECT = Path(__file__).parents[1]
PYPROJECT = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))
BUILD = PYPROJECT["build-system"]["requires"]
EXTRAS: dict[str, list[str]] = PYPROJECT["project"]["optional-dependencies"]
PINS = {
    canonicalize_name(pin.name): pin
    for pin in map(Requirement, (PROJECT / "constraints.txt").read_text(encoding="utf-8").splitlines())
}


def wanted() -> list[Requirement]:
    """Return the named requirements of the project without itself."""
    named = [
        *BUILD,
        *PYPROJECT["project"]["dependencies"],
        *(line for lines in EXTRAS.values() for line in lines),
    ]
    return [each for each in map(Requirement, named) if each.name != "ginrummy"]


@pytest.mark.parametrize("requirement", wanted(), ids=str)
def test_what_is_asked_for_is_pinned_within_its_bounds(requirement: Requirement) -> None:
    (pin,) = PINS[canonicalize_name(requirement.name)].specifier
    assert pin.operator == "=="
    assert requirement.specifier.contains(pin.version)
    assert "==" not in str(requirement.specifier)


def test_the_same_name_has_the_same_bounds_everywhere() -> None:
    bounds: dict[str, set[str]] = {}
    for requirement in wanted():
        bounds.setdefault(requirement.name, set()).add(str(requirement.specifier))
    assert {name: said for name, said in bounds.items() if len(said) > 1} == {}


def test_what_make_installs_are_extras() -> None:
    page = (PROJECT / "Makefile").read_text(encoding="utf-8")
    named = {extra for group in re.findall(r"'\.\[([\w,-]+)\]'", page) for extra in group.split(",")}
    assert named
    assert named <= set(EXTRAS)


def test_every_pin_has_its_hashes() -> None:
    """`make pins` writes both files: `tools/pin --keep` keeps the present pins."""
    text = (PROJECT / "hashes.txt").read_text(encoding="utf-8")
    pins = text.replace(" \\\n    ", " ").splitlines()
    named = [re.sub(r"( --hash=sha256:[0-9a-f]{64})+$", "", pin).rstrip() for pin in pins]
    pinned = (PROJECT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    assert named == pinned
    assert "://" not in text


FAKE_PYTHON = """#!/bin/sh
echo pip >> "$CALLS"
case "$*" in *--target*--require-hashes*) grep -q -- --hash=sha256: "${11}" || exit 1; esac
while [ $# -gt 0 ]; do
    if [ "$1" = --target ]; then
        mkdir "$2/bin"
        printf '#!/bin/sh\\necho uv >> "$CALLS"\\necho "$UV_SAYS" >&2\\nexit "$UV_ENDS"\\n' > "$2/bin/uv"
        chmod +x "$2/bin/uv"
        echo "$2" > "$CALLS.folder"
    fi
    shift
done
"""


@pytest.mark.parametrize(
    ("ends", "says", "installed_by", "status"),
    [
        ("0", "", ["uv"], 0),
        ("2", "No solution found", ["uv", "pip"], 0),
        ("1", "Hash mismatch for `click==8.5.1`", ["uv"], 1),
    ],
)
def test_uv_installs_and_pip_where_uv_finds_nothing(
    ends: str, says: str, installed_by: list[str], status: int, tmp_path: Path
) -> None:
    python, calls = tmp_path / "bin" / "python", tmp_path / "calls"
    python.parent.mkdir()
    python.write_text(FAKE_PYTHON, encoding="utf-8")
    python.chmod(0o755)
    told = os.environ | {"CALLS": str(calls), "UV_ENDS": ends, "UV_SAYS": says}
    done = subprocess.run(
        [PROJECT / "tools" / "install", tmp_path, ".[web]"], env=told, cwd=PROJECT, check=False
    )
    assert done.returncode == status
    assert calls.read_text(encoding="utf-8").split() == ["pip", *installed_by]
    assert not Path((tmp_path / "calls.folder").read_text(encoding="utf-8").strip()).exists()


PYTHONS = {
    "too old": "exit 1",
    "without venv": '[ "$1" = -c ]',
    "one that works": '[ "$1" = -c ] || { mkdir -p "$4/bin"; echo "$0" > "$4/bin/python"; }',
}
"""Actions of stand-ins that `make` runs for their version, then for a folder."""


@pytest.mark.parametrize(
    ("present", "found"),
    [
        (["too old", "without venv", "one that works"], "one that works"),
        (["one that works", "without venv"], "one that works"),
        (["without venv", "too old"], ""),
    ],
)
def test_make_takes_the_first_python_that_works(present: list[str], found: str, tmp_path: Path) -> None:
    pythons = []
    for name in present:
        python = tmp_path / name.replace(" ", "-")
        python.write_text(f"#!/bin/sh\n{PYTHONS[name]}\n", encoding="utf-8")
        python.chmod(0o755)
        pythons.append(str(python))
    made = tmp_path / "venv" / "bin" / "python"
    told = [
        "make",
        "--no-print-directory",
        f"VENV={tmp_path / 'venv'}",
        f"PYTHONS={' '.join(pythons)}",
        str(made),
    ]
    done = subprocess.run(told, cwd=PROJECT, capture_output=True, text=True, check=False)
    if found:
        assert done.returncode == 0, done.stderr
        assert made.read_text(encoding="utf-8").strip().endswith(found.replace(" ", "-"))
    else:
        assert done.returncode != 0
        assert "without-venv could not make" in done.stderr
        assert "needs Python 3.11 or newer" in done.stderr
        assert not made.exists()


def brought_by(names: Iterable[str]) -> set[str]:
    """Return `names` and all their requirements."""
    found: set[str] = set()
    left = [canonicalize_name(name) for name in names]
    while left:
        name = left.pop()
        if name in found:
            continue
        found.add(name)
        with suppress(PackageNotFoundError):
            needed = map(Requirement, requires(name) or ())
            left += [canonicalize_name(each.name) for each in needed if "extra" not in str(each.marker)]
    return found


def modules_imported() -> set[str]:
    """Return the packages imported where mypy looks, without Python's and ours."""
    found: set[str] = set()
    for folder in PYPROJECT["tool"]["mypy"]["files"]:
        for path in (PROJECT / folder).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_bytes())):
                if isinstance(node, ast.Import):
                    found |= {name.name.partition(".")[0] for name in node.names}
                elif isinstance(node, ast.ImportFrom) and node.module:
                    found.add(node.module.partition(".")[0])
    return found - sys.stdlib_module_names - {"ginrummy", "tests", "bench"}


@pytest.mark.long
def test_make_check_brings_what_it_looks_into_or_passes_it_over() -> None:
    overrides = PYPROJECT["tool"]["mypy"]["overrides"]
    passed = {
        module.partition(".")[0]
        for each in overrides
        if each.get("ignore_missing_imports")
        for module in each["module"]
    }
    asked = [*PYPROJECT["project"]["dependencies"], *EXTRAS["check"]]
    brought = brought_by(Requirement(each).name for each in asked)
    makers = packages_distributions()
    missing = {
        name
        for name in modules_imported() - passed
        if name in makers
        and brought.isdisjoint(map(canonicalize_name, [*makers[name], *makers.get(f"{name}-stubs", ())]))
    }
    assert missing == set()


def test_nothing_is_installed_by_name_from_an_index() -> None:
    told = [*PROJECT.glob("*.md"), *PROJECT.glob("docs/*"), *(PROJECT / "src").rglob("*")]
    pages = [path for path in told if path.suffix in {".md", ".py", ".html", ".po", ".js"}]
    assert len(pages) > 100
    wrong = re.compile(r"install[^\n]*\bginrummy\b *(\[|['\"`]|$)", re.MULTILINE)
    assert {path.name for path in pages if wrong.search(path.read_text(encoding="utf-8"))} == set()


def test_what_is_missing_comes_from_the_source_tree() -> None:
    assert install_command("web", "fast") == f"pip install '{PROJECT}[web,fast]'"


REQUIRES = [
    "click<9,>=8.1",
    "numba<0.69,>=0.63; extra == 'fast'",
    "numpy>=2; extra == 'fast'",
    "numpy>=2; extra == 'light'",
    "wasmtime>=38; extra == 'light'",
    "uvloop>=0.21; (sys_platform != 'win32') and extra == 'web'",
]
ONE_BY_ONE = "pip install 'numba<0.69,>=0.63' 'numpy>=2' 'uvloop>=0.21; sys_platform != \"win32\"'"


@pytest.mark.parametrize(
    ("origin", "said"),
    [
        (None, "pip install 'ginrummy[web,fast]'"),
        ('{"url": "file:///nowhere/at/all", "dir_info": {}}', ONE_BY_ONE),
        ('{"url": "file:///nowhere/ginrummy-0.1.0-py3-none-any.whl", "archive_info": {}}', ONE_BY_ONE),
        ('{"url": "https://git.example.org/ginrummy", "vcs_info": {"vcs": "git"}}', ONE_BY_ONE),
        ('{"url": "https://example.org/ginrummy.whl", "archive_info": {}}', ONE_BY_ONE),
        (f'{{"url": "{PROJECT.as_uri()}", "dir_info": {{}}}}', f"pip install '{PROJECT}[web,fast]'"),
        (
            f'{{"url": "{Path(__file__).as_uri()}", "archive_info": {{}}}}',
            f"pip install '{__file__}[web,fast]'",
        ),
    ],
)
def test_installed_it_comes_from_where_it_came(
    origin: str | None, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Installed:
        requires = REQUIRES

        def read_text(self, name: str) -> str | None:
            return origin if name == "direct_url.json" else None

    monkeypatch.setattr(installed_extras, "__file__", "/site-packages/ginrummy/kernel/installed_extras.py")
    monkeypatch.setattr("importlib.metadata.distribution", lambda _name: Installed())
    assert install_command("web", "fast") == said


def test_without_the_compiler_it_says_which_levels_are_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    assert missing_level_titles() == []
    monkeypatch.setattr(registry, "has_runtime", lambda: False)
    assert missing_level_titles() == ["Champion"]


@pytest.mark.long
def test_a_test_that_hangs_fails_and_shows_where(tmp_path: Path) -> None:
    hanging = tmp_path / "test_hanging.py"
    hanging.write_text("import time\n\n\ndef test_it():\n    time.sleep(60)\n", encoding="utf-8")
    command = f"{sys.executable} -m pytest -p no:cacheprovider -o timeout=1 -c {PROJECT / 'pyproject.toml'}"
    surroundings = {name: value for name, value in os.environ.items() if name != "PYTEST_ADDOPTS"}
    done = subprocess.run(
        [*command.split(), hanging], capture_output=True, text=True, check=False, env=surroundings
    )
    assert done.returncode == 1
    assert "time.sleep(60)" in done.stdout
    assert "Timeout (>1.0s)" in done.stdout


def test_every_test_has_a_limit() -> None:
    options = PYPROJECT["tool"]["pytest"]["ini_options"]
    assert 0 < options["timeout"] <= 300
    assert options["timeout"] < options["faulthandler_timeout"]
    assert options["faulthandler_exit_on_timeout"]
