"""Standings of a run: counts of each pairing, and the table computed from them."""

from __future__ import annotations

import math
from array import array
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from ginrummy.lab.arena.confidence_intervals import Interval, Moments, mean_interval, share_interval
from ginrummy.lab.arena.luck import luck_reductions
from ginrummy.lab.arena.match_play import ThinkingTime, thinking_time
from ginrummy.lab.arena.ratings import ratings
from ginrummy.lab.arena.results import Fault, Leg, PlayedPiece
from ginrummy.lab.arena.run_plan import RunPlan, Unit


class PairResult(NamedTuple):
    """Result of a pair for the first player: points, and legs won minus lost."""

    points: float
    wins: float


class PairingTally:
    """The results of one pairing, pair by pair, from the first player's side.

    `points` and `wins` are the raw results; `less_luck` holds them after variance reduction, if requested.
    `moments` are those of the points that count.
    """

    def __init__(self, plan: RunPlan | None = None) -> None:
        self.points: array[int] = array("l")
        self.wins: array[int] = array("b")
        self.less_luck = Columns(array("d"), array("d")) if plan and plan.reduce else None
        self._reductions = luck_reductions(plan.unit if plan else Unit.HANDS)
        self.won: Counter[int] = Counter()
        self.kinds: Counter[tuple[int, str]] = Counter()
        self.hands = 0
        self.moments = Moments(0, 0, 0)
        self.faults: list[Fault] = []
        self.seconds = (array("f"), array("f"))

    @property
    def pairs(self) -> int:
        """The number of pairs."""
        return len(self.points)

    @property
    def counted_results(self) -> Columns:
        """The counted results: after variance reduction if requested."""
        return self.less_luck or Columns(self.points, self.wins)

    def pair_results(self, played: PlayedPiece) -> list[PairResult]:
        """Return the counted results of the pairs of `played`, which must be passed once and in order."""
        return [self._pair_result(*pair) for pair in leg_pairs(played.legs)]

    def _pair_result(self, first: Leg, second: Leg) -> PairResult:
        plain = PairResult(first.points + second.points, first.won + second.won)
        if self.less_luck is None:
            return plain
        luck = [one + other for one, other in zip(first.luck, second.luck, strict=True)]
        each = zip(self._reductions, plain, strict=True)
        return PairResult(*(reduction.correct_value(value, luck) for reduction, value in each))

    def add(self, piece: PlayedPiece, results: Sequence[PairResult]) -> None:
        """Add the next piece of work; `results` are the counted results of its pairs."""
        legs = piece.legs
        for (first, second), counts in zip(leg_pairs(legs), results, strict=True):
            self.points.append(first.points + second.points)
            self.wins.append(first.won + second.won)
            if self.less_luck is not None:
                self.less_luck.points.append(counts.points)
                self.less_luck.wins.append(counts.wins)
        self.moments = self.moments.merge(Moments.from_values(counts.points for counts in results))
        self.won.update(leg.won for leg in legs)
        self.kinds.update((leg.won, leg.kind) for leg in legs)
        self.hands += sum(leg.hands for leg in legs)
        self.faults += piece.faults
        for known, more in zip(self.seconds, piece.seconds, strict=True):
            known.extend(more)

    def hands_forfeited_by(self, player: int) -> int:
        """Return the number of hands that player 0 or 1 of the pairing forfeited."""
        return sum(fault.player == player for fault in self.faults)


class Columns(NamedTuple):
    """The results of a pairing's pairs as columns: points, and legs won minus lost."""

    points: array[Any]
    wins: array[Any]


class PairingResult(NamedTuple):
    """Result of one pairing, from the first player's side: its points a leg and its share of wins.

    `plain_points` and `plain_share` are the raw results, where `points` and `share` are after variance
    reduction. `kinds` counts the endings: won by the first, by the second, by neither.
    """

    first: str
    second: str
    pairs: int
    hands: int
    won: int
    lost: int
    drawn: int
    points: Interval
    share: Interval
    kinds: dict[str, tuple[int, int, int]]
    faults: tuple[int, int]
    plain_points: Interval | None = None
    plain_share: Interval | None = None

    @property
    def variance_reduction_factor(self) -> float | None:
        """The equivalent number of hands per hand by variance reduction; `None` without it."""
        if self.plain_points is None or not 0 < self.points.half_width < math.inf:
            return None
        return (self.plain_points.half_width / self.points.half_width) ** 2


