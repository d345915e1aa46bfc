"""What the project brings with it: pins, extras, one way to install."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

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
