"""The spread, the lay-offs and the score of a hand: RULES 6, 7 and 8.3."""

from __future__ import annotations

from dataclasses import dataclass

from tests.oracle.cards import PACK, Card, Cards, Params, hand_of, less, total
from tests.oracle.melds import (
    Arrangement,
    Arranger,
    least_deadwood,
    makes_meld,
    meld_rules,
    spreads,
)

Melds = tuple[Cards, ...]


@dataclass(frozen=True, slots=True)
class Score:
    """The end of a hand and its score; `bonus` is before spades double."""

    kind: str
    winner: str | None
    points: int
    bonus: int
    multiplier: int
    extra_coups: int
    boxes: int


@dataclass(frozen=True, slots=True)
class Defence:
    """The optimal defence: lay-offs, and the rest."""

    deadwood: int
    laid_off: Cards
    kept: Cards


def openings(spread: Arrangement, params: Params, gone: Cards = ()) -> list[Card]:
    """Return the openings of a spread: for each meld the cards that fit it, each copy that may be out there.

    The knocker's own cards, and `gone` (the pile and the closing discard), are not out there (RULES 6.2).
    """
    rules = meld_rules(params)
    seen = [card for meld in spread.melds for card in meld] + [*spread.unmatched, *gone]
    return [
        card
        for meld in spread.melds
        for card in PACK
        if makes_meld(hand_of((*meld, card)), rules)
        for _copy in range(rules.decks - seen.count(card))
    ]


def spread_rank(spread: Arrangement, params: Params, gone: Cards = ()) -> tuple[int, int, int]:
    """Return the quantities that the automatic spread minimises, in this order (RULES 6.2)."""
    open_cards = openings(spread, params, gone)
    return total(spread.unmatched, params), len(open_cards), total(open_cards, params)


def automatic_spread(hand: Cards, params: Params, limit: int, gone: Cards = ()) -> Arrangement:
    """Return one of the best spreads of a hand that may knock within `limit` (RULES 6.2)."""
    return min(spreads(hand, params, limit), key=lambda spread: (spread_rank(spread, params, gone), spread))


def after_lay_offs(melds: Melds, hand: Cards, params: Params) -> set[Cards]:
    """Return every possible rest of `hand` after laying off card by card (RULES 6.3-6.5)."""
    rules = meld_rules(params)
    start = (tuple(sorted(melds)), hand_of(hand))
    seen, waiting = {start}, [start]
    while waiting:
        table, held = waiting.pop()
        for card in set(held):
            for meld in table:
                longer = hand_of((*meld, card))
                if not makes_meld(longer, rules):
                    continue
                others = list(table)
                others.remove(meld)
                reached = (tuple(sorted((*others, longer))), less(held, card))
                if reached not in seen:
                    seen.add(reached)
                    waiting.append(reached)
    return {held for _, held in seen}


def may_lay_off(unmatched: Cards, *, big_gin: bool, params: Params) -> bool:
    """Return whether this closing allows lay-offs (RULES 6.3, 6.7, 6.8)."""
    gin = big_gin or not unmatched
    return bool(params["layoff_on_gin"] if gin else params["layoff_on_knock"])


def best_defence(melds: Melds, hand: Cards, params: Params, *, lay_off: bool) -> Defence:
    """Return the joint optimum of lay-offs and own melds (RULES 6.6)."""
    cards = hand_of(hand)
    arranger = Arranger(cards, params)
    remainders = after_lay_offs(melds, cards, params) if lay_off else {cards}
    ranked = []
    for kept in remainders:
        deadwood = arranger.least(kept)
        assert deadwood is not None
        ranked.append((deadwood, -len(kept), kept))
    deadwood, _, kept = min(ranked)
    return Defence(deadwood, _difference(cards, kept), kept)


def _difference(cards: Cards, kept: Cards) -> Cards:
    gone = list(cards)
    for card in kept:
        gone.remove(card)
    return tuple(gone)


def score(
    knocker_deadwood: int,
    defender_deadwood: int,
    params: Params,
    *,
    gin: bool = False,
    big_gin: bool = False,
    upcard: Card | None = None,
) -> Score:
    """Return the score of a closed hand by both deadwoods (RULES 7)."""
    difference = defender_deadwood - knocker_deadwood
    if gin or big_gin:
        kind = "big_gin" if big_gin else "gin"
        bonus = int(params[f"{kind}_bonus"])
        if params["gin_void_if_defender_zero"] and defender_deadwood == 0:
            return _finish("gin_void", None, 0, 0, params, upcard)
        return _finish(kind, "knocker", difference, bonus, params, upcard)
    if difference > 0:
        return _finish("knock", "knocker", difference, 0, params, upcard)
    if difference == 0 and not params["undercut_on_tie"]:
        return _finish("tie", None, 0, 0, params, upcard)
    bonus = int(params["undercut_bonus"])
    if defender_deadwood == 0 and params["undercut_complete_bonus"] is not None:
        bonus = int(params["undercut_complete_bonus"])
    return _finish("undercut", "defender", -difference, bonus, params, upcard)


def _finish(
    kind: str,
    winner: str | None,
    difference: int,
    bonus: int,
    params: Params,
    upcard: Card | None,
) -> Score:
    doubled = bool(params["spade_double"]) and upcard is not None and upcard[1] == "S"
    multiplier = 2 if doubled else 1
    strokes = multiplier if params["spade_doubles_boxes"] else 1
    coups = int((params["extra_coups"] or {}).get(kind, 0))
    return Score(
        kind,
        winner,
        (difference + bonus) * multiplier,
        bonus,
        multiplier,
        coups * strokes,
        0 if winner is None else strokes,
    )


def settle(
    spread: Arrangement,
    defender: Cards,
    params: Params,
    *,
    big_gin: bool = False,
    upcard: Card | None = None,
) -> tuple[Score, Defence]:
    """Return the score of a spread against the optimal defence."""
    lay_off = may_lay_off(spread.unmatched, big_gin=big_gin, params=params)
    defence = best_defence(spread.melds, defender, params, lay_off=lay_off)
    shown = total(spread.unmatched, params)
    gin = not spread.unmatched and not big_gin
    settled = score(shown, defence.deadwood, params, gin=gin, big_gin=big_gin, upcard=upcard)
    return settled, defence


@dataclass(frozen=True, slots=True)
class WallScore:
    """The end of a hand without a closing; the winner is the number of a hand."""

    kind: str
    winner: int | None
    points: int
    deadwood: tuple[int, int]
    multiplier: int
    boxes: int


def wall(hands: tuple[Cards, Cards], params: Params, upcard: Card | None = None) -> WallScore:
    """Return the score of two hands when the stock has run out (RULES 8.2, 8.3)."""
    first, second = (least_deadwood(hand, params) for hand in hands)
    if params["wall_action"] != "compare":
        return WallScore("void", None, 0, (first, second), 1, 0)
    winner = None if first == second else "knocker"
    settled = _finish("wall_compare", winner, abs(first - second), 0, params, upcard)
    place = None if winner is None else int(second < first)
    return WallScore(
        "wall_compare", place, settled.points, (first, second), settled.multiplier, settled.boxes
    )
