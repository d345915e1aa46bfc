"""Small plots of one quantity against another."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

import matplotlib

matplotlib.use("Agg")

from matplotlib import pyplot

MOST_NAMED: Final = 12
"""Up to so many points have a label each; with more, the axis has round numbers."""


def draw(path: Path, points: Mapping[int, float], *, across: str, up: str, logarithmic: bool) -> None:
    """Write the picture of `points` to `path`."""
    figure, axes = pyplot.subplots(figsize=(5, 3.2), dpi=100)
    axes.plot(list(points), list(points.values()), marker="o")
    if logarithmic:
        axes.set_xscale("log", base=2)
    if len(points) <= MOST_NAMED:
        axes.set_xticks(list(points), [str(place) for place in points])
    axes.set_ylim(bottom=0)
    axes.set_xlabel(across)
    axes.set_ylabel(up)
    figure.tight_layout()
    figure.savefig(path)
    pyplot.close(figure)
