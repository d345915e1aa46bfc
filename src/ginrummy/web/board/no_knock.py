"""Reason why a hand cannot be closed yet, in the words of the rules."""

from __future__ import annotations

from ginrummy.game.game import Phase
from ginrummy.game.moves import CLOSINGS, closing
from ginrummy.game.view import View
from ginrummy.locale import _
from ginrummy.locale.errors import GinRummyError
from ginrummy.variants import LIMIT_NONE


def no_knock_text(view: View) -> str:
    """Return why the viewer may not close with the best discard, empty if it may. A discard must be due."""
    if not view.is_my_turn or view.phase is not Phase.DISCARD:
        return ""
    legal = view.legal_moves()
    if any(move.kind in CLOSINGS for move in legal):
        return ""
    leaves = view.leaves
    best = min(legal, key=lambda move: leaves[str(move)])
    refusal = view.refusal(closing(view.variant, view.hand, best.face))
    if not isinstance(refusal, GinRummyError):
        return ""
    text = (
        _("No gin yet: {reason}") if view.variant.knock_limit == LIMIT_NONE else _("No knock yet: {reason}")
    )
    return text.format(reason=refusal.what)
