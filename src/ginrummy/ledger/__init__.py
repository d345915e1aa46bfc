"""The score pad: hands as people write them down, and the sheet that they make. `docs/score-pad.md`."""

from ginrummy.ledger.ending_words import kind_title
from ginrummy.ledger.hand_line_parser import NAMELESS, HandLine, LedgerError, read_line
from ginrummy.ledger.score_ledger import Entry, Ledger, heading_of, read_ledger
from ginrummy.ledger.score_sheet import ScoreSheet, items, sheet_of
from ginrummy.ledger.sheet_json import summary
from ginrummy.ledger.sheet_text import sheet_lines

__all__ = [
    "NAMELESS",
    "Entry",
    "HandLine",
    "Ledger",
    "LedgerError",
    "ScoreSheet",
    "heading_of",
    "items",
    "kind_title",
    "read_ledger",
    "read_line",
    "sheet_lines",
    "sheet_of",
    "summary",
]
