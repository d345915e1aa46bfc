"""Review of a finished match next to its replay: key moments, decision of a moment, course and figures."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from markupsafe import Markup

from ginrummy.coach.charts import review_graph
from ginrummy.coach.match_review import BLUNDER, INACCURACY, MISTAKE
from ginrummy.coach.review_page import figures_table, read_course
from ginrummy.coach.review_phrases import VERDICT_NAMES
from ginrummy.locale import _
from ginrummy.web.board.replay import ReplayMoment

KEY_MOMENTS: Final = 10
MARKS: Final = {BLUNDER: "??", MISTAKE: "?", INACCURACY: "?!"}

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class ReviewedDecision:
    """A decision in words, and the moment before it. `tables` is HTML."""

    at: ReplayMoment
    player: str
    move: str
    verdict: str
    kind: str
    cost: str
    better: str
    tables: Markup


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
    own_hand = [one for one in parts["decisions"] if one["hand"] == now.hand]
    due = next((one for one in own_hand if one["step"] == now.step), None)
    return ReviewPanel(
        moments=tuple(_reviewed(one, now.eyes, own_names) for one in _costliest(parts)),
        decision=None if due is None else _reviewed(due, now.eyes, own_names),
        marks={one["step"] + 1: MARKS.get(one["verdict"], "") for one in own_hand},
        graph=Markup(review_graph(read_course(parts), names)),
        figures=Markup(figures_table(parts["figures"], own_names)),
    )


def first_moment(parts: Json) -> dict[str, str]:
    """Return the query of the moment with the costliest decision, or of the first one without any."""
    return next(({name: str(one[name]) for name in ("hand", "step")} for one in _costliest(parts)), {})


def _costliest(parts: Json) -> list[Json]:
    named = [one for one in parts["decisions"] if one["verdict"]]
    return sorted(named, key=lambda one: -one["size"])[:KEY_MOMENTS]


def _reviewed(one: Json, eyes: str, names: tuple[str, str]) -> ReviewedDecision:
    title = VERDICT_NAMES.get(one["verdict"])
    return ReviewedDecision(
        ReplayMoment(one["hand"], one["step"], eyes),
        names[one["seat"]],
        one["move"],
        _(title) if title else "",
        one["verdict"],
        one["cost"],
        one["better"],
        Markup(one["tables"]),
    )
