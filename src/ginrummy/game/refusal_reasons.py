"""Reasons of the law for refusing a move: translated messages, and their parser from English."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from re import Pattern
from typing import Final

from ginrummy.game.cards import card_sign, parse_faces
from ginrummy.game.format_string_regex import pattern_of
from ginrummy.locale import _, ngettext, using_language
from ginrummy.locale.errors import CardError, IllegalMove
from ginrummy.rules.card_encoding import is_card
from ginrummy.rules.types import Face

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
    "just_taken": lambda _n: _("the card just taken may not be thrown back"),
    "must_close": lambda _n: _("the last discard was taken: now close the hand"),
    "first_turn_closing": lambda _n: _("nobody may close on the first turn"),
    "gin_leaves": lambda left: ngettext(
        "gin leaves nothing, but {left} point is left", "gin leaves nothing, but {left} points are left", left
    ),
    "gin_only": lambda left: ngettext(
        "only gin ends this game, and {left} point is left",
        "only gin ends this game, and {left} points are left",
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


def refusal(reason: str, clause: str, *, where: str = "", **values: int | tuple[int, ...]) -> IllegalMove:
    """Return the translated refusal for `reason`, one of `REASONS`."""
    return IllegalMove(said(reason, values), where=where, clause=clause, reason=reason, values=values)


def said(reason: str, values: Values) -> str:
    """Return the message of `reason` with its `values` in the current language.

    >>> said("no_fit", {"cards": (3, 4), "number": 2})
    '4♠ 5♠ does not fit meld 2'
    """
    counted = next((int(str(values[name])) for name in _COUNTED if name in values), 0)
    shown = {name: _signs(value) if isinstance(value, tuple) else value for name, value in values.items()}
    return REASONS[reason](counted).format(**shown)


def _signs(faces: Iterable[int]) -> str:
    return " ".join(card_sign(Face(face)) for face in faces if is_card(face))


def read_back(what: str) -> tuple[str, Values] | None:
    """Return the reason and values of the English message `what`, or `None` for another text.

    >>> read_back("4♠ 5♠ does not fit meld 2")
    ('no_fit', {'cards': (3, 4), 'number': 2})
    """
    for reason in REASONS:
        for pattern in _patterns(reason):
            if found := pattern.fullmatch(what):
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
    return tuple(pattern_of(text, ".+") for text in texts)
