"""Implementation of `judge`: the worth of every sensible action, from an evaluation in sampled worlds.

At the showdown it compares spreads in the sampled worlds, and defences with all cards face up.
"""

from __future__ import annotations

import math
from collections.abc import Generator, Iterable, Sequence
from time import perf_counter
from typing import Any, Final, NamedTuple

from ginrummy.game.cards import FACE_COUNT, Hand
from ginrummy.game.game import Phase
from ginrummy.game.moves import Move, MoveKind, defence_from_move, remove_melds, with_melds_first
from ginrummy.game.view import View
from ginrummy.kernel.arrays import arrays
from ginrummy.kernel.move_numbers import action_of, move_of
from ginrummy.kernel.row_fields import variant_record
from ginrummy.kernel.targets import compile_function
from ginrummy.locale import _
from ginrummy.locale.errors import GinRummyError
from ginrummy.players import rollouts
from ginrummy.players.candidate_actions import sensible_actions
from ginrummy.players.evaluation import (
    ALL_STYLES,
    PRIOR_WORLDS,
    ROUND,
    Candidates,
    Evaluation,
    Round,
    blank_results,
    rated_candidates,
    walk_from,
    without_prior,
)
from ginrummy.players.gains import SEED_TO_SEED, Gains, mean, standard_deviation
from ginrummy.players.judgement import ActionWorth, Endings, Judgement, OtherHand
from ginrummy.players.match_equity import Stakes, stakes_of
from ginrummy.players.opponent_history import possible_past, unseen_faces
from ginrummy.players.player import decision_random, run_to_end
from ginrummy.players.rollouts import HandTraits, SampledWorlds, SearchRoot
from ginrummy.rules import melds, showdown
from ginrummy.rules.cards import lowest_bit, size_of
from ginrummy.rules.scoring import BIG_GIN, GIN, UNDERCUT
from ginrummy.rules.spreads import Spread

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


THOROUGH: Final = Sampling(rollouts.BURN_IN, rollouts.STRIDE, 1.0)
BRISK: Final = Sampling(400, 6, 0.015)
"""The walk takes most of the time. Shorter strides give more correlated hands, twice as fast."""


def judge_in_steps(
    view: View,
    *,
    worlds: int,
    seed: int,
    also: tuple[Move, ...] = (),
    milliseconds: float | None = None,
    sampling: Sampling = THOROUGH,
) -> Generator[None, None, Judgement]:
    """Return the worth of every sensible action of the seat to move, and of those in `also` (see `judge`).

    `sampling` sets the precision. Yields after each round of worlds and between the sums: time between two
    pieces does not count towards `milliseconds`.
    """
    if not view.is_my_turn:
        raise GinRummyError(_("it is not this seat's turn: there is nothing to judge"))
    stakes = stakes_of(view.variant, view.sheet, view.seat)
    if view.phase is Phase.LAY_OFF:
        return judge_defence(view, stakes, also, seed)
    draw, is_spread = decision_random(view, seed), view.phase is Phase.SPREAD
    asked = () if is_spread else tuple(map(action_of, also))
    candidates = without_prior([]) if is_spread else candidates_to_judge(view, stakes, asked, sampling)
    past = possible_past(view, draw)
    trail, key = walk_from(past, ALL_STYLES), draw.getrandbits(64)
    yield
    evaluation = Evaluation(view, past, candidates, stakes, trail, key, stride=sampling.stride)
    limits = [sampling.asked if action in asked else sampling.hopeless for action in candidates.actions]
    rounds = yield from run_rounds(evaluation, limits, worlds, sampling, milliseconds)
    moves = [move_of(view, action) for action in candidates.actions]
    if is_spread:
        moves = spread_choices(view, also)
        rounds = [show_spreads(view, evaluation.root, each.worlds, moves) for each in rounds]
    table = WorldColumns(*join_columns(each.results for each in rounds))
    means = mean_gains(table) if is_spread else evaluation.gains.means()
    worths = yield from action_worths(moves, table, means, candidates.prior_worlds or [0.0] * len(moves))
    other = yield from other_hand_probabilities(view, rounds)
    return Judgement(view.seat, worths, other, stakes.point, evaluation.tried, seed)