class Standing(NamedTuple):
    """One player in the table of a round-robin: points a leg against the others, share of wins, rating."""

    player: str
    points: Interval
    share: Interval
    rating: Interval
    faults: int

    def rank(self, unit: Unit) -> float:
        """Return the ranking key: points a hand, or the rating from games."""
        return self.points.value if unit is Unit.HANDS else self.rating.value


class ResultTable(NamedTuple):
    """All pairings, and the standings, best player first."""

    pairings: tuple[PairingResult, ...]
    standings: tuple[Standing, ...]


def thinking_times(plan: RunPlan, tallies: Sequence[PairingTally]) -> dict[str, ThinkingTime]:
    """Return each timed player's decision times since the run was started or resumed."""
    seconds = {name: array("f") for name in plan.names}
    for pairing, tally in zip(plan.pairings, tallies, strict=True):
        for player, known in zip(pairing, tally.seconds, strict=True):
            seconds[plan.names[player]].extend(known)
    found = {name: thinking_time(known) for name, known in seconds.items()}
    return {name: time for name, time in found.items() if time is not None}


def leg_pairs(legs: Sequence[Leg]) -> Iterator[tuple[Leg, Leg]]:
    """Return the legs pair by pair."""
    return zip(legs[::2], legs[1::2], strict=True)


def result_table(plan: RunPlan, tallies: Sequence[PairingTally], confidence: float) -> ResultTable:
    """Return the table of the tallies."""
    pairings = tuple(
        pairing_result(plan.names[first], plan.names[second], tally, confidence)
        for (first, second), tally in zip(plan.pairings, tallies, strict=True)
    )
    return ResultTable(pairings, standings(plan, tallies, confidence))


def pairing_result(first: str, second: str, tally: PairingTally, confidence: float) -> PairingResult:
    """Return the result of one pairing."""
    ways = sorted({kind for _won, kind in tally.kinds})
    counted, is_plain = tally.counted_results, tally.less_luck is None
    return PairingResult(
        first,
        second,
        tally.pairs,
        tally.hands,
        tally.won[1],
        tally.won[-1],
        tally.won[0],
        mean_interval(tally.moments, confidence).scale(0.5),
        share_interval(Moments.from_values(counted.wins), confidence),
        {kind: (tally.kinds[1, kind], tally.kinds[-1, kind], tally.kinds[0, kind]) for kind in ways},
        (tally.hands_forfeited_by(0), tally.hands_forfeited_by(1)),
        None if is_plain else mean_interval(Moments.from_values(tally.points), confidence).scale(0.5),
        None if is_plain else share_interval(Moments.from_values(tally.wins), confidence),
    )


def standings(plan: RunPlan, tallies: Sequence[PairingTally], confidence: float) -> tuple[Standing, ...]:
    """Return the standings over the deals that every pairing has played."""
    deals = min(tally.pairs for tally in tallies)
    if deals == 0:
        return ()
    shares = [[(wins + 2) / 4 for wins in tally.wins[:deals]] for tally in tallies]
    rated = ratings(plan.pairings, shares, confidence)
    found = [
        player_standing(plan, tallies, player, rated[player], confidence=confidence, deals=deals)
        for player in range(len(rated))
    ]
    return tuple(sorted(found, key=lambda standing: standing.rank(plan.unit), reverse=True))


def player_standing(
    plan: RunPlan,
    tallies: Sequence[PairingTally],
    player: int,
    rating: Interval,
    *,
    confidence: float,
    deals: int,
) -> Standing:
    """Return the standing of one player, over the first `deals` deals of its pairings."""
    own = [
        (tally, place)
        for pairing, tally in zip(plan.pairings, tallies, strict=True)
        for place, who in enumerate(pairing)
        if who == player
    ]
    points = [
        sum(tally.counted_results.points[deal] * (1 - 2 * place) for tally, place in own)
        for deal in range(deals)
    ]
    wins = [
        sum(tally.counted_results.wins[deal] * (1 - 2 * place) for tally, place in own)
        for deal in range(deals)
    ]
    return Standing(
        plan.names[player],
        mean_interval(Moments.from_values(points), confidence).scale(0.5 / len(own)),
        share_interval(Moments.from_values(wins), confidence, legs=2 * len(own)),
        rating,
        sum(tally.hands_forfeited_by(place) for tally, place in own),
    )
