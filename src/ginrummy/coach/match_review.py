"""Review of a match: every decision evaluated, and the way from start to result split into luck and errors.

The review follows the chance of seat 0 from event to event. At a decision it moves from the value of the best
action to that of the action played, with both hands known and the stock unknown. The part that the seat could
have known, its honest cost, is the *error*. The rest is luck, like every other movement: the deal, the cards
drawn, the end of the hand. So start, luck and errors add up to the result, exactly.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from ginrummy.coach.decisions import Moment
from ginrummy.game.cards import Hand
from ginrummy.game.game import Phase
from ginrummy.game.moves import CLOSINGS
from ginrummy.game.notebook import picture_method
from ginrummy.locale.argument_checks import as_seat
from ginrummy.players.gains import SEED_TO_SEED
from ginrummy.players.judgement import ActionWorth, Judgement
from ginrummy.rules.types import Seat, other_seat

DEAL, DECISION, CHANCE, END = "deal", "decision", "chance", "end"
TAKE_OR_DRAW, DISCARD, KNOCK, SPREAD, LAY_OFF = "draw", "discard", "knock", "spread", "lay_off"
PHASES: Final = (TAKE_OR_DRAW, DISCARD, KNOCK, SPREAD, LAY_OFF)
BLUNDER, MISTAKE, INACCURACY, GOOD = "blunder", "mistake", "inaccuracy", ""
THRESHOLDS: Final = ((BLUNDER, 6.0), (MISTAKE, 3.0), (INACCURACY, 1.0))
"""Least size of each named kind of error, in points at the score of the match."""
LEAST: Final = 0.1
"""Least size of an error that is mentioned at all, in points."""
TOLERANCE: Final = 6.0
"""Size of an error, in points, that gives a decision an accuracy of 100 / e, about 37."""


@dataclass(frozen=True, slots=True)
class ReviewStep:
    """One change of the chance of seat 0, to `chance`, by luck or an error of `seat` (`None` for luck)."""

    kind: str
    hand: int
    turn: int
    seat: Seat | None
    luck: float
    error: float
    chance: float


@dataclass(frozen=True, slots=True)
class Decision:
    """An evaluated decision. `hidden` is the true other hand, for hindsight, not for the evaluation."""

    moment: Moment
    judgement: Judgement
    hidden: Hand

    @property
    def seat(self) -> Seat:
        """The seat that decided."""
        return self.moment.seat

    @property
    def played(self) -> ActionWorth:
        """The evaluation of the action played."""
        return self.judgement.of(self.moment.move)

    @property
    def best(self) -> ActionWorth:
        """The evaluation of the best action."""
        return self.judgement.best

    @property
    def cost(self) -> float:
        """The loss in chance to win the match, less the scatter between the sampled worlds of one seed."""
        played = self.played
        return max(0.0, played.behind - played.behind_error / SEED_TO_SEED)

    @property
    def is_error(self) -> bool:
        """Whether it cost a measurable amount: a tenth of a point."""
        return self.cost_in_points >= LEAST

    @property
    def best_gain_in_points(self) -> float:
        """The gain of the best action in points of the hand, negative if the match score asks for fewer."""
        return self.best.points - self.played.points

    @property
    def cost_in_points(self) -> float:
        """The cost in points at this score. It is comparable between matches to different targets."""
        return self.cost / self.judgement.point

    @property
    def accuracy(self) -> float:
        """100 for the best action, decreasing with the cost."""
        return 100 * math.exp(-self.cost_in_points / TOLERANCE)

    @property
    def verdict(self) -> str:
        """`blunder`, `mistake`, `inaccuracy` or nothing."""
        return next((name for name, least in THRESHOLDS if self.cost_in_points >= least), GOOD)

    @property
    def phase(self) -> str:
        """The kind of decision: one of `PHASES`."""
        return moment_phase(self.moment)


@dataclass(frozen=True, slots=True)
class Review:
    """Review of a match: its decisions, and its steps, whose luck and errors add up from `start` to `result`.

    All are chances of seat 0. `result` is 1 or 0 for a finished match, else the current chance.
    """

    start: float
    steps: tuple[ReviewStep, ...]
    decisions: tuple[Decision, ...]
    result: float
    is_over: bool
    worlds: int
    seed: int

    _repr_html_ = picture_method("coach.review_parts:review_html")

    @property
    def luck(self) -> float:
        """The luck of seat 0, which seat 1 lost."""
        return math.fsum(step.luck for step in self.steps)

    def errors(self, seat: int) -> float:
        """Return the total cost of the errors of `seat`, 0 or 1. Raise `GinRummyError` for any other."""
        asked = as_seat(seat, "seat")
        return math.fsum(abs(step.error) for step in self.steps if step.seat == asked)

    def without_luck(self, seat: int) -> float:
        """Return the luck-adjusted result of `seat`, from its start and the errors of both seats alone."""
        asked = as_seat(seat, "seat")
        start = self.start if asked == 0 else 1 - self.start
        return start - self.errors(asked) + self.errors(other_seat(asked))

    def decisions_of(self, seat: int) -> tuple[Decision, ...]:
        """Return the decisions of `seat`, 0 or 1. Raise `GinRummyError` for any other."""
        asked = as_seat(seat, "seat")
        return tuple(decision for decision in self.decisions if decision.seat == asked)


def mean_accuracy(decisions: Iterable[Decision]) -> float | None:
    """Return the mean accuracy of decisions, from 0 to 100, or `None` for no decisions."""
    found = [decision.accuracy for decision in decisions]
    return math.fsum(found) / len(found) if found else None


def group_by_phase(decisions: Iterable[Decision]) -> dict[str, tuple[Decision, ...]]:
    """Return decisions by phase, in the order of `PHASES`."""
    found: dict[str, list[Decision]] = {phase: [] for phase in PHASES}
    for decision in decisions:
        found[decision.phase].append(decision)
    return {phase: tuple(each) for phase, each in found.items()}


def moment_phase(moment: Moment) -> str:
    """Return the phase of `moment`, one of `PHASES`."""
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
