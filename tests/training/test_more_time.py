"""What more time brings is counted where the two decide otherwise, and nowhere else."""

from __future__ import annotations

from bench.more_time import compared


def test_only_what_differs_gains() -> None:
    (hand,) = compared("champion@50", [1])
    assert len(hand) > 3
    assert any(each.differs for each in hand)
    for each in hand:
        assert each.differs or each.gained == 0.0
        assert min(each.first, each.second) > 0


def test_the_champion_gains_nothing_on_itself() -> None:
    (hand,) = compared("champion", [1])
    assert not any(each.differs or each.gained for each in hand)
