"""What the project brings with it: pins, extras, one way to install."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from ginrummy import installation
from ginrummy.installation import install_command
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
    """Return what the project asks for by name, itself aside."""
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


def test_nothing_is_installed_by_name_from_an_index() -> None:
    told = [*PROJECT.glob("*.md"), *PROJECT.glob("docs/*"), *(PROJECT / "src").rglob("*")]
    pages = [path for path in told if path.suffix in {".md", ".py", ".html", ".po", ".js"}]
    assert len(pages) > 100
    wrong = re.compile(r"install[^\n]*\bginrummy\b *(\[|['\"`]|$)", re.MULTILINE)
    assert {path.name for path in pages if wrong.search(path.read_text(encoding="utf-8"))} == set()


def test_what_is_missing_comes_from_the_source_tree() -> None:
    assert install_command("web", "fast") == f"pip install '{PROJECT}[web,fast]'"


@pytest.mark.parametrize(
    ("origin", "said"),
    [
        (None, "ginrummy"),
        ('{"url": "file:///nowhere/at/all", "dir_info": {}}', "."),
        (f'{{"url": "{PROJECT.as_uri()}", "dir_info": {{}}}}', str(PROJECT)),
    ],
)
def test_installed_it_comes_from_where_it_came(
    origin: str | None, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Installed:
        def read_text(self, name: str) -> str | None:
            return origin if name == "direct_url.json" else None

    monkeypatch.setattr(installation, "__file__", "/site-packages/ginrummy/installation.py")
    monkeypatch.setattr(installation, "distribution", lambda _name: Installed())
    assert installation.source() == said


def test_without_the_compiler_it_says_which_levels_are_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    assert missing_level_titles() == []
    monkeypatch.setattr(registry, "is_ready", lambda: False)
    assert missing_level_titles() == ["Champion"]
