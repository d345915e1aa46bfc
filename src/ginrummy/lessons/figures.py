"""The figures of the lessons, each with the page of `bench/` and the row in it that it was read from."""

from __future__ import annotations

from typing import Final, NamedTuple

from ginrummy.numerals import number_text

PLAY: Final = "lessons.md"
STRENGTH: Final = "strength.md"


class Figure(NamedTuple):
    """A figure as it stands on a page of `bench/`, `row` being how its row begins; shown with `places`."""

    value: float
    row: str
    page: str = PLAY
    places: int = 0


def of_play(name: str, value: float, places: int = 0) -> Figure:
    """Return a figure of bench/lessons.md."""
    return Figure(value, f"`{name}`", PLAY, places)


FIGURES: Final[dict[str, Figure]] = {
    "turns": of_play("turns", 0.0),
    "void": of_play("void", 0.0, 1),
    "gin": of_play("gin", 0.0),
    "deadwood_3": of_play("deadwood_3", 0.0),
    "deadwood_6": of_play("deadwood_6", 0.0),
    "deadwood_9": of_play("deadwood_9", 0.0),
    "undercut_low": of_play("undercut_low", 0.0),
    "undercut_middle": of_play("undercut_middle", 0.0),
    "undercut_high": of_play("undercut_high", 0.0),
    "undercut_early": of_play("undercut_early", 0.0),
    "undercut_late": of_play("undercut_late", 0.0),
    "laid_off": of_play("laid_off", 0.0),
    "laid_points": of_play("laid_points", 0.0, 1),
    "taken_king": of_play("taken_king", 0.0),
    "taken_middle": of_play("taken_middle", 0.0),
    "taken_same_rank": of_play("taken_same_rank", 0.0),
    "taken_new_rank": of_play("taken_new_rank", 0.0),
    "two_pair": of_play("two_pair", 0.0),
    "two_open": of_play("two_open", 0.0),
    "two_end": of_play("two_end", 0.0),
    "two_gap": of_play("two_gap", 0.0),
    "knocked_won": of_play("knocked_won", 0.0),
    "waited_won": of_play("waited_won", 0.0),
    "waited_gin": of_play("waited_gin", 0.0),
    "belief_with": Figure(4.60, "`Whole`: Nothing taken away.", STRENGTH, 1),
    "belief_without": Figure(1.69, "`NoBelief`: All hands that the other may hold are alike.", STRENGTH, 1),
    "match_whole": Figure(71.9, "`Whole`: Nothing taken away.", STRENGTH),
    "match_points": Figure(
        66.9, "`PointsAlone`: Points are played for, whatever the score of the match.", STRENGTH
    ),
}


def told_figures() -> dict[str, str]:
    """Return all figures by name, as the language spoken writes them."""
    return {name: number_text(figure.value, figure.places) for name, figure in FIGURES.items()}
