"""Luck of the draw: its mean is zero, and removing it does not shift the measured difference."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from ginrummy.game.cards import FACE_COUNT
from ginrummy.game.game import Game
from ginrummy.game.moves import DRAW
from ginrummy.lab.arena import ArenaError
from ginrummy.lab.arena import luck as draw_luck
from ginrummy.lab.arena.luck import NO_LUCK, LuckReduction, add_draw, hand_luck, luck_reductions
from ginrummy.lab.arena.match_play import play_leg
from ginrummy.lab.arena.run_plan import Unit
from ginrummy.lab.arena.sequential_test import Hypotheses, SprtState
from ginrummy.players import load_player
from tests.arena.plans import plan_of, played, table
from tests.playing import variant_of


def hand_of(variant: str) -> Game:
    """Return a finished hand of `variant` between two of our players."""
    plan = plan_of("simple", "baseline")
    object.__setattr__(plan, "variant", variant_of(variant))
    return play_leg(plan, 3, (load_player("simple"), load_player("baseline"))).match.game


@pytest.mark.long
@pytest.mark.parametrize("variant", ["standard", "oklahoma_full", "round_the_corner", "two_pack"])
def test_the_mean_over_all_cards_that_may_come_is_zero(variant: str) -> None:
    *_before, game = (each for each in hand_of(variant).positions() if DRAW in each.legal_moves())
    first, total, most = len(game.deck) - game.state.stock, list(NO_LUCK), 0.0
    for place in range(first, len(game.deck)):
        deck = list(game.deck)
        deck[first], deck[place] = deck[place], deck[first]
        luck = list(NO_LUCK)
        add_draw(game.variant, game.state, deck, [0] * FACE_COUNT, luck)
        most = max(most, *map(abs, luck))
        total = [one + other for one, other in zip(total, luck, strict=True)]
    assert total == pytest.approx(NO_LUCK, abs=1e-6)
    assert most > 1


@pytest.mark.parametrize("variant", ["standard", "oklahoma_full"])
def test_it_is_the_same_compiled_or_not(variant: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = hand_of(variant)
    quick = hand_luck(game)
    monkeypatch.setattr(draw_luck, "has_compiler", lambda: False)
    assert hand_luck(game) == quick
    assert any(quick)


def test_the_better_draw_is_the_luckier() -> None:
    worst, best = (luck_of_first_draw(pick) for pick in (max, min))
    assert best[0] < 0 < worst[0]  # less deadwood is left


def luck_of_first_draw(pick: Callable[[list[list[float]]], list[float]]) -> list[float]:
    """Return the luck of the first draw if it were the card that `pick` chooses by deadwood."""
    game = next(each for each in hand_of("standard").positions() if DRAW in each.legal_moves())
    first = len(game.deck) - game.state.stock
    found = []
    for place in range(first, len(game.deck)):
        deck, luck = list(game.deck), list(NO_LUCK)
        deck[first], deck[place] = deck[place], deck[first]
        add_draw(game.variant, game.state, deck, [0] * FACE_COUNT, luck)
        found.append([value * (1 - 2 * game.state.turn) for value in luck])
    return pick(found)


def pairs(number: int, edge: float) -> list[tuple[float, tuple[float, ...]]]:
    """Return pairs whose points are `edge`, three times their first luck, and some noise."""
    chance = Random(5)
    lucks = [tuple(chance.gauss(0, 10) for _measure in NO_LUCK) for _pair in range(number)]
    return [(edge + 3 * luck[0] + chance.gauss(0, 5), luck) for luck in lucks]


def test_what_luck_explains_is_taken_out() -> None:
    reduction = LuckReduction(NO_LUCK, (100.0,) * 4)
    values = [reduction.correct_value(value, luck) for value, luck in pairs(600, 2.0)]
    assert reduction.coefficients == pytest.approx((3.0, 0.0, 0.0, 0.0), abs=0.2)
    rest = values[300:]
    mean = sum(rest) / len(rest)
    assert mean == pytest.approx(2.0, abs=1.0)
    assert sum((value - mean) ** 2 for value in rest) / len(rest) < 50  # of 925 before


def test_a_pair_is_corrected_by_what_came_before_it_alone() -> None:
    given = pairs(100, 0.0)
    changed = [*given[:60], *((value + 1000, luck) for value, luck in given[60:])]
    for unit in Unit:
        one, other = luck_reductions(unit)[0], luck_reductions(unit)[0]
        before = [one.correct_value(*pair) for pair in given[:60]]
        assert [other.correct_value(*pair) for pair in changed][:60] == before


def test_a_player_against_itself_gives_nothing() -> None:
    line = table(played(plan_of("simple", "simple", reduce=True))).pairings[0]
    assert line.points.value == 0
    assert line.points.half_width == 0


@pytest.mark.long
def test_the_estimate_is_that_of_the_hands_played_and_surer() -> None:
    line = table(played(plan_of("steady", "simple", variant="eaai", pairs=80, reduce=True))).pairings[0]
    assert line.plain_points is not None
    assert line.variance_reduction_factor is not None
    assert abs(line.points.value - line.plain_points.value) < line.plain_points.half_width
    assert line.variance_reduction_factor > 1.15
    plain = table(played(plan_of("steady", "simple", variant="eaai", pairs=80))).pairings[0]
    assert plain.points == line.plain_points
    assert plain.share == line.plain_share
    assert plain.plain_points is None


def test_a_run_goes_on_with_its_luck(tmp_path: Path) -> None:
    plan, longer = (plan_of("simple", "random", pairs=pairs, reduce=True) for pairs in (3, 8))
    played(plan, folder=tmp_path)
    assert table(played(longer, folder=tmp_path)) == table(played(longer))
    with pytest.raises(ArenaError, match="reduce"):
        played(plan_of("simple", "random", pairs=8), folder=tmp_path)


def test_the_sequential_test_sees_what_is_left() -> None:
    plan = plan_of("simple", "random", pairs=48, reduce=True)
    run = played(plan, hypotheses=Hypotheses(Unit.HANDS, 0.0, 20.0, 0.05))
    assert run.watch is not None
    assert run.watch.verdict is SprtState.H1
    assert len(run.tallies[0].counted_results.points) == run.watch.pairs < 48
