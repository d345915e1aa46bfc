"""Choices for laying out a hand, best first, with the place of each card on the felt."""

from __future__ import annotations

import json
from dataclasses import dataclass

from ginrummy.game.game import Phase
from ginrummy.game.layouts import Layout, choices
from ginrummy.game.moves import held, in_order
from ginrummy.game.view import View
from ginrummy.locale import _, ngettext
from ginrummy.rules.hand import size_of
from ginrummy.web.board.cards import ShownCard, meld_group
from ginrummy.web.board.hand_end import ShownHand, hand_left, spread_hand

LAYOUTS = (Phase.SPREAD, Phase.LAY_OFF)


@dataclass(frozen=True, slots=True)
class Way:
    """Layout: the event text it submits, the other hand with lay-offs, and the own hand."""

    move: str
    label: str
    theirs: ShownHand | None
    mine: ShownHand


def ways_of(view: View) -> tuple[Way, ...]:
    """Return the layouts among which the viewer chooses, best first. Empty in any other phase."""
    if not view.is_my_turn or view.phase not in LAYOUTS:
        return ()
    return tuple(_way(view, layout) for layout in choices(view))


def short_text(layout: Layout) -> str:
    """Return a layout as a short label: `Lay off 2: 7 left`."""
    laid = sum(size_of(cards) for cards in layout.move.laid)
    if laid:
        text = ngettext("Lay {count} off: {left} left", "Lay {count} off: {left} left", laid)
        return text.format(count=laid, left=layout.deadwood)
    return _("Lay out: {left} left").format(left=layout.deadwood)


def _way(view: View, layout: Layout) -> Way:
    move = layout.move
    theirs = None if view.spread is None else spread_hand(view, move.laid)
    groups = tuple(meld_group(in_order(meld)) for meld in held(move.melds))
    return Way(str(move), short_text(layout), theirs, hand_left(view, groups, layout.left))


def ways_json(ways: tuple[Way, ...]) -> str:
    """Return the layouts for the script that moves the cards: groups of cards, and the deadwood in words."""
    return json.dumps([_way_json(way) for way in ways])


def _way_json(way: Way) -> dict[str, object]:
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
