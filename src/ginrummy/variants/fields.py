"""The fields of a variant in words: their names and ranges, from a row and back, and what nobody can play."""

from __future__ import annotations

from typing import Any, Final

from ginrummy.errors import VariantError
from ginrummy.locale import _
from ginrummy.rules.variant import (
    DEFAULT,
    FIRST_DISCARD,
    FIRST_OFFER,
    LIMIT_DISCARD,
    LIMIT_FIXED,
    LIMIT_NONE,
    LIMIT_UPCARD,
    NONE,
    SHUTOUT_BONUS,
    SOURCE_DECLARATION,
    Variant,
)

WORDS: Final[dict[str, tuple[str, ...]]] = {
    "first_dealer": ("cut_low", "lot"),
    "next_dealer": ("winner", "loser", "alternate"),
    "dealer_after_void": ("same", "alternate"),
    "first_turn": ("offer", "free", "discard_first"),
    "discard_inspect": ("top_only", "all"),
    "ace_run": ("low", "high_low", "corner"),
    "limit_source": ("visible_at_declaration", "visible_before_draw", "own_discard"),
    "wall_action": ("void", "compare", "last_discard"),
    "session_mode": ("accumulate_both", "difference_to_winner"),
    "boxes_to": ("both", "winner"),
}
LIMIT_WORDS: Final = ("fixed", "upcard", "discard_top", "none")
LIMIT_ACE_WORDS: Final = ("one", "gin_only", "ten")
SHUTOUT_WORDS: Final = ("none", "bonus", "double_hand_points")
SWITCHES: Final = frozenset({
    "upcard", "allow_discard_taken_card", "set_same_suit_duplicates", "first_turn_knock",
    "closing_discard_face_down", "layoff_on_knock", "layoff_on_gin", "gin_void_if_defender_zero",
    "undercut_on_tie", "spade_double", "spade_doubles_boxes",
})  # fmt: skip
NUMBERS: Final[dict[str, tuple[int, int]]] = {
    "decks": (1, 2),
    "jokers": (0, 0),
    "hand_nondealer": (3, 11),
    "hand_dealer": (3, 10),
    "ace_points": (1, 15),
    "face_points": (10, 10),
    "set_min": (3, 3),
    "set_max": (4, 4),
    "run_min": (3, 3),
    "run_max": (11, 13),
    "knock_max_unmatched": (0, 10),
    "undercut_bonus": (0, 1000),
    "undercut_complete_bonus": (0, 1000),
    "gin_bonus": (0, 1000),
    "big_gin_bonus": (0, 1000),
    "wall_stock": (0, 20),
    "endless_turns": (4, 1000),
    "columns": (1, 3),
    "column_blitz_bonus": (0, 10_000),
    "rubber_bonus": (0, 10_000),
    "game_target": (1, 100_000),
    "game_bonus": (0, 10_000),
    "box_bonus": (0, 10_000),
    "session_target": (1, 1_000_000),
}
MAY_BE_NONE: Final = frozenset({
    "run_max", "knock_max_unmatched", "undercut_complete_bonus", "big_gin_bonus", "session_target",
})  # fmt: skip
TABLES: Final = ("knock_limit", "shutout", "extra_coups")
FILE_FIELDS: Final = (*WORDS, *sorted(SWITCHES), *NUMBERS, *TABLES)


def row_values(row: Variant) -> dict[str, Any]:
    """Return `row` in the words of a variant file: enums as text, tables nested, `None` for "none"."""
    values: dict[str, Any] = {}
    for field in (*WORDS, *sorted(SWITCHES), *NUMBERS):
        number = getattr(row, field)
        if field in WORDS:
            values[field] = WORDS[field][number]
        elif field in SWITCHES:
            values[field] = bool(number)
        else:
            values[field] = None if number == NONE else number
    values["knock_limit"] = _limit_table(row)
    values["shutout"] = _shutout_table(row)
    values["extra_coups"] = _extra_table(row)
    return values


