"""Implementation of `judge`: tries every sensible action of a view in the same worlds and compares them."""

from __future__ import annotations

import math
from collections.abc import Generator, Iterable, Sequence
from time import perf_counter
from typing import Any, Final, NamedTuple

from ginrummy.game.cards import FACE_COUNT
from ginrummy.game.game import Phase
from ginrummy.game.moves import Move
from ginrummy.game.view import View
from ginrummy.kernel.arrays import arrays
from ginrummy.kernel.integer_types import uint64
from ginrummy.kernel.move_numbers import action_of, move_of
from ginrummy.kernel.row_fields import variant_record
from ginrummy.kernel.targets import compile_function
from ginrummy.locale import _
from ginrummy.locale.errors import GinRummyError
from ginrummy.players import search_strategy, trial_loops
from ginrummy.players.belief_walk import ALL_STYLES, trail_of
from ginrummy.players.candidate_actions import near_the_best, worth_trying
from ginrummy.players.champion import PRIOR_WORLDS
from ginrummy.players.judgement import (
    SEED_TO_SEED,
    ActionWorth,
    Endings,
    Gains,
    Judgement,
    OtherHand,
    mean,
    spread,
)
from ginrummy.players.network import chances_gained
from ginrummy.players.opponent_history import past_of, unseen_faces
from ginrummy.players.player import chance, run_to_end
from ginrummy.players.search import ROUND, search_root_of, worlds_for
from ginrummy.players.search_strategy import SearchRoot, Trail
from ginrummy.players.showdown_judging import judge_defence, spread_choices, spread_of_move
from ginrummy.players.stakes import Stakes, stakes_of
from ginrummy.players.steady_strategy import steady_action
from ginrummy.players.trial_loops import Trials
from ginrummy.rules.cards import lowest, size_of
from ginrummy.rules.scoring import BIG_GIN, GIN, UNDERCUT
from ginrummy.rules.turns import choices

HOPELESS: Final = 3.0
"""Distance behind the best, in standard errors, at which an action gets no more worlds."""


ALIKE_WORLDS: Final = 100
"""Weight, in worlds, of the uniform prior over unseen cards: consecutive samples are correlated.

Chosen by the log loss of cards in 70 positions: 0.588 for the prior alone, 0.556 for 400 hands, 0.534 for
this mixture.
"""


class Sampling(NamedTuple):
    """Precision of sampling: steps of the walk before the first hand and between two, and pruning of actions.

    Actions that the network rates further than `within`, in chance to win, behind the best are skipped. Its
    `opinion` counts as this many worlds. An action is dropped once it is `hopeless` standard errors behind, a
    requested one once it is `asked` behind (by default never). When only one can still be best, `settled`
    worlds are enough.
    """

    burn_in: int
    stride: int
    within: float
    opinion: int = PRIOR_WORLDS
    hopeless: float = HOPELESS
    asked: float = math.inf
    settled: float = math.inf


THOROUGH: Final = Sampling(search_strategy.BURN_IN, search_strategy.STRIDE, 1.0)
BRISK: Final = Sampling(400, 6, 0.015)
"""The walk takes most of the time. Shorter strides give more correlated hands, twice as fast."""


class Candidates(NamedTuple):
    """Actions to compare: their moves by number, and a prior with its weight in worlds."""

    actions: list[int]
    prior: list[float]
    prior_worlds: list[float]
    kept: frozenset[int]


def judge_view(
    view: View,
    *,
    worlds: int,
    seed: int,
    also: tuple[Move, ...] = (),
    milliseconds: float | None = None,
    sampling: Sampling = THOROUGH,
) -> Judgement:
    """Return the worth of every sensible action of the seat to move, and of those in `also` (see `judge`).

    `sampling` sets the precision.
    """
    return run_to_end(
        judge_in_steps(
            view, worlds=worlds, seed=seed, also=also, milliseconds=milliseconds, sampling=sampling
        )
    )


