"""Match score, as players use it."""

from __future__ import annotations

from ginrummy.game.view import View


def scores_of(view: View) -> tuple[int, int]:
    """Return the points of the viewer and of the other seat in the current game.

    Games with several columns have no current one: both scores are 0.
    """
    if view.variant.columns > 1:
        return 0, 0
    points = view.sheet.columns[0].points
    return points[view.seat], points[1 - view.seat]
