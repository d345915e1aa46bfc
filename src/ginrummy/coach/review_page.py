"""A review as a standalone HTML page, without external resources, in light and dark mode."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import astuple
from html import escape
from importlib.resources import files
from itertools import groupby
from pathlib import Path
from typing import Any, Final

from ginrummy.coach.charts import review_graph
from ginrummy.coach.match_review import Decision, Review, ReviewStep, group_by_phase, mean_accuracy
from ginrummy.coach.review_phrases import (
    PHASE_NAMES,
    VERDICT_NAMES,
    better_text,
    cost_text,
    luck_balance_text,
    played_text,
    signed_percent,
)
from ginrummy.game.cards import RANK_COUNT, SUIT_COUNT, card_sign, faces_of
from ginrummy.locale import _, language, pgettext
from ginrummy.locale.numbers import number_text, percent_text, signed_text
from ginrummy.rules.types import SEATS, Face
from ginrummy.text.sentences import move_name

ACTIONS_SHOWN = 6
_SHADES: Final = 10
"""Number of shades in a table of beliefs: a content policy may forbid a style for each cell."""
REVIEW: Final = "review"
_HEAD: Final = 1024
"""Length in bytes of the start of a page that contains its kind."""


def reviews_page(sections: Iterable[str]) -> str:
    """Return a page with several reviews, in the current language."""
    return standalone_page(_("A match reviewed"), sections, kind=REVIEW)


def review_page(found: Review, game: str, players: tuple[str, str], *, address: str) -> str:
    """Return a page with one review, in the current language."""
    return reviews_page([review_section(found, game, players, address=address)])


def standalone_page(title: str, sections: Iterable[str], *, kind: str) -> str:
    """Return a standalone page in the current language, with the style of a review.

    `kind` marks the page for `is_page`.
    """
    style = files("ginrummy.coach").joinpath("review.css").read_text(encoding="utf-8")
    return (
        f'<!doctype html>\n<html lang="{language()}">\n<head>\n<meta charset="utf-8">\n'
        f'{_generator(kind)}\n<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"{_element('title', title)}\n<style>\n{style}</style>\n</head>\n<body>\n<main>\n"
        + "\n".join(sections)
        + "\n</main>\n</body>\n</html>\n"
    )


def is_page(path: Path, *, kind: str) -> bool:
    """Return whether the file `path` is a page of this `kind`. Raise `OSError` where it cannot be read."""
    with path.open("rb") as file:
        return _generator(kind).encode() in file.read(_HEAD)


def _generator(kind: str) -> str:
    return f'<meta name="generator" content="ginrummy {kind}">'


def review_section(found: Review, game: str, players: tuple[str, str], *, address: str = "") -> str:
    """Return the section of one match of `game`. `address` is the page on which it can be stepped through."""
    title = _("{first} against {second}").format(first=players[0], second=players[1])
    back = _("Back to the match")
    parts = [
        "<section>",
        *([f'<p><a href="{escape(address)}">{escape(back)}</a></p>'] if address else []),
        _element("h1", title),
        _element("p", game),
        accuracy_table(found, players),
        _element("h2", _("The chance to win, with both hands open")),
        review_graph(found, players),
        _element("p", luck_balance_text(found, players)),
        _element("h2", _("What cost most")),
        *costliest_error_items(found, players, address),
        _element("h2", _("Turn by turn")),
        *hand_sections(found, players, address),
        f'<p class="note">{escape(_hindsight_note())}</p>',
        "</section>",
    ]
    return "\n".join(parts)


def _wide() -> str:
    """Return the start tag of a block that scrolls sideways, also by keys."""
    name = escape(_("In numbers"))
    return f'<div class="wide" role="region" tabindex="0" aria-label="{name}">'


def _element(tag: str, text: str) -> str:
    return f"<{tag}>{escape(text)}</{tag}>"


def _hindsight_note() -> str:
    return _(
        "Each decision is judged by what the player knew. Seen afterwards only: the graph, and the framed "
        "cards, which the other hand held."
    )


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
        "size": decision.size,
        "verdict": decision.verdict,
        "move": move_name(moment.move, top=moment.top),
        "cost": cost_text(decision) if decision.verdict else "",
        "better": better_text(decision) if decision.is_error else "",
        "tables": action_table(decision) + belief_table(decision),
    }


def read_course(parts: dict[str, Any]) -> Review:
    """Return the review with the course in `parts`, without decisions."""
    steps = tuple(ReviewStep(*step) for step in parts["steps"])
    return Review(parts["start"], steps, (), parts["result"], is_over=True, worlds=0, seed=0)


def accuracy_table(found: Review, players: tuple[str, str]) -> str:
    """Return the table of accuracies, one column per player, which fits a phone."""
    return figures_table(accuracy_rows(found), players)


def figures_table(rows: Iterable[Iterable[str]], players: tuple[str, str]) -> str:
    """Return a table of figures, one column per player."""
    body = "".join(_row("td", row) for row in rows)
    return (
        f'{_wide()}<table class="figures"><thead>{_row("th", ["", *players])}</thead>'
        f"<tbody>{body}</tbody></table></div>"
    )


def accuracy_rows(found: Review) -> list[list[str]]:
    """Return the rows of the table of accuracies."""
    parts = [group_by_phase(found.of(seat)) for seat in SEATS]
    rows = [[pgettext("column", "accuracy"), *(_accuracy(found.of(seat)) for seat in SEATS)]]
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


def costliest_error_items(found: Review, players: tuple[str, str], address: str) -> Iterator[str]:
    """Yield the named errors, the most expensive first."""
    named = [decision for decision in found.decisions if decision.verdict]
    if not named:
        yield _element("p", _("No error worth mentioning."))
    for decision in sorted(named, key=lambda each: -each.size):
        yield decision_details(decision, players, address)


def hand_sections(found: Review, players: tuple[str, str], address: str) -> Iterator[str]:
    """Yield every decision, hand by hand."""
    for hand, decisions in groupby(found.decisions, key=lambda each: each.moment.hand):
        title = _("Hand {number}").format(number=hand)
        inner = "\n".join(decision_details(decision, players, address) for decision in decisions)
        yield f'<details><summary>{escape(title)}</summary><div class="detail">{inner}</div></details>'


def decision_details(decision: Decision, players: tuple[str, str], address: str) -> str:
    """Return one decision as a line with expandable details."""
    line = escape(played_text(decision, players))
    if decision.verdict:
        name = escape(_(VERDICT_NAMES[decision.verdict]))
        line += f' <span class="{decision.verdict}">{name}</span> {escape(cost_text(decision))}'
    reason = ""
    if decision.is_error:
        reason = f"<p>{escape(better_text(decision))}</p>"
    return (
        f'<details><summary>{line}</summary><div class="detail">{reason}{action_table(decision)}'
        f"{belief_table(decision)}{position_link(decision, address)}</div></details>"
    )


def position_link(decision: Decision, address: str) -> str:
    """Return the link to the position of a decision, or nothing where the match has no page."""
    if not address:
        return ""
    moment = decision.moment
    there = f"{address}?hand={moment.hand}&step={len(moment.game.plays)}"
    text = _("See it at the table, and play on from there")
    return f'<p><a href="{escape(there)}">{escape(text)}</a></p>'


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
