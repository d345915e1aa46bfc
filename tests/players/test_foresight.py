"""Network evaluations in the belief's worlds: the same in any number of parts and on both targets."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from ginrummy.game.match import Match
from ginrummy.game.shuffle import seeds_from_number
from ginrummy.game.view import View, view_of
from ginrummy.kernel import compile
from ginrummy.kernel.actions import CLOSE
from ginrummy.kernel.row_fields import variant_record
from ginrummy.kernel.wasm_bindings import exported_function
from ginrummy.players import load_player
from ginrummy.players.evaluation import (
    ALL_STYLES,
    ROUND,
    blank_results,
    rows_of,
    sample_worlds,
    search_root,
    untried_worths,
    walk_from,
)
from ginrummy.players.gains import Gains
from ginrummy.players.match_equity import bounded_point_worth, match_equity, scores_of, search_stakes
from ginrummy.players.network import POINTS
from ginrummy.players.network_evaluator import PLAYING, load_weights
from ginrummy.players.opponent_history import possible_past
from ginrummy.players.rollouts import SampledWorlds, SearchRoot
from ginrummy.players.search import ChampionPlayer
from ginrummy.players.truncated_rollout import TruncatedRollouts, roll_out_with_foresight
from ginrummy.rules.turns import choices
from ginrummy.variants import load_variant
from tests.players.tables import decisions

WORLDS, EVERY = 12, 3
KEY = np.uint64(77)
Way = Callable[..., Any]


def view_where(closes: bool, name: str = "standard") -> View:
    """Return the view of a seat before a discard in mid-hand: with or without a possible knock."""
    player = load_player("simple")
    for number in range(100):
        match = Match.start(load_variant(name).row, seeds_from_number(number))
        while not match.game.is_over:
            view = view_of(match, match.game.turn)
            options = choices(view.variant, view.state)
            if view.state.turns > 6 and options.discards and bool(options.closings) == closes:
                return view
            match = match.play(player.decide(view))
    raise AssertionError("no such hand")


def actions_in(view: View) -> list[int]:
    """Return some discards, and the same cards as knocks if that is legal."""
    options = choices(view.variant, view.state)
    faces = [face for face in range(52) if options.discards >> face & 1]
    closings = [CLOSE + face for face in range(52) if options.closings >> face & 1]
    return (closings[:2] if closings else []) + faces[:3]


def ready(view: View, actions: list[int]) -> tuple[SearchRoot, SampledWorlds]:
    """Return a decision, and worlds from the belief."""
    past = possible_past(view, random.Random(1))
    root = search_root(view, past, actions, search_stakes(view))
    return root, sample_worlds(view.variant, walk_from(past, ALL_STYLES), WORLDS, view.state.stock, KEY)


def found(
    view: View, root: SearchRoot, worlds: SampledWorlds, alive: list[int], *,
    way: Way = compile.compile_function,
    start: int = 0, stop: int = WORLDS, number: int = 0,
) -> tuple[Any, Any]:  # fmt: skip
    """Return the values of the actions in worlds from `start` to `stop`: by roll-out, and by the network.

    Untried ones are -1.
    """
    unit = POINTS * bounded_point_worth(match_equity(view.variant), 0, 0)
    rollouts = TruncatedRollouts(load_weights(PLAYING), unit, EVERY, 2)
    results, foreseen = blank_results(stop - start, len(alive)), untried_worths(stop - start, len(alive))
    way(roll_out_with_foresight)(
        variant_record(view.variant), root, rows_of(worlds, start, stop), np.array(alive), results, foreseen,
        start, rollouts.round_network(number), KEY,
    )  # fmt: skip
    return tuple(np.nan_to_num(worths, nan=-1) for worths in (results.worths, foreseen))


@pytest.mark.long
@pytest.mark.parametrize("name", ["standard", "eleven_card", "hollywood_oklahoma", "two_pack"])
def test_both_targets_foresee_the_same_to_the_last_bit(name: str) -> None:
    view = view_where(False, name)
    actions = actions_in(view)
    root, worlds = ready(view, actions)
    native = found(view, root, worlds, [1] * len(actions))
    wasm = found(view, root, worlds, [1] * len(actions), way=exported_function)
    assert [part.tolist() for part in native] == [part.tolist() for part in wasm]
    assert len(set(native[1].ravel().tolist())) > WORLDS // EVERY


@pytest.mark.long
def test_one_world_in_some_is_foreseen_whatever_part_it_is_in() -> None:
    view = view_where(False)
    actions = actions_in(view)
    root, worlds = ready(view, actions)
    alive = [1] * len(actions)
    _gains, whole = found(view, root, worlds, alive)
    parts = [found(view, root, worlds, alive, start=start, stop=start + 4)[1] for start in (0, 4, 8)]
    assert np.concatenate(parts).tolist() == whole.tolist()
    assert [bool((row >= 0).all()) for row in whole] == [world % EVERY == 0 for world in range(WORLDS)]


def test_an_action_that_was_dropped_is_not_foreseen_and_changes_nothing_for_the_others() -> None:
    view = view_where(False)
    actions = actions_in(view)
    root, worlds = ready(view, actions)
    _gains, all_of_them = found(view, root, worlds, [1, 1, 1])
    _gains, without_one = found(view, root, worlds, [1, 0, 1])
    assert (without_one[:, 1] == -1).all()
    assert (all_of_them[:, 1] > 0).any()
    assert without_one[:, [0, 2]].tolist() == all_of_them[:, [0, 2]].tolist()


def test_what_ends_the_hand_is_foreseen_as_it_comes() -> None:
    """Two knocks end the hand at once: by roll-out or network, the difference is the same."""
    view = view_where(True)
    options = choices(view.variant, view.state)
    closings = [CLOSE + face for face in range(52) if options.closings >> face & 1]
    closings = closings if len(closings) > 1 else closings * 2
    root, worlds = ready(view, closings)
    worths, foreseen = found(view, root, worlds, [1] * len(closings))
    seen = [world for world in range(WORLDS) if world % EVERY == 0]
    assert foreseen[seen].tolist() == worths[seen].tolist()
    assert (worths[:, 0] > 0).any()


def test_each_network_foresees_in_its_turn() -> None:
    view = view_where(False)
    actions = actions_in(view)
    root, worlds = ready(view, actions)
    one, other, again = (
        found(view, root, worlds, [1] * len(actions), number=number)[1].tolist() for number in range(3)
    )
    assert one == again != other


def test_what_is_foreseen_counts_as_so_many_worlds() -> None:
    gains, none = Gains([0.0, 0.5, -0.5], [10] * 3), math.nan
    gains.add_to_prior([[none] * 3, [9.0, 10.0, none], [none] * 3, [9.0, 11.0, none]], 3)
    assert gains._prior == [0.0, 5.0 + 3 * (1.0 + 2.0), -5.0]
    assert gains._prior_worlds == [16, 16, 10]


def test_a_point_foreseen_is_worth_what_it_is_at_the_score() -> None:
    variant, champion, seen = load_variant("eaai").row, ChampionPlayer(seed=3), set()
    table = match_equity(variant)
    for _match, view, _move in decisions(variant, (load_player("simple"),) * 2, seed=5):
        rollouts = champion._truncated_rollouts(view)
        assert rollouts is not None
        assert rollouts.unit == POINTS * bounded_point_worth(table, *scores_of(view))
        seen.add(rollouts.unit)
    assert len(seen) > 3


def test_where_points_alone_count_all_is_foreseen() -> None:
    view = view_where(False, "hollywood_oklahoma")
    assert ChampionPlayer(seed=3)._truncated_rollouts(view) is not None


def test_the_champion_reckons_with_what_is_foreseen(monkeypatch: pytest.MonkeyPatch) -> None:
    """After a round the network's value is on the tally, at its weight, next to the prior."""
    tallies: list[Gains] = []

    def best_place(gains: Gains, _doubt: float) -> int:
        tallies.append(gains)
        return 0

    monkeypatch.setattr(Gains, "best_place", best_place)
    view = view_where(False, "eaai")
    ChampionPlayer(seed=3, worlds=ROUND, within=1000).decide(view)
    (tally,) = tallies
    rollouts = ChampionPlayer(seed=3)._truncated_rollouts(view)
    assert rollouts is not None
    assert set(tally._prior_worlds) == {300 + rollouts.weight * ROUND // rollouts.every}
