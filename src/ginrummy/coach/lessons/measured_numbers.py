"""Figures of the lessons, each with its page in `bench/` and its row there."""

from __future__ import annotations

from typing import Final, NamedTuple

from ginrummy.locale.numbers import number_text

PLAY: Final = "lessons.md"
STRENGTH: Final = "strength.md"


class Figure(NamedTuple):
    """A figure from a page of `bench/`. `row` is the start of its row, `places` its decimals when shown."""

    value: float
    row: str
    page: str = PLAY
    places: int = 0


def of_play(name: str, value: float, places: int = 0) -> Figure:
    """Return a figure of bench/lessons.md."""
    return Figure(value, f"`{name}`", PLAY, places)


FIGURES: Final[dict[str, Figure]] = {
    "turns": of_play("turns", 8.5),
    "void": of_play("void", 0.9, 1),
    "gin": of_play("gin", 71.9),
    "deadwood_3": of_play("deadwood_3", 32.5),
    "deadwood_6": of_play("deadwood_6", 16.9),
    "deadwood_9": of_play("deadwood_9", 9.4),
    "undercut_low": of_play("undercut_low", 38.3),
    "undercut_high": of_play("undercut_high", 7.7),
    "undercut_early": of_play("undercut_early", 7.0),
    "undercut_midway": of_play("undercut_midway", 17.3),
    "undercut_late": of_play("undercut_late", 55.3),
    "laid_off": of_play("laid_off", 34.2),
    "laid_points": of_play("laid_points", 2.8, 1),
    "taken_king": of_play("taken_king", 13.2),
    "taken_middle": of_play("taken_middle", 20.6),
    "taken_same_rank": of_play("taken_same_rank", 9.6),
    "taken_new_rank": of_play("taken_new_rank", 23.8),
    "two_pair": of_play("two_pair", 36.1),
    "two_open": of_play("two_open", 32.9),
    "two_end": of_play("two_end", 14.5),
    "two_gap": of_play("two_gap", 15.6),
    "knocked_won": of_play("knocked_won", 97.3),
    "waited_won": of_play("waited_won", 64.1),
    "waited_gin": of_play("waited_gin", 60.9),
    "belief_with": Figure(6.19, "`Whole`: Nothing taken away.", STRENGTH, 1),
    "belief_without": Figure(0.45, "`NoBelief`: All hands that the other may hold are alike.", STRENGTH, 1),
    "match_whole": Figure(70.2, "`Whole`: Nothing taken away.", STRENGTH),
    "match_points": Figure(
        66.3, "`PointsAlone`: Points are played for, whatever the score of the match.", STRENGTH
    ),
}


def told_figures() -> dict[str, str]:
    """Return all figures by name, formatted for the current language."""
    return {name: number_text(figure.value, figure.places) for name, figure in FIGURES.items()}
