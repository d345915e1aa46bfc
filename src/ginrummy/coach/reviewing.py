"""How a match is reviewed: decisions judged on all cores, the chance followed with both hands open."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ginrummy.coach.decisions import Moment, is_decision, moments_of
from ginrummy.coach.match_review import CHANCE, DEAL, DECISION, END, Decision, Review, Step
from ginrummy.game import Game, Phase
from ginrummy.kernel.move_numbers import action_of
from ginrummy.kernel.parallel import core_count
from ginrummy.kernel.row_fields import variant_record
from ginrummy.ledger.score_sheet import entered
from ginrummy.match import Match
from ginrummy.moves import Move
from ginrummy.players import trial_loops
from ginrummy.players.judgement import Judgement
from ginrummy.players.judging import BRISK, THOROUGH, Pace, judged
from ginrummy.players.opponent_history import deeds_of
from ginrummy.players.search import compiled_part
from ginrummy.players.stakes import Stakes, match_chance, stakes_of
from ginrummy.rules.opponent_memory import Memory
from ginrummy.rules.scoring import new_sheet
from ginrummy.view import view_of_game

SPREAD_WORLDS: Final = 50
"""A spread that is the automatic one is not compared with another: few worlds are enough."""

Report = Callable[[int, int], object]


class Depth(NamedTuple):
    """How much work a review is: worlds a decision, orders of the stock for each step of the chance, pace."""

    worlds: int
    orders: int
    pace: Pace


QUICK: Final = Depth(100, 40, BRISK)
FULL: Final = Depth(400, 300, THOROUGH._replace(settled=150))


def reviewed(match: Match, *, depth: Depth, seed: int, workers: int | None, report: Report | None) -> Review:
    """Return the review of `match` as far as it was played (see `ginrummy.coach.review`)."""
    moments = tuple(moments_of(match))
    asked = [moment for moment in moments if is_decision(moment)]
    cores = workers or core_count()
    judgements = judged_all(asked, depth, seed, cores, report)
    decisions = [
        Decision(moment, judgement, moment.game.state.hands[1 - moment.seat])
        for moment, judgement in zip(asked, judgements, strict=True)
    ]
    start = match_chance(match.variant, new_sheet())
    steps = tuple(steps_of(match, decisions, start, depth, seed, cores))
    result = steps[-1].chance if steps else start
    return Review(start, steps, tuple(decisions), result, match.is_over, depth.worlds, seed)


def judged_all(
    moments: list[Moment], depth: Depth, seed: int, workers: int, report: Report | None
) -> list[Judgement]:
    """Return the judgement of each of `moments`, made at once on so many cores."""

    def work(moment: Moment) -> Judgement:
        settled = moment.game.phase is Phase.SPREAD and moment.move == moment.game.automatic()
        worlds = SPREAD_WORLDS if settled else depth.worlds
        return judged(moment.view, worlds=worlds, seed=seed, also=(moment.move,), pace=depth.pace)

    found = []
    with ThreadPoolExecutor(workers, thread_name_prefix="coach") as pool:
        try:
            for judgement in pool.map(work, moments):
                found.append(judgement)
                if report is not None:
                    report(len(found), len(moments))
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise
    return found


def steps_of(
    match: Match, decisions: list[Decision], start: float, depth: Depth, seed: int, workers: int
) -> Iterator[Step]:
    """Yield every movement of the chance of seat 0, hand by hand, reckoned on so many cores."""
    sheet, chance = new_sheet(), start
    for number, game in enumerate(match.games, start=1):
        own = [decision for decision in decisions if decision.moment.hand == number]
        table = OpenTable(game, stakes_of(match.variant, sheet, 0), depth.orders, seed + number)
        kind, turn, mover = DEAL, 1, None
        with ThreadPoolExecutor(workers, thread_name_prefix="coach") as pool:
            chances = list(pool.map(table.chances, own))
        for decision, (best, played) in zip(own, chances, strict=True):
            moment, cost = decision.moment, decision.cost * (1 if decision.seat == 1 else -1)
            turn = moment.turn
            yield Step(kind, number, turn, mover, best - chance, 0.0, best)
            yield Step(DECISION, number, turn, decision.seat, played - best - cost, cost, played)
            chance, kind, mover = played, CHANCE, decision.seat
        if game.score is not None:
            sheet = entered(match.variant, sheet, game.score)
            after = match_chance(match.variant, sheet)
            yield Step(END, number, turn, None, after - chance, 0.0, after)
            chance = after


class OpenTable:
    """A hand with both hands known and the stock in many orders, the same ones from its deal to its end."""

    def __init__(self, game: Game, stakes: Stakes, orders: int, seed: int) -> None:
        deal = next(game.positions())
        self._stakes = stakes
        self._stock = np.array(deal.stock, np.int64)
        shuffled = np.random.default_rng(seed).permuted
        self._places = shuffled(np.tile(np.arange(len(self._stock)), (orders, 1)), axis=1)

    def chances(self, decision: Decision) -> tuple[float, float]:
        """Return the chances of seat 0 after the best move of a decision and after the one played."""
        game, best, played = decision.moment.game, decision.best.move, decision.played.move
        after_best = self.chance(game, best)
        return after_best, after_best if played == best else self.chance(game, played)

    def chance(self, game: Game, move: Move) -> float:
        """Return the chance of seat 0 after `move`, both seats then playing as `steady` does."""
        if game.phase in (Phase.SPREAD, Phase.LAY_OFF):
            return self._shown(game.play(move))
        find, stakes = compiled_part(trial_loops.open_chance), self._stakes
        known = (variant_record(game.variant), game.state, *_memories(game), self._orders(game))
        return float(find(*known, action_of(move), stakes.table, stakes.own, stakes.other))

    def _shown(self, game: Game) -> float:
        """Return the chance once the hand is laid out as in `game`, the defence being the best there is."""
        score = game.score or game.play(game.automatic()).score
        assert score is not None
        return self._stakes.after(score.points if score.winner == 0 else -score.points)

    def _orders(self, game: Game) -> NDArray[np.int64]:
        """Return the stock of `game` in all its orders, a row each."""
        drawn = len(self._stock) - game.state.stock
        left = self._places[self._places >= drawn].reshape(len(self._places), -1)
        return np.ascontiguousarray(self._stock[left])


def _memories(game: Game) -> tuple[Memory, Memory]:
    """Return what the seats remember of each other."""
    return deeds_of(view_of_game(game, game.turn))[1]
