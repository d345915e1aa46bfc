"""Review of a finished match next to its replay: key moments, decision of a moment, course and figures."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from markupsafe import Markup

from ginrummy.coach.charts import review_graph
from ginrummy.coach.match_review import BLUNDER, INACCURACY, MISTAKE
from ginrummy.coach.review_parts import figures_table, review_from_parts
from ginrummy.coach.review_phrases import VERDICT_NAMES
from ginrummy.game.cards import face_code
from ginrummy.game.moves import Move, MoveKind
from ginrummy.locale import _
from ginrummy.rules.cards import is_card
from ginrummy.rules.types import Seat
from ginrummy.web.board.replay import ReplayMoment

KEY_MOMENTS: Final = 10
PLAYED, BETTER, RIGHT = "played", "better", "right"
MARKS: Final = {BLUNDER: "??", MISTAKE: "?", INACCURACY: "?!"}

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class ReviewedDecision:
    """A decision in words, and the moment before it. `tables` is HTML.

    `marks` are those of the board before the move: `PLAYED`, `BETTER` or `RIGHT` at a card, pile or stock.
    """

    at: ReplayMoment
    player: str
    move: str
    verdict: str
    kind: str
    cost: str
    better: str
    tables: Markup
    seat: Seat
    marks: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class ReviewPanel:
    """Review as the page of one moment shows it. `marks` are those of the moves of a hand, by step."""

    moments: tuple[ReviewedDecision, ...]
    decision: ReviewedDecision | None
    marks: Mapping[int, str]
    graph: Markup
    figures: Markup


def build_review_panel(
    parts: Json, now: ReplayMoment, names: tuple[str, str], own_names: tuple[str, str]
) -> ReviewPanel:
    """Return the review in `parts` at a moment: the course with `names`, all else with the reader's own."""
    return ReviewPanel(
        moments=tuple(_reviewed_decision(one, now, own_names) for one in _costliest(parts)),
        decision=decision_at(parts, now, own_names),
        marks=move_marks(parts, now.hand),
        graph=Markup(review_graph(review_from_parts(parts), names, is_own=names[0] != own_names[0])),
        figures=Markup(figures_table(parts["figures"], own_names)),
    )


def decision_at(parts: Json, now: ReplayMoment, names: tuple[str, str]) -> ReviewedDecision | None:
    """Return the decision of a moment, `None` where there was nothing to decide."""
    here = (one for one in parts["decisions"] if (one["hand"], one["step"]) == (now.hand, now.step))
    return next((_reviewed_decision(one, now, names) for one in here), None)


def move_marks(parts: Json, hand: int) -> Mapping[int, str]:
    """Return the marks of the moves of a hand, by step."""
    own = (one for one in parts["decisions"] if one["hand"] == hand)
    return {one["step"] + 1: MARKS.get(one["verdict"], "") for one in own}


def costliest_moment_query(parts: Json) -> dict[str, str]:
    """Return the query of the moment with the costliest decision, or of the first one without any."""
    return next(({name: str(one[name]) for name in ("hand", "step")} for one in _costliest(parts)), {})


def _costliest(parts: Json) -> list[Json]:
    named = [one for one in parts["decisions"] if one["verdict"]]
    return sorted(named, key=lambda one: -one["size"])[:KEY_MOMENTS]


def _reviewed_decision(one: Json, now: ReplayMoment, names: tuple[str, str]) -> ReviewedDecision:
    title = VERDICT_NAMES.get(one["verdict"])
    return ReviewedDecision(
        replace(now, hand=one["hand"], step=one["step"]),
        names[one["seat"]],
        one["move"],
        _(title) if title else "",
        one["verdict"],
        one["cost"],
        one["better"],
        Markup(one["tables"]),
        Seat(one["seat"]),
        _marks(one.get("played", ""), one.get("best", "")),  # reviews of an earlier version have neither
    )


def _marks(played: str, best: str) -> dict[str, str]:
    """Return the marks of the move `played` and of the `best` one, empty where the played one is best."""
    marks = {_place(best): BETTER, _place(played): PLAYED if best else RIGHT}
    marks.pop("", None)
    return marks


def _place(text: str) -> str:
    """Return what a move takes or throws: `stock`, `pile` or a card, nothing for any other move."""
    if not text:
        return ""
    move = Move(text)
    places = {MoveKind.DRAW: "stock", MoveKind.TAKE: "pile"}
    return places.get(move.kind, face_code(move.face) if is_card(move.face) else "")
