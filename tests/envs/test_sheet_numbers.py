"""The score sheet in observations: a partie's own target, and points beyond 32 bits."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from ginrummy.lab import envs
from ginrummy.lab.envs.observation import normalise_numbers, number_divisors, sheet_numbers
from ginrummy.rules.scoring import new_sheet
from ginrummy.variants import load_variant


def test_the_totals_of_a_partie_are_divided_by_its_own_target() -> None:
    """Parties of `simple` against itself had up to 179 hands and ended beyond 2,000."""
    sizes = number_divisors(load_variant("oklahoma_extra").row, match=True)
    assert sizes[8:].tolist() == [200] * 6 + [2000, 2000, 1000]
    sheet = np.array([0] * 8 + [100, 220, 0, 0, 0, 0, 1859, 1000, 179])
    small = normalise_numbers(sheet, sizes)[8:]
    np.testing.assert_allclose(small, [0.5, 1.1, 0, 0, 0, 0, 0.9295, 0.5, 0.179], rtol=1e-6)


def test_a_match_without_manches_has_one_target() -> None:
    assert number_divisors(load_variant("hollywood_full").row, match=True)[8:].tolist() == [150] * 8 + [50]


def test_points_of_a_long_match_are_told_whole() -> None:
    sheet = new_sheet()
    column = sheet.columns[0]._replace(points=(39_990, 36_000))
    told = sheet._replace(columns=(column, *sheet.columns[1:]), partie=(3 << 40, 0))
    numbers = sheet_numbers(told, 1)
    assert numbers.tolist() == [36_000, 39_990, 0, 0, 0, 0, 0, 3 << 40, 0]


@pytest.mark.parametrize(("match", "kind"), [(False, np.int32), (True, np.int64)])
def test_a_match_is_told_in_64_bits(match: bool, kind: Any) -> None:
    one, both = envs.single(match=match), envs.aec(match=match)
    seen, _news = one.reset(seed=1)
    both.reset(seed=1)
    pairs: list[tuple[Any, Any]] = [
        (one.observation_space, seen),
        (both.observation_space("player_0"), both.observe("player_0")),
    ]
    for space, row in pairs:
        assert row["observation"].dtype == space["observation"].dtype == kind
        assert space.contains(row)
    tables = envs.vector(2, opponent="novice", match=match)
    found = tables.reset(seed=1)[0]
    assert found["numbers"].dtype == kind
    assert tables.observation_space.contains(found)
