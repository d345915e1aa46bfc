"""Advice of `ginrummy hand --advise`: outs, danger, and the move of a strong player."""

from __future__ import annotations

from typing import Any, Final

from ginrummy.coach import ActionWorth, Judgement, judge
from ginrummy.coach.decision_facts import hand_after, helping_cards
from ginrummy.coach.explanations import reason
from ginrummy.game.moves import CLOSINGS, MoveKind
from ginrummy.game.view import View
from ginrummy.locale import _, pgettext
from ginrummy.locale.numbers import percent_text, signed_text
from ginrummy.players.judgement import action_json
from ginrummy.terminal.output import screen_width
from ginrummy.text.ledger.text_columns import below_names
from ginrummy.text.move_names import move_name

SHOWN: Final = 5


def advice_lines(view: View) -> list[str]:
    """Return the best moves in words, the outs, the dangerous discards, and the reason for the first move."""
    judgement = judge(view)
    rows = [_heading(), *(_cells(view, judgement, action) for action in judgement.actions[:SHOWN])]
    name = move_name(judgement.best.move, top=view.top)
    best = _("A strong player: {move}.").format(move=name)
    if len(judgement.actions) > 1:
        why = reason(view, judgement, judgement.best, judgement.actions[1])
        best = _("A strong player: {move} ({why}).").format(move=name, why=why)
    return [*below_names(rows, right=(1, 2, 3, 4), most=screen_width()), "", best]


def _heading() -> list[str]:
    return [
        pgettext("column heading", "Advice"),
        pgettext("column", "match won"),
        pgettext("column", "points"),
        pgettext("column heading", "cards that help"),
        pgettext("column heading", "danger"),
    ]


def _cells(view: View, judgement: Judgement, action: ActionWorth) -> list[str]:
    helps = helping_cards(view, hand_after(view, action.move))
    danger = "–"
    if action.move.kind is MoveKind.DISCARD:
        danger = percent_text(judgement.other.wants[action.move.face], 0)
    is_end = action.move.kind in CLOSINGS
    worth = [percent_text(action.win, 1), signed_text(action.points, 1)]
    return [move_name(action.move, top=view.top), *worth, "–" if is_end else str(helps), danger]


def advice_json(view: View) -> dict[str, Any]:
    """Return the best moves as JSON values."""
    judgement = judge(view)
    return {
        "advice": [
            action_json(action)
            | {
                "helps": helping_cards(view, hand_after(view, action.move)),
                "danger": judgement.other.wants[action.move.face]
                if action.move.kind is MoveKind.DISCARD
                else None,
            }
            for action in judgement.actions
        ]
    }
