"""Statistics of a person over many matches: results with and without luck, accuracy, common errors."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from ginrummy.coach.match_review import PHASES
from ginrummy.coach.match_statistics import HandCounts, JudgedSeat, PlayedMatch, Slip

EXAMPLES: Final = 3
"""Number of examples for each kind of error."""


class Accuracy(NamedTuple):
    """A mean accuracy and its number of decisions."""

    decisions: int
    mean: float


class MatchGroup(NamedTuple):
    """Matches of one variant or against one opponent: how many, how many won, and the coach's findings.

    `judged` of them were reviewed. `luck` is the gain by luck in these, in matches.
    """

    title: str
    matches: int
    won: float
    judged: int
    accuracy: Accuracy | None
    luck: float


class ErrorExample(NamedTuple):
    """An error and its match."""

    match: PlayedMatch
    slip: Slip


class Habit(NamedTuple):
    """A kind of error: its count, its cost in points, and the most expensive examples."""

    name: str
    times: int
    points: float
    examples: tuple[ErrorExample, ...]


@dataclass(frozen=True, slots=True)
class Statistics:
    """Statistics of a person's matches, the oldest first. `finished` of them have a result."""

    matches: tuple[PlayedMatch, ...]
    counts: HandCounts

    @property
    def finished(self) -> tuple[PlayedMatch, ...]:
        """The matches that have a result."""
        return tuple(each for each in self.matches if each.result is not None)

    @property
    def won(self) -> float:
        """The number of matches won. A draw counts as one half."""
        return sum(each.result or 0.0 for each in self.finished)

    @property
    def judged(self) -> tuple[PlayedMatch, ...]:
        """The matches that were reviewed."""
        return tuple(each for each in self.matches if each.judged is not None)

    @property
    def accuracy(self) -> Accuracy | None:
        """The accuracy of all decisions that were reviewed."""
        return accuracy_in(self.matches)

    @property
    def luck(self) -> float:
        """The gain by luck in the reviewed matches, in matches."""
        return luck_in(self.matches)

    @property
    def knock_deadwood(self) -> float | None:
        """The person's mean deadwood at a knock."""
        return self.counts.knock_deadwood / self.counts.knocks if self.counts.knocks else None

    @property
    def phases(self) -> dict[str, Accuracy]:
        """The accuracy of each phase that was reviewed."""
        found = {phase: accuracy_in(self.matches, phase) for phase in PHASES}
        return {phase: accuracy for phase, accuracy in found.items() if accuracy is not None}

    @property
    def games(self) -> tuple[MatchGroup, ...]:
        """The matches by variant, the commonest first."""
        return group_matches(self.matches, lambda match: match.game)

    @property
    def matches_by_opponent(self) -> tuple[MatchGroup, ...]:
        """The matches by opponent, the commonest first."""
        return group_matches(self.matches, lambda match: match.opponent)

    @property
    def habits(self) -> tuple[Habit, ...]:
        """The kinds of errors, the most expensive first."""
        return rank_error_kinds(self.matches)


def person_statistics(matches: Iterable[PlayedMatch]) -> Statistics:
    """Return the statistics of `matches`, the oldest first."""
    found = tuple(matches)
    counts = HandCounts()
    for match in found:
        counts = counts.add(match.counts)
    return Statistics(found, counts)


def seat_accuracy(judged: JudgedSeat, phase: str | None = None) -> Accuracy:
    """Return the accuracy of a match, or of one phase of it."""
    chosen = [each for name, each in judged.phases.items() if phase in (None, name)]
    count = sum(decisions for decisions, _total in chosen)
    return Accuracy(count, sum(total for _decisions, total in chosen) / count if count else 0.0)


def accuracy_in(matches: Iterable[PlayedMatch], phase: str | None = None) -> Accuracy | None:
    """Return the accuracy of all reviewed decisions in `matches`, or `None` where there are none."""
    found = [seat_accuracy(each.judged, phase) for each in matches if each.judged is not None]
    count = sum(each.decisions for each in found)
    return Accuracy(count, sum(each.decisions * each.mean for each in found) / count) if count else None


def luck_in(matches: Iterable[PlayedMatch]) -> float:
    """Return the results of the reviewed matches minus their luck-adjusted results."""
    return sum(each.judged.result - each.judged.without_luck for each in matches if each.judged is not None)


def group_matches(
    matches: Sequence[PlayedMatch], title_of: Callable[[PlayedMatch], str]
) -> tuple[MatchGroup, ...]:
    """Return `matches` grouped by title, the largest group first."""
    parts: defaultdict[str, list[PlayedMatch]] = defaultdict(list)
    for match in matches:
        parts[title_of(match)].append(match)
    groups = [
        MatchGroup(
            title,
            len(part),
            sum(each.result or 0.0 for each in part),
            sum(each.judged is not None for each in part),
            accuracy_in(part),
            luck_in(part),
        )
        for title, part in parts.items()
    ]
    return tuple(sorted(groups, key=lambda group: (-group.matches, group.title)))


def rank_error_kinds(matches: Iterable[PlayedMatch]) -> tuple[Habit, ...]:
    """Return the kinds of errors in `matches`, the most expensive first, with recent expensive examples."""
    parts: defaultdict[str, list[ErrorExample]] = defaultdict(list)
    for match in matches:
        for slip in () if match.judged is None else match.judged.slips:
            parts[slip.habit].append(ErrorExample(match, slip))
    habits = [
        Habit(
            name,
            len(part),
            sum(each.slip.size for each in part),
            tuple(sorted(part, key=lambda each: -each.slip.size)[:EXAMPLES]),
        )
        for name, part in parts.items()
    ]
    return tuple(sorted(habits, key=lambda habit: -habit.points))


def statistics_json(found: Statistics) -> dict[str, Any]:
    """Return statistics as JSON values, with the fields of docs/coach.md."""
    return {
        "matches": len(found.matches),
        "finished": len(found.finished),
        "won": found.won,
        "reviewed": len(found.judged),
        "luck": found.luck,
        "without_luck": sum(each.judged.without_luck for each in found.judged if each.judged is not None),
        "accuracy": _mean(found.accuracy),
        "phases": {phase: accuracy._asdict() for phase, accuracy in found.phases.items()},
        "hands": found.counts._asdict(),
        "mean_knock_deadwood": found.knock_deadwood,
        "games": [group._asdict() | {"accuracy": _mean(group.accuracy)} for group in found.games],
        "opponents": [
            group._asdict() | {"accuracy": _mean(group.accuracy)} for group in found.matches_by_opponent
        ],
        "habits": [
            {"name": habit.name, "times": habit.times, "points": habit.points,
             "examples": [each.slip._asdict() | {"place": each.match.place} for each in habit.examples]}
            for habit in found.habits
        ],
        "course": [
            {"place": each.place, "date": each.date, "game": each.game, "opponent": each.opponent,
             "result": each.result, "accuracy": _mean(accuracy_in([each])),
             "without_luck": None if each.judged is None else each.judged.without_luck}
            for each in found.matches
        ],
    }  # fmt: skip


def _mean(accuracy: Accuracy | None) -> float | None:
    return None if accuracy is None else accuracy.mean
