"""Buttons for all actions of a seat other than plain discards. Each kind has a fixed place in the bar."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace

from ginrummy.game.cards import Spelling, card_sign, face_code, faces_of
from ginrummy.game.game import Phase
from ginrummy.game.layouts import Layout, reasonable_layouts
from ginrummy.game.moves import CLOSINGS, Move, MoveKind, closing_move, non_empty_melds, ordered_faces
from ginrummy.game.view import View
from ginrummy.locale import _, ngettext
from ginrummy.locale.errors import GinRummyError
from ginrummy.players.candidate_actions import best_closing
from ginrummy.rules import turns
from ginrummy.rules.cards import is_card, size_of
from ginrummy.rules.types import Points
from ginrummy.text import sentences
from ginrummy.variants import LIMIT_NONE
from ginrummy.web.board.cards import ShownCard, meld_group
from ginrummy.web.board.hand_end import ShownHand, hand_with_deadwood, knocker_hand

LAYOUTS = (Phase.SPREAD, Phase.LAY_OFF)


@dataclass(frozen=True, slots=True)
class LayoutChoice:
    """Layout: the event text it submits, the other hand with lay-offs, and the own hand."""

    move: str
    label: str
    theirs: ShownHand | None
    mine: ShownHand


def layout_choices(view: View) -> tuple[LayoutChoice, ...]:
    """Return the layouts among which the viewer chooses, best first. Empty in any other phase."""
    if not view.is_my_turn or view.phase not in LAYOUTS:
        return ()
    return tuple(_way(view, layout) for layout in reasonable_layouts(view))


def layout_label(layout: Layout) -> str:
    """Return a layout as a short label: `Lay off 2: 7 left`."""
    laid = sum(size_of(cards) for cards in layout.move.laid)
    if laid:
        text = ngettext("Lay {count} off: {left} left", "Lay {count} off: {left} left", laid)
        return text.format(count=laid, left=layout.deadwood)
    return _("Lay out: {left} left").format(left=layout.deadwood)


def _way(view: View, layout: Layout) -> LayoutChoice:
    move = layout.move
    theirs = None if view.spread is None else knocker_hand(view, move.laid)
    groups = tuple(meld_group(ordered_faces(meld)) for meld in non_empty_melds(move.melds))
    return LayoutChoice(
        str(move), layout_label(layout), theirs, hand_with_deadwood(view, groups, layout.left)
    )


def layout_choices_json(layouts: tuple[LayoutChoice, ...]) -> str:
    """Return the layouts for the script that moves the cards: groups of cards, and the deadwood in words."""
    return json.dumps([_way_json(way) for way in layouts])


def _way_json(way: LayoutChoice) -> dict[str, object]:
    return {
        "move": way.move,
        "label": way.label,
        "theirs": [] if way.theirs is None else [_cards(group.cards) for group in way.theirs.melds],
        "mine": [_cards(group.cards) for group in way.mine.melds],
        "left": _cards(way.mine.left),
        "points": way.mine.points,
    }


def _cards(cards: tuple[ShownCard, ...]) -> list[tuple[str, str, bool]]:
    return [(card.code, card.name, card.is_laid) for card in cards]


_DRAWINGS = frozenset((MoveKind.TAKE, MoveKind.DRAW, MoveKind.PASS))
_SPELLINGS = (card_sign, sentences.card_name)


@dataclass(frozen=True, slots=True)
class ActionButton:
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
class ButtonBar:
    """Buttons by place: `closing` on the felt, in the bar `first` takes and `second` draws, passes and lays
    out. `others` unfold.
    """

    closing: ActionButton | None = None
    first: ActionButton | None = None
    second: ActionButton | None = None
    others: tuple[ActionButton, ...] = ()


def button_bar(view: View) -> ButtonBar:
    """Return the viewer's buttons. Plain discards have none: the cards themselves are pressed."""
    if not view.is_my_turn:
        return ButtonBar()
    if view.phase in LAYOUTS:
        best, *others = reasonable_layouts(view)
        likely = replace(_layout_action(best), label=layout_label(best), is_likely=True)
        return ButtonBar(second=likely, others=tuple(map(_layout_action, others)))
    moves = {move.kind: move for move in view.legal_moves()}
    if moves.keys() & CLOSINGS:
        return _closing_bar(view, moves.get(MoveKind.BIG_GIN) or best_closing(view))
    drawn = {kind: _drawing_action(view, move) for kind, move in moves.items() if kind in _DRAWINGS}
    second = drawn.get(MoveKind.DRAW) or drawn.get(MoveKind.PASS)
    marked = replace(second, is_likely=True) if second else None
    return ButtonBar(first=drawn.get(MoveKind.TAKE), second=marked)


