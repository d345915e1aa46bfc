"""`search` and `champion`: only an action that does better in sampled worlds replaces `steady`'s."""

from __future__ import annotations

from collections.abc import Generator
from math import inf
from time import perf_counter
from typing import Final

from ginrummy.game.moves import Move
from ginrummy.game.view import View
from ginrummy.kernel.background_calls import make_helpers
from ginrummy.kernel.move_numbers import move_of
from ginrummy.players.belief import BLIND
from ginrummy.players.belief_network import NOTHING_SEEN, Glimpse, half_log_odds
from ginrummy.players.candidate_actions import sensible_actions
from ginrummy.players.evaluation import (
    ALL_STYLES,
    PRIOR_WORLDS,
    ROUND,
    Candidates,
    Evaluation,
    rated_candidates,
    walk_from,
    without_prior,
)
from ginrummy.players.gains import Gains
from ginrummy.players.match_equity import (
    Stakes,
    match_equity,
    mean_win_points,
    points_only_equity,
    search_stakes,
)
from ginrummy.players.opponent_history import possible_past
from ginrummy.players.opponent_style import patience_log_odds
from ginrummy.players.player import PauseReason, decision_random, is_showdown, run_to_end
from ginrummy.players.truncated_rollout import TruncatedRollouts, rollouts_by_stored_networks

WORLDS: Final = 600
DOUBT: Final = 0.3
SURE: Final = 1.5
VERY_SURE: Final = 3.0
A_HAND: Final = 6_500_000
"""Effort that is worth the mean points of a won hand.

With this value 95 of 100 decisions take less than 150 ms on one core (bench/decision_time.md).
"""
WITHIN: Final = 10.0


class SearchPlayer:
    """Determinised Monte Carlo over the kernel: a function of the view, the seed and the number of worlds.

    Its roll-outs model its own seat as `steady`, and the other seat as `simple` or `steady`, by the belief.
    """

    name = "search"

    def __init__(
        self,
        *,
        seed: int = 0,
        worlds: float = WORLDS,
        milliseconds: float | None = None,
        doubt: float = DOUBT,
        styles: int = ALL_STYLES,
        belief: bool = True,
        for_match: bool = True,
        cores: int | None = 1,
    ) -> None:
        """Play by at most `worlds` hidden worlds a move, in rounds of 50.

        With `milliseconds` no world starts after that time, however few were tried: then the clock matters
        too. An action replaces `steady`'s when it is better by `doubt` standard errors. `styles` has bit 0
        set when the other seat may be prompt, as `simple` is, and bit 1 when it may be patient, as `steady`
        is. Two switches are for ablation: without `belief` all hands of the other seat are equally likely,
        and without `for_match` the search plays for points at every score. `cores`, `None` for all available,
        changes only the time.
        """
        self.seed, self.worlds, self.milliseconds = seed, worlds, milliseconds
        self.doubt, self.styles = doubt, styles if belief else styles | BLIND
        self.cores = cores
        self._equity = match_equity if for_match else points_only_equity

    def decide(self, view: View) -> Move:
        """Return the action that does best in the worlds tried, or the best layout at the showdown."""
        return run_to_end(self.decide_in_pieces(view))

    def decide_in_pieces(self, view: View) -> Generator[PauseReason, None, Move]:
        """Decide as `decide` does, in pieces."""
        if is_showdown(view):
            return view.automatic_layout()
        began = perf_counter()
        draw = decision_random(view, self.seed)
        past = possible_past(view, draw)
        candidates = self._candidates(view)
        if len(candidates.actions) == 1:
            return move_of(view, candidates.actions[0])
        leaning = patience_log_odds(view)
        trail = walk_from(past, self.styles, self._glimpse(view, leaning), leaning)
        stakes, key, truncated = self._stakes(view), draw.getrandbits(64), self._truncated_rollouts(view)
        evaluation = Evaluation(view, past, candidates, stakes, trail, key, truncated=truncated)
        yield from self._evaluate(view, evaluation, began)
        return move_of(view, candidates.actions[evaluation.gains.best_place(self.doubt)])

    def _stakes(self, view: View) -> Stakes:
        return search_stakes(view, self._equity)

    def _candidates(self, view: View) -> Candidates:
        """Return the actions to search, and their prior: all sensible ones, and no prior."""
        return without_prior(sensible_actions(view))

    def _glimpse(self, view: View, leaning: float) -> Glimpse:
        """Return the prior for the other hand: none.

        `leaning` is the log-odds that the other seat is patient, from the earlier hands.
        """
        return NOTHING_SEEN

    def _truncated_rollouts(self, view: View) -> TruncatedRollouts | None:
        """Return the truncated roll-outs: none."""
        return None

    def _evaluate(
        self, view: View, evaluation: Evaluation, began: float
    ) -> Generator[PauseReason, None, None]:
        """Run rounds until the best action is found. Yield after each piece of a round."""
        helpers, is_open = make_helpers(self.cores), True
        evaluation.burn_in()
        while is_open and self._goes_on(view, evaluation) and self._has_time(began):
            is_last = evaluation.tried + ROUND >= self.worlds
            yield from evaluation.run_round(helpers, is_last=is_last)
            is_open = drop_losers(evaluation.gains) > 0
            yield PauseReason.DONE

    def _goes_on(self, view: View, evaluation: Evaluation) -> bool:
        """Return whether to run another round, apart from the time limit."""
        return evaluation.tried < self.worlds

    def _has_time(self, began: float) -> bool:
        return self.milliseconds is None or (perf_counter() - began) * 1000 < self.milliseconds


