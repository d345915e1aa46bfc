"""Observations lie in their space without clipping: normalised ones convert back to the numbers."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from ginrummy.game.match import Match
from ginrummy.game.shuffle import seeds_from_number
from ginrummy.game.view import View, view_of
from ginrummy.lab import envs
from ginrummy.lab.envs.observation import (
    PLANE_CELLS,
    normalise_numbers,
    number_divisors,
    observation_space,
    view_observation,
)
from ginrummy.lab.envs.openspiel_game import most_decisions
from ginrummy.lab.envs.vector_env import GinRummyTables
from ginrummy.rules.scoring import new_sheet
from ginrummy.rules.turns import greatest_limit
from ginrummy.variants import Variant, load_variant
from tests.at_random import rows, seeds
from tests.envs.test_many_tables import last_allowed
from tests.kernel.walks import house_rules, presets

MOST_POINTS = 1 << 20
"""Ten times the highest target of a file of house rules."""

LONGEST = load_variant("two_pack").row._replace(game_target=100_000, endless_turns=1000)
PLAYED = [*presets(), *house_rules(3, 5), LONGEST]

points = st.tuples(st.integers(0, MOST_POINTS), st.integers(0, MOST_POINTS))


class Told(NamedTuple):
    """The numbers of an observation after its planes, and those of its normalised form."""

    whole: NDArray[Any]
    small: NDArray[Any]


def given_back(variant: Variant, told: Told, *, match: bool) -> list[int]:
    """Return the integers of the normalised form."""
    sizes = number_divisors(variant, match=match)
    return [round(float(part) * float(size)) for part, size in zip(told.small, sizes, strict=True)]


def long_view(variant: Variant, seed: int, columns: list[tuple[int, int]], hands: int) -> View:
    """Return the view of a seat late in a match, in a hand of the maximum number of turns."""
    view = view_of(Match.start(variant, seeds_from_number(seed)), seed % 2)
    sheet = new_sheet()
    first, second, third = (
        each._replace(points=of) for each, of in zip(sheet.columns, columns[:3], strict=True)
    )
    sheet = sheet._replace(columns=(first, second, third), partie=columns[3], hands=hands)
    return replace(view, sheet=sheet, state=view.state._replace(turns=most_decisions(variant)))


@settings(deadline=None, max_examples=200)
@given(rows, seeds, st.lists(points, min_size=4, max_size=4), st.integers(0, MOST_POINTS))
def test_no_sheet_is_cut(variant: Variant, seed: int, columns: list[tuple[int, int]], hands: int) -> None:
    view = long_view(variant, seed, columns, hands)
    seen, sizes, seat = view_observation(view, match=True), number_divisors(variant, match=True), view.seat
    small = normalise_numbers(seen, sizes)
    assert observation_space(match=True, sizes=None).contains(seen)
    assert observation_space(match=True, sizes=sizes).contains(small)
    true = [side for each in columns for side in (each[seat], each[1 - seat])] + [hands]
    told = Told(seen[PLANE_CELLS:], small[PLANE_CELLS:])
    assert told.whole[8:].tolist() == true
    state = view.state
    counts = {0: state.phase, 2: state.stock, 5: greatest_limit(variant, state), 6: state.turns}
    assert {place: told.whole[place] for place in counts} == counts
    assert given_back(variant, told, match=True) == told.whole.tolist()


@pytest.mark.parametrize("number", range(len(PLAYED)))
def test_both_seats_are_told_the_same_either_way(number: int) -> None:
    variant = PLAYED[number]
    plain, normal = (envs.aec(variant, match=True, normalise=each) for each in (False, True))
    plain.reset(seed=number)
    normal.reset(seed=number)
    for _step in range(120):
        for agent in plain.possible_agents:
            seen, small = plain.observe(agent), normal.observe(agent)
            assert plain.observation_space(agent).contains(seen)
            assert normal.observation_space(agent).contains(small)
            told = Told(seen["observation"][PLANE_CELLS:], small["observation"][PLANE_CELLS:])
            assert given_back(variant, told, match=True) == told.whole.tolist()
            np.testing.assert_array_equal(
                seen["observation"][:PLANE_CELLS], small["observation"][:PLANE_CELLS]
            )
        if not plain.agents or any(plain.terminations.values()):
            break
        action = int(np.flatnonzero(plain.observe(plain.agent_selection)["action_mask"])[-1])
        plain.step(action)
        normal.step(action)


@pytest.mark.parametrize("opponent", [None, "simple", "novice"])
@pytest.mark.parametrize("number", range(0, len(PLAYED), 4))
def test_many_tables_are_told_the_same_either_way(number: int, opponent: str | None) -> None:
    variant = PLAYED[number]
    plain, normal = (envs.vector(3, variant, opponent=opponent, normalise=each) for each in (False, True))
    seen, small = plain.reset(seed=number)[0], normal.reset(seed=number)[0]
    for step in range(40):
        assert plain.observation_space.contains(seen)
        assert normal.observation_space.contains(small)
        for told in map(Told, seen["numbers"], small["numbers"]):
            assert given_back(variant, told, match=False) == told.whole.tolist()
        actions = last_allowed(seen["action_mask"], step)
        seen, small = plain.step(actions)[0], normal.step(actions)[0]


def test_tables_count_as_many_turns_as_a_hand_can_have() -> None:
    tables = GinRummyTables(2, LONGEST)
    tables.reset(seed=1)
    tables.rows["turns"] = most_decisions(LONGEST)
    np.testing.assert_array_equal(tables._observe()["numbers"][:, 6], most_decisions(LONGEST))
    both = envs.aec(LONGEST)
    both.reset(seed=1)
    both.table._rows["turns"] = most_decisions(LONGEST)
    assert both.observe("player_0")["observation"][PLANE_CELLS + 6] == most_decisions(LONGEST)
