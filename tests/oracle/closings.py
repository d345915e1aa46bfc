"""The limit in force, and the ways to close with eleven cards: RULES 5."""

from __future__ import annotations

from dataclasses import dataclass

from tests.oracle.cards import Card, Cards, Params, hand_of, less, points_of
from tests.oracle.melds import Arranger

ACE_LIMITS = {"one": 1, "gin_only": 0, "ten": 10}


@dataclass(frozen=True, slots=True)
class Table:
    """The table at a possible knock."""

    upcard: Card | None = None
    discard_top: Card | None = None
    taken: Card | None = None
    drawn: bool = True


@dataclass(frozen=True, slots=True)
class Closings:
    """The limit (None if knocking is impossible), the result of each discard, and big gin."""

    limit: int | None
    closings: dict[Card, tuple[str, int]]
    big_gin: bool


def limit_of_card(card: Card | None, params: Params) -> int:
    """Return the limit set by a card; without a card only gin is possible (RULES 5.3, 5.4)."""
    if card is None:
        return 0
    if card[0] == "A":
        return ACE_LIMITS[params["knock_limit"].get("ace", "one")]
    return points_of(card, params)


def visible_card(table: Table, params: Params) -> Card | None:
    """Return the discard that sets the limit of a descente, its own discard apart (RULES 5.4)."""
    if params.get("limit_source") == "visible_before_draw" and table.taken is not None:
        return table.taken
    return table.discard_top if table.discard_top is not None else table.taken


def limit_for(closing: Card, table: Table, params: Params) -> int | None:
    """Return the limit for closing with this very card, None if knocking is impossible (RULES 5.2-5.8)."""
    rule = params["knock_limit"]
    if rule["type"] == "none":
        return None
    if rule["type"] == "fixed":
        return int(rule["value"])
    if rule["type"] == "upcard":
        return limit_of_card(table.upcard, params)
    if params.get("limit_source") == "own_discard":
        return limit_of_card(closing, params)
    return limit_of_card(visible_card(table, params), params)


def may_discard(card: Card, hand: Cards, taken: Card | None, params: Params) -> bool:
    """Return whether `card` is not just the one taken from the pile; its twin may go (RULES 4.6)."""
    if params["allow_discard_taken_card"] or card != taken:
        return True
    return hand.count(card) > 1


def closings(hand: Cards, params: Params, table: Table) -> Closings:
    """Return every way to end the hand with these eleven cards (RULES 5.1-5.10)."""
    cards = hand_of(hand)
    arranger = Arranger(cards, params)
    found: dict[Card, tuple[str, int]] = {}
    for card in sorted(set(cards)):
        if not may_discard(card, cards, table.taken, params):
            continue
        kept = less(cards, card)
        if arranger.least(kept) == 0:
            found[card] = ("gin", 0)
            continue
        limit = limit_for(card, table, params)
        deadwood = arranger.least(kept, params["knock_max_unmatched"])
        if limit is not None and deadwood is not None and deadwood <= limit:
            found[card] = ("knock", deadwood)
    big_gin = params["big_gin_bonus"] is not None and table.drawn and arranger.least(cards) == 0
    return Closings(common_limit(cards, table, params), found, big_gin)


def common_limit(hand: Cards, table: Table, params: Params) -> int | None:
    """Return the limit if it is the same for every closing card, else None."""
    limits = {limit_for(card, table, params) for card in hand}
    return limits.pop() if len(limits) == 1 else None
