"""`search`: plays moves out in worlds drawn from its belief; `steady`'s stands unless one does better."""

from __future__ import annotations

from collections.abc import Generator
from time import perf_counter
from typing import Any, Final, NamedTuple

from ginrummy.kernel.arrays import arrays
from ginrummy.kernel.background_calls import helpers_on
from ginrummy.kernel.move_numbers import move_of
from ginrummy.moves import Move
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
from ginrummy.view import View

WORLDS: Final = 600
DOUBT: Final = 0.3


class Prior(NamedTuple):
    """What is believed before searching: what each action gains on the first, as if in so many worlds."""

    actions: list[int]
    gains: list[float]
    worlds: int


class SearchPlayer:
    """Determinised Monte Carlo over the kernel: a function of the view, the seed and the number of worlds.

    Its roll-outs take itself for `steady` and the other seat for what it seems to be, `simple` or `steady`.
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

        With `milliseconds` none begins after that time, as many worlds as that may be: then the clock
        decides too. `steady`'s move is left for one better by `doubt` standard errors; `styles` has bit 0
        set where the other seat may be prompt, as `simple` is, bit 1 where it may be patient, as `steady`
        is. To see what they are worth: without `belief` all hands that the other may hold are alike, and
        not `for_match` points are played for, whatever the score. On how many `cores` it thinks, `None` for
        all that it may, changes nothing but the time that it takes.
        """
        self.seed, self.worlds, self.milliseconds = seed, worlds, milliseconds
        self.doubt, self.styles = doubt, styles if belief else styles | BLIND
        self.cores = cores
        self._equity = match_equity if for_match else points_alone

    def decide(self, view: View) -> Move:
        """Return the move that does best in the worlds tried, the best layout at the showdown."""
        return whole(self.deciding(view))

    def deciding(self, view: View) -> Generator[Piece, None, Move]:
        """Decide as `decide` does, by pieces."""
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
        """Return which of `candidates` to search and what is believed of them: all, and nothing."""
        return Prior(candidates, [0.0] * len(candidates), 0)

    def _glimpse(self, view: View, leaning: float) -> Glimpse:
        """Return what is believed of the other hand besides what its play tells: nothing.

        `leaning` are the log-odds that the other is patient, by the earlier hands.
        """
        return NOTHING_SEEN

    def _foresight(self, view: View) -> TruncatedRollouts | None:
        """Return how networks foresee what actions come to: not at all."""
        return None

    def _best(self, view: View, rounds: Rounds, began: float) -> Generator[Piece, None, int]:
        """Yield after each piece of a round, return the place of the best candidate."""
        helpers, is_decided = helpers_on(self.cores), False
        rounds.settle_in()
        while not is_decided and self._goes_on(view, rounds) and self._has_time(began):
            left = yield from rounds.one(helpers, is_last=rounds.tried + ROUND >= self.worlds)
            is_decided = left == 0
        return rounds.best_place(self.doubt)

    def _goes_on(self, view: View, rounds: Rounds) -> bool:
        """Return whether another round is to be tried, as far as the clock does not say."""
        return rounds.tried < self.worlds

    def _has_time(self, began: float) -> bool:
        return self.milliseconds is None or (perf_counter() - began) * 1000 < self.milliseconds


def search_root_of(view: View, past: Past, candidates: list[int], equity: Any) -> SearchRoot:
    """Return what is to be decided as the search reads it."""
    own, other = scores_of(view)
    return SearchRoot(view.state, *past.memories, arrays.of("i8", candidates), equity, own, other)


def tally_for(prior: Prior) -> GainTally:
    """Return room for what the actions of `prior` gain."""
    count = len(prior.gains)
    return GainTally(
        arrays.zeros("f8", count),
        arrays.zeros("f8", count),
        arrays.of("i8", [1] * count),
        arrays.of("f8", [gain * prior.worlds for gain in prior.gains]),
        prior.worlds,
    )
