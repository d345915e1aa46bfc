"""Buttons for all actions of a seat other than plain discards. Each kind has a fixed place in the bar."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ginrummy.game.cards import Spelling, card_sign, face_code, faces_of
from ginrummy.game.game import Phase
from ginrummy.game.layouts import Layout, choices
from ginrummy.game.moves import CLOSINGS, Move, MoveKind
from ginrummy.game.view import View
from ginrummy.locale import _, ngettext
from ginrummy.players.candidate_actions import best_closing
from ginrummy.rules import turns
from ginrummy.rules.card_encoding import is_card
from ginrummy.rules.types import Points
from ginrummy.text import game_text
from ginrummy.web.board.layout_choices import LAYOUTS, short_text

_DRAWINGS = frozenset((MoveKind.TAKE, MoveKind.DRAW, MoveKind.PASS))
_SPELLINGS = (card_sign, game_text.card_words)


@dataclass(frozen=True, slots=True)
class Action:
    """Button: the event text it submits, its label, its spoken name and its kind.

    `is_likely` marks the usual choice. `face` is the code of the card discarded face down, and `detail` says
    so below the label.
    """

    text: str
    label: str
    spoken: str
    kind: str
    is_likely: bool = False
    face: str = ""
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Bar:
    """Buttons in groups: `first` takes and closes, `second` draws, passes and lays out, `others` unfold."""

    first: Action | None = None
    second: Action | None = None
    others: tuple[Action, ...] = ()


def bar_of(view: View) -> Bar:
    """Return the viewer's buttons. Plain discards have none: the cards themselves are pressed."""
    if not view.is_my_turn:
        return Bar()
    if view.phase in LAYOUTS:
        best, *others = choices(view)
        likely = replace(_layout_action(best), label=short_text(best), is_likely=True)
        return Bar(None, likely, tuple(map(_layout_action, others)))
    moves = {move.kind: move for move in view.legal_moves()}
    if moves.keys() & CLOSINGS:
        return _closing_bar(view, moves.get(MoveKind.BIG_GIN) or best_closing(view))
    drawn = {kind: _drawing_action(view, move) for kind, move in moves.items() if kind in _DRAWINGS}
    second = drawn.get(MoveKind.DRAW) or drawn.get(MoveKind.PASS)
    return Bar(drawn.get(MoveKind.TAKE), replace(second, is_likely=True) if second else None)


def _closing_bar(view: View, best: Move | None) -> Bar:
    assert best is not None
    others = [move for move in view.legal_moves() if move.kind in CLOSINGS and move != best]
    likely = replace(_closing_action(view, best), is_likely=True)
    return Bar(likely, None, tuple(_closing_action(view, move) for move in others))


def _closing_action(view: View, move: Move) -> Action:
    """Return the button that closes the hand: `Knock: 7 left`, with `4♣ face down` below."""
    face = face_code(move.face) if is_card(move.face) else ""
    if move.kind is MoveKind.BIG_GIN:
        return Action(str(move), _("Big gin!"), _("Big gin!"), "closing biggin")
    sign, card = (spelling(move.face) for spelling in _SPELLINGS)
    detail = _("{card} face down").format(card=sign)
    if move.kind is MoveKind.GIN:
        spoken = _("Gin, putting the {card} face down").format(card=card)
        return Action(str(move), _("Gin!"), spoken, "closing gin", face=face, detail=detail)
    left = turns.closing_deadwood(view.variant, view.state, move.face)
    label = ngettext("Knock: {count} left", "Knock: {count} left", left).format(count=left)
    spoken = _("Knock, putting the {card} face down").format(card=card)
    return Action(str(move), label, f"{label}. {spoken}", "closing knock", face=face, detail=detail)


def _drawing_action(view: View, move: Move) -> Action:
    label, spoken = (_drawing_label(view, move, spelling) for spelling in _SPELLINGS)
    return Action(str(move), label, spoken, move.kind.value)


def _drawing_label(view: View, move: Move, spelling: Spelling) -> str:
    if move.kind is MoveKind.PASS:
        return _("Pass")
    if move.kind is MoveKind.DRAW:
        return _("Draw")
    return _("Take the {card}").format(card=spelling(view.pile[-1]))


def _layout_action(layout: Layout) -> Action:
    label, spoken = (layout_text(layout, spelling) for spelling in _SPELLINGS)
    return Action(str(layout.move), label, spoken, "layout")


def layout_text(layout: Layout, spelling: Spelling) -> str:
    """Return a layout in words: lay-offs, melds and the deadwood left."""
    left = game_text.points_text(layout.deadwood)
    parts = game_text.melds_text(layout.move.melds, layout.left, spelling) or _("no meld")
    laid = [face for cards in layout.move.laid for face in faces_of(cards)]
    if laid:
        text = _("Lay off {laid}; {cards} ({points} left)")
        return text.format(laid=game_text.cards_text(laid, spelling), cards=parts, points=left)
    return _("Lay out {cards} ({points} left)").format(cards=parts, points=left)


def best_left(view: View) -> Points:
    """Return the viewer's least deadwood, after the best discard if one is due."""
    leaves = view.leaves
    discards = [move for move in view.legal_moves() if move.kind is MoveKind.DISCARD]
    return min((leaves[str(move)] for move in discards), default=view.deadwood())


def hand_text(view: View) -> str:
    """Return the state of the viewer's hand, after the best discard if one is due."""
    if view.is_my_turn and view.phase is Phase.DISCARD:
        return _("After your best discard: {points}").format(points=best_left(view))
    return _("Deadwood: {points}").format(points=view.deadwood())
