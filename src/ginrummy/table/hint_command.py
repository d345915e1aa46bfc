"""What is said to somebody who asks for a hint, or why not this move, or how safe that card is."""

from __future__ import annotations

from ginrummy.cards import Spelling, card_sign
from ginrummy.table.command_parser import parse_move
from ginrummy.table.hints import advice_text, answer, hint
from ginrummy.view import View


def hint_text(view: View, asked: str, spelling: Spelling = card_sign) -> str:
    """Return the hint for the seat to move, or what there is to say of the move or card `asked` about.

    Raises `GinRummyError` for what is no move, and for a move that the law refuses.
    """
    move_asked = asked.strip().rstrip("?").strip()
    if not move_asked:
        return advice_text(hint(view, spelling), spelling)
    return answer(view, parse_move(view, move_asked), spelling)
