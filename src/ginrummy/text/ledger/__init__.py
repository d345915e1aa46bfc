"""Score pad: hands as people write them down, and the resulting sheet. See `docs/score-pad.md`."""

from ginrummy.game.score_sheet import ScoreSheet, build_score_sheet, column_items, ending_title
from ginrummy.text.ledger.edited_ledger import AnyLedger, EditedLedger, read_evening_or_match
from ginrummy.text.ledger.evening_json import evening_json, hands_csv
from ginrummy.text.ledger.evening_ledger import (
    EveningLedger,
    build_evening_ledger,
    find_person,
    read_evening,
    translate_ending,
)
from ginrummy.text.ledger.evening_text import (
    EveningSheet,
    evening_lines,
    evening_sheet,
    ledger_sheet,
    ledger_sheet_lines,
)
from ginrummy.text.ledger.hand_line_parser import NAMELESS, HandLine, LedgerError, read_line
from ginrummy.text.ledger.ledger_text import (
    LONGEST_LEDGER,
    EditHistory,
    LedgerText,
    decode_ledger,
    ledger_bytes,
    parse_heading,
    strip_remark,
)
from ginrummy.text.ledger.merging import Clash, clash_lines
from ginrummy.text.ledger.score_ledger import (
    DEFAULT_VARIANT,
    Entry,
    Ledger,
    build_ledger,
    parse_names,
    read_ledger,
)
from ginrummy.text.ledger.season import (
    Season,
    read_season,
    season_csv,
    season_json,
    season_lines,
    season_sections,
)
from ginrummy.text.ledger.sheet_json import ledger_json
from ginrummy.text.ledger.sheet_text import sheet_blocks, sheet_lines, target_text
from ginrummy.text.ledger.text_columns import Block, Grid, Section

__all__ = [
    "DEFAULT_VARIANT",
    "LONGEST_LEDGER",
    "NAMELESS",
    "AnyLedger",
    "Block",
    "Clash",
    "EditHistory",
    "EditedLedger",
    "Entry",
    "EveningLedger",
    "EveningSheet",
    "Grid",
    "HandLine",
    "Ledger",
    "LedgerError",
    "LedgerText",
    "ScoreSheet",
    "Season",
    "Section",
    "build_evening_ledger",
    "build_ledger",
    "build_score_sheet",
    "clash_lines",
    "column_items",
    "decode_ledger",
    "ending_title",
    "evening_json",
    "evening_lines",
    "evening_sheet",
    "find_person",
    "hands_csv",
    "ledger_bytes",
    "ledger_json",
    "ledger_sheet",
    "ledger_sheet_lines",
    "parse_heading",
    "parse_names",
    "read_evening",
    "read_evening_or_match",
    "read_ledger",
    "read_line",
    "read_season",
    "season_csv",
    "season_json",
    "season_lines",
    "season_sections",
    "sheet_blocks",
    "sheet_lines",
    "strip_remark",
    "target_text",
    "translate_ending",
]