def judge_in_steps(
    view: View,
    *,
    worlds: int,
    seed: int,
    also: tuple[Move, ...] = (),
    milliseconds: float | None = None,
    sampling: Sampling = THOROUGH,
) -> Generator[None, None, Judgement]:
    """Judge as `judge_view` does, in pieces: yield after each round of worlds and between the sums.

    Time between two pieces does not count towards `milliseconds`.
    """
    if not view.is_my_turn:
        raise GinRummyError(_("it is not this seat's turn: there is nothing to judge"))
    stakes = stakes_of(view.variant, view.sheet, view.seat)
    if view.phase is Phase.LAY_OFF:
        return judge_defence(view, stakes, also, seed)
    draw = chance(view, seed)
    spreads = spread_choices(view, also) if view.phase is Phase.SPREAD else []
    candidates = candidates_of(view, stakes, also, sampling)
    past = past_of(view, draw)
    root = search_root_of(view, past, candidates.actions, stakes.table)._replace(
        own=stakes.own, other=stakes.other
    )
    columns = max(len(candidates.actions), len(spreads))
    trials, gains = blank_trials(worlds, columns), gains_on(candidates, columns)
    key = uint64(draw.getrandbits(64))
    yield
    trail = trail_of(past, ALL_STYLES)
    tried = yield from fill_gains(view, root, trail, trials, candidates, gains, key, sampling, milliseconds)
    trials = Trials(*(column[:tried] for column in trials))
    for place, move in enumerate(spreads):
        show = compile_function(trial_loops.show_out)
        show(variant_record(view.variant), root, trials, place, spread_of_move(view, move))
    if spreads:
        gains = gains_on(candidates, columns)
        gains.add(trials.worths.tolist())
    moves = spreads or [move_of(view, action) for action in candidates.actions]
    worths = yield from worths_of(moves, trials, candidates, gains.means())
    other = yield from other_of(trials, view)
    return Judgement(view.seat, worths, other, stakes.point, tried, seed)


def candidates_of(view: View, stakes: Stakes, also: tuple[Move, ...], sampling: Sampling) -> Candidates:
    """Return the actions to compare, `steady`'s first, and the network's opinion of them."""
    if view.phase is Phase.SPREAD:
        return Candidates([], [], [], frozenset())
    asked = [action_of(move) for move in also]
    options = choices(view.variant, view.state)
    usual = steady_action(view.variant, view.state, options, view.memory, 0)
    sensible = worth_trying(view, options, usual)
    gains = [0.0] * len(sensible)
    is_known = len(sensible) > 1 and stakes.is_common
    if is_known:
        gains = chances_gained(view, sensible, stakes.table, stakes.own, stakes.other)
        near = near_the_best(gains, sampling.within)
        sensible, gains = [sensible[place] for place in near], [gains[place] for place in near]
    actions = [*sensible, *dict.fromkeys(action for action in asked if action not in sensible)]
    prior, weight = [0.0] * len(actions), [0.0] * len(actions)
    if is_known:
        prior[: len(sensible)] = [gain - gains[0] for gain in gains]
        weight[: len(sensible)] = [float(sampling.opinion)] * len(sensible)
    kept = frozenset(place for place, action in enumerate(actions) if action in asked)
    return Candidates(actions, prior, weight, kept)


def blank_trials(worlds: int, actions: int) -> Trials:
    """Return empty arrays for `worlds` and `actions`."""
    return Trials(
        arrays.full("f8", math.nan, worlds, actions),
        arrays.zeros("f8", worlds, actions),
        arrays.zeros("i8", worlds, actions),
        arrays.zeros("i8", worlds),
        arrays.zeros("i8", worlds),
        arrays.zeros("?", worlds, FACE_COUNT),
        arrays.zeros("i8", worlds),
        arrays.zeros("?", worlds),
        arrays.zeros("?", worlds),
    )


def gains_on(candidates: Candidates, columns: int) -> Gains:
    """Return empty statistics for the columns of trials, without a prior for padding columns."""
    nothing = [0.0] * columns
    return Gains(candidates.prior or nothing, candidates.prior_worlds or nothing)


def fill_gains(
    view: View,
    root: SearchRoot,
    trail: Trail,
    trials: Trials,
    candidates: Candidates,
    gains: Gains,
    key: Any,
    sampling: Sampling,
    milliseconds: float | None,
) -> Generator[None, None, int]:
    """Try the actions in rounds of worlds, yield after each, and return the number of worlds tried."""
    row, began, spent, tried = variant_record(view.variant), perf_counter(), 0.0, 0
    alive, world = arrays.from_values("i8", [1] * len(candidates.actions)), worlds_for(view, 1)
    compile_function(search_strategy.settle_in)(row, trail, sampling.burn_in, key)
    yield
    while tried < len(trials.cards):
        part = Trials(*(column[: tried + ROUND] for column in trials))
        compile_function(trial_loops.try_out)(
            row, root, trail, alive, world, part, tried, sampling.stride, key
        )
        if candidates.actions:
            gains.add(part.worths[tried:].tolist())
        tried = len(part.cards)
        if not _is_open(gains, candidates, alive, sampling) and tried >= sampling.settled:
            break
        spent += perf_counter() - began
        yield
        if milliseconds is not None and spent * 1000 >= milliseconds:
            break
        began = perf_counter()
    return tried


def _is_open(known: Gains, candidates: Candidates, alive: Any, sampling: Sampling) -> bool:
    """Drop the actions that are surely not the best. Return whether several may still be it.

    A requested action is dropped only if `sampling` allows it. Until then its cost is still open.
    """
    if not candidates.actions:
        return True
    gains, errors = known.means(), known.errors()
    best, left = gains.index(max(gains)), 0
    for place in range(len(candidates.actions)):
        hopeless = sampling.asked if place in candidates.kept else sampling.hopeless
        if gains[best] - gains[place] <= hopeless * max(errors[place], errors[best], 1e-9):
            left += int(alive[place])
        elif place > 0:
            alive[place] = 0
    return left > 1


