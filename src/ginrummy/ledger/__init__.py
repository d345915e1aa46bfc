"""The score pad: hands as people write them down, and the sheet that they make. `docs/score-pad.md`."""

from ginrummy.ledger.ending_words import kind_title
from ginrummy.ledger.hand_line import HandLine, LedgerError, read_line
from ginrummy.ledger.score_ledger import Entry, Ledger, heading_of, read_ledger
from ginrummy.ledger.sheet_text import sheet_lines
from ginrummy.ledger.totals import ITEM_TITLES, Item, items, summary

__all__ = [
    "ITEM_TITLES",
    "Entry",
    "HandLine",
    "Item",
    "Ledger",
    "LedgerError",
    "heading_of",
    "items",
    "kind_title",
    "read_ledger",
    "read_line",
    "sheet_lines",
    "summary",
]
