"""Rows of a data set: one for each decision of a match, one for each of its hands."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from ginrummy.coach.decisions import Moment, match_moments
from ginrummy.game.moves import Move, MoveKind
from ginrummy.game.view import View
from ginrummy.kernel.move_numbers import action_of, allowed_actions
from ginrummy.kernel.observation import KnownCards, KnownCounts, known_cards, known_counts
from ginrummy.lab.arena.match_play import Outcome
from ginrummy.lab.arena.results import FORFEIT
from ginrummy.players import judge
from ginrummy.rules import scoring
from ginrummy.rules.scoring import KIND_NAMES, HandScore
from ginrummy.rules.turns import CLOSED, choices
from ginrummy.rules.types import NOBODY, Seat

Row = dict[str, Any]
SET: Final = "BIGINT"
ACTIONS: Final = "UTINYINT[]"

DECISION_TYPES: Final = {
    "match": "BIGINT", "hand": "INTEGER", "turn": "INTEGER", "move": "INTEGER", "seat": "UTINYINT",
    "player": "VARCHAR", "opponent": "VARCHAR",
    **dict.fromkeys(KnownCards._fields, SET),
    **dict.fromkeys(KnownCounts._fields, "SMALLINT"),
    "own_total": "INTEGER", "other_total": "INTEGER",
    "legal": ACTIONS, "action": "UTINYINT",
    "other": SET, "other_twins": SET,
    "points": "INTEGER", "won": "TINYINT",
    "judged": ACTIONS, "judged_win": "DOUBLE[]", "judged_points": "DOUBLE[]",
}  # fmt: skip
"""The columns of the decisions, with their types in DuckDB."""
HAND_TYPES: Final = {
    "match": "BIGINT", "hand": "INTEGER", "dealer": "UTINYINT", "player_0": "VARCHAR", "player_1": "VARCHAR",
    "deck": ACTIONS, "turns": "SMALLINT", "spread": "VARCHAR", "lay_off": "VARCHAR", "kind": "VARCHAR",
    "winner": "TINYINT", "points": "INTEGER", "multiplier": "UTINYINT", "extra_coups": "UTINYINT",
    "total_0": "INTEGER", "total_1": "INTEGER", "match_winner": "TINYINT", "forfeit": "VARCHAR",
}  # fmt: skip
"""The columns of the hands, with their types in DuckDB."""


class MatchRows(NamedTuple):
    """The rows of one match."""

    decisions: list[Row]
    hands: list[Row]


class DatasetMatch(NamedTuple):
    """A match of a data set: its number, the players of seats 0 and 1, how it went."""

    number: int
    players: tuple[str, str]
    outcome: Outcome


def match_rows(played: DatasetMatch, *, worlds: int, seed: int) -> MatchRows:
    """Return the rows of a match. With `worlds` above 0 the coach judges each choice in as many."""
    return MatchRows(list(decision_rows(played, worlds=worlds, seed=seed)), list(hand_rows(played)))


def decision_rows(played: DatasetMatch, *, worlds: int, seed: int) -> Iterator[Row]:
    """Yield a row for each action, of the 108 of the environments, that a seat did."""
    match, winner = played.outcome.match, played.outcome.match.winner
    scores = [game.score for game in match.games]
    for moment in match_moments(match):
        if moment.game.state.phase < CLOSED:
            row: Row = {"match": played.number, "hand": moment.hand, "turn": moment.turn}
            row |= moment_columns(moment, played.players)
            row["points"] = hand_points(scores[moment.hand - 1], moment.seat)
            row["won"] = None if winner is None else 1 if winner == moment.seat else -1
            if worlds and len(row["legal"]) > 1:
                row |= coach_worth_columns(moment.view, moment.move, worlds, seed)
            yield row


def hand_points(score: HandScore | None, seat: Seat) -> int:
    """Return the points of a hand for `seat`, negative where the other seat scores."""
    if score is None or score.winner == NOBODY:
        return 0
    return score.points if score.winner == seat else -score.points


def moment_columns(moment: Moment, players: tuple[str, str]) -> Row:
    """Return what the seat knows, what it may do and does, and the hand that it cannot see."""
    view, seat = moment.view, moment.seat
    totals, other = scoring.totals(view.variant, view.sheet), moment.game.state.hands[1 - seat]
    return {
        "move": len(moment.game.plays),
        "seat": seat,
        "player": players[seat],
        "opponent": players[1 - seat],
        **known_cards(view.state, view.memory, seat)._asdict(),
        **known_counts(view.variant, view.state, seat, view.opponent_size)._asdict(),
        "own_total": totals[seat],
        "other_total": totals[1 - seat],
        "legal": allowed_actions(choices(view.variant, view.state)),
        "action": action_of(moment.move),
        "other": other.cards,
        "other_twins": other.twins,
    }


def coach_worth_columns(view: View, move: Move, worlds: int, seed: int) -> Row:
    """Return the coach's worth of the sensible actions, best first, and of the `move` played."""
    found = judge(view, worlds=worlds, seed=seed, also=(move,))
    return {
        "judged": [action_of(each.move) for each in found.actions],
        "judged_win": [each.win for each in found.actions],
        "judged_points": [each.points for each in found.actions],
    }


def hand_rows(played: DatasetMatch) -> Iterator[Row]:
    """Yield a row for each hand: its deck, its showdown, its score, the match after it."""
    match, failures = played.outcome.match, played.outcome.failures
    reasons = {failure.number: failure.why for failure in failures}
    sheets = [row.sheet for row in match.score_sheet.rows]
    for number, game in enumerate(match.games):
        score = game.score
        assert score is not None
        totals = scoring.totals(match.variant, sheets[number])
        layouts = {move.kind: str(move) for move in game.moves}
        yield {
            "match": played.number,
            "hand": number + 1,
            "dealer": game.dealer,
            "player_0": played.players[0],
            "player_1": played.players[1],
            "deck": list(game.deck),
            "turns": game.state.turns,
            "spread": layouts.get(MoveKind.SPREAD),
            "lay_off": layouts.get(MoveKind.LAY_OFF),
            "kind": FORFEIT if number in reasons else KIND_NAMES[score.kind],
            "winner": None if score.winner == NOBODY else score.winner,
            "points": score.points,
            "multiplier": score.multiplier,
            "extra_coups": score.extra_coups,
            "total_0": totals[0],
            "total_1": totals[1],
            "match_winner": match.winner if number == match.number else None,
            "forfeit": reasons.get(number),
        }
