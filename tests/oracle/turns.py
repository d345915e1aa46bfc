"""A whole hand, turn by turn: RULES 3.2, 3.3, 4, 5.9, 8.

A state says whose turn it is and in which phase; `legal` gives the set of actions, `play` the next state.

Actions: ("take",) the top of the pile, ("pass",), ("draw",) from the stock, ("discard", card),
("knock", card) and ("gin", card) with their closing discard, and ("big_gin",).

Phases: "offer", "stock_only" (after two passes; "draw" where the upcard may still be taken), "draw",
"first_discard" (eleven-card start), "discard" (holding eleven), "last_offer" and "last_close" (RULES 8.4),
"over".
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from tests.oracle.cards import Card, Cards, Params, hand_of, less
from tests.oracle.closings import Closings, Table, closings, limit_for, may_discard

Action = tuple[str, ...]
ENDLESS_TURNS = 40


@dataclass(frozen=True, slots=True)
class Ending:
    """The end of the play: "knock", "gin" or "big_gin", or "void", or "wall_compare"."""

    kind: str
    closer: int | None = None
    card: Card | None = None
    limit: int | None = None


@dataclass(frozen=True, slots=True)
class State:
    """One moment of a hand; the stock is drawn from its first card, the pile taken from its last."""

    params: Params = field(compare=False, repr=False)
    dealer: int
    hands: tuple[Cards, Cards]
    stock: Cards
    pile: Cards
    upcard: Card | None
    phase: str
    actor: int
    taken: Card | None = None
    discards: int = 0
    pile_turns: int = 0
    ending: Ending | None = None


def deal(deck: Sequence[Card], dealer: int, params: Params) -> State:
    """Return the start of a hand dealt from the top, the first card, of `deck` (RULES 3.2, 3.3)."""
    sizes = {dealer: int(params["hand_dealer"]), 1 - dealer: int(params["hand_nondealer"])}
    dealt: dict[int, list[Card]] = {0: [], 1: []}
    cards, seat = list(deck), 1 - dealer
    while any(len(dealt[player]) < sizes[player] for player in sizes):
        if len(dealt[seat]) < sizes[seat]:
            dealt[seat].append(cards.pop(0))
        seat = 1 - seat
    upcard = cards.pop(0) if params["upcard"] else None
    phases = {"offer": "offer", "offer_free": "offer", "free": "draw", "discard_first": "first_discard"}
    return State(
        params,
        dealer,
        (hand_of(dealt[0]), hand_of(dealt[1])),
        tuple(cards),
        () if upcard is None else (upcard,),
        upcard,
        phases[params["first_turn"]],
        1 - dealer,
    )


def max_stock_draws(state: State) -> int:
    """Return how many cards can still be drawn before the hand is over (RULES 8.1)."""
    return len(state.stock) - int(state.params["wall_stock"])


def table_of(state: State) -> Table:
    """Return the input of the closing rules."""
    top = state.pile[-1] if state.pile else None
    return Table(state.upcard, top, state.taken, drawn=state.phase != "first_discard")


def may_close(state: State) -> bool:
    """Return whether closing is allowed in this turn at all (RULES 5.9)."""
    return bool(state.params["first_turn_knock"]) or state.discards > 0


def closings_of(state: State) -> Closings:
    """Return the closings of the player who holds a card too many."""
    return closings(state.hands[state.actor], state.params, table_of(state))


def closing_actions(state: State) -> set[Action]:
    """Return the actions that end the hand now."""
    if not may_close(state):
        return set()
    found = closings_of(state)
    actions: set[Action] = {(kind, card) for card, (kind, _) in found.closings.items()}
    return actions | {("big_gin",)} if found.big_gin else actions


def legal(state: State) -> set[Action]:
    """Return every action that the rules allow in `state`."""
    if state.phase == "offer":
        return {("take",), ("pass",)}
    if state.phase == "stock_only":
        return {("draw",)}
    if state.phase == "draw":
        return {("draw",), ("take",)} if state.pile else {("draw",)}
    if state.phase == "last_offer":
        return {("pass",), ("take",)} if closing_actions(_take(state)) else {("pass",)}
    if state.phase == "last_close":
        return closing_actions(state)
    if state.phase == "over":
        return set()
    hand = state.hands[state.actor]
    discards: set[Action] = {
        ("discard", card) for card in hand if may_discard(card, hand, state.taken, state.params)
    }
    return discards | closing_actions(state)


def play(state: State, action: Action) -> State:
    """Return the state after a legal `action`."""
    assert action in legal(state), f"{action} is not legal in phase {state.phase}"
    if action == ("pass",):
        return _pass(state)
    if action == ("take",):
        return _take(state)
    if action == ("draw",):
        return _draw(state)
    if action == ("big_gin",):
        return replace(state, phase="over", ending=Ending("big_gin", state.actor))
    if action[0] == "discard":
        return _discard(state, action[1])
    return _close(state, action[0], action[1])


def _pass(state: State) -> State:
    if state.phase == "last_offer":
        return replace(state, phase="over", ending=Ending("void"))
    other = 1 - state.actor
    if state.actor == state.dealer:
        is_open = state.params["first_turn"] == "offer_free"
        return replace(state, phase="draw" if is_open else "stock_only", actor=other)
    return replace(state, actor=other)


def _holding(state: State, seat: int, hand: Cards) -> tuple[Cards, Cards]:
    return (hand, state.hands[1]) if seat == 0 else (state.hands[0], hand)


def _take(state: State) -> State:
    card = state.pile[-1]
    return replace(
        state,
        hands=_holding(state, state.actor, hand_of((*state.hands[state.actor], card))),
        pile=state.pile[:-1],
        phase="last_close" if state.phase == "last_offer" else "discard",
        taken=card,
        pile_turns=state.pile_turns + 1,
    )


def _draw(state: State) -> State:
    card = state.stock[0]
    return replace(
        state,
        hands=_holding(state, state.actor, hand_of((*state.hands[state.actor], card))),
        stock=state.stock[1:],
        phase="discard",
        taken=None,
        pile_turns=0,
    )


def _discard(state: State, card: Card) -> State:
    after = replace(
        state,
        hands=_holding(state, state.actor, less(state.hands[state.actor], card)),
        pile=(*state.pile, card),
        phase="draw",
        actor=1 - state.actor,
        taken=None,
        discards=state.discards + 1,
    )
    if state.pile_turns >= int(state.params.get("endless_turns", ENDLESS_TURNS)):
        return replace(after, phase="over", ending=Ending("void"))
    if len(state.stock) <= int(state.params["wall_stock"]):
        return _at_the_wall(after)
    return after


def _at_the_wall(state: State) -> State:
    if state.params["wall_action"] == "last_discard":
        return replace(state, phase="last_offer")
    kind = "wall_compare" if state.params["wall_action"] == "compare" else "void"
    return replace(state, phase="over", ending=Ending(kind))


def _close(state: State, kind: str, card: Card) -> State:
    limit = limit_for(card, table_of(state), state.params)
    return replace(
        state,
        hands=_holding(state, state.actor, less(state.hands[state.actor], card)),
        pile=(*state.pile, card),
        phase="over",
        ending=Ending(kind, state.actor, card, limit if kind == "knock" else None),
    )
