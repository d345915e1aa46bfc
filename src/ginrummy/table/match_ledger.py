"""The score sheet of a match at the table, as a ledger."""

from __future__ import annotations

from ginrummy.game import Game
from ginrummy.ledger import Entry, HandLine, Ledger
from ginrummy.locale import _
from ginrummy.match import entered
from ginrummy.rules import melds, scoring
from ginrummy.rules.scoring import NOBODY, UNKNOWN, Sheet
from ginrummy.table.local_table import Table


def ledger_of(table: Table) -> Ledger:
    """Return the ledger of the hands that are over."""
    entries: list[Entry] = []
    sheet = scoring.new_sheet()
    for game in table.match.games:
        if game.score is not None:
            entries.append(entry_of(game, sheet, len(entries) + 1))
            sheet = entries[-1].sheet
    lines = tuple((entry.number, entry.text) for entry in entries)
    dealer = table.match.games[0].dealer
    return Ledger(table.variant, (_("Player"), table.name), dealer, lines, tuple(entries))


def entry_of(game: Game, before: Sheet, number: int) -> Entry:
    """Return the entry of a finished hand, `before` being the sheet before it."""
    variant, score = game.variant, game.score
    assert score is not None
    mask = scoring.columns_entered(variant, before, score.winner)
    columns = tuple(place + 1 for place in range(variant.columns) if mask >> place & 1)
    closer = game.state.turn if game.spread is not None else NOBODY
    line = HandLine(score, scoring.boxes_won(variant, score), closer, deadwoods(game))
    after = entered(variant, before, score)
    return Entry(number, "", line, game.dealer, columns, after)


def deadwoods(game: Game) -> tuple[int, int]:
    """Return what both seats were left with, by seat; `UNKNOWN` for a void hand."""
    if game.spread is not None and game.defence is not None:
        knocker = melds.points_of(game.variant, game.spread.unmatched)
        defender = melds.points_of(game.variant, game.defence.own.unmatched)
        return (knocker, defender) if game.state.turn == 0 else (defender, knocker)
    if game.score is not None and game.score.kind == scoring.WALL_COMPARE:
        own, other = (melds.deadwood(game.variant, hand) for hand in game.state.hands)
        return own, other
    return UNKNOWN, UNKNOWN
