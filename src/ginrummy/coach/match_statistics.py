"""Statistics of one player in a finished match: hands, knocks and gins, and the coach's findings."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from ginrummy.coach.habits import error_kind
from ginrummy.coach.match_review import Decision, Review, group_by_phase
from ginrummy.game.game import Game
from ginrummy.rules.melds import points_of
from ginrummy.rules.scoring import BIG_GIN, GIN, GIN_VOID, KNOCK, UNDERCUT
from ginrummy.rules.types import Points, Seat, other_seat
from ginrummy.text.record import Record

Json = dict[str, Any]
_GINS: Final = (GIN, BIG_GIN)
_UNDERCUTS: Final = (UNDERCUT, GIN_VOID)


class HandCounts(NamedTuple):
    """Counts of a player's hands in one or more matches. `knock_deadwood` is the sum over the knocks."""

    hands: int = 0
    hands_won: int = 0
    gins: int = 0
    knocks: int = 0
    undercuts: int = 0
    undercut_by_other: int = 0
    points: int = 0
    knock_deadwood: int = 0

    def add(self, other: HandCounts) -> HandCounts:
        """Return the sum of both counts."""
        return HandCounts(*(one + more for one, more in zip(self, other, strict=True)))


class Slip(NamedTuple):
    """A named error: place, kind, move played, best move, and size in points.

    `turn` counts as `ginrummy replay` does. `step` is the number of moves before it in the hand.
    """

    hand: int
    turn: int
    step: int
    habit: str
    verdict: str
    played: str
    best: str
    size: float


class JudgedSeat(NamedTuple):
    """A player's part of a review: count of decisions and sum of accuracies by phase, and the errors."""

    phases: dict[str, tuple[int, float]]
    result: float
    without_luck: float
    slips: tuple[Slip, ...]


@dataclass(frozen=True, slots=True)
class PlayedMatch:
    """A match from one player's side. `place` is where it is stored, `result` is 1, 0, one half, or open."""

    place: str
    date: str
    game: str
    opponent: str
    result: float | None
    counts: HandCounts
    judged: JudgedSeat | None = None


def count_hands(games: Iterable[Game], seat: Seat) -> HandCounts:
    """Return the counts for `seat` over the finished hands among `games`."""
    ended = [(game, game.score) for game in games if game.score is not None]
    won = [score for _game, score in ended if score.winner == seat]
    undercut = [each for each in ended if each[1].winner == other_seat(seat) and each[1].kind in _UNDERCUTS]
    knocked = [each for each in ended if each[1].winner == seat and each[1].kind == KNOCK] + undercut
    return HandCounts(
        hands=len(ended),
        hands_won=len(won),
        gins=sum(score.kind in _GINS for score in won),
        knocks=len(knocked),
        undercuts=sum(score.kind in _UNDERCUTS for score in won),
        undercut_by_other=len(undercut),
        points=sum(score.points for score in won),
        knock_deadwood=sum(_closer_deadwood(game) for game, _score in knocked),
    )


def _closer_deadwood(game: Game) -> Points:
    """Return the deadwood of the player who closed."""
    return Points(0 if game.spread is None else points_of(game.variant, game.spread.unmatched))


def seat_judgement(review: Review, seat: Seat) -> JudgedSeat:
    """Return the part of `review` about `seat`."""
    own = review.decisions_of(seat)
    phases = {
        phase: (len(found), sum(each.accuracy for each in found))
        for phase, found in group_by_phase(own).items()
        if found
    }
    result = review.result if seat == 0 else 1 - review.result
    slips = tuple(_slip(each) for each in own if each.verdict)
    return JudgedSeat(phases, result, review.without_luck(seat), slips)


def _slip(decision: Decision) -> Slip:
    moment = decision.moment
    return Slip(
        moment.hand,
        moment.turn,
        len(moment.game.plays),
        error_kind(decision),
        decision.verdict,
        str(moment.move),
        str(decision.best.move),
        decision.cost_in_points,
    )


def findings_json(judged: JudgedSeat) -> Json:
    """Return the findings as JSON for storage. `parse_findings` reads it."""
    return judged._asdict() | {"slips": [slip._asdict() for slip in judged.slips]}


def parse_findings(stored: Json) -> JudgedSeat:
    """Parse the output of `findings_json`."""
    phases = {name: (count, total) for name, (count, total) in stored["phases"].items()}
    slips = tuple(Slip(**slip) for slip in stored["slips"])
    return JudgedSeat(phases, stored["result"], stored["without_luck"], slips)


def played_match(record: Record, seat: Seat, *, place: str, game: str, review: Review | None) -> PlayedMatch:
    """Return a recorded match from the side of `seat`. An unfinished one has no result."""
    match = record.match
    result = None if not match.is_over else 0.5 if match.winner is None else float(match.winner == seat)
    return PlayedMatch(
        place=place,
        date=next(iter(record.headers.get("Date", ())), ""),
        game=game,
        opponent=record.players[1 - seat],
        result=result,
        counts=count_hands(match.games, seat),
        judged=None if review is None else seat_judgement(review, seat),
    )


def most_frequent_player(records: Sequence[Record]) -> str:
    """Return the player of most of `records`, the first of several."""
    names = [name for record in records for name in record.players]
    return max(names, key=names.count) if names else ""
