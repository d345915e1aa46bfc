"""What a run has given so far: counts of each pairing, and the table that they make."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ginrummy.arena.confidence_intervals import Interval, Moments, mean_interval, share_interval
from ginrummy.arena.decision_times import Pace, pace_of
from ginrummy.arena.ratings import ratings
from ginrummy.arena.results import Fault, Played
from ginrummy.arena.run_plan import Plan, Unit


class Tally:
    """The results of one pairing, pair by pair, from the first player's side."""

    def __init__(self) -> None:
        self.points: array[int] = array("l")
        self.wins: array[int] = array("b")
        self.won: Counter[int] = Counter()
        self.kinds: Counter[tuple[int, str]] = Counter()
        self.hands = 0
        self.moments = Moments(0, 0, 0)
        self.faults: list[Fault] = []
        self.seconds = (array("f"), array("f"))

    @property
    def pairs(self) -> int:
        """How many pairs are there."""
        return len(self.points)

    def add(self, played: Played) -> None:
        """Enter a piece of work, which follows those entered before; `moments` are those of its points."""
        legs = played.legs
        for first, second in zip(legs[::2], legs[1::2], strict=True):
            self.points.append(first.points + second.points)
            self.wins.append(first.won + second.won)
        self.moments = self.moments.joined(moments(self.points[len(self.points) - played.piece.pairs :]))
        self.won.update(leg.won for leg in legs)
        self.kinds.update((leg.won, leg.kind) for leg in legs)
        self.hands += sum(leg.hands for leg in legs)
        self.faults += played.faults
        for known, more in zip(self.seconds, played.seconds, strict=True):
            known.extend(more)

    def faults_of(self, player: int) -> int:
        """Return how many hands player 0 or 1 of the pairing lost by rule."""
        return sum(fault.player == player for fault in self.faults)


class Line(NamedTuple):
    """One pairing in the table, from the first player's side: its points a leg and its share of wins.

    `kinds` says how many legs ended how: won by the first, by the second, by nobody.
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


class Standing(NamedTuple):
    """One player in the table of a round-robin: points a leg against the others, share of wins, rating."""

    player: str
    points: Interval
    share: Interval
    rating: Interval
    faults: int

    def rank(self, unit: Unit) -> float:
        """Return what players are ranked by: points a hand, or the rating from games."""
        return self.points.value if unit is Unit.HANDS else self.rating.value


class Table(NamedTuple):
    """All pairings, and the standings, the best player first."""

    lines: tuple[Line, ...]
    standings: tuple[Standing, ...]


def paces(plan: Plan, tallies: Sequence[Tally]) -> dict[str, Pace]:
    """Return how long each player thought since the run was begun or gone on with, if it was timed."""
    seconds = {name: array("f") for name in plan.names}
    for pairing, tally in zip(plan.pairings, tallies, strict=True):
        for player, known in zip(pairing, tally.seconds, strict=True):
            seconds[plan.names[player]].extend(known)
    found = {name: pace_of(known) for name, known in seconds.items()}
    return {name: pace for name, pace in found.items() if pace is not None}


def moments(values: Iterable[int]) -> Moments:
    """Return number, sum and sum of squares of `values`."""
    number = total = squares = 0
    for value in values:
        number += 1
        total += value
        squares += value * value
    return Moments(number, total, squares)


def table_of(plan: Plan, tallies: Sequence[Tally], confidence: float) -> Table:
    """Return the table of what is tallied."""
    lines = tuple(
        line_of(plan.names[first], plan.names[second], tally, confidence)
        for (first, second), tally in zip(plan.pairings, tallies, strict=True)
    )
    return Table(lines, standings(plan, tallies, confidence))


def line_of(first: str, second: str, tally: Tally, confidence: float) -> Line:
    """Return the line of one pairing."""
    ways = sorted({kind for _won, kind in tally.kinds})
    return Line(
        first,
        second,
        tally.pairs,
        tally.hands,
        tally.won[1],
        tally.won[-1],
        tally.won[0],
        mean_interval(tally.moments, confidence).scaled(0.5),
        share_interval(moments(tally.wins), confidence),
        {kind: (tally.kinds[1, kind], tally.kinds[-1, kind], tally.kinds[0, kind]) for kind in ways},
        (tally.faults_of(0), tally.faults_of(1)),
    )


def standings(plan: Plan, tallies: Sequence[Tally], confidence: float) -> tuple[Standing, ...]:
    """Return the standings over the deals that every pairing has played."""
    deals = min(tally.pairs for tally in tallies)
    if deals == 0:
        return ()
    shares = [[(wins + 2) / 4 for wins in tally.wins[:deals]] for tally in tallies]
    rated = ratings(plan.pairings, shares, confidence)
    found = [
        standing_of(plan, tallies, player, rated[player], confidence=confidence, deals=deals)
        for player in range(len(rated))
    ]
    return tuple(sorted(found, key=lambda standing: standing.rank(plan.unit), reverse=True))


def standing_of(
    plan: Plan, tallies: Sequence[Tally], player: int, rating: Interval, *, confidence: float, deals: int
) -> Standing:
    """Return the standing of one player, over the first `deals` deals of its pairings."""
    own = [
        (tally, place)
        for pairing, tally in zip(plan.pairings, tallies, strict=True)
        for place, who in enumerate(pairing)
        if who == player
    ]
    points = [sum(tally.points[deal] * (1 - 2 * place) for tally, place in own) for deal in range(deals)]
    wins = [sum(tally.wins[deal] * (1 - 2 * place) for tally, place in own) for deal in range(deals)]
    return Standing(
        plan.names[player],
        mean_interval(moments(points), confidence).scaled(0.5 / len(own)),
        share_interval(moments(wins), confidence, legs=2 * len(own)),
        rating,
        sum(tally.faults_of(place) for tally, place in own),
    )
