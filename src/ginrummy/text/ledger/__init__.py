"""Score pad: hands as people write them down, and the resulting sheet. See `docs/score-pad.md`."""

from ginrummy.game.score_sheet import ScoreSheet, build_score_sheet, column_items, ending_title
from ginrummy.text.ledger.hand_line_parser import NAMELESS, HandLine, LedgerError, read_line
from ginrummy.text.ledger.ledger_text import (
    EditHistory,
    LedgerText,
    decode_ledger,
    parse_heading,
    strip_remark,
)
from ginrummy.text.ledger.score_ledger import (
    DEFAULT_VARIANT,
    Entry,
    Ledger,
    build_ledger,
    parse_names,
    read_ledger,
)
from ginrummy.text.ledger.sheet_json import ledger_json
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
    "build_ledger",
    "build_score_sheet",
    "column_items",
    "decode_ledger",
    "ending_title",
    "ledger_json",
    "parse_heading",
    "parse_names",
    "read_ledger",
    "read_line",
    "sheet_lines",
    "strip_remark",
]
