"""Statistics of a person over many matches: results with and without luck, accuracy, what goes wrong."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from ginrummy.coach.match_review import PHASES
from ginrummy.coach.match_statistics import HandCounts, JudgedSeat, PlayedMatch, Slip

EXAMPLES: Final = 3
"""So many examples are shown of each kind of error."""


class Accuracy(NamedTuple):
    """A mean accuracy and how many decisions it is of."""

    decisions: int
    mean: float


class Group(NamedTuple):
    """Matches of one game or against one player: how many, how many won, and what the coach found.

    `judged` of them were reviewed; `luck` is what luck brought in these, in matches.
    """

    title: str
    matches: int
    won: float
    judged: int
    accuracy: Accuracy | None
    luck: float


class Example(NamedTuple):
    """An error and the match in which it was made."""

    match: PlayedMatch
    slip: Slip


class Habit(NamedTuple):
    """A kind of error: how often it was made, what it cost in points, and the dearest examples."""

    name: str
    times: int
    points: float
    examples: tuple[Example, ...]


@dataclass(frozen=True, slots=True)
class Statistics:
    """What all matches of a person come to, the oldest first; `finished` of them have a result."""

    matches: tuple[PlayedMatch, ...]
    counts: HandCounts

    @property
    def finished(self) -> tuple[PlayedMatch, ...]:
        """The matches that have a result."""
        return tuple(each for each in self.matches if each.result is not None)

    @property
    def won(self) -> float:
        """How many matches were won, one that nobody won being a half."""
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
        """What luck brought in the matches reviewed, in matches."""
        return luck_in(self.matches)

    @property
    def knock_deadwood(self) -> float | None:
        """The mean deadwood at the knocks of the person."""
        return self.counts.knock_deadwood / self.counts.knocks if self.counts.knocks else None

    @property
    def phases(self) -> dict[str, Accuracy]:
        """The accuracy of each phase that was reviewed."""
        found = {phase: accuracy_in(self.matches, phase) for phase in PHASES}
        return {phase: accuracy for phase, accuracy in found.items() if accuracy is not None}

    @property
    def games(self) -> tuple[Group, ...]:
        """The matches by game, the commonest first."""
        return grouped(self.matches, lambda match: match.game)

    @property
    def opponents(self) -> tuple[Group, ...]:
        """The matches by opponent, the commonest first."""
        return grouped(self.matches, lambda match: match.opponent)

    @property
    def habits(self) -> tuple[Habit, ...]:
        """What was got wrong, what cost most first."""
        return habits_in(self.matches)


def statistics_of(matches: Iterable[PlayedMatch]) -> Statistics:
    """Return the statistics of `matches`, the oldest first."""
    found = tuple(matches)
    counts = HandCounts()
    for match in found:
        counts = counts.plus(match.counts)
    return Statistics(found, counts)


def accuracy_of_seat(judged: JudgedSeat, phase: str | None = None) -> Accuracy:
    """Return the accuracy of a match, or of one phase of it."""
    chosen = [each for name, each in judged.phases.items() if phase in (None, name)]
    count = sum(decisions for decisions, _total in chosen)
    return Accuracy(count, sum(total for _decisions, total in chosen) / count if count else 0.0)


def accuracy_in(matches: Iterable[PlayedMatch], phase: str | None = None) -> Accuracy | None:
    """Return the accuracy of all decisions reviewed in `matches`, `None` where there are none."""
    found = [accuracy_of_seat(each.judged, phase) for each in matches if each.judged is not None]
    count = sum(each.decisions for each in found)
    return Accuracy(count, sum(each.decisions * each.mean for each in found) / count) if count else None


def luck_in(matches: Iterable[PlayedMatch]) -> float:
    """Return how far the results of the matches reviewed are above those without luck."""
    return sum(each.judged.result - each.judged.without_luck for each in matches if each.judged is not None)


def grouped(matches: Sequence[PlayedMatch], title_of: Callable[[PlayedMatch], str]) -> tuple[Group, ...]:
    """Return `matches` by their titles, those with most matches first."""
    parts: defaultdict[str, list[PlayedMatch]] = defaultdict(list)
    for match in matches:
        parts[title_of(match)].append(match)
    groups = [
        Group(
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


def habits_in(matches: Iterable[PlayedMatch]) -> tuple[Habit, ...]:
    """Return the kinds of errors in `matches`, what cost most first, the newest dear ones as examples."""
    parts: defaultdict[str, list[Example]] = defaultdict(list)
    for match in matches:
        for slip in () if match.judged is None else match.judged.slips:
            parts[slip.habit].append(Example(match, slip))
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
    """Return statistics for programs: what docs/coach.md lists."""
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
        "opponents": [group._asdict() | {"accuracy": _mean(group.accuracy)} for group in found.opponents],
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