def candidates_to_judge(view: View, stakes: Stakes, asked: tuple[int, ...], sampling: Sampling) -> Candidates:
    """Return the actions to compare with the network's opinion of them, `steady`'s first, `asked` last."""
    found = without_prior(sensible_actions(view))
    if len(found.actions) > 1 and stakes.is_common:
        within, opinion = sampling.within, sampling.opinion
        found = rated_candidates(view, found.actions, stakes, within=within, worlds=opinion)
    added = dict.fromkeys(action for action in asked if action not in found.actions)
    nothing = [0.0] * len(added)
    return Candidates([*found.actions, *added], found.prior + nothing, found.prior_worlds + nothing)


def run_rounds(
    evaluation: Evaluation, limits: list[float], worlds: int, sampling: Sampling, milliseconds: float | None
) -> Generator[None, None, list[Round]]:
    """Try the actions in rounds of worlds, yield after each, and return the rounds.

    `limits` are the distances behind the best, in standard errors, at which each action is dropped.
    """
    began, spent, rounds = perf_counter(), 0.0, list[Round]()
    evaluation.burn_in(sampling.burn_in)
    yield
    while evaluation.tried < worlds:
        size = min(ROUND, worlds - evaluation.tried)
        rounds.append(run_to_end(evaluation.run_round(size=size)))
        if not drop_clear_losers(evaluation.gains, limits) and evaluation.tried >= sampling.settled:
            break
        spent += perf_counter() - began
        yield
        if milliseconds is not None and spent * 1000 >= milliseconds:
            break
        began = perf_counter()
    return rounds


def drop_clear_losers(gains: Gains, limits: list[float]) -> bool:
    """Drop the actions that are surely not the best. Return whether several may still be it.

    A requested action is dropped only if its limit allows it. Until then its cost is still open.
    """
    if not limits:
        return True
    known, left = gains.estimates(), 0
    best = max(known, key=lambda each: each.gain)
    for place, (each, limit) in enumerate(zip(known, limits, strict=True)):
        if best.gain - each.gain <= limit * max(each.error, best.error, 1e-9):
            left += gains.alive[place]
        elif place > 0:
            gains.alive[place] = 0
    return left > 1


def show_spreads(view: View, root: SearchRoot, worlds: SampledWorlds, moves: list[Move]) -> Round:
    """Return the results of the spreads `moves` in `worlds`."""
    results = blank_results(len(worlds.cards), len(moves))
    show = compile_function(rollouts.show_spread)
    for place, move in enumerate(moves):
        laid_out = Spread(move.melds, remove_melds(view.hand, move.melds))
        show(variant_record(view.variant), root, worlds, results, place, laid_out)
    return Round(worlds, results)


def action_worths(
    moves: list[Move], table: WorldColumns, gains: list[float], prior_worlds: list[float]
) -> Generator[None, None, tuple[ActionWorth, ...]]:
    """Return the worth of each of `moves`, the columns of `table`, best first. Yield after each."""
    worths = []
    for place, move in enumerate(moves):
        yield
        worths.append(action_worth(move, place, table, gains, prior_worlds[place]))
    return tuple(sorted(worths, key=lambda worth: worth.behind))


def mean_gains(table: WorldColumns) -> list[float]:
    """Return the mean gain of each column of `table` over the first."""
    nothing = [0.0] * len(table.worths[0])
    gains = Gains(nothing, nothing)
    gains.add(table.worths)
    return gains.means()


def join_columns(tables: Iterable[tuple[Any, ...]]) -> list[list[Any]]:
    """Return the columns of `tables`, each the rows of the arrays at its place."""
    return [[row for part in column for row in part.tolist()] for column in zip(*tables, strict=True)]


class WorldColumns(NamedTuple):
    """Columns over the worlds: the worth of an action, the points of the hand, and the kind of ending."""

    worths: list[list[float]]
    points: list[list[float]]
    kinds: list[list[int]]


def action_worth(
    move: Move, place: int, worlds: WorldColumns, gains: Sequence[float], prior_worlds: float
) -> ActionWorth:
    """Return the worth of `move`, a column of `worlds`; `gains` are relative to the first column."""
    best = gains.index(max(gains))
    tried = [row for row, worths in enumerate(worlds.worths) if math.isfinite(worths[place] + worths[best])]
    own = [worlds.worths[row][place] for row in tried]
    apart = [worlds.worths[row][best] - worth for row, worth in zip(tried, own, strict=True)]
    more = [worlds.points[row][place] - worlds.points[row][0] for row in tried]
    first = mean([worths[0] for worths in worlds.worths])
    return ActionWorth(
        move=move,
        win=min(1.0, max(0.0, first + gains[place])),
        error=standard_deviation(own) / math.sqrt(len(own)),
        points=mean([points[0] for points in worlds.points]) + mean(more),
        behind=gains[best] - gains[place],
        behind_error=SEED_TO_SEED * standard_deviation(apart) / math.sqrt(len(apart) + prior_worlds),
        worlds=len(tried),
        endings=ending_shares([worlds.kinds[row][place] for row in tried]),
    )


