"""`search`: rolls out actions in worlds sampled from its belief; only a better one replaces `steady`'s."""

from __future__ import annotations

from collections.abc import Generator
from time import perf_counter
from typing import Any, Final, NamedTuple

from ginrummy.game.moves import Move
from ginrummy.game.view import View
from ginrummy.kernel.arrays import arrays
from ginrummy.kernel.background_calls import helpers_on
from ginrummy.kernel.move_numbers import move_of
from ginrummy.players.belief import BLIND
from ginrummy.players.belief_network import NOTHING_SEEN, Glimpse
from ginrummy.players.belief_walk import ALL_STYLES, trail_of
from ginrummy.players.candidate_actions import worth_trying
from ginrummy.players.foresight import TruncatedRollouts
from ginrummy.players.incremental_thinking import Piece, whole
from ginrummy.players.match_equity import match_equity, points_alone
from ginrummy.players.match_score import scores_of
from ginrummy.players.opponent_history import Past, past_of
from ginrummy.players.opponent_style import patience_shown
from ginrummy.players.player import chance, is_showdown
from ginrummy.players.search_rounds import ROUND, Rounds
from ginrummy.players.search_strategy import GainTally, SearchRoot
from ginrummy.players.steady_strategy import steady_action
from ginrummy.rules.turns import choices

WORLDS: Final = 600
DOUBT: Final = 0.3


class Prior(NamedTuple):
    """Prior of a search: the gain of each action over the first, and its weight in worlds."""

    actions: list[int]
    gains: list[float]
    worlds: int


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
        self._equity = match_equity if for_match else points_alone

    def decide(self, view: View) -> Move:
        """Return the action that does best in the worlds tried, or the best layout at the showdown."""
        return whole(self.deciding(view))

    def deciding(self, view: View) -> Generator[Piece, None, Move]:
        """Decide as `decide` does, in pieces."""
        if is_showdown(view):
            return view.automatic()
        began = perf_counter()
        draw = chance(view, self.seed)
        past = past_of(view, draw)
        options = choices(view.variant, view.state)
        usual = steady_action(view.variant, view.state, options, past.memories[view.seat], 0)
        candidates = worth_trying(view, options, usual)
        if len(candidates) == 1:
            return move_of(view, usual)
        prior = self._prior(view, candidates)
        candidates = prior.actions
        if len(candidates) == 1:
            return move_of(view, candidates[0])
        root = search_root_of(view, past, candidates, self._equity(view.variant))
        leaning = patience_shown(view)
        trail = trail_of(past, self.styles, self._glimpse(view, leaning), leaning)
        rounds = Rounds(view, root, trail, tally_for(prior), draw.getrandbits(64), self._foresight(view))
        best = yield from self._best(view, rounds, began)
        return move_of(view, candidates[best])

    def _prior(self, view: View, candidates: list[int]) -> Prior:
        """Return the `candidates` to search, and their prior: all of them, and no prior."""
        return Prior(candidates, [0.0] * len(candidates), 0)

    def _glimpse(self, view: View, leaning: float) -> Glimpse:
        """Return the prior for the other hand: none.

        `leaning` is the log-odds that the other seat is patient, from the earlier hands.
        """
        return NOTHING_SEEN

    def _foresight(self, view: View) -> TruncatedRollouts | None:
        """Return the truncated roll-outs: none."""
        return None

    def _best(self, view: View, rounds: Rounds, began: float) -> Generator[Piece, None, int]:
        """Yield after each piece of a round. Return the index of the best candidate."""
        helpers, is_decided = helpers_on(self.cores), False
        rounds.settle_in()
        while not is_decided and self._goes_on(view, rounds) and self._has_time(began):
            left = yield from rounds.one(helpers, is_last=rounds.tried + ROUND >= self.worlds)
            is_decided = left == 0
        return rounds.best_place(self.doubt)

    def _goes_on(self, view: View, rounds: Rounds) -> bool:
        """Return whether to run another round, apart from the time limit."""
        return rounds.tried < self.worlds

    def _has_time(self, began: float) -> bool:
        return self.milliseconds is None or (perf_counter() - began) * 1000 < self.milliseconds


def search_root_of(view: View, past: Past, candidates: list[int], equity: Any) -> SearchRoot:
    """Return the decision in the form that the search reads."""
    own, other = scores_of(view)
    return SearchRoot(view.state, *past.memories, arrays.of("i8", candidates), equity, own, other)


def tally_for(prior: Prior) -> GainTally:
    """Return an empty tally for the actions of `prior`."""
    count = len(prior.gains)
    return GainTally(
        arrays.zeros("f8", count),
        arrays.zeros("f8", count),
        arrays.of("i8", [1] * count),
        arrays.of("f8", [gain * prior.worlds for gain in prior.gains]),
        prior.worlds,
    )
