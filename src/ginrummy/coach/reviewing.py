"""Computation of a review: decisions evaluated on all cores, chances computed with both hands open."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import Any, Final, NamedTuple, TypeVar

from ginrummy.coach.decisions import Moment, is_decision, match_moments
from ginrummy.coach.match_review import CHANCE, DEAL, DECISION, END, Decision, Review, ReviewStep
from ginrummy.game.game import Game, Phase
from ginrummy.game.match import Match
from ginrummy.game.moves import Move
from ginrummy.game.score_sheet import enter_score
from ginrummy.game.view import view_of_game
from ginrummy.kernel.arrays import arrays
from ginrummy.kernel.move_numbers import action_of
from ginrummy.kernel.parallel import core_count
from ginrummy.kernel.row_fields import variant_record
from ginrummy.kernel.targets import compile_function
from ginrummy.locale import bind_language
from ginrummy.players import rollouts
from ginrummy.players.judgement import Judgement
from ginrummy.players.judging import BRISK, THOROUGH, Sampling, judge_in_steps
from ginrummy.players.match_equity import Stakes, match_chance, stakes_of
from ginrummy.players.opponent_history import opponent_actions
from ginrummy.players.player import run_to_end
from ginrummy.rules.cards import NO_FACE
from ginrummy.rules.scoring import new_sheet
from ginrummy.rules.turns import Memory
from ginrummy.rules.types import SEATS

SPREAD_WORLDS: Final = 50
"""Worlds for an automatic spread. It is not compared with other spreads, so a few suffice."""

Report = Callable[[int, int], object]
Asked = TypeVar("Asked")
Found = TypeVar("Found")


class Depth(NamedTuple):
    """Effort of a review: worlds per decision, their sampling, and orders of the stock per step."""

    worlds: int
    orders: int
    sampling: Sampling


QUICK: Final = Depth(100, 40, BRISK)
FULL: Final = Depth(400, 300, THOROUGH._replace(settled=150))


def review_match(
    match: Match, *, depth: Depth, seed: int, workers: int | None, report: Report | None
) -> Review:
    """Return the review of `match` up to its current state (see `ginrummy.coach.review`)."""
    return run_to_end(
        review_in_steps(match, depth=depth, seed=seed, workers=workers or core_count(), report=report)
    )


def review_in_steps(
    match: Match, *, depth: Depth, seed: int, workers: int, report: Report | None
) -> Generator[None, None, Review]:
    """Review `match` step by step: yield after each, return the review. `report` is as for `review_match`."""
    moments = [moment for moment in match_moments(match) if is_decision(moment)]
    decisions: list[Decision] = []
    for moment, judgement in zip(moments, judge_moments(moments, depth, seed, workers), strict=True):
        decisions.append(Decision(moment, judgement, moment.game.state.hands[1 - moment.seat]))
        if report is not None:
            report(len(decisions), len(moments))
        yield
    start = match_chance(match.variant, new_sheet())
    steps = []
    for step in chance_changes(match, decisions, start, depth, seed, workers):
        steps.append(step)
        yield
    result = steps[-1].chance if steps else start
    return Review(start, tuple(steps), tuple(decisions), result, match.is_over, depth.worlds, seed)


def judge_moments(moments: list[Moment], depth: Depth, seed: int, workers: int) -> Iterator[Judgement]:
    """Yield the evaluation of each of `moments`, computed in parallel on `workers` cores."""

    def work(moment: Moment) -> Judgement:
        settled = moment.game.phase is Phase.SPREAD and moment.move == moment.game.automatic_layout()
        worlds = SPREAD_WORLDS if settled else depth.worlds
        return run_to_end(judge_in_steps(
            moment.view, worlds=worlds, seed=seed, also=(moment.move,), sampling=depth.sampling
        ))  # fmt: skip

    yield from map_in_parallel(work, moments, workers)


def map_in_parallel(work: Callable[[Asked], Found], items: Iterable[Asked], workers: int) -> Iterator[Found]:
    """Yield the result of `work` for each of `items`, in order, on `workers` cores (one: without threads)."""
    if workers == 1:
        yield from map(work, items)
        return
    with ThreadPoolExecutor(workers, thread_name_prefix="coach") as pool:
        try:
            yield from pool.map(bind_language(work), items)
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise


def chance_changes(
    match: Match, decisions: list[Decision], start: float, depth: Depth, seed: int, workers: int
) -> Iterator[ReviewStep]:
    """Yield every change of the chance of seat 0, hand by hand, computed on `workers` cores."""
    sheet, chance = new_sheet(), start
    for number, game in enumerate(match.games, start=1):
        own = [decision for decision in decisions if decision.moment.hand == number]
        table = OpenTable(game, stakes_of(match.variant, sheet, SEATS[0]), depth.orders, seed + number)
        kind, turn, mover = DEAL, 1, None
        for decision, (best, played) in zip(
            own, map_in_parallel(table.decision_chances, own, workers), strict=True
        ):
            moment, cost = decision.moment, decision.cost * (1 if decision.seat == 1 else -1)
            turn = moment.turn
            yield ReviewStep(kind, number, turn, mover, best - chance, 0.0, best)
            yield ReviewStep(DECISION, number, turn, decision.seat, played - best - cost, cost, played)
            chance, kind, mover = played, CHANCE, decision.seat
        if game.score is not None:
            sheet = enter_score(match.variant, sheet, game.score)
            after = match_chance(match.variant, sheet)
            yield ReviewStep(END, number, turn, None, after - chance, 0.0, after)
            chance = after


class OpenTable:
    """A hand with both hands known and many orders of the stock, the same ones from its deal to its end."""

    def __init__(self, game: Game, stakes: Stakes, orders: int, seed: int) -> None:
        deal = next(game.positions())
        self._stakes = stakes
        self._stock, chance = tuple(deal.stock), Random(seed)
        places = range(len(self._stock))
        self._places = [chance.sample(places, len(places)) for _order in range(orders)]

    def decision_chances(self, decision: Decision) -> tuple[float, float]:
        """Return the chances of seat 0 after the best move of a decision and after the one played."""
        game, best, played = decision.moment.game, decision.best.move, decision.played.move
        after_best = self.move_chance(game, best)
        return after_best, after_best if played == best else self.move_chance(game, played)

    def move_chance(self, game: Game, move: Move) -> float:
        """Return the chance of seat 0 after `move`, if both seats then play as `steady` does."""
        if game.phase in (Phase.SPREAD, Phase.LAY_OFF):
            return self._layout_chance(game.play(move))
        find, stakes = compile_function(rollouts.open_hands_chance), self._stakes
        known = (variant_record(game.variant), game.state, *_memories(game), self._orders(game))
        return float(find(*known, action_of(move), stakes.table, stakes.own, stakes.other))

    def _layout_chance(self, game: Game) -> float:
        """Return the chance after the layout in `game`, against the best defence."""
        score = game.score or game.play(game.automatic_layout()).score
        assert score is not None
        return self._stakes.after(score.points if score.winner == 0 else -score.points)

    def _orders(self, game: Game) -> Any:
        """Return the stock of `game` in all its orders, one row each."""
        drawn = len(self._stock) - game.state.stock
        cards = [self._stock[place] for order in self._places for place in order if place >= drawn]
        shape = (len(self._places), max(1, game.state.stock))
        return arrays.table("i8", shape, cards or [NO_FACE] * len(self._places))


def _memories(game: Game) -> tuple[Memory, Memory]:
    """Return the memories of both seats about each other."""
    return opponent_actions(view_of_game(game, game.turn))[1]
