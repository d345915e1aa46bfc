"""Score pad: hands as people write them down, and the resulting sheet. See `docs/score-pad.md`."""

from ginrummy.game.score_sheet import ScoreSheet, column_items, kind_title, sheet_of
from ginrummy.text.ledger.hand_line_parser import NAMELESS, HandLine, LedgerError, read_line
from ginrummy.text.ledger.ledger_text import (
    EditHistory,
    LedgerText,
    decode_ledger,
    heading_of,
    without_remark,
)
from ginrummy.text.ledger.score_ledger import DEFAULT_VARIANT, Entry, Ledger, ledger_of, names_in, read_ledger
from ginrummy.text.ledger.sheet_json import summary
from ginrummy.text.ledger.sheet_text import sheet_lines

__all__ = [
    "DEFAULT_VARIANT",
    "NAMELESS",
    "EditHistory",
    "Entry",
    "HandLine",
    "Ledger",
    "LedgerError",
    "LedgerText",
    "ScoreSheet",
    "column_items",
    "decode_ledger",
    "heading_of",
    "kind_title",
    "ledger_of",
    "names_in",
    "read_ledger",
    "read_line",
    "sheet_lines",
    "sheet_of",
    "summary",
    "without_remark",
]