class ChampionPlayer(SearchPlayer):
    """The search with more worlds and the network's gains as a prior, weighted as a number of worlds.

    Actions that the network rates far behind the best are not searched. In some of the worlds it also runs
    roll-outs that stop after a few decisions and return the network's value.
    """

    name = "champion"

    def __init__(
        self,
        *,
        seed: int = 0,
        worlds: int | None = None,
        milliseconds: float | None = None,
        prior_worlds: int = PRIOR_WORLDS,
        within: float = WITHIN,
        cores: int | None = 1,
    ) -> None:
        """Play by at most `worlds` worlds a move, or by the clock, on `cores`, as `SearchPlayer` does.

        Without either limit the search runs while the expected regret of stopping exceeds the cost of the
        effort so far (`A_HAND`). It runs longest when two actions are close and much is at stake.
        `prior_worlds` is the weight of the network's prior in worlds. `within` is how many points behind the
        network's best an action may be and still be searched.
        """
        most = inf if worlds is None else worlds
        super().__init__(seed=seed, worlds=most, milliseconds=milliseconds, cores=cores)
        self._stops_by_regret = worlds is None and milliseconds is None
        self._prior_worlds, self._within = prior_worlds, within

    def _candidates(self, view: View) -> Candidates:
        """Return the sensible actions that the network rates near the best, with its gains as the prior."""
        actions, stakes = sensible_actions(view), self._stakes(view)
        if len(actions) == 1:
            return without_prior(actions)
        within = self._within * stakes.bounded_point
        return rated_candidates(view, actions, stakes, within=within, worlds=self._prior_worlds)

    def _goes_on(self, view: View, evaluation: Evaluation) -> bool:
        """Return whether another round is worth its cost, or within the given limit."""
        if not self._stops_by_regret:
            return super()._goes_on(view, evaluation)
        cost = evaluation.effort / A_HAND * mean_win_points(view.variant) * self._stakes(view).bounded_point
        return evaluation.tried == 0 or evaluation.gains.regret() > cost

    def _glimpse(self, view: View, leaning: float) -> Glimpse:
        """Return the belief network's prior for the other hand, with its deadwood penalty."""
        return half_log_odds(view, leaning)

    def _truncated_rollouts(self, view: View) -> TruncatedRollouts | None:
        """Return truncated roll-outs by the networks of this package."""
        return rollouts_by_stored_networks(self._stakes(view))


def drop_losers(gains: Gains) -> int:
    """Drop the actions that are surely not the best. Return how many comparisons are still open.

    None is open when the first action is alone, or surely worse than its only rival.
    """
    known = gains.estimates()
    best = max(known[place].gain - SURE * known[place].error for place in gains.places_alive())
    for place in gains.places_alive()[1:]:
        if known[place].gain + SURE * known[place].error < best:
            gains.alive[place] = 0
    rivals = [known[place] for place in gains.places_alive()[1:]]
    ahead = [rival for rival in rivals if rival.gain - VERY_SURE * rival.error > 0.0]
    return 0 if len(rivals) == len(ahead) == 1 else len(rivals)
