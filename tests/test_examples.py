"""The doctests of all modules pass."""

from __future__ import annotations

import doctest
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
MODULES = [
    ".".join(path.relative_to(folder).with_suffix("").parts).removesuffix(".__init__")
    for folder, pattern in ((ROOT / "src", "ginrummy/**/*.py"), (ROOT, "bench/*.py"))
    for path in sorted(folder.glob(pattern))
    if ">>> " in path.read_text(encoding="utf-8")
]


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_a_module_hold(name: str) -> None:
    failed, attempted = doctest.testmod(import_module(name))
    assert attempted > 0
    assert failed == 0


def test_examples_are_found() -> None:
    assert {"ginrummy", "ginrummy.kernel.vectorized_rules", "bench.intervals"} <= set(MODULES)
