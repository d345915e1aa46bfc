"""Score sheet of a match at the table, as a ledger."""

from __future__ import annotations

from ginrummy.game.game import Game
from ginrummy.locale import _
from ginrummy.rules import melds, scoring
from ginrummy.rules.scoring import UNKNOWN
from ginrummy.rules.types import NOBODY, Seat
from ginrummy.terminal.local_table import LocalTable
from ginrummy.text.ledger import HandLine, Ledger, sheet_lines


def ledger_of(table: LocalTable) -> Ledger:
    """Return the ledger of the finished hands."""
    games = table.match.games
    ledger = Ledger(table.variant, (_("Player"), table.name), games[0].dealer)
    for game in games:
        if game.score is not None:
            closer = NOBODY if game.spread is None else Seat(game.state.turn)
            ledger = ledger.with_hand(HandLine(game.score, closer, deadwoods(game)))
    return ledger


def table_sheet(table: LocalTable, most: int | None) -> list[str]:
    """Return the score sheet of `table`, in lines of at most `most` characters."""
    return sheet_lines(ledger_of(table), most, is_dealt=not table.game.is_over, names_winner=False)


def deadwoods(game: Game) -> tuple[int, int]:
    """Return the deadwood of both seats, `UNKNOWN` for a void hand."""
    if game.spread is not None and game.defence is not None:
        knocker = melds.points_of(game.variant, game.spread.unmatched)
        defender = melds.points_of(game.variant, game.defence.own.unmatched)
        return (knocker, defender) if game.state.turn == 0 else (defender, knocker)
    if game.score is not None and game.score.kind == scoring.WALL_COMPARE:
        own, other = (melds.deadwood(game.variant, hand) for hand in game.state.hands)
        return own, other
    return UNKNOWN, UNKNOWN
