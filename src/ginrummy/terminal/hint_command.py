"""Answers to "hint", "why not this move?" and "how safe is this card?"."""

from __future__ import annotations

from functools import lru_cache

from ginrummy.coach.hints import advice_text, hint, move_opinion
from ginrummy.game.cards import Spelling, card_sign
from ginrummy.game.moves import DRAW
from ginrummy.game.view import View
from ginrummy.locale import language
from ginrummy.terminal.command_parser import parse_move


def hint_text(view: View, move_text: str, spelling: Spelling = card_sign) -> str:
    """Return a hint for the seat to move, or an opinion on the move or card `move_text`.

    Raise `GinRummyError` for text that is no move, for an illegal move, and where it is not the viewer's
    turn.
    """
    refusal = view.refusal(DRAW)
    if refusal is not None and not view.is_my_turn:
        raise refusal
    return _cached_hint(view, move_text.strip().rstrip("?").strip(), spelling, language())


@lru_cache(maxsize=16)
def _cached_hint(view: View, asked: str, spelling: Spelling, _language: str) -> str:
    """Return the answer, cached: the same question gets the same answer at once."""
    if not asked:
        return advice_text(hint(view, spelling), spelling)
    return move_opinion(view, parse_move(view, asked), spelling)
