"""Parts of a review in words and as HTML tables, of which its pages consist."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import astuple
from html import escape
from typing import Any, Final

from ginrummy.coach.charts import chart_page, review_graph
from ginrummy.coach.match_review import Decision, Review, ReviewStep, group_by_phase, mean_accuracy
from ginrummy.coach.review_phrases import (
    PHASE_NAMES,
    better_text,
    cost_text,
    luck_balance_text,
    signed_percent,
)
from ginrummy.game.cards import RANK_COUNT, SUIT_COUNT, card_sign, faces_of
from ginrummy.locale import _, pgettext
from ginrummy.locale.numbers import number_text, percent_text, signed_text
from ginrummy.rules.types import SEATS, Face
from ginrummy.text.sentences import move_name

ACTIONS_SHOWN = 6
_SHADES: Final = 10
"""Number of shades in a table of beliefs: a content policy may forbid a style for each cell."""


def _wide() -> str:
    """Return the start tag of a block that scrolls sideways, also by keys."""
    name = escape(_("In numbers"))
    return f'<div class="wide" role="region" tabindex="0" aria-label="{name}">'


def _element(tag: str, text: str) -> str:
    return f"<{tag}>{escape(text)}</{tag}>"


def review_parts(found: Review) -> dict[str, Any]:
    """Return a review in parts without names, in the current language: course, figures and each decision."""
    return {
        "start": found.start,
        "result": found.result,
        "steps": [astuple(step) for step in found.steps],
        "figures": accuracy_rows(found),
        "decisions": [decision_parts(decision) for decision in found.decisions],
    }


def decision_parts(decision: Decision) -> dict[str, Any]:
    """Return one decision in parts: its place, the move, what was better, and its tables as HTML."""
    moment = decision.moment
    return {
        "hand": moment.hand,
        "step": len(moment.game.plays),
        "seat": decision.seat,
        "size": decision.cost_in_points,
        "verdict": decision.verdict,
        "move": move_name(moment.move, top=moment.top),
        "cost": cost_text(decision) if decision.verdict else "",
        "better": better_text(decision) if decision.is_error else "",
        "played": str(moment.move),
        "best": str(decision.best.move) if decision.is_error else "",
        "tables": action_table(decision) + belief_table(decision),
    }


def review_html(found: Review) -> str:
    """Return course, figures and luck as HTML that fits into any page: its style stays within a frame."""
    players = _("Player 1"), _("Player 2")
    title = _("{first} against {second}").format(first=players[0], second=players[1])
    parts = [
        _element("h1", title),
        review_graph(found, players),
        _element("p", luck_balance_text(found, players)),
        figures_table(accuracy_rows(found), players),
    ]
    page = chart_page(title, parts, kind="review")
    return f'<iframe srcdoc="{escape(page)}" width="100%" height="600"></iframe>'


def review_from_parts(parts: dict[str, Any]) -> Review:
    """Return the review with the course in `parts`, without decisions."""
    steps = tuple(ReviewStep(*step) for step in parts["steps"])
    return Review(parts["start"], steps, (), parts["result"], is_over=True, worlds=0, seed=0)


def figures_table(rows: Iterable[Iterable[str]], players: tuple[str, str]) -> str:
    """Return a table of figures, one column per player."""
    body = "".join(_row("td", row) for row in rows)
    return (
        f'{_wide()}<table class="figures"><thead>{_row("th", ["", *players])}</thead>'
        f"<tbody>{body}</tbody></table></div>"
    )


def accuracy_rows(found: Review) -> list[list[str]]:
    """Return the rows of the table of accuracies."""
    parts = [group_by_phase(found.decisions_of(seat)) for seat in SEATS]
    rows = [[pgettext("column", "accuracy"), *(_accuracy(found.decisions_of(seat)) for seat in SEATS)]]
    for phase, each in group_by_phase(found.decisions).items():
        if each:
            rows.append([_(PHASE_NAMES[phase]), *(_accuracy(own[phase]) for own in parts)])
    return [
        *rows,
        [pgettext("column", "errors"), *(signed_percent(-found.errors(seat)) for seat in SEATS)],
        [pgettext("column", "without luck"), *(percent_text(found.without_luck(seat), 1) for seat in SEATS)],
    ]


def _accuracy(decisions: Iterable[Decision]) -> str:
    accuracy = mean_accuracy(decisions)
    return "–" if accuracy is None else number_text(accuracy, 1)


def _row(tag: str, cells: Iterable[str]) -> str:
    return "<tr>" + "".join(_element(tag, cell) for cell in cells) + "</tr>"


def action_table(decision: Decision) -> str:
    """Return the table of the best actions and of the one played."""
    heads = ["", pgettext("column", "match won"), "±", pgettext("column", "points")]
    shown = list(decision.judgement.actions[:ACTIONS_SHOWN])
    shown += [decision.played] if decision.played not in shown else []
    rows = [
        _row(
            "td",
            [
                move_name(each.move, top=decision.moment.top)
                + (" ←" if each.move == decision.moment.move else ""),
                percent_text(each.win, 1),
                number_text(100 * each.error, 1),
                signed_text(each.points, 1),
            ],
        )
        for each in shown
    ]
    return (
        f'{_wide()}<table class="figures"><thead>{_row("th", heads)}</thead>'
        f"<tbody>{''.join(rows)}</tbody></table></div>"
    )


def belief_table(decision: Decision) -> str:
    """Return the correct belief about the other hand, one cell per card, with the true cards framed."""
    held, there = decision.judgement.other.held, set(faces_of(decision.hidden))
    rows = []
    for suit in range(SUIT_COUNT):
        cells = []
        for face in map(Face, range(suit * RANK_COUNT, (suit + 1) * RANK_COUNT)):
            text = f"{card_sign(face)} {percent_text(held[face], 0)}"
            mark = " there" if face in there else ""
            shade = f'class="p{held[face] * _SHADES:.0f}{mark}" title="{escape(text)}"'
            cells.append(f"<td {shade}>{escape(card_sign(face))}</td>")
        rows.append(f"<tr>{''.join(cells)}</tr>")
    caption = _("The other hand as one had to imagine it; framed, what it was")
    return (
        f'<table class="belief"><caption class="note">{escape(caption)}</caption>'
        f"<tbody>{''.join(rows)}</tbody></table>"
    )
