"""The law for graphics cards: the code that becomes PTX decides like Python, and its PTX is complete."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from ginrummy.kernel import batch_loops, cuda_target
from ginrummy.kernel.exports import Export
from ginrummy.kernel.graphics_card import GraphicsCard
from ginrummy.kernel.row_fields import variant_record
from ginrummy.kernel.vectorized_rules import CHOICE_ROW, RESULT_ROW, STATE_ROW, Rows
from ginrummy.kernel.wasm_exports import EXPORTS
from ginrummy.variants import Variant, load_variant, preset_names
from tests.kernel.card_on_processor import use_processor
from tests.kernel.walks import house_rules, same_choices, same_law, seldom_played, walk

LAW = (batch_loops.all_choices, batch_loops.all_after, batch_loops.all_scores)


def exports_of(*loops: Any) -> list[Export]:
    """Return the exports of `loops`."""
    return [each for each in EXPORTS if each.function in loops]


class CardLaw:
    """The law on a card, called like `vectorized_rules`."""

    def __init__(self, *loops: Any) -> None:
        self.card = GraphicsCard(exports_of(*loops))

    def choices(self, states: Rows, *, variant: Variant) -> Rows:
        """Return the options in each of `states`."""
        return self._found(batch_loops.all_choices, CHOICE_ROW, variant, states)

    def scores(self, states: Rows, *, variant: Variant) -> Rows:
        """Return the scores of finished hands."""
        return self._found(batch_loops.all_scores, RESULT_ROW, variant, states)

    def states_after(self, states: Rows, actions: list[int], faces: list[int], *, variant: Variant) -> Rows:
        """Return each of `states` after its action."""
        numbers = (self.card.arrays.asarray(np.array(each, np.int64)) for each in (actions, faces))
        return self._found(batch_loops.all_after, STATE_ROW, variant, states, *numbers)

    def _found(self, loop: Any, row: np.dtype[Any], variant: Variant, states: Rows, *arrays: Any) -> Rows:
        count, card = len(states), self.card
        out = card.arrays.zeros((count, row.itemsize), np.uint8)
        record = card.bytes_of(variant_record(variant))
        card.run(loop, count, record, card.bytes_of(states), *arrays, out)
        return card.rows(out, row)


@pytest.fixture(autouse=True)
def _card(monkeypatch: pytest.MonkeyPatch) -> None:
    use_processor(monkeypatch)


def test_the_options_in_each_preset_on_a_card_and_in_python() -> None:
    law, chance = CardLaw(batch_loops.all_choices), random.Random(2)
    for name in preset_names():
        row = load_variant(name).row
        assert len(same_choices(row, [*walk(row, chance).visits, *walk(row, chance).visits], law)) > 1


@pytest.mark.long
def test_a_hundred_thousand_states_on_a_card_on_the_processor_and_in_python() -> None:
    law = CardLaw(*LAW)
    visits = sum(agree(load_variant(name).row, law, hands=250, seed=name) for name in preset_names())
    assert visits >= 100_000


def agree(variant: Variant, law: CardLaw, *, hands: int, seed: int | str) -> int:
    """Compare all three on `hands` hands. Return the number of states."""
    chance = random.Random(seed)
    walks = [walk(variant, chance) for _hand in range(hands)]
    assert same_law(variant, walks) == same_law(variant, walks, law)
    return sum(len(each.visits) for each in walks)


@pytest.mark.long
def test_what_no_preset_plays_on_a_card() -> None:
    law = CardLaw(*LAW)
    rows = [*seldom_played(), *house_rules(5, 40)]
    assert sum(agree(row, law, hands=8, seed=3) for row in rows) > 1000


def test_the_card_gets_a_kernel_for_each_function_and_nothing_is_left_to_link() -> None:
    lines = cuda_target.ptx(exports_of(batch_loops.all_choices)).decode().splitlines()
    assert [line for line in lines if ".entry" in line] == [".visible .entry all_choices("]
    assert not [line for line in lines if ".extern" in line]
    assert f".target {cuda_target.CARD}" in lines