def _limit_table(row: Variant) -> dict[str, Any]:
    table: dict[str, Any] = {"type": LIMIT_WORDS[row.knock_limit]}
    if row.knock_limit == LIMIT_FIXED:
        table["value"] = row.knock_value
    elif row.knock_limit != LIMIT_NONE:
        table["ace"] = LIMIT_ACE_WORDS[row.knock_ace]
    return table


def _shutout_table(row: Variant) -> dict[str, Any]:
    table: dict[str, Any] = {"type": SHUTOUT_WORDS[row.shutout]}
    if row.shutout == SHUTOUT_BONUS:
        table["value"] = row.shutout_value
    return table


def _extra_table(row: Variant) -> dict[str, int] | None:
    if row.extra_value == NONE:
        return None
    return {
        "undercut": row.extra_undercut,
        "gin": row.extra_gin,
        "big_gin": row.extra_big_gin,
        "value": row.extra_value,
    }


def row_of(values: dict[str, Any], *, base: Variant = DEFAULT) -> Variant:
    """Return `base` changed by `values`, named and written as in a variant file.

    Raises `VariantError`, whose `where` is the field, for an unknown field, a value out of range or a
    combination that nobody can play (RULES 13.3).
    """
    row = row_as_written(values, base=base)
    refuse_impossible(row)
    return row


def row_as_written(values: dict[str, Any], *, base: Variant = DEFAULT) -> Variant:
    """Return `base` changed by `values`, whether anybody can play it or not; else as `row_of`."""
    changes: dict[str, int] = {}
    for field, value in values.items():
        changes |= _read_field(field, value)
    return base._replace(**changes)


def _read_field(field: str, value: Any) -> dict[str, int]:
    if field in TABLES:
        return _TABLE_READERS[field](value)
    if field in WORDS:
        return {field: _word(field, value, WORDS[field])}
    if field in SWITCHES:
        if not isinstance(value, bool):
            raise refusal(field, value, "true | false")
        return {field: int(value)}
    if field in NUMBERS:
        low, high = NUMBERS[field]
        return {field: _number(field, value, low, high, may_be_none=field in MAY_BE_NONE)}
    raise VariantError(_("there is no such field"), where=field, clause="13.1")


def _read_limit(value: Any) -> dict[str, int]:
    table = read_table("knock_limit", value, ("type", "value", "ace"))
    kind = _word("knock_limit.type", table.get("type"), LIMIT_WORDS)
    read = {"knock_limit": kind, "knock_value": NONE, "knock_ace": NONE}
    if kind == LIMIT_FIXED:
        read["knock_value"] = _number("knock_limit.value", table.pop("value", None), 0, 100)
    elif kind != LIMIT_NONE:
        read["knock_ace"] = _word("knock_limit.ace", table.pop("ace", None), LIMIT_ACE_WORDS)
    _refuse_leftovers("knock_limit", table)
    return read


def _read_shutout(value: Any) -> dict[str, int]:
    table = read_table("shutout", value, ("type", "value"))
    kind = _word("shutout.type", table.get("type"), SHUTOUT_WORDS)
    bonus = NONE
    if kind == SHUTOUT_BONUS:
        bonus = _number("shutout.value", table.pop("value", None), 0, 10_000)
    _refuse_leftovers("shutout", table)
    return {"shutout": kind, "shutout_value": bonus}


def _read_extra(value: Any) -> dict[str, int]:
    names = ("undercut", "gin", "big_gin", "value")
    if value in ("none", None):
        return {f"extra_{name}": NONE for name in names}
    table = read_table("extra_coups", value, names)
    return {f"extra_{name}": _number(f"extra_coups.{name}", table.get(name), 0, 1000) for name in names}


_TABLE_READERS: Final = {"knock_limit": _read_limit, "shutout": _read_shutout, "extra_coups": _read_extra}