def ending_shares(kinds: Sequence[int]) -> Endings:
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


def other_hand_probabilities(view: View, rounds: list[Round]) -> Generator[None, None, OtherHand]:
    """Return the other seat's probable hand: the sampled hands, mixed with a uniform prior."""
    wanted, deadwoods, knocks, gins = join_columns(traits_of(view, each.worlds) for each in rounds)
    count, plain = len(deadwoods), even_card_chances(view)
    yield
    held, twice = (
        tuple(
            (times + ALIKE_WORLDS * alike) / (count + ALIKE_WORLDS)
            for times, alike in zip(count_faces(hands), chances, strict=True)
        )
        for hands, chances in zip(join_columns(each.worlds[:2] for each in rounds), plain, strict=True)
    )
    yield
    wants = tuple(sum(column) / count for column in zip(*wanted, strict=True))
    yield
    return OtherHand(held, twice, wants, mean(deadwoods), knock=mean(knocks), gin=mean(gins))


def traits_of(view: View, worlds: SampledWorlds) -> HandTraits:
    """Return the traits of the other hand in each of `worlds`."""
    count = len(worlds.cards)
    flags = (arrays.zeros("?", count) for _column in range(2))
    traits = HandTraits(arrays.zeros("?", count, FACE_COUNT), arrays.zeros("i8", count), *flags)
    compile_function(rollouts.describe_hands)(variant_record(view.variant), view.state, worlds, traits)
    return traits


def count_faces(hands: Iterable[int]) -> list[int]:
    """Return for each face the number of `hands` that hold it."""
    times = [0] * FACE_COUNT
    for hand in hands:
        rest = hand
        while rest:
            times[lowest_bit(rest)] += 1
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


def spread_choices(view: View, also: Iterable[Move]) -> list[Move]:
    """Return the spreads to compare: the automatic one first, then those in `also`."""
    automatic = with_melds_first(view.automatic_layout())
    asked = [with_melds_first(move) for move in also if move.kind is MoveKind.SPREAD]
    return list(dict.fromkeys([automatic, *asked]))


def judge_defence(view: View, stakes: Stakes, also: Iterable[Move], seed: int) -> Judgement:
    """Return the worth of the best defence and of those in `also`. All cards are seen: none is sampled."""
    assert view.spread is not None
    asked = [with_melds_first(move) for move in also if move.kind is MoveKind.LAY_OFF]
    moves = list(dict.fromkeys([with_melds_first(view.automatic_layout()), *asked]))
    defences = [defence_from_move(view.hand, move) for move in moves]
    scores = [showdown.score_showdown(view.variant, view.state, view.spread, defence) for defence in defences]
    signs = [(score.winner == view.seat) - (score.winner == 1 - view.seat) for score in scores]
    points = [sign * score.points for sign, score in zip(signs, scores, strict=True)]
    kinds = [sign * score.kind for sign, score in zip(signs, scores, strict=True)]
    table = WorldColumns([[*map(stakes.after, points)]], [[*map(float, points)]], [kinds])
    worths = run_to_end(action_worths(moves, table, mean_gains(table), [0.0] * len(moves)))
    return Judgement(view.seat, worths, seen_hand(view), stakes.point, 1, seed)


def seen_hand(view: View) -> OtherHand:
    """Return the other hand, which is face up."""
    shown = view.shown or Hand(0, 0)
    left = view.spread.unmatched if view.spread is not None else shown
    return OtherHand(
        held=tuple(float(shown.cards >> face & 1) for face in range(FACE_COUNT)),
        twice=tuple(float(shown.twins >> face & 1) for face in range(FACE_COUNT)),
        wants=(0.0,) * FACE_COUNT,
        deadwood=float(melds.points_of(view.variant, left)),
        knock=0.0,
        gin=0.0,
    )
