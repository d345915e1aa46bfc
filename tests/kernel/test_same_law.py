"""The compiled law equals the plain one: choices, next states, showdowns and scores, on every preset."""

from __future__ import annotations

import random

import pytest

from ginrummy.kernel.actions import BIG_GIN as BIG_GIN_ACTION
from ginrummy.kernel.actions import CLOSE, DRAW, PASS, TAKE
from ginrummy.rules import showdown, spreads, turns
from ginrummy.rules.scoring import BIG_GIN, GIN, GIN_VOID, KNOCK, TIE, UNDERCUT, VOID, WALL_COMPARE
from ginrummy.variants import Variant, load_variant, preset_names
from tests.kernel.compiled_law import law
from tests.kernel.walks import Walk, house_rules, presets, same_law, seldom_played, walk

HANDS_A_PRESET = 25
HANDS_A_HOUSE = 8


@pytest.mark.parametrize("name", preset_names())
def test_every_preset(name: str) -> None:
    variant, chance = load_variant(name).row, random.Random(name)
    assert same_law(variant, [walk(variant, chance) for _hand in range(HANDS_A_PRESET)]) > 10 * HANDS_A_PRESET


@pytest.mark.parametrize("seed", range(40))
def test_house_rules_drawn_by_lot(seed: int) -> None:
    (variant,), chance = house_rules(seed, 1), random.Random(seed)
    assert same_law(variant, [walk(variant, chance) for _hand in range(HANDS_A_HOUSE)]) > HANDS_A_HOUSE


@pytest.mark.long
def test_the_walks_reach_every_phase_and_ending() -> None:
    """Coverage of the walks: otherwise the agreement above would prove little."""
    chance = random.Random(8)
    walks = [walk(row, chance) for row in [*presets(), *seldom_played() * 8] * 12]
    phases = {visit.state.phase for each in walks for visit in each.visits}
    assert phases == set(range(turns.CLOSED))
    kinds = {each.score.kind for each in walks}
    assert kinds >= {KNOCK, UNDERCUT, GIN, BIG_GIN, GIN_VOID, TIE, VOID, WALL_COMPARE}
    actions = {visit.action for each in walks for visit in each.visits}
    assert actions >= {51, CLOSE + 51, DRAW, TAKE, PASS, BIG_GIN_ACTION}
    assert any(hand.twins for each in walks for visit in each.visits for hand in visit.state.hands)


@pytest.mark.parametrize("variant", seldom_played(), ids=("last_discard", "ties", "gin_void"))
def test_what_no_preset_plays(variant: Variant) -> None:
    chance = random.Random(3)
    assert same_law(variant, [walk(variant, chance) for _hand in range(60)]) > 300


@pytest.mark.long
def test_every_layout_of_a_showdown() -> None:
    chance = random.Random(11)
    rows = [*presets(), *house_rules(5, 20)]
    closed = [(row, each.last) for row in rows for each in walks_to_a_closing(row, chance, 8)]
    assert len(closed) > 150
    for row, state in closed:
        same_showdown(row, state)


def walks_to_a_closing(row: Variant, chance: random.Random, count: int) -> list[Walk]:
    """Return those of `count` walks that end with a knock or gin."""
    walks = [walk(row, chance) for _hand in range(count)]
    return [each for each in walks if each.last.phase == turns.CLOSED]


def same_showdown(row: Variant, state: turns.State) -> None:
    """The automatic spread and defence, meld by meld, and the score."""
    compiled, knocker = law(), state.turn
    spread = spreads.best_spread(row, state.hands[knocker], state.pile.cards)
    assert compiled.spreads.best_spread(row, state.hands[knocker], state.pile.cards) == spread
    defence = showdown.best_defence(row, state.hands[1 - knocker], spread, state.closing)
    assert compiled.showdown.best_defence(row, state.hands[1 - knocker], spread, state.closing) == defence
    assert compiled.showdown.score_showdown(row, state, spread, defence) == showdown.score_showdown(
        row, state, spread, defence
    )
