"""Parameters of which `make test` tries a few, and `make test LONG=1` all."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest


def some_of(names: Iterable[str], *few: str) -> list[Any]:
    """Return `names` as parameters; all but the `few` are long tests."""
    names = tuple(names)
    assert set(few) <= set(names)
    return [pytest.param(name, marks=[pytest.mark.long] * (name not in few)) for name in names]
