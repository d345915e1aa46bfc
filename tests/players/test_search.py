"""The searching player: legal, repeatable and independent of hidden cards, in every variant."""

from __future__ import annotations

import pickle
from typing import Any

import pytest

from ginrummy.game.moves import MoveKind
from ginrummy.game.view import View
from ginrummy.kernel import actions
from ginrummy.players import PlayerError, load_player, search
from ginrummy.players.candidate_actions import actions_worth_trying
from ginrummy.players.evaluation import Evaluation
from ginrummy.players.loading import MOST_WORLDS
from ginrummy.players.match_equity import bounded_point_worth, match_equity, mean_win_points
from ginrummy.players.search import ChampionPlayer, SearchPlayer, drop_losers
from ginrummy.rules.turns import choices
from tests.players.tables import EAAI, VARIANTS, decisions, row_of
from tests.players.test_strength import edge


def quick(*, seed: int = 5, **others: Any) -> SearchPlayer:
    """Return a fast searching player."""
    return SearchPlayer(seed=seed, **{"worlds": 50, **others})


def some_views(*, hands: int) -> list[View]:
    """Return the views of a searching seat before each of its decisions."""
    players = (quick(), load_player("simple"))
    return [view for _match, view, _move in decisions(EAAI, players, seed=8, hands=hands) if view.seat == 0]


@pytest.mark.long
@pytest.mark.parametrize("name", VARIANTS)
def test_it_plays_every_variant_and_again_from_its_views_alone(name: str) -> None:
    kept = [
        (pickle.dumps(view), move)
        for _match, view, move in decisions(row_of(name), (quick(), load_player("steady")), seed=2, hands=1)
        if view.seat == 0
    ]
    for seen, move in kept[::3]:
        assert quick().decide(pickle.loads(seen)) == move


def test_the_seed_matters_only_where_moves_are_close() -> None:
    views = some_views(hands=2)
    chosen = [{quick(seed=seed).decide(view) for seed in range(4)} for view in views]
    assert 0 < sum(len(moves) > 1 for moves in chosen) < len(views) * 3 / 4


def test_no_time_is_enough_for_what_steady_would_do() -> None:
    steady = load_player("steady")
    for view in some_views(hands=1):
        assert quick(milliseconds=0.0).decide(view) == steady.decide(view)


def test_endless_doubt_keeps_to_what_steady_would_do() -> None:
    steady = load_player("steady")
    for view in some_views(hands=1):
        assert quick(doubt=1e9).decide(view) == steady.decide(view)


@pytest.fixture
def searches(monkeypatch: pytest.MonkeyPatch) -> list[Evaluation]:
    """Return the store of all started evaluations."""
    begun: list[Evaluation] = []
    real = Evaluation.burn_in

    def burn_in(self: Evaluation) -> None:
        begun.append(self)
        real(self)

    monkeypatch.setattr(Evaluation, "burn_in", burn_in)
    return begun


@pytest.mark.long
@pytest.mark.parametrize(("name", "each"), [("eaai", 1), ("two_pack", 3)])
def test_the_champion_stops_once_stopping_loses_less_than_going_on_costs(
    name: str, each: int, searches: list[Evaluation], monkeypatch: pytest.MonkeyPatch
) -> None:
    steady, variant = load_player("steady"), row_of(name)
    a_point = bounded_point_worth(match_equity(variant), 0, 0)
    views = [view for _match, view, _move in decisions(variant, (steady, steady), seed=8, hands=1)][::each]
    spent = []
    for a_hand in (search.A_HAND / 8, search.A_HAND):
        monkeypatch.setattr(search, "A_HAND", a_hand)
        searches.clear()
        for view in views:
            ChampionPlayer(seed=1).decide(view)
        open_ones = 0
        for rounds in searches:
            cost = rounds.effort / a_hand * mean_win_points(variant) * a_point
            open_ones += rounds.gains.regret() > 0
            assert rounds.gains.regret() <= cost or is_decided(rounds)
        assert open_ones > len(searches) / 4
        spent.append(sum(rounds.effort for rounds in searches))
    assert spent[1] > 1.5 * spent[0] > 0


def is_decided(rounds: Evaluation) -> bool:
    """Return whether a search ended because no question was open."""
    return drop_losers(rounds.gains) == 0


def test_a_budget_of_worlds_is_spent_however_close_it_is(searches: list[Evaluation]) -> None:
    steady = load_player("steady")
    for _match, view, _move in decisions(EAAI, (steady, steady), seed=8, hands=1):
        load_player("champion@100").decide(view)
    assert {rounds.tried for rounds in searches if not is_decided(rounds)} == {100}


def test_gin_is_not_thought_about() -> None:
    steady = load_player("steady")
    gins = 0
    for _match, view, move in decisions(EAAI, (steady, steady), seed=4, hands=8):
        if move.kind is MoveKind.GIN:
            base = actions.CLOSE + move.face
            assert actions_worth_trying(view, choices(EAAI, view.state), base) == [base]
            gins += 1
    assert gins


def test_what_is_tried_may_be_played_and_base_comes_first() -> None:
    for view in some_views(hands=1):
        if view.state.closing:
            continue
        options = choices(EAAI, view.state)
        base = actions.nth_action(options, 0)
        tried = actions_worth_trying(view, options, base)
        assert tried[0] == base
        assert len(set(tried)) == len(tried)
        assert all(actions.is_allowed(options, action) for action in tried)


@pytest.mark.long
def test_it_beats_simple() -> None:
    assert edge("search@100", "simple", deals=28) > 0


def test_a_budget_in_worlds_or_in_time() -> None:
    by_worlds, by_time = load_player("search@70"), load_player("search@30ms")
    assert isinstance(by_worlds, SearchPlayer)
    assert isinstance(by_time, SearchPlayer)
    assert (by_worlds.worlds, by_worlds.milliseconds) == (70, None)
    assert by_time.milliseconds == 30
    by_seconds = load_player("champion@2s")
    assert isinstance(by_seconds, SearchPlayer)
    assert (by_seconds.milliseconds, by_seconds.worlds) == (2000, MOST_WORLDS)


@pytest.mark.parametrize("budget", ["", "ms", "0", "1.5", "-3", "ten", "5m", "2.5s"])
def test_a_budget_that_is_none(budget: str) -> None:
    with pytest.raises(PlayerError, match="budget"):
        load_player(f"search@{budget}")


def test_a_budget_for_a_player_that_does_not_search() -> None:
    with pytest.raises(PlayerError, match="does not search"):
        load_player("simple@100")
