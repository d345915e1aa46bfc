"""The sum of a player's gains over its base, decision by decision, equals the difference of scores."""

from __future__ import annotations

import pytest

from bench.advantages import Comparison
from ginrummy.players import load_player
from ginrummy.rules.types import SEATS
from ginrummy.variants import load_variant

DEAL = 1


@pytest.mark.long
@pytest.mark.parametrize("base", ["steady", "network"])
@pytest.mark.parametrize("preset", ["eleven_card", "eaai", "round_the_corner", "two_pack"])
def test_in_the_true_order_of_the_stock_the_gains_are_the_difference_of_the_points(
    preset: str, base: str
) -> None:
    row = load_variant(preset).row
    player, itself = (Comparison(load_player(name), base, row) for name in ("baseline", base))
    differences = []
    for seat in SEATS:
        usual, other = itself.hand(DEAL, seat), player.hand(DEAL, seat, true_order=True)
        assert usual.gained == 0
        assert other.gained == other.points - usual.points
        differences.append(other.gained)
    assert any(differences)


@pytest.mark.long
def test_a_deal_comes_to_the_same_whenever_it_is_played() -> None:
    row = load_variant("eaai").row
    one, other = (Comparison(load_player("baseline"), "steady", row).pair(3) for _time in range(2))
    assert one == other
    assert one[0].gained != one[0].points
