"""A review: every decision of a match judged, and the way from start to result parted into luck and errors.

The chance of seat 0 is followed from event to event. At a decision it moves from what the best action would
be worth to what the one played is worth, both hands known and the stock not; of that the *error* is what the
seat could have known, its honest cost, and the rest is luck, as is every other movement: the deal, the cards
drawn, the end of the hand. So start, luck and errors add up to the result, exactly.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from ginrummy.argument_checks import seat_given
from ginrummy.card_seat_types import Seat, other_seat
from ginrummy.cards import Hand
from ginrummy.coach.decisions import Moment
from ginrummy.game import Phase
from ginrummy.moves import CLOSINGS
from ginrummy.players.judgement import SEED_TO_SEED, ActionWorth, Judgement

DEAL, DECISION, CHANCE, END = "deal", "decision", "chance", "end"
TAKE_OR_DRAW, DISCARD, KNOCK, SPREAD, LAY_OFF = "draw", "discard", "knock", "spread", "lay_off"
PHASES: Final = (TAKE_OR_DRAW, DISCARD, KNOCK, SPREAD, LAY_OFF)
BLUNDER, MISTAKE, INACCURACY, GOOD = "blunder", "mistake", "inaccuracy", ""
THRESHOLDS: Final = ((BLUNDER, 6.0), (MISTAKE, 3.0), (INACCURACY, 1.0))
"""From what size on, in points at the score of the match, an error is called so."""
LEAST: Final = 0.1
"""From what size on, in points, something is said of an error at all."""
TOLERANCE: Final = 6.0
"""The size of an error, in points, that leaves a decision an accuracy of 100 / e, about 37."""


@dataclass(frozen=True, slots=True)
class ReviewStep:
    """One movement of the chance of seat 0, to `chance`: by luck, or by the error of `seat` (or nobody's)."""

    kind: str
    hand: int
    turn: int
    seat: Seat | None
    luck: float
    error: float
    chance: float


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision as it was judged; `hidden` is the other hand as it truly was: hindsight, never judged by."""

    moment: Moment
    judgement: Judgement
    hidden: Hand

    @property
    def seat(self) -> Seat:
        """The seat that decided."""
        return self.moment.seat

    @property
    def played(self) -> ActionWorth:
        """What the action played was worth."""
        return self.judgement.of(self.moment.move)

    @property
    def best(self) -> ActionWorth:
        """What the best action was worth."""
        return self.judgement.best

    @property
    def cost(self) -> float:
        """What the decision cost in chance to win the match, less what the worlds of one seed scatter."""
        played = self.played
        return max(0.0, played.behind - played.behind_error / SEED_TO_SEED)

    @property
    def is_error(self) -> bool:
        """Whether it cost as much as can be told: a tenth of a point."""
        return self.size >= LEAST

    @property
    def points(self) -> float:
        """What the best action brings more in points of the hand; less where the match asks for it."""
        return self.best.points - self.played.points

    @property
    def size(self) -> float:
        """The cost in points at this score: comparable between matches, whatever they are played to."""
        return self.cost / self.judgement.point

    @property
    def accuracy(self) -> float:
        """100 for the best action, the less the more it cost."""
        return 100 * math.exp(-self.size / TOLERANCE)

    @property
    def verdict(self) -> str:
        """`blunder`, `mistake`, `inaccuracy` or nothing."""
        return next((name for name, least in THRESHOLDS if self.size >= least), GOOD)

    @property
    def phase(self) -> str:
        """What was decided: one of `PHASES`."""
        return phase_of(self.moment)


@dataclass(frozen=True, slots=True)
class Review:
    """A match reviewed: its steps, whose luck and errors add up from `start` to `result`, and its decisions.

    All are chances of seat 0. `result` is 1 or 0 where the match is over, else the chance as it stands.
    """

    start: float
    steps: tuple[ReviewStep, ...]
    decisions: tuple[Decision, ...]
    result: float
    is_over: bool
    worlds: int
    seed: int

    @property
    def luck(self) -> float:
        """What luck brought to seat 0, and took from seat 1."""
        return math.fsum(step.luck for step in self.steps)

    def errors(self, seat: int) -> float:
        """Return what the errors of `seat`, 0 or 1, cost it; raises `GinRummyError` for any other."""
        asked = seat_given(seat, "seat")
        return math.fsum(abs(step.error) for step in self.steps if step.seat == asked)

    def without_luck(self, seat: int) -> float:
        """Return the luck-adjusted result of `seat`: its start, its errors and those of the other alone."""
        asked = seat_given(seat, "seat")
        start = self.start if asked == 0 else 1 - self.start
        return start - self.errors(asked) + self.errors(other_seat(asked))

    def of(self, seat: int) -> tuple[Decision, ...]:
        """Return the decisions of `seat`, 0 or 1; raises `GinRummyError` for any other."""
        asked = seat_given(seat, "seat")
        return tuple(decision for decision in self.decisions if decision.seat == asked)


def accuracy_of(decisions: Iterable[Decision]) -> float | None:
    """Return the mean accuracy of decisions, 0 to 100, `None` where there are none."""
    found = [decision.accuracy for decision in decisions]
    return math.fsum(found) / len(found) if found else None


def by_phase(decisions: Iterable[Decision]) -> dict[str, tuple[Decision, ...]]:
    """Return decisions by what was decided, in the order of `PHASES`."""
    found: dict[str, list[Decision]] = {phase: [] for phase in PHASES}
    for decision in decisions:
        found[decision.phase].append(decision)
    return {phase: tuple(each) for phase, each in found.items()}


def phase_of(moment: Moment) -> str:
    """Return what is decided at `moment`: one of `PHASES`."""
    if moment.game.phase in _PHASE_NAMES:
        return _PHASE_NAMES[moment.game.phase]
    closes = any(move.kind in CLOSINGS for move in moment.game.legal_moves())
    return KNOCK if closes else DISCARD


_PHASE_NAMES: Final = {
    Phase.OFFER: TAKE_OR_DRAW,
    Phase.DRAW: TAKE_OR_DRAW,
    Phase.LAST_DISCARD: TAKE_OR_DRAW,
    Phase.SPREAD: SPREAD,
    Phase.LAY_OFF: LAY_OFF,
}
