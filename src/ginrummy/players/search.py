"""`search`: plays moves out in worlds drawn from its belief; `steady`'s stands unless one does better."""

from __future__ import annotations

from collections.abc import Callable, Generator
from functools import cache
from random import Random
from time import perf_counter
from typing import Any, Final, NamedTuple

from ginrummy.kernel.arrays import arrays
from ginrummy.kernel.move_numbers import move_of
from ginrummy.kernel.row_fields import variant_record
from ginrummy.kernel.targets import compiled
from ginrummy.kernel.words import uint64
from ginrummy.moves import Move
from ginrummy.players import search_strategy
from ginrummy.players.belief import BLIND, STYLES
from ginrummy.players.candidate_actions import worth_trying
from ginrummy.players.match_equity import match_equity, points_alone
from ginrummy.players.match_scores import scores_of
from ginrummy.players.opponent_history import Past, past_of, records_of_deeds
from ginrummy.players.pieces import whole
from ginrummy.players.player import chance, is_showdown
from ginrummy.players.search_strategy import Desk, Scene
from ginrummy.players.steady_strategy import steady_action
from ginrummy.rules.faces import FACE_COUNT
from ginrummy.rules.turns import choices
from ginrummy.view import View

WORLDS: Final = 600
DOUBT: Final = 0.3
ROUND: Final = 50
ALL_STYLES: Final = (1 << STYLES) - 1


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
        worlds: int = WORLDS,
        milliseconds: float | None = None,
        doubt: float = DOUBT,
        styles: int = ALL_STYLES,
        belief: bool = True,
        for_match: bool = True,
    ) -> None:
        """Play by at most `worlds` hidden worlds a move, in rounds of 50.

        With `milliseconds` no round begins after that time, as many worlds as that may be: then the clock
        decides too. `steady`'s move is left for one better by `doubt` standard errors; `styles` has bit 0 set
        where the other seat may be prompt, as `simple` is, bit 1 where it may be patient, as `steady` is. To
        see what they are worth: without `belief` all hands that the other may hold are alike, and not
        `for_match` points are played for, whatever the score.
        """
        self.seed, self.worlds, self.milliseconds = seed, worlds, milliseconds
        self.doubt, self.styles = doubt, styles if belief else styles | BLIND
        self._equity = match_equity if for_match else points_alone

    def decide(self, view: View) -> Move:
        """Return the move that does best in the worlds tried, the best layout at the showdown."""
        return whole(self.deciding(view))

    def deciding(self, view: View) -> Generator[None, None, Move]:
        """Decide as `decide` does, by pieces: yield after each round of worlds."""
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
        desk = desk_for(view, prior, self.styles)
        scene = scene_of(view, past, candidates, self.styles, self._equity(view.variant))
        best = yield from self._best(view, scene, desk, draw, began)
        return move_of(view, candidates[best])

    def _prior(self, view: View, candidates: list[int]) -> Prior:
        """Return which of `candidates` to search and what is believed of them: all, and nothing."""
        return Prior(candidates, [0.0] * len(candidates), 0)

    def _best(
        self, view: View, scene: Scene, desk: Desk, draw: Random, began: float
    ) -> Generator[None, None, int]:
        """Yield after each round, return the place of the best candidate."""
        row, key = variant_record(view.variant), uint64(draw.getrandbits(64))
        compiled_part(search_strategy.start)(row, scene, desk, key)
        tried = 0
        while tried < self.worlds and self._has_time(began):
            left = compiled_part(search_strategy.search_on)(row, scene, desk, tried, ROUND, key)
            tried += ROUND
            if left == 0:
                break
            yield
        place: int = compiled_part(search_strategy.best_place)(desk, max(tried, 1), self.doubt)
        return place

    def _has_time(self, began: float) -> bool:
        return self.milliseconds is None or (perf_counter() - began) * 1000 < self.milliseconds


@cache
def compiled_part(function: Callable[..., Any]) -> Any:
    """Return a function of `search_strategy`, compiled."""
    return compiled(function)


def scene_of(view: View, past: Past, candidates: list[int], styles: int, equity: Any) -> Scene:
    """Return what is to be decided as the search reads it."""
    own, other = scores_of(view)
    return Scene(
        view.state,
        *past.memories,
        records_of_deeds(past.deeds),
        arrays.of("i8", past.cards),
        arrays.of("i8", past.unseen),
        past.dealt,
        styles,
        arrays.of("i8", candidates),
        equity,
        own,
        other,
    )


def desk_for(view: View, prior: Prior, styles: int) -> Desk:
    """Return room for a search among the actions of `prior`; the walk begins with the first of `styles`."""
    count = len(prior.gains)
    style = (styles & -styles).bit_length() - 1
    return Desk(
        arrays.of("f8", (0.0, float(style))),
        arrays.zeros("i8", FACE_COUNT),
        arrays.zeros("i8", view.state.stock),
        arrays.zeros("f8", count),
        arrays.zeros("f8", count),
        arrays.of("i8", [1] * count),
        arrays.of("f8", [gain * prior.worlds for gain in prior.gains]),
        prior.worlds,
    )
