"""Legality of moves: the reason in words and the clause of RULES.md for each refusal."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from re import Pattern
from typing import Final

from ginrummy.game.cards import Hand, card_sign, parse_faces
from ginrummy.game.moves import (
    NO_MELDS,
    Melds,
    Move,
    MoveKind,
    defence_from_move,
    ordered_faces,
    remove_melds,
)
from ginrummy.locale import _, ngettext, using_language
from ginrummy.locale.errors import CardError, IllegalMove
from ginrummy.rules import melds, showdown, spreads, turns
from ginrummy.rules.cards import contains_cards, is_card, single, without
from ginrummy.rules.spreads import Spread
from ginrummy.rules.turns import Choices, State
from ginrummy.rules.types import Face
from ginrummy.variants import LIMIT_DISCARD, LIMIT_FIXED, LIMIT_NONE, NONE, Variant

_PLACE: Final = re.compile(r"\\{(\w+)\\}")


@cache
def message_pattern(text: str, value: str = ".*") -> re.Pattern[str]:
    """Return the pattern of `text` filled in, with a group for each placeholder that matches `value`.

    >>> message_pattern("it called exit({status})").fullmatch("it called exit(1)")["status"]
    '1'
    """
    return re.compile(_PLACE.sub(rf"(?P<\1>{value})", re.escape(text)), re.DOTALL)


Values = Mapping[str, "int | tuple[int, ...]"]
"""Parameters of a reason: `card` and `cards` are faces, any other is a number."""

REASONS: Final[dict[str, Callable[[int], str]]] = {
    "hand_over": lambda _n: _("the hand is over"),
    "not_closed": lambda _n: _("nobody has closed the hand yet"),
    "only_upcard_passed": lambda _n: _("only the first upcard may be passed"),
    "not_drawn": lambda _n: _("a card must be drawn or taken first"),
    "upcard_first": lambda _n: _("first the upcard is taken or passed"),
    "stock_closed": lambda _n: _("the stock is closed: take the last discard to close, or pass"),
    "both_passed": lambda _n: _("both passed the upcard: now the stock must be drawn"),
    "last_discard": lambda _n: _("the last discard may be taken only to close, and it would not"),
    "pile_empty": lambda _n: _("the discard pile is empty"),
    "drawn": lambda _n: _("one card is drawn in a turn: now discard"),
    "first_turn": lambda _n: _("in the first turn nothing is drawn: discard"),
    "not_held": lambda _n: _("{card} is not in the hand"),
    "just_taken": lambda _n: _("the card just taken may not be discarded at once"),
    "must_close": lambda _n: _("the last discard was taken: now close the hand"),
    "first_turn_closing": lambda _n: _("nobody may close on the first turn"),
    "gin_leaves": lambda left: ngettext(
        "gin leaves nothing, but {left} point is left", "gin leaves nothing, but {left} points are left", left
    ),
    "gin_only": lambda left: ngettext(
        "only gin ends this hand, and {left} point is left",
        "only gin ends this hand, and {left} points are left",
        left,
    ),
    "unmatched": lambda most: ngettext(
        "at most {most} card may be left unmatched", "at most {most} cards may be left unmatched", most
    ),
    "over_limit": lambda left: ngettext(
        "{left} point would be left, the limit is {limit}",
        "{left} points would be left, the limit is {limit}",
        left,
    ),
    "no_big_gin": lambda _n: _("big gin is not played in this variant"),
    "big_gin_undrawn": lambda _n: _("big gin needs a card drawn"),
    "big_gin_leaves": lambda left: ngettext(
        "big gin leaves nothing, but {left} point is left",
        "big gin leaves nothing, but {left} points are left",
        left,
    ),
    "laid_out_first": lambda _n: _("the hand is closed: now it is laid out"),
    "defender_lays": lambda _n: _("the hand is closed: now the defender lays off"),
    "no_meld": lambda _n: _("{cards} is no meld"),
    "not_free": lambda _n: _("{cards}: not all of these are free in the hand"),
    "no_laying_off": lambda _n: _("nothing is laid off in this variant"),
    "none_on_gin": lambda _n: _("nothing may be laid off on gin"),
    "no_fit": lambda _n: _("{cards} does not fit meld {number}"),
}
"""Messages by name. For a counted text, `left` or `most` selects the plural form."""
_COUNTED: Final = ("left", "most")
_CARDS: Final = ("card", "cards")


def illegal_move(
    reason: str, clause: str, *, where: str = "", **values: int | tuple[int, ...]
) -> IllegalMove:
    """Return the translated refusal for `reason`, one of `REASONS`."""
    return IllegalMove(
        refusal_message(reason, values), where=where, clause=clause, reason=reason, values=values
    )


def refusal_message(reason: str, values: Values) -> str:
    """Return the message of `reason` with its `values` in the current language.

    >>> refusal_message("no_fit", {"cards": (3, 4), "number": 2})
    '4♠ 5♠ does not fit meld 2'
    """
    counted = next((int(str(values[name])) for name in _COUNTED if name in values), 0)
    shown = {name: _signs(value) if isinstance(value, tuple) else value for name, value in values.items()}
    return REASONS[reason](counted).format(**shown)


def _signs(faces: Iterable[int]) -> str:
    return " ".join(card_sign(Face(face)) for face in faces if is_card(face))


def parse_refusal(message: str) -> tuple[str, Values] | None:
    """Return the reason and values of the English message `message`, or `None` for another text.

    >>> parse_refusal("4♠ 5♠ does not fit meld 2")
    ('no_fit', {'cards': (3, 4), 'number': 2})
    """
    for reason in REASONS:
        for pattern in _patterns(reason):
            if found := pattern.fullmatch(message):
                try:
                    return reason, {name: _value(name, text) for name, text in found.groupdict().items()}
                except (CardError, ValueError):
                    continue
    return None


def _value(name: str, text: str) -> int | tuple[Face, ...]:
    return parse_faces(text, packs=2) if name in _CARDS else int(text)


@cache
def _patterns(reason: str) -> tuple[Pattern[str], ...]:
    """Return the patterns of the English message of `reason`, singular and plural."""
    with using_language("en"):
        texts = dict.fromkeys(REASONS[reason](count) for count in (1, 2))
    return tuple(message_pattern(text, ".+") for text in texts)


def find_illegality(
    variant: Variant, state: State, spread: Spread | None, move: Move, *, is_over: bool
) -> IllegalMove | None:
    """Return why `move` is refused, or `None` if it is legal."""
    if is_over:
        return illegal_move("hand_over", _ending_clause(variant, state), where=str(move))
    if state.phase == turns.CLOSED:
        refused = _showdown_refusal(variant, state, spread, move)
    elif move.kind in (MoveKind.SPREAD, MoveKind.LAY_OFF):
        refused = illegal_move("not_closed", "6.1")
    else:
        refused = _turn_refusal(variant, state, move)
    return None if refused is None else refused.with_place(str(move))


def _ending_clause(variant: Variant, state: State) -> str:
    if state.phase == turns.CLOSED:
        return "5"
    return "4.8" if state.stock > variant.wall_stock else "8.1"


def _turn_refusal(variant: Variant, state: State, move: Move) -> IllegalMove | None:
    # The legal discards are known without testing every card that might close the hand.
    if move.kind is MoveKind.DISCARD and state.phase in (turns.DISCARD, turns.MUST_CLOSE):
        return _throw_refusal(variant, state, move)
    choices = turns.choices(variant, state)
    if move.kind is MoveKind.PASS:
        return None if choices.leave else illegal_move("only_upcard_passed", "4.4")
    if move.kind is MoveKind.DRAW:
        return None if choices.draw else _draw_refusal(variant, state)
    if move.kind is MoveKind.TAKE:
        return None if choices.take else _take_refusal(variant, state)
    if state.phase not in (turns.DISCARD, turns.MUST_CLOSE):
        return illegal_move("not_drawn", "4.4")
    if move.kind is MoveKind.BIG_GIN:
        return None if choices.big_gin else _big_gin_refusal(variant, state)
    return _card_refusal(variant, state, move) or _closing_refusal(variant, state, choices, move)


def _draw_refusal(variant: Variant, state: State) -> IllegalMove:
    if state.phase in (turns.OFFER, turns.OFFER_DEALER):
        return illegal_move("upcard_first", "4.1")
    if state.phase == turns.LAST_DISCARD:
        return illegal_move("stock_closed", "8.4")
    return _drawn_refusal(variant, state)


def _take_refusal(variant: Variant, state: State) -> IllegalMove:
    if state.phase == turns.STOCK_ONLY:
        return illegal_move("both_passed", "4.1")
    if state.phase == turns.LAST_DISCARD:
        return illegal_move("last_discard", "8.4")
    if state.phase == turns.DRAW:
        return illegal_move("pile_empty", "4.4")
    return _drawn_refusal(variant, state)


def _drawn_refusal(variant: Variant, state: State) -> IllegalMove:
    if turns.has_drawn(variant, state):
        return illegal_move("drawn", "4.5")
    return illegal_move("first_turn", "4.3")


def _throw_refusal(variant: Variant, state: State, move: Move) -> IllegalMove | None:
    refused = _card_refusal(variant, state, move)
    if refused is None and state.phase == turns.MUST_CLOSE:
        return illegal_move("must_close", "8.4")
    return refused


def _card_refusal(variant: Variant, state: State, move: Move) -> IllegalMove | None:
    bit = 1 << move.face if is_card(move.face) else 0
    hand = state.hands[state.turn]
    if not hand.cards & bit:
        return illegal_move("not_held", "4.5", card=(move.face,))
    if not turns.discardable_faces(hand, turns.held_back(variant, state.taken)) & bit:
        return illegal_move("just_taken", "4.6")
    return None


def _closing_refusal(variant: Variant, state: State, choices: Choices, move: Move) -> IllegalMove | None:
    rest = without(state.hands[state.turn], single(move.face))
    left = melds.deadwood(variant, rest)
    is_gin = move.kind is MoveKind.GIN
    if choices.closings & 1 << move.face and not (is_gin and left > 0):
        return None
    if state.turns == 0 and variant.first_turn_knock == 0:
        return illegal_move("first_turn_closing", "5.9")
    if is_gin and left > 0:
        return illegal_move("gin_leaves", "5.6", left=left)
    return _knock_refusal(variant, state, move, left)


def _knock_refusal(variant: Variant, state: State, move: Move, left: int) -> IllegalMove:
    limit = turns.knock_limit(variant, state, move.face)
    if NONE != limit >= left:
        return illegal_move("unmatched", "5.5", most=variant.knock_max_unmatched)
    return above_limit(variant, left, limit)


def above_limit(variant: Variant, left: int, limit: int, *, where: str = "") -> IllegalMove:
    """Return the refusal of a knock with `left` points above `limit`, which may be `NONE`."""
    clause = knock_limit_clause(variant)
    if limit == NONE or (limit == 0 and not turns.has_limit_per_discard(variant)):
        return illegal_move("gin_only", clause, where=where, left=left)
    return illegal_move("over_limit", clause, where=where, left=left, limit=limit)


def knock_limit_clause(variant: Variant) -> str:
    """Return the clause that sets the knock limit of `variant`."""
    clauses = {LIMIT_FIXED: "5.2", LIMIT_DISCARD: "5.4", LIMIT_NONE: "5.8"}
    return clauses.get(variant.knock_limit, "5.3")


def _big_gin_refusal(variant: Variant, state: State) -> IllegalMove:
    if variant.big_gin_bonus == NONE:
        return illegal_move("no_big_gin", "5.7")
    if not turns.has_drawn(variant, state):
        return illegal_move("big_gin_undrawn", "5.7")
    if state.turns == 0 and variant.first_turn_knock == 0:
        return illegal_move("first_turn_closing", "5.9")
    left = melds.deadwood(variant, state.hands[state.turn])
    return illegal_move("big_gin_leaves", "5.7", left=left)


def _showdown_refusal(
    variant: Variant, state: State, spread: Spread | None, move: Move
) -> IllegalMove | None:
    if spread is None:
        if move.kind is not MoveKind.SPREAD:
            return illegal_move("laid_out_first", "6.1")
        return _spread_refusal(variant, state, move)
    if move.kind is not MoveKind.LAY_OFF:
        return illegal_move("defender_lays", "6.3")
    return _lay_off_refusal(variant, state, spread, move)


def _spread_refusal(variant: Variant, state: State, move: Move) -> IllegalMove | None:
    hand = state.hands[state.turn]
    left, limit = remove_melds(hand, move.melds), turns.spread_limit(variant, state)
    if spreads.is_legal_spread(variant, hand, Spread(move.melds, left), limit):
        return None
    return _melds_reason(variant, hand, move.melds) or _limit_reason(variant, left, limit)


def _lay_off_refusal(variant: Variant, state: State, spread: Spread, move: Move) -> IllegalMove | None:
    hand = state.hands[1 - state.turn]
    if showdown.is_legal_defence(variant, hand, spread, defence_from_move(hand, move), state.closing):
        return None
    if not showdown.may_lay_off(variant, state.closing) and move.laid != NO_MELDS:
        return _no_lay_off_reason(state)
    reason = _laid_reason(variant, hand, spread, move.laid)
    reason = reason or _melds_reason(variant, remove_melds(hand, move.laid), move.melds)
    assert reason is not None, move
    return reason


def _melds_reason(variant: Variant, hand: Hand, parts: Melds) -> IllegalMove | None:
    """Return why `parts` are not disjoint melds of `hand`, or `None` if they are."""
    for meld in parts:
        if not meld.cards:
            continue
        if not melds.is_meld(variant, meld):
            return illegal_move("no_meld", "2", cards=ordered_faces(meld))
        if not contains_cards(hand, meld):
            return illegal_move("not_free", "2.5", cards=ordered_faces(meld))
        hand = without(hand, meld)
    return None


def _limit_reason(variant: Variant, left: Hand, limit: int) -> IllegalMove:
    points = melds.points_of(variant, left)
    if points <= limit:
        return illegal_move("unmatched", "5.5", most=variant.knock_max_unmatched)
    return illegal_move("over_limit", "6.1", left=points, limit=limit)


def _no_lay_off_reason(state: State) -> IllegalMove:
    if state.closing == turns.CLOSED_KNOCK:
        return illegal_move("no_laying_off", "6.3")
    return illegal_move("none_on_gin", "6.7")


def _laid_reason(variant: Variant, hand: Hand, spread: Spread, parts: Melds) -> IllegalMove | None:
    """Return why `parts` cannot be laid off on the melds of `spread`, or `None` if they can."""
    for place, laid in enumerate(parts):
        if not laid.cards:
            continue
        if not contains_cards(hand, laid):
            return illegal_move("not_free", "2.5", cards=ordered_faces(laid))
        shown = spread.melds[place]
        if not shown.cards or not showdown.extends_meld(variant, shown, laid):
            return illegal_move("no_fit", "6.5", cards=ordered_faces(laid), number=place + 1)
        hand = without(hand, laid)
    return None
