"""Why the law refuses a move: the reason in words and the clause of RULES.md."""

from __future__ import annotations

from ginrummy.cards import Hand, face_text
from ginrummy.errors import IllegalMove
from ginrummy.locale import _, language, ngettext
from ginrummy.moves import Move, MoveKind, in_order
from ginrummy.rules import melds, showdown, spreads, turns
from ginrummy.rules.faces import is_card
from ginrummy.rules.hand import is_part, single, without
from ginrummy.rules.spreads import Spread
from ginrummy.rules.turns import Choices, State
from ginrummy.variants import (
    LIMIT_DISCARD,
    LIMIT_FIXED,
    LIMIT_NONE,
    NONE,
    Variant,
)


def why_not(
    variant: Variant, state: State, spread: Spread | None, move: Move, *, is_over: bool
) -> IllegalMove | None:
    """Return why `move` is refused, or `None` when the law allows it."""
    if is_over:
        return IllegalMove(_("the hand is over"), where=str(move), clause=_ending_clause(variant, state))
    if state.phase == turns.CLOSED:
        refusal = _showdown_refusal(variant, state, spread, move)
    elif move.kind in (MoveKind.SPREAD, MoveKind.LAY_OFF):
        refusal = _refusal(_("nobody has closed the hand yet"), "6.1")
    else:
        refusal = _turn_refusal(variant, state, move)
    if refusal is None:
        return None
    return IllegalMove(refusal.what, where=str(move), clause=refusal.clause)


def _refusal(what: str, clause: str) -> IllegalMove:
    return IllegalMove(what, clause=clause)


def _ending_clause(variant: Variant, state: State) -> str:
    if state.phase == turns.CLOSED:
        return "5"
    return "4.8" if state.stock > variant.wall_stock else "8.1"


def _turn_refusal(variant: Variant, state: State, move: Move) -> IllegalMove | None:
    # What may be thrown is known without a look at every card that might close the hand.
    if move.kind is MoveKind.DISCARD and state.phase in (turns.DISCARD, turns.MUST_CLOSE):
        return _throw_refusal(variant, state, move)
    choices = turns.choices(variant, state)
    if move.kind is MoveKind.PASS:
        return None if choices.leave else _refusal(_("only the first upcard may be passed"), "4.4")
    if move.kind is MoveKind.DRAW:
        return None if choices.draw else _draw_refusal(variant, state)
    if move.kind is MoveKind.TAKE:
        return None if choices.take else _take_refusal(variant, state)
    if state.phase not in (turns.DISCARD, turns.MUST_CLOSE):
        return _refusal(_("a card must be drawn or taken first"), "4.4")
    if move.kind is MoveKind.BIG_GIN:
        return None if choices.big_gin else _big_gin_refusal(variant, state)
    return _card_refusal(variant, state, move) or _closing_refusal(variant, state, choices, move)


def _draw_refusal(variant: Variant, state: State) -> IllegalMove:
    if state.phase in (turns.OFFER, turns.OFFER_DEALER):
        return _refusal(_("first the upcard is taken or passed"), "4.1")
    if state.phase == turns.LAST_DISCARD:
        return _refusal(_("the stock is closed: take the last discard to close, or pass"), "8.4")
    return _drawn_refusal(variant, state)


def _take_refusal(variant: Variant, state: State) -> IllegalMove:
    if state.phase == turns.STOCK_ONLY:
        return _refusal(_("both passed the upcard: now the stock must be drawn"), "4.1")
    if state.phase == turns.LAST_DISCARD:
        return _refusal(_("the last discard may be taken only to close, and it would not"), "8.4")
    if state.phase == turns.DRAW:
        return _refusal(_("the discard pile is empty"), "4.4")
    return _drawn_refusal(variant, state)


def _drawn_refusal(variant: Variant, state: State) -> IllegalMove:
    if turns.has_drawn(variant, state):
        return _refusal(_("one card is drawn in a turn: now discard"), "4.5")
    return _refusal(_("in the first turn nothing is drawn: discard"), "4.3")


def _throw_refusal(variant: Variant, state: State, move: Move) -> IllegalMove | None:
    refusal = _card_refusal(variant, state, move)
    if refusal is None and state.phase == turns.MUST_CLOSE:
        return _refusal(_("the last discard was taken: now close the hand"), "8.4")
    return refusal


def _card_refusal(variant: Variant, state: State, move: Move) -> IllegalMove | None:
    bit = 1 << move.face if is_card(move.face) else 0
    hand = state.hands[state.turn]
    if not hand.cards & bit:
        card = face_text(move.face, language()) if bit else ""
        return _refusal(_("{card} is not in the hand").format(card=card), "4.5")
    if move.face == state.taken and variant.allow_discard_taken_card == 0 and not hand.twins & bit:
        return _refusal(_("the card just taken may not be thrown back"), "4.6")
    return None


def _points_left(left: int) -> str:
    text = ngettext(
        "gin leaves nothing, but {left} point is left", "gin leaves nothing, but {left} points are left", left
    )
    return text.format(left=left)


def _closing_refusal(variant: Variant, state: State, choices: Choices, move: Move) -> IllegalMove | None:
    if state.turns == 0 and variant.first_turn_knock == 0:
        return _refusal(_("nobody may close on the first turn"), "5.9")
    rest = without(state.hands[state.turn], single(move.face))
    left = melds.deadwood(variant, rest)
    if move.kind is MoveKind.GIN and left > 0:
        return _refusal(_points_left(left), "5.6")
    if choices.closings & 1 << move.face:
        return None
    return _knock_refusal(variant, state, move, left)


