"""What is said to somebody who asks for a hint, or why not this move, or how safe that card is."""

from __future__ import annotations

from functools import lru_cache

from ginrummy.cards import Spelling, card_sign
from ginrummy.coach.warming import is_warm
from ginrummy.locale import language
from ginrummy.moves import DRAW
from ginrummy.table.command_parser import parse_move
from ginrummy.table.hints import advice_text, answer, hint
from ginrummy.view import View


def hint_text(view: View, asked: str, spelling: Spelling = card_sign) -> str:
    """Return the hint for the seat to move, or what there is to say of the move or card `asked` about.

    Raises `GinRummyError` for what is no move, for a move that the law refuses, and where it is not the
    viewer's turn.
    """
    refusal = view.refusal(DRAW)
    if refusal is not None and not view.is_my_turn:
        raise refusal
    return _told(view, asked.strip().rstrip("?").strip(), spelling, language(), is_warm())


@lru_cache(maxsize=16)
def _told(view: View, asked: str, spelling: Spelling, _language: str, _is_warm: bool) -> str:
    """Return what was found out; whoever asks again hears the same, and at once."""
    if not asked:
        return advice_text(hint(view, spelling), spelling)
    return answer(view, parse_move(view, asked), spelling)
