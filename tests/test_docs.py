"""The documentation: its code blocks run, its commands exist, its links work, its site builds."""

from __future__ import annotations

import doctest
import os
import re
import shlex
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import click
import pytest
from mypy import api

import ginrummy
from ginrummy.cli import command_group
from tests.playing import variant_of, whole
from tests.test_front_door import inner_imports

PROJECT = Path(__file__).parents[1]
PAGES = [PROJECT / "README.md", PROJECT / "CONTRIBUTING.md", *sorted((PROJECT / "docs").glob("*.md"))]
TEXTS = {page.relative_to(PROJECT).as_posix(): page.read_text(encoding="utf-8") for page in PAGES}
BLOCKS = [
    (name, language, block)
    for name, text in TEXTS.items()
    for language, block in re.findall(r"^```(\w*)\n(.*?)^```", text, re.DOTALL | re.MULTILINE)
]
PYTHON = [(name, block) for name, language, block in BLOCKS if language == "python"]
COMMANDS = [
    (name, line.partition("  #")[0].partition(" # ")[0].strip())
    for name, language, block in BLOCKS
    for line in block.replace("\\\n", " ").splitlines()
    if re.match(r"ginrummy [a-z]", line) and language in ("", "sh")
]
ELSEWHERE = {
    "README.md": "test_readme",
    "docs/environments.md": "envs/test_page",
    "docs/cuda.md": "envs/test_card_tables",
}
"""Pages whose blocks need the fixtures of their own tests."""
AT_A_SERVER = {"docs/api.md"}
"""Pages whose blocks need a server: they are type-checked here, and run in `web/api/test_server.py`."""
INNER = {
    "docs/benchmark.md": {"ginrummy.lab", "ginrummy.lab.exploit"},
    "docs/cuda.md": {"ginrummy.lab"},
    "docs/environments.md": {"ginrummy.lab", "ginrummy.lab.exact_value"},
    "docs/kernel.md": {"ginrummy.kernel.actions", "ginrummy.kernel.vectorized_rules", "ginrummy.lab"},
    "docs/languages.md": {"ginrummy.locale"},
}
"""Packages from which a page imports although they have no public names."""


def type_errors(block: str, folder: Path) -> str:
    """Return the errors of a strict type checker in `block`."""
    program = folder / "block.py"
    program.write_text(block, encoding="utf-8")
    (folder / "mypy.ini").write_text("[mypy]\nstrict = true\nfollow_imports = silent\n", encoding="utf-8")
    options = ["--config-file", str(folder / "mypy.ini"), "--cache-dir", str(folder / "cache")]
    said, _errors, status = api.run([*options, str(program)])
    return said if status else ""


@pytest.mark.long
@pytest.mark.parametrize(("page", "block"), PYTHON)
def test_a_block_of_python_runs(page: str, block: str, tmp_path: Path) -> None:
    assert inner_imports(block) <= INNER.get(page, set())
    if page in ELSEWHERE:
        return
    if page in AT_A_SERVER:
        assert not type_errors(block, tmp_path)
        return
    match, variant = whole("standard"), variant_of("standard")
    names: dict[str, object] = {
        "match": match,
        "variant": variant,
        "path": tmp_path / "a.gin",
        "text": "",
        "n": 2,
    }
    exec(compile(block, page, "exec"), {**names, "__name__": "page"})


def test_a_session_prints_what_the_page_shows() -> None:
    tried = doctest.testfile(str(PROJECT / "docs" / "reference.md"), module_relative=False, encoding="utf-8")
    assert tried.attempted > 3
    assert not tried.failed


def test_the_pages_with_python_are_known() -> None:
    assert {page for page, _block in PYTHON} >= {*ELSEWHERE, *INNER}
    for name in ELSEWHERE.values():
        assert (PROJECT / "tests" / f"{name}.py").exists()


@pytest.mark.parametrize(("page", "command"), COMMANDS)
def test_a_command_and_its_options_are_there(page: str, command: str) -> None:
    words = shlex.split(command.partition(" | ")[0].partition(" > ")[0].partition(" 2>")[0])[1:]
    root = command_group.root_command()
    found = root.get_command(click.Context(root), words[0])
    assert found is not None, f"{page}: {command}"
    given = {word.partition("=")[0] for word in words[1:] if re.match(r"--[a-z]", word)}
    known = {name for option in found.params for name in (*option.opts, *option.secondary_opts)}
    assert given <= known | {"--lang", "--help"}, f"{page}: {command}"


def test_commands_are_found_on_many_pages() -> None:
    assert len({page for page, _command in COMMANDS}) >= 8
    assert len(COMMANDS) > 40


@pytest.mark.parametrize("page", TEXTS)
def test_the_links_of_a_page_lead_somewhere(page: str) -> None:
    folder = (PROJECT / page).parent
    links = [link.partition("#")[0] for link in re.findall(r"\]\(([^)\s]+)\)", TEXTS[page])]
    files = {link for link in links if link and not link.startswith(("http:", "https:"))}
    assert {link for link in files if not (folder / link).exists()} == set()


@pytest.mark.parametrize("page", TEXTS)
def test_the_files_that_a_page_names_are_there(page: str) -> None:
    named = set(re.findall(r"`((?:src|tests|docs|examples|tools|bench)/[a-z0-9_./-]+)`", TEXTS[page]))
    assert {path for path in named if not (PROJECT / path).exists()} == set()


def test_the_modules_and_targets_that_pages_run_are_there() -> None:
    text = "\n".join(TEXTS.values())
    modules = set(re.findall(r"python3? -m ([a-z_]+(?:\.[a-z_]+)*)", text))
    assert "ginrummy.lab.training.network" in modules
    modules -= {"pip"}  # setuptools replaces distutils when pip is imported
    assert {name for name in modules if find_spec(name) is None} == set()
    makefile = (PROJECT / "Makefile").read_text(encoding="utf-8")
    (targets,) = re.findall(r"^\.PHONY: (.*)$", makefile, re.MULTILINE)
    named = set(re.findall(r"(?:`|^)make ([a-z-]+)", text, re.MULTILINE))
    assert len(named) > 5
    assert named <= set(targets.split())


@pytest.mark.long
def test_the_site_is_made_without_a_warning(tmp_path: Path) -> None:
    options = ["--fail-on-warning", "--keep-going", "--quiet", "-c", "docs", "-d", str(tmp_path / "trees")]
    ran = subprocess.run(
        [sys.executable, "-m", "sphinx", *options, ".", str(tmp_path / "site")],
        cwd=PROJECT,
        capture_output=True,
        text=True,
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    page = (tmp_path / "site" / "docs" / "reference.html").read_text(encoding="utf-8")
    assert {name for name in ginrummy.__all__ if f'id="ginrummy.{name}"' not in page} == set()
    made = {path.stem for path in (tmp_path / "site" / "docs").glob("*.html")}
    assert {path.stem for path in PAGES if path.parent.name == "docs"} <= made


def test_make_docs_makes_it() -> None:
    ran = subprocess.run(
        ["make", "-n", "docs", f"PYTHON={sys.executable}"],
        cwd=PROJECT,
        capture_output=True,
        text=True,
        env={**os.environ, "MAKEFLAGS": ""},
    )
    assert ran.returncode == 0, ran.stderr
    assert "sphinx-build --fail-on-warning" in ran.stdout