def worths_of(
    moves: list[Move], trials: Trials, candidates: Candidates, gains: Sequence[float]
) -> Generator[None, None, tuple[ActionWorth, ...]]:
    """Return the worth of each of `moves`, the columns of `trials`, best first. Yield after each."""
    worlds = WorldColumns(*(part.tolist() for part in trials[:3]))
    worths = []
    for place, move in enumerate(moves):
        yield
        worths.append(worth_of(move, place, worlds, candidates, gains))
    return tuple(sorted(worths, key=lambda worth: worth.behind))


class WorldColumns(NamedTuple):
    """Columns over the worlds: the worth of an action, the points of the hand, and the kind of ending."""

    worths: list[list[float]]
    points: list[list[float]]
    kinds: list[list[int]]


def worth_of(
    move: Move, place: int, worlds: WorldColumns, candidates: Candidates, gains: Sequence[float]
) -> ActionWorth:
    """Return the worth of `move`, a column of `worlds`; `gains` are relative to the first column."""
    best = gains.index(max(gains))
    tried = [row for row, worths in enumerate(worlds.worths) if math.isfinite(worths[place] + worths[best])]
    own = [worlds.worths[row][place] for row in tried]
    apart = [worlds.worths[row][best] - worth for row, worth in zip(tried, own, strict=True)]
    more = [worlds.points[row][place] - worlds.points[row][0] for row in tried]
    weight = candidates.prior_worlds[place] if candidates.actions else 0.0
    first = mean([worths[0] for worths in worlds.worths])
    return ActionWorth(
        move=move,
        win=min(1.0, max(0.0, first + gains[place])),
        error=spread(own) / math.sqrt(len(own)),
        points=mean([points[0] for points in worlds.points]) + mean(more),
        behind=gains[best] - gains[place],
        behind_error=SEED_TO_SEED * spread(apart) / math.sqrt(len(apart) + weight),
        worlds=len(tried),
        endings=endings_in([worlds.kinds[row][place] for row in tried]),
    )


def endings_in(kinds: Sequence[int]) -> Endings:
    """Return the shares of endings. `kinds` are negative where the other seat won and 0 where neither did."""

    def share(*wanted: int) -> float:
        return sum(kind in wanted for kind in kinds) / len(kinds)

    return Endings(
        won=sum(kind > 0 for kind in kinds) / len(kinds),
        gin=share(GIN, BIG_GIN),
        undercut=share(UNDERCUT),
        lost=sum(kind < 0 for kind in kinds) / len(kinds),
        lost_gin=share(-GIN, -BIG_GIN),
        lost_undercut=share(-UNDERCUT),
    )


def other_of(trials: Trials, view: View) -> Generator[None, None, OtherHand]:
    """Return the other seat's probable hand: the sampled hands, mixed with a uniform prior."""
    count, plain = len(trials.cards), even_card_chances(view)
    yield
    held, twice = (
        [
            (times + ALIKE_WORLDS * alike) / (count + ALIKE_WORLDS)
            for times, alike in zip(count_faces(part.tolist()), chances, strict=True)
        ]
        for part, chances in zip((trials.cards, trials.twins), plain, strict=True)
    )
    yield
    wants = tuple(sum(column) / count for column in zip(*trials.wanted.tolist(), strict=True))
    yield
    return OtherHand(
        held=tuple(held),
        twice=tuple(twice),
        wants=wants,
        deadwood=mean(trials.deadwoods.tolist()),
        knock=mean(trials.knocks.tolist()),
        gin=mean(trials.gins.tolist()),
    )


def count_faces(hands: Iterable[int]) -> list[int]:
    """Return for each face the number of `hands` that hold it."""
    times = [0] * FACE_COUNT
    for hand in hands:
        rest = hand
        while rest:
            times[lowest(rest)] += 1
            rest &= rest - 1
    return times


def even_card_chances(view: View) -> tuple[list[float], list[float]]:
    """Return the chances that each face is held, once and twice, under a uniform prior over unseen cards."""
    known, unseen = view.opponent_known, unseen_faces(view)
    share = max(0, view.opponent_size - size_of(known)) / max(1, len(unseen))
    held, twice = [0.0] * FACE_COUNT, [0.0] * FACE_COUNT
    for face in range(FACE_COUNT):
        copies, sure = unseen.count(face), (known.cards >> face & 1) + (known.twins >> face & 1)
        one, both = 1 - (1 - share) ** copies, share**2 if copies > 1 else 0.0
        held[face] = 1.0 if sure else one
        twice[face] = 1.0 if sure > 1 else one if sure else both
    return held, twice
