"""A review as JSON: chances from 0 to 1, cards and moves in the notation of records."""

from __future__ import annotations

from typing import Any

from ginrummy.coach.explanations import preference_reason
from ginrummy.coach.match_review import PHASES, Decision, Review, group_by_phase, mean_accuracy
from ginrummy.players.judgement import action_json, judgement_json
from ginrummy.rules.types import SEATS, Seat
from ginrummy.text.json import card_codes

Json = dict[str, Any]


def full_review_json(review: Review) -> Json:
    """Return a review as JSON, with the fields of docs/coach.md."""
    return {
        "start": review.start,
        "result": review.result,
        "is_over": review.is_over,
        "luck": review.luck,
        "worlds": review.worlds,
        "seed": review.seed,
        "seats": [seat_json(review, seat) for seat in SEATS],
        "steps": [
            {name: getattr(step, name) for name in type(step).__dataclass_fields__} for step in review.steps
        ],
        "decisions": [decision_json(decision) for decision in review.decisions],
    }


def seat_json(review: Review, seat: Seat) -> Json:
    """Return the results of one seat."""
    own = review.decisions_of(seat)
    return {
        "accuracy": mean_accuracy(own),
        "errors": review.errors(seat),
        "without_luck": review.without_luck(seat),
        "phases": {
            phase: {"decisions": len(found), "accuracy": mean_accuracy(found)}
            for phase, found in group_by_phase(own).items()
        },
    }


def decision_json(decision: Decision, *, whole: bool = True) -> Json:
    """Return one decision. `whole` adds every action, the belief and, for hindsight, the other hand."""
    assert decision.phase in PHASES
    told: Json = {
        "hand": decision.moment.hand,
        "turn": decision.moment.turn,
        "seat": decision.seat,
        "phase": decision.phase,
        "played": str(decision.moment.move),
        "best": str(decision.best.move),
        "cost": decision.cost,
        "points": decision.best_gain_in_points,
        "size": decision.cost_in_points,
        "accuracy": decision.accuracy,
        "verdict": decision.verdict,
        "win": decision.played.win,
        "best_win": decision.best.win,
    }
    if not whole:
        return told
    judgement = judgement_json(decision.judgement)
    return told | {
        "reason": decision_reason(decision),
        "actions": [action_json(action) for action in decision.judgement.actions],
        "other": judgement["other"],
        "hindsight": {"other_hand": card_codes(decision.hidden)},
    }


def decision_reason(decision: Decision) -> str:
    """Return why the best action is better than the one played, or nothing where the cost is negligible."""
    if not decision.is_error:
        return ""
    return preference_reason(decision.moment.view, decision.judgement, decision.best, decision.played)
