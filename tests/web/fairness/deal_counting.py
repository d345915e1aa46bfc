"""Statistics of deals, hand by hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from ginrummy.game.game import Game
from ginrummy.web.fairness.deal_counts import Counts, deal_facts, histogram


def count_deals(games: Iterable[Game]) -> Counts:
    """Return the statistics of the deals of `games`."""
    looks = [deal_facts(game) for game in games]
    upcards, nondealer, dealer = (histogram(Counter(look[place] for look in looks)) for place in range(3))
    return Counts(len(looks), upcards, nondealer, dealer)
