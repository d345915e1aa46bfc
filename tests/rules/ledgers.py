"""The golden cases, and matches entered as lists of hands."""

import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from ginrummy.rules.scoring import (
    NOBODY,
    Sheet,
    column_worth,
    columns_entered,
    enter_hand,
    is_match_over,
    new_sheet,
)
from ginrummy.variants import Variant, load_variant, variant_from_values

GOLDEN = Path(__file__).parents[1] / "golden" / "cases.json"

GOLDEN_CASES: list[dict[str, Any]] = json.loads(GOLDEN.read_text(encoding="utf-8"))["cases"]

Line = Sequence[int | None]


def row(name: str, **changes: Any) -> Variant:
    """Return the preset `name` with `changes` in the notation of a variant file."""
    return variant_from_values(changes, base=load_variant(name).row)


def case_row(case: dict[str, Any]) -> Variant:
    """Return the variant of a golden case."""
    return row(case["variant"], **case.get("params", {}))


def seat_of(winner: int | None) -> int:
    """Return the seat of a ledger's winner, `NOBODY` for null."""
    return NOBODY if winner is None else winner


def sheets(variant: Variant, hands: Iterable[Line]) -> list[Sheet]:
    """Return the sheet after each hand; a hand is [winner, points] and optionally extra-coups."""
    found = [new_sheet()]
    for winner, points, *extra in hands:
        seat = seat_of(winner)
        found.append(enter_hand(variant, found[-1], seat, points or 0, sum(x or 0 for x in extra), 1))
    return found[1:]


def entries(variant: Variant, hands: Sequence[Line]) -> list[list[int]]:
    """Return the columns of each hand, counted from 1, up to the end of the match."""
    before = [new_sheet(), *sheets(variant, hands)]
    masks = [
        columns_entered(variant, sheet, seat_of(hand[0]))
        for sheet, hand in zip(before, hands, strict=False)
        if not is_match_over(sheet)
    ]
    return [[number + 1 for number in range(3) if mask >> number & 1] for mask in masks]


def manches(variant: Variant, hands: Sequence[Line]) -> list[dict[str, Any]]:
    """Return the finished manches in the notation of the golden cases."""
    ended: list[Sheet] = []
    for sheet in sheets(variant, hands):
        if sheet.manche_ended and sheet not in ended:
            ended.append(sheet)
    return [
        {
            "winner": sheet.last_manche.closed_by,
            "hand_points": list(sheet.last_manche.points),
            "extra_coups": list(sheet.last_manche.extra_coups),
            "total": [column_worth(variant, sheet.last_manche, seat) for seat in (0, 1)],
        }
        for sheet in ended
    ]
