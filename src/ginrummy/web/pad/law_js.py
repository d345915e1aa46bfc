"""Generator of `law.js`, the rules in JavaScript: `python -m ginrummy.web.pad.law_js`.

A test fails when the file is out of date.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from ginrummy.game import hand_entry, score_sheet
from ginrummy.locale import LANGUAGES
from ginrummy.rules import scoring
from ginrummy.text.atomic_files import write_whole
from ginrummy.variants import load_variant, preset_names
from ginrummy.web.pad.python_to_js import translated

FILE: Final = Path(__file__).parent / "static" / "pad" / "law.js"
_HEADING: Final = (
    "// Written by `python -m ginrummy.web.pad.law_js` from the law in Python: change that, not this.\n"
)
_ROOTS: Final = (
    hand_entry.fault,
    hand_entry.limit_of,
    hand_entry.score_of,
    scoring.new_sheet,
    scoring.is_over,
    scoring.settled,
    scoring.totals,
    scoring.plays_manches,
    scoring.match_winner,
    scoring.next_dealer,
    scoring.rubber,
    score_sheet.sheet_row,
    score_sheet.written,
    score_sheet.closes,
    score_sheet.parts,
)
_NUMBERS: Final = {
    **{name: getattr(scoring, name) for name in (
        "NOBODY", "UNKNOWN", "KNOCK", "UNDERCUT", "GIN", "BIG_GIN", "GIN_VOID", "TIE", "VOID", "WALL_COMPARE",
    )},
    "POINTS": hand_entry.POINTS,
    "SPADE": hand_entry.SPADE,
    "FINE": hand_entry.FINE,
    "BLANK": score_sheet.BLANK,
}  # fmt: skip


def law() -> str:
    """Return the ES module: functions, named numbers and presets."""
    numbers = "".join(f"export const {name} = {value};\n" for name, value in _NUMBERS.items())
    rows = {name: load_variant(name) for name in preset_names()}
    presets = {
        name: {
            "titles": {language: found.title(language) for language in LANGUAGES},
            "row": found.row._asdict(),
        }
        for name, found in rows.items()
    }
    preset = "{ titles: Record<string, string>, row: Variant }"
    return f"{_HEADING}\n{translated(_ROOTS)}\n{numbers}\n{_table('PRESETS', presets, preset)}"


def _table(name: str, values: Mapping[str, object], kind: str) -> str:
    lines = (
        f"  {json.dumps(key)}: {json.dumps(value, ensure_ascii=False)},\n" for key, value in values.items()
    )
    return f"/** @type {{Record<string, {kind}>}} */\nexport const {name} = {{\n{''.join(lines)}}};\n"


if __name__ == "__main__":
    write_whole(FILE, law())
