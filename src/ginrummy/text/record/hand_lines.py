"""Lines of a hand that follow from the play: written to a record, and verified when it is read."""

from __future__ import annotations

from collections.abc import Iterator

from ginrummy.game.cards import face_code, faces_of
from ginrummy.game.game import Game
from ginrummy.game.match import Match
from ginrummy.game.moves import MoveKind
from ginrummy.game.shuffle import deck_text
from ginrummy.rules import scoring
from ginrummy.rules.card_encoding import is_card
from ginrummy.rules.scoring import HandScore, Sheet
from ginrummy.rules.types import SEATS, Seat
from ginrummy.text.record.notation import faces_text, lay_text, spread_text, turn_tokens
from ginrummy.variants import Variant


def head_line(number: int, dealer: Seat) -> str:
    """Return the first line of hand `number` (from 0)."""
    return f"hand {number + 1} dealer {dealer}"


def deck_line(game: Game) -> str:
    """Return the line of a deck dealt without seeds."""
    return f"deck {deck_text(game.deck)}"


def deal_lines(game: Game) -> tuple[str, ...]:
    """Return the lines of the dealt hands and of the upcard, if one is turned."""
    dealt = Game.deal(game.variant, dealer=game.dealer, deck=game.deck).state
    hands = tuple(f"deal {seat} {faces_text(faces_of(dealt.hands[seat]))}" for seat in SEATS)
    return hands if not is_card(dealt.upcard) else (*hands, f"upcard {face_code(dealt.upcard)}")


def row_lines(game: Game) -> Iterator[str]:
    """Yield the turns, two to a row, that of the non-dealer first."""
    tokens = turn_tokens(game.plays)
    for first in range(0, len(tokens), 2):
        yield " ".join([f"{first // 2 + 1}.", *tokens[first : first + 2]])


def shown_lines(game: Game) -> Iterator[str]:
    """Yield the spread and the lay-offs, if they are made."""
    for seat, move, _face in game.plays:
        if move.kind is MoveKind.SPREAD:
            yield spread_text(move, game.state.hands[seat])
        elif move.kind is MoveKind.LAY_OFF:
            yield lay_text(move, game.state.hands[seat])


def score_line(score: HandScore) -> str:
    """Return the line of a hand's score: its ending, and for a winner the sum and any extra boxes."""
    kind = scoring.KIND_NAMES[score.kind]
    if score.winner == scoring.NOBODY:
        return f"score {kind}"
    sum_text = f"{score.difference}+{score.bonus}"
    if score.multiplier > 1:
        sum_text = f"({sum_text})*{score.multiplier}"
    extra = f" extra {score.extra_coups}" if score.extra_coups else ""
    return f"score {kind} {score.winner} {sum_text}={score.points}{extra}"


def sheet_line(variant: Variant, sheet: Sheet) -> str:
    """Return the line of the points in each column, and of the partie if one is played."""
    columns = [_pair(column.points) for column in sheet.columns[: variant.columns]]
    partie = ["partie", _pair(sheet.partie)] if scoring.plays_manches(variant) else []
    return " ".join(["sheet", *columns, *partie])


def result_line(match: Match) -> str:
    """Return the last line: the winner and the final totals, or that the match is unfinished."""
    if not match.is_over:
        return "result unfinished"
    return f"result {match.winner} {_pair(scoring.totals(match.variant, match.sheet_now))}"


def _pair(points: tuple[int, int]) -> str:
    return f"{points[0]}-{points[1]}"
