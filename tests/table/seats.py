"""Tables to test with: the person in seat 0 plays by a seed, the other seat by a player."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

from ginrummy.table.sitting import Table, new_deal, new_table
from ginrummy.variants import NamedVariant, parse_variant
from ginrummy.view import View
from tests.playing import chosen, variant_of

MOST_MATCHES, MOST_HANDS = 40, 12
Wanted = Callable[[Table], bool]


class Breaker:
    """A player that breaks down."""

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed

    def decide(self, view: View) -> object:
        raise RuntimeError(f"no idea in phase {view.phase.value}")


class Cheat:
    """A player that always throws the same card."""

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed

    def decide(self, view: View) -> object:
        from ginrummy.moves import discard

        return discard(0)


def house(text: str) -> NamedVariant:
    """Return the house rule that `text` says."""
    return parse_variant(text, name="house", where="house")


def table_of(name: str | NamedVariant = "standard", *, seed: int = 1, against: str = "simple") -> Table:
    """Return a table at which a match of `name` begins."""
    variant = variant_of(name) if isinstance(name, str) else name
    return new_table(variant, against=against, seeds=new_deal(seed).seeds(""), player_seed=seed)


def sittings(table: Table, *, seed: int = 1, hands: int = 1000) -> Iterator[Table]:
    """Yield a match at every move, to its end or until `hands` hands are over."""
    chance = random.Random(seed)
    yield table
    while not table.match.is_over and table.match.number < hands:
        if table.game.is_over:
            table = table.next_hand()
        else:
            table = table.play(table.decided() if table.is_waiting else chosen(table.game, chance))
        yield table


def first(wanted: Wanted, name: str | NamedVariant = "standard", *, against: str = "simple") -> Table:
    """Return the first table that is `wanted`, of as many matches as it takes."""
    for seed in range(1, MOST_MATCHES):
        for table in sittings(table_of(name, seed=seed, against=against), seed=seed, hands=MOST_HANDS):
            if wanted(table):
                return table
    raise AssertionError("no match was like that")