def _knock_refusal(variant: Variant, state: State, move: Move, left: int) -> IllegalMove:
    limit = turns.knock_limit(variant, state, move.face)
    if limit == NONE:
        text = ngettext("only gin ends this game, and {left} point is left",
                        "only gin ends this game, and {left} points are left", left)  # fmt: skip
        return _refusal(text.format(left=left), "5.8")
    if left <= limit:
        most = variant.knock_max_unmatched
        text = ngettext("at most {most} card may be left unmatched",
                        "at most {most} cards may be left unmatched", most)  # fmt: skip
        return _refusal(text.format(most=most), "5.5")
    text = ngettext("{left} point would be left, the limit is {limit}",
                    "{left} points would be left, the limit is {limit}", left)  # fmt: skip
    return _refusal(text.format(left=left, limit=limit), limit_clause(variant))


def limit_clause(variant: Variant) -> str:
    """Return the clause that sets the knock limit of `variant`."""
    clauses = {LIMIT_FIXED: "5.2", LIMIT_DISCARD: "5.4", LIMIT_NONE: "5.8"}
    return clauses.get(variant.knock_limit, "5.3")


def _big_gin_refusal(variant: Variant, state: State) -> IllegalMove:
    if variant.big_gin_bonus == NONE:
        return _refusal(_("big gin is not played in this variant"), "5.7")
    if not turns.has_drawn(variant, state):
        return _refusal(_("big gin needs a card drawn"), "5.7")
    if state.turns == 0 and variant.first_turn_knock == 0:
        return _refusal(_("nobody may close on the first turn"), "5.9")
    left = melds.deadwood(variant, state.hands[state.turn])
    text = ngettext("big gin leaves nothing, but {left} point is left",
                    "big gin leaves nothing, but {left} points are left", left)  # fmt: skip
    return _refusal(text.format(left=left), "5.7")


def _showdown_refusal(
    variant: Variant, state: State, spread: Spread | None, move: Move
) -> IllegalMove | None:
    if spread is None:
        if move.kind is not MoveKind.SPREAD:
            return _refusal(_("the hand is closed: now it is laid out"), "6.1")
        return _spread_refusal(variant, state, move)
    if move.kind is not MoveKind.LAY_OFF:
        return _refusal(_("the hand is closed: now the defender lays off"), "6.3")
    return _lay_off_refusal(variant, state, spread, move)


def _melds_refusal(variant: Variant, hand: Hand, parts: tuple[Hand, ...]) -> IllegalMove | None:
    """Return why `parts` are not disjoint melds of `hand`, or `None` when they are."""
    for meld in parts:
        if not meld.cards:
            continue
        cards = " ".join(face_text(face, language()) for face in in_order(meld))
        if not melds.is_meld(variant, meld):
            return _refusal(_("{cards} is no meld").format(cards=cards), "2")
        if not is_part(hand, meld):
            return _refusal(_("{cards}: not all of these are free in the hand").format(cards=cards), "2.5")
        hand = without(hand, meld)
    return None


def _spread_refusal(variant: Variant, state: State, move: Move) -> IllegalMove | None:
    hand = state.hands[state.turn]
    refusal = _melds_refusal(variant, hand, move.melds)
    if refusal is not None:
        return refusal
    left = hand
    for meld in move.melds:
        left = without(left, meld)
    limit = turns.closing_bound(variant, state)
    if spreads.is_legal_spread(variant, hand, Spread(move.melds, left), limit):
        return None
    points = melds.points_of(variant, left)
    if points <= limit:
        most = variant.knock_max_unmatched
        text = ngettext("at most {most} card may be left unmatched",
                        "at most {most} cards may be left unmatched", most)  # fmt: skip
        return _refusal(text.format(most=most), "5.5")
    text = ngettext("{left} point would be left, the limit is {limit}",
                    "{left} points would be left, the limit is {limit}", points)  # fmt: skip
    return _refusal(text.format(left=points, limit=limit), "6.1")


def _no_lay_off_refusal(state: State) -> IllegalMove:
    if state.closing == turns.CLOSED_KNOCK:
        return _refusal(_("nothing is laid off in this variant"), "6.3")
    return _refusal(_("nothing may be laid off on gin"), "6.7")


def _lay_off_refusal(variant: Variant, state: State, spread: Spread, move: Move) -> IllegalMove | None:
    hand = state.hands[1 - state.turn]
    for place, laid in enumerate(move.laid):
        if not laid.cards:
            continue
        cards = " ".join(face_text(face, language()) for face in in_order(laid))
        if not showdown.may_lay_off(variant, state.closing):
            return _no_lay_off_refusal(state)
        if not is_part(hand, laid):
            return _refusal(_("{cards}: not all of these are free in the hand").format(cards=cards), "2.5")
        shown = spread.melds[place]
        if not shown.cards or not showdown.fits(variant, shown, laid):
            text = _("{cards} does not fit meld {number}")
            return _refusal(text.format(cards=cards, number=place + 1), "6.4")
        hand = without(hand, laid)
    return _melds_refusal(variant, hand, move.melds)