def _closing_bar(view: View, best: Move | None) -> ButtonBar:
    assert best is not None
    others = [move for move in view.legal_moves() if move.kind in CLOSINGS and move != best]
    likely = replace(_closing_action(view, best), is_likely=True)
    return ButtonBar(likely, others=tuple(_closing_action(view, move) for move in others))


def _closing_action(view: View, move: Move) -> ActionButton:
    """Return the button that closes the hand: `Knock with 7`, with `4♣ face down` below."""
    face = face_code(move.face) if is_card(move.face) else ""
    if move.kind is MoveKind.BIG_GIN:
        return ActionButton(str(move), _("Big gin!"), _("Big gin!"), "closing biggin")
    sign, card = (spelling(move.face) for spelling in _SPELLINGS)
    detail = _("{card} face down").format(card=sign)
    if move.kind is MoveKind.GIN:
        spoken = _("Gin, putting the {card} face down").format(card=card)
        return ActionButton(str(move), _("Gin!"), spoken, "closing gin", face=face, detail=detail)
    left = turns.closing_deadwood(view.variant, view.state, move.face)
    label = ngettext("Knock with {count}", "Knock with {count}", left).format(count=left)
    spoken = _("Knock, putting the {card} face down").format(card=card)
    return ActionButton(str(move), label, f"{label}. {spoken}", "closing knock", face=face, detail=detail)


def _drawing_action(view: View, move: Move) -> ActionButton:
    label, spoken = (_drawing_label(view, move, spelling) for spelling in _SPELLINGS)
    return ActionButton(str(move), label, spoken, move.kind.value)


def _drawing_label(view: View, move: Move, spelling: Spelling) -> str:
    if move.kind is MoveKind.PASS:
        return _("Pass")
    if move.kind is MoveKind.DRAW:
        return _("Draw")
    return _("Take the {card}").format(card=spelling(view.pile[-1]))


def _layout_action(layout: Layout) -> ActionButton:
    label, spoken = (layout_text(layout, spelling) for spelling in _SPELLINGS)
    return ActionButton(str(layout.move), label, spoken, "layout")


def layout_text(layout: Layout, spelling: Spelling) -> str:
    """Return a layout in words: lay-offs, melds and the deadwood left."""
    left = sentences.points_text(layout.deadwood)
    parts = sentences.melds_text(layout.move.melds, layout.left, spelling) or _("no meld")
    laid = [face for cards in layout.move.laid for face in faces_of(cards)]
    if laid:
        text = _("Lay off {laid}; {cards} ({points} left)")
        return text.format(laid=sentences.cards_text(laid, spelling), cards=parts, points=left)
    return _("Lay out {cards} ({points} left)").format(cards=parts, points=left)


def least_deadwood_after_discard(view: View) -> Points:
    """Return the viewer's least deadwood, after the best discard if one is due."""
    leaves = view.leaves
    discards = [move for move in view.legal_moves() if move.kind is MoveKind.DISCARD]
    return min((leaves[str(move)] for move in discards), default=view.deadwood())


def hand_text(view: View) -> str:
    """Return the state of the viewer's hand, after the best discard if one is due."""
    if view.is_my_turn and view.phase is Phase.DISCARD:
        return _("After your best discard: {points}").format(points=least_deadwood_after_discard(view))
    return _("Deadwood: {points}").format(points=view.deadwood())


def no_closing_text(view: View) -> str:
    """Return why the viewer may not close with the best discard, empty if it may. A discard must be due."""
    if not view.is_my_turn or view.phase is not Phase.DISCARD:
        return ""
    legal = view.legal_moves()
    if any(move.kind in CLOSINGS for move in legal):
        return ""
    leaves = view.leaves
    best = min(legal, key=lambda move: leaves[str(move)])
    refusal = view.refusal(closing_move(view.variant, view.hand, best.face))
    if not isinstance(refusal, GinRummyError):
        return ""
    is_gin_only = view.variant.knock_limit == LIMIT_NONE or view.knock_limit == 0
    text = _("No gin yet: {reason}") if is_gin_only else _("No knock yet: {reason}")
    return text.format(reason=refusal.what)
