"""Texts of the table screen about the cards."""

from __future__ import annotations

from ginrummy.game.cards import card_sign, faces_of
from ginrummy.game.game import Phase
from ginrummy.game.hand_arrangement import Arrangement, HeldHand
from ginrummy.game.view import View
from ginrummy.locale import _
from ginrummy.rules import melds
from ginrummy.rules.hand import single, without
from ginrummy.rules.types import Face, Points
from ginrummy.terminal.local_table import LocalTable
from ginrummy.terminal.tui.card_widgets import BACK
from ginrummy.text.game_text import ARRANGEMENTS, prompt_text


def other_hand(view: View) -> HeldHand:
    """Return the visible part of the other hand: the known cards, or all of it once it lies open."""
    if view.shown is not None:
        return HeldHand((faces_of(view.shown),), 0)
    known = faces_of(view.opponent_known)
    return HeldHand(((*known, *[BACK] * (view.opponent_size - len(known))),), 0)


def hand_text(view: View, arrangement: Arrangement, selected: Face | None) -> str:
    """Return the line above the hand: its order and its deadwood."""
    way = _("Your hand, {way}").format(way=_(ARRANGEMENTS[arrangement]))
    return f"{way} · {deadwood_text(view, selected)}"


def deadwood_text(view: View, selected: Face | None) -> str:
    """Return the deadwood of the hand, or that after the selected discard."""
    if view.phase is not Phase.DISCARD or not view.is_my_turn:
        return _("deadwood {points}").format(points=view.deadwood())
    if selected is not None:
        text = _("deadwood {points} without {card}")
        return text.format(points=left_without(view, selected), card=card_sign(selected))
    least = min(view.leaves.values())
    return _("deadwood {points} after the best discard").format(points=least)


def left_without(view: View, face: Face) -> Points:
    """Return the least deadwood of the hand without `face`."""
    return Points(melds.deadwood(view.variant, without(view.hand, single(face))))


def turn_text(table: LocalTable, view: View) -> str:
    """Return the action needed now, and by whom."""
    if view.phase is Phase.OVER:
        return ""
    if not view.is_my_turn:
        return _("{name} is thinking…").format(name=table.name)
    if view.phase in (Phase.SPREAD, Phase.LAY_OFF):
        return _("The hand is closed: lay it out.")
    return prompt_text(view)
