"""Exact distribution of deals: the census of all ten-card hands of one pack (`bench/census.py`)."""

from __future__ import annotations

import json
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Final

from ginrummy.web.fairness.deal_counts import usual_rules

CENSUS: Final = Path(__file__).parent / "census.json"
_STEP: Final = 10
_LAST_STEP: Final = 80


@cache
def census() -> tuple[int, ...]:
    """Return the number of ten-card hands by least deadwood, from 0."""
    histogram: dict[str, int] = json.loads(CENSUS.read_text("utf-8"))["histogram"]
    return tuple(histogram.get(str(deadwood), 0) for deadwood in range(max(map(int, histogram)) + 1))


@cache
def bins() -> tuple[range, ...]:
    """Return the classes of least deadwood: gin, an immediate knock by the usual rules, then steps of ten."""
    limit = usual_rules().knock_value
    edges = [0, 1, *range(limit + 1, _LAST_STEP + 2, _STEP), len(census())]
    return tuple(range(low, high) for low, high in pairwise(edges))


def binned(histogram: tuple[int, ...]) -> tuple[int, ...]:
    """Return the sums of `histogram` over the classes."""
    return tuple(sum(histogram[part.start : part.stop]) for part in bins())


@cache
def shares() -> tuple[float, ...]:
    """Return the exact share of each class."""
    total = sum(census())
    return tuple(count / total for count in binned(census()))