def read_table(field: str, value: Any, names: tuple[str, ...]) -> dict[str, Any]:
    """Return the table that `value` of `field` is; raises `VariantError` for another key than `names`."""
    if not isinstance(value, dict):
        raise refusal(field, value, "{ " + ", ".join(f"{name} = …" for name in names) + " }")
    for name in value:
        if name not in names:
            raise VariantError(_("there is no such field"), where=f"{field}.{name}", clause="13.1")
    return dict(value)


def _refuse_leftovers(field: str, table: dict[str, Any]) -> None:
    for name in table:
        if name != "type":
            message = _("has no meaning with type “{type}”").format(type=table["type"])
            raise VariantError(message, where=f"{field}.{name}", clause="13.3")


def _word(field: str, value: Any, words: tuple[str, ...]) -> int:
    if not isinstance(value, str) or value not in words:
        raise refusal(field, value, " | ".join(words))
    return words.index(value)


def _number(field: str, value: Any, low: int, high: int, *, may_be_none: bool = False) -> int:
    if may_be_none and value in ("none", None):
        return NONE
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        allowed = str(low) if low == high else f"{low} … {high}"
        raise refusal(field, value, f'{allowed} | "none"' if may_be_none else allowed)
    return value


def refusal(field: str, value: Any, allowed: str) -> VariantError:
    """Return the error for a `value` that `field` may not have; `allowed` says which it may."""
    if value is None:
        message = _("the value is missing; allowed: {allowed}")
    else:
        message = _("{value} is not a value for it; allowed: {allowed}")
    return VariantError(message.format(value=value, allowed=allowed), where=field, clause="13.1")


def impossible(row: Variant) -> tuple[tuple[str, str], ...]:
    """Return every (field, reason) that makes `row` unplayable, empty for a row that can be played (13.3)."""
    by_upcard = row.knock_limit in (LIMIT_UPCARD, LIMIT_DISCARD)
    eleven = row.hand_nondealer == row.hand_dealer + 1
    checks = (
        (row.ace_points not in (1, 15), "ace_points", _("an ace counts 1 or 15")),
        (row.columns == 2, "columns", _("a score sheet has one column or three")),
        (eleven != (row.first_turn == FIRST_DISCARD), "first_turn",
         _("the non-dealer begins with a discard where it has one card more, and only there")),
        (not eleven and row.hand_nondealer != row.hand_dealer, "hand_nondealer",
         _("the hands are equal, or the non-dealer has one card more")),
        (row.first_turn == FIRST_OFFER and not row.upcard, "first_turn",
         _("without an upcard there is nothing to offer")),
        (by_upcard and not row.upcard, "knock_limit", _("without an upcard it cannot set the limit")),
        (bool(row.spade_double) and not row.upcard, "spade_double",
         _("without an upcard no spade can double")),
        (bool(row.spade_doubles_boxes) and not row.spade_double, "spade_doubles_boxes",
         _("boxes double only where spades double")),
        (bool(row.set_same_suit_duplicates) and row.decks == 1, "set_same_suit_duplicates",
         _("one pack holds no identical cards")),
        (bool(row.gin_void_if_defender_zero) and not row.layoff_on_gin, "gin_void_if_defender_zero",
         _("it needs lay-offs on gin")),
        (row.columns == 3 and row.session_target != NONE, "session_target",
         _("three columns are a match of their own: no partie is made of them")),
        (row.columns == 1 and row.column_blitz_bonus > 0, "column_blitz_bonus", _("it needs three columns")),
        (row.columns == 1 and row.rubber_bonus > 0, "rubber_bonus", _("it needs three columns")),
        (row.limit_source != SOURCE_DECLARATION and row.knock_limit != LIMIT_DISCARD, "limit_source",
         _("it needs a limit by the visible discard")),
    )  # fmt: skip
    return tuple((field, reason) for wrong, field, reason in checks if wrong)


def refuse_impossible(row: Variant) -> None:
    """Raise `VariantError` for the first reason why nobody can play `row` (RULES 13.3)."""
    for field, reason in impossible(row):
        raise VariantError(reason, where=field, clause="13.3")
