"""The examples in the kernel's own words hold."""

from __future__ import annotations

import doctest
from types import ModuleType

import pytest

from ginrummy.kernel import compile, deadwood_census, vectorized_rules


@pytest.mark.parametrize(
    "module", [vectorized_rules, deadwood_census, compile], ids=lambda module: module.__name__
)
def test_examples(module: ModuleType) -> None:
    failed, attempted = doctest.testmod(module)
    assert attempted > 0
    assert failed == 0
