"""A search on several cores: the same sums to the last bit, regardless of the worker and the order."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import cycle, pairwise
from typing import Any, NamedTuple

import pytest

from ginrummy.game.match import Match
from ginrummy.game.moves import Move
from ginrummy.game.shuffle import seeds_from_number
from ginrummy.game.view import View, view_of
from ginrummy.kernel.background_calls import MOST_CORES, Helpers, Threads, make_helpers
from ginrummy.kernel.targets import compile_function
from ginrummy.players import load_player, rollouts
from ginrummy.players.evaluation import DRAWING, ROUND, TRYING, WorldTimes, split_round
from ginrummy.players.gains import Gains
from ginrummy.players.player import PauseReason, run_to_end
from ginrummy.players.search import ChampionPlayer, SearchPlayer
from ginrummy.variants import load_variant, preset_names

PARTS = (1, 2, 5)
WORLDS = 150
EARLY, LATE = 1, 9


class Late(NamedTuple):
    """A call that is computed when its answer is read."""

    call: Callable[[], object]

    def finish(self) -> None:
        self.call()


@dataclass
class Fickle:
    """Workers whose number changes and that delay all work."""

    counts: Iterator[int] = field(default_factory=lambda: cycle((0, 3, 1, 0, 2)))

    @property
    def count(self) -> int:
        return next(self.counts)

    def submit(self, function: Callable[..., Any], *arguments: Any) -> Late:
        return Late(lambda: compile_function(function)(*arguments))


def some_view(name: str, *, turns: int) -> View:
    """Return a seat's view some moves into a hand between two `steady` players."""
    match, player = Match.start(load_variant(name).row, seeds_from_number(7)), load_player("steady")
    for _turn in range(turns):
        match = match.play(player.decide(view_of(match, match.game.turn)))
    return view_of(match, match.game.turn)


@pytest.fixture
def searched(monkeypatch: pytest.MonkeyPatch) -> Callable[[View, Helpers], tuple[Move, list[list[float]]]]:
    """The decision of `champion` with such workers, and the sums of its search."""
    tallies: list[Gains] = []
    real = Gains.best_place

    def best_place(self: Gains, doubt: float) -> int:
        tallies.append(self)
        return real(self, doubt)

    def found(view: View, helpers: Helpers) -> tuple[Move, list[list[float]]]:
        tallies.clear()
        monkeypatch.setattr(Gains, "best_place", best_place)
        monkeypatch.setattr("ginrummy.players.search.make_helpers", lambda _cores: helpers)
        move = ChampionPlayer(seed=5, worlds=WORLDS).decide(view)
        sums = [(tally._sums, tally._squares, [*map(float, tally.alive)]) for tally in tallies]
        return move, [column for columns in sums for column in columns]

    return found


@pytest.mark.long
@pytest.mark.parametrize("name", preset_names())
def test_every_preset_comes_to_the_same_sums_in_any_number_of_parts(
    name: str, searched: Callable[[View, Helpers], tuple[Move, list[list[float]]]]
) -> None:
    for turns in (EARLY, LATE):
        view = some_view(name, turns=turns)
        alone = searched(view, Threads(0))
        others: list[Helpers] = [*(Threads(parts - 1) for parts in PARTS[1:]), Fickle()]
        for helpers in others:
            assert searched(view, helpers) == alone


def test_something_is_searched(searched: Callable[[View, Helpers], tuple[Move, list[list[float]]]]) -> None:
    _move, (sums, squares, alive) = searched(some_view("standard", turns=LATE), Threads(1))
    assert any(sums)
    assert any(squares)
    assert len(alive) > 1


def test_a_decision_by_pieces_says_when_it_awaits_helpers() -> None:
    view = some_view("standard", turns=EARLY)
    told = []
    for cores in (1, 2):
        player = SearchPlayer(seed=5, worlds=2 * ROUND, cores=cores)
        pieces = list(player.decide_in_pieces(view))
        told.append((pieces.count(PauseReason.AWAITED), pieces.count(PauseReason.DONE)))
        assert run_to_end(player.decide_in_pieces(view)) == SearchPlayer(seed=5, worlds=2 * ROUND).decide(
            view
        )
    assert told == [(0, 2), (2, 2)]


def test_what_fails_in_a_thread_is_raised() -> None:
    answer = Threads(1).submit(rollouts.burn_in, 5)
    with pytest.raises(TypeError):
        answer.finish()


@pytest.mark.parametrize("spec", ["search@100", "champion@100"])
def test_players_that_search_are_told_on_how_many_cores(spec: str) -> None:
    for cores in (1, 3, None):
        player = load_player(spec, cores=cores)
        assert isinstance(player, SearchPlayer)
        assert player.cores == cores
    load_player("steady", cores=2)


def test_no_more_helpers_than_help(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ginrummy.kernel.background_calls.core_count", lambda: 64)
    assert [make_helpers(cores).count for cores in (1, 2, 64, None)] == [0, 1, MOST_CORES - 1, MOST_CORES - 1]


@pytest.mark.parametrize("helpers", range(5))
@pytest.mark.parametrize("own", [0, 7, ROUND])
def test_a_round_is_shared_without_a_rest(helpers: int, own: int) -> None:
    bounds = split_round(ROUND, own if helpers else ROUND, helpers)
    sizes = [stop - start for start, stop in pairwise(bounds)]
    assert (bounds[0], bounds[-1], len(sizes)) == (0, ROUND, helpers + 1)
    assert max(sizes[1:], default=0) - min(sizes[1:], default=0) <= 1


@pytest.mark.parametrize(
    ("drawing", "trying", "helpers", "own"),
    [(1.0, 3.0, 1, 1 / 3), (1.0, 2.0, 2, 0.0), (2.0, 1.0, 1, 0.0), (0.0, 1.0, 3, 0.25), (1.0, 1.0, 0, 1.0)],
)
def test_the_own_share_is_done_when_those_of_the_others_are(
    drawing: float, trying: float, helpers: int, own: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Sampling the next round and playing the own share take as long as the workers' shares."""
    clock, times = [0.0], WorldTimes()
    monkeypatch.setattr("ginrummy.players.evaluation.perf_counter", lambda: clock[0])
    assert times.own_share(helpers) == 1 / (helpers + 1)
    for kind, seconds in ((DRAWING, drawing), (TRYING, trying)):
        with times.measure(kind, ROUND):
            clock[0] += seconds
    share = times.own_share(helpers)
    assert share == pytest.approx(own)
    if share and helpers:
        assert drawing + share * trying == pytest.approx((1 - share) * trying / helpers)
