"""Fields of a variant in words: names and ranges, conversion to and from a row, impossible values."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, Final

from ginrummy.locale import _
from ginrummy.locale.errors import VariantError, on_one_line, safe_repr
from ginrummy.rules.variant import (
    DEFAULT,
    FIRST_DISCARD,
    FIRST_OFFER,
    FIRST_OFFER_FREE,
    LIMIT_DISCARD,
    LIMIT_FIXED,
    LIMIT_NONE,
    LIMIT_UPCARD,
    NONE,
    SHUTOUT_BONUS,
    SOURCE_DECLARATION,
    Variant,
)
from ginrummy.variants.option import CHOICE, SWITCH, Option, option_value
from ginrummy.variants.options import OPTIONS, find_option
from ginrummy.variants.toml_text import toml_text

_LONGEST_SHOWN: Final = 60
TABLES: Final = ("knock_limit", "shutout", "extra_coups")
_WHOLE: Final = tuple(option for option in OPTIONS if not option.is_part_of_table)
WORDS: Final = {option.name: option.choices for option in _WHOLE if option.kind == CHOICE}
SWITCHES: Final = frozenset(option.name for option in _WHOLE if option.kind == SWITCH)
NUMBERS: Final = {option.name: option.bounds for option in _WHOLE if option.bounds is not None}
MAY_BE_NONE: Final = frozenset(option.name for option in _WHOLE if option.may_be_none)
FIXED: Final = {
    option.name: option.bounds[0] for option in _WHOLE if option.bounds and not option.is_variable
}
"""Options with a fixed value: a file may state them, but the row does not hold them."""
LIMIT_WORDS: Final = find_option("knock_limit.type").choices
LIMIT_ACE_WORDS: Final = find_option("knock_limit.ace").choices
SHUTOUT_WORDS: Final = find_option("shutout.type").choices
FILE_FIELDS: Final = (*WORDS, *sorted(SWITCHES), *NUMBERS, *TABLES)


def variant_values(row: Variant) -> dict[str, Any]:
    """Return `row` in the words of a variant file: enums as text, tables nested, `None` for "none"."""
    values: dict[str, Any] = {}
    for field in (*WORDS, *sorted(SWITCHES), *NUMBERS):
        number = FIXED[field] if field in FIXED else getattr(row, field)
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


def variant_from_values(values: dict[str, Any], *, base: Variant = DEFAULT) -> Variant:
    """Return `base` changed by `values`, named and written as in a variant file.

    Raises `VariantError`, whose `where` is the field, for an unknown field, a value out of range or an
    unplayable combination (RULES 13.3).
    """
    row = unchecked_variant(values, base=base)
    reject_impossible_rules(row)
    return row


def changed_fields(row: Variant) -> dict[str, Any]:
    """Return the differences of `row` from the default, in the words of a variant file."""
    default = variant_values(DEFAULT)
    return {field: value for field, value in sorted(variant_values(row).items()) if value != default[field]}


@cache
def validate_variant(row: Variant) -> Variant:
    """Return `row`. Raises `VariantError` if no file could express it, or if it is unplayable (RULES 13)."""
    try:
        read = variant_from_values(variant_values(row))
    except (IndexError, TypeError):
        read = None
    if read is None or any(number not in (NONE, given) for number, given in zip(read, row, strict=True)):
        raise VariantError(_("this is not a variant"), where=on_one_line(repr(row), _LONGEST_SHOWN))
    return row


def unchecked_variant(values: dict[str, Any], *, base: Variant = DEFAULT) -> Variant:
    """Return `base` changed by `values`, playable or not; otherwise as `variant_from_values`."""
    changes: dict[str, int] = {}
    for field, value in values.items():
        changes |= _read_field(field, value)
    return base._replace(**changes)


def default_value(name: str) -> Any:
    """Return the default of the option `name` in a file, `None` for none."""
    return option_value(variant_values(DEFAULT), name)


def variant_from_columns(columns: Mapping[str, int]) -> Variant:
    """Return the row for fields by name from a database; obsolete fields are ignored.

    Raises `VariantError` if such a field has another value than every variant now has.
    """
    for field, value in columns.items():
        if field in FIXED and value != FIXED[field]:
            raise field_error(field, value, find_option(field).range)
    return Variant(**{field: value for field, value in columns.items() if field not in FIXED})


def _read_field(field: str, value: Any) -> dict[str, int]:
    if field in TABLES:
        return _TABLE_READERS[field](value)
    if field not in FILE_FIELDS:
        raise VariantError(_("there is no such field"), where=field, clause="13.1")
    read = _read_option(field, value)
    return {} if field in FIXED else {field: read}


def _read_option(name: str, value: Any) -> int:
    return read_option(find_option(name), value)


def read_option(option: Option, value: Any) -> int:
    """Return the number in the row for `value` of an option. Raises `VariantError` if it has none."""
    name = option.name
    if option.kind == SWITCH:
        if not isinstance(value, bool):
            raise field_error(name, value, option.allowed_text)
        return int(value)
    if option.kind == CHOICE:
        if not isinstance(value, str) or value not in option.choices:
            raise field_error(name, value, option.allowed_text)
        return option.choices.index(value)
    if option.may_be_none and not option.is_part_of_table and value in ("none", None):
        return NONE
    low, high = option.bounds or (0, 0)
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise field_error(name, value, option.range)
    return value


def _read_limit(value: Any) -> dict[str, int]:
    table = read_table("knock_limit", value, ("type", "value", "ace"))
    kind = _read_option("knock_limit.type", table.get("type"))
    read = {"knock_limit": kind, "knock_value": NONE, "knock_ace": NONE}
    if kind == LIMIT_FIXED:
        read["knock_value"] = _read_option("knock_limit.value", table.pop("value", None))
    elif kind != LIMIT_NONE:
        read["knock_ace"] = _read_option("knock_limit.ace", table.pop("ace", None))
    _refuse_leftovers("knock_limit", table)
    return read


def _read_shutout(value: Any) -> dict[str, int]:
    table = read_table("shutout", value, ("type", "value"))
    kind = _read_option("shutout.type", table.get("type"))
    bonus = NONE
    if kind == SHUTOUT_BONUS:
        bonus = _read_option("shutout.value", table.pop("value", None))
    _refuse_leftovers("shutout", table)
    return {"shutout": kind, "shutout_value": bonus}


def _read_extra(value: Any) -> dict[str, int]:
    names = ("undercut", "gin", "big_gin", "value")
    if value in ("none", None):
        return {f"extra_{name}": NONE for name in names}
    table = read_table("extra_coups", value, names)
    return {f"extra_{name}": _read_option(f"extra_coups.{name}", table.get(name)) for name in names}


_TABLE_READERS: Final = {"knock_limit": _read_limit, "shutout": _read_shutout, "extra_coups": _read_extra}


def read_table(field: str, value: Any, names: tuple[str, ...]) -> dict[str, Any]:
    """Return `value` of `field` as a table. Raises `VariantError` for a key that is not among `names`."""
    if not isinstance(value, dict):
        raise field_error(field, value, "{ " + ", ".join(f"{name} = …" for name in names) + " }")
    for name in value:
        if name not in names:
            raise VariantError(_("there is no such field"), where=f"{field}.{name}", clause="13.1")
    return dict(value)


def _refuse_leftovers(field: str, table: dict[str, Any]) -> None:
    for name in table:
        if name != "type":
            message = _("has no meaning with type “{type}”").format(type=table["type"])
            raise VariantError(message, where=f"{field}.{name}", clause="13.3")


def field_error(field: str, value: Any, allowed: str) -> VariantError:
    """Return the error for an invalid `value` of `field`; `allowed` describes the valid ones."""
    try:
        shown = on_one_line(toml_text(value), _LONGEST_SHOWN)
    except ValueError:  # Python's limit on digits
        shown = _("a number of so many digits")
    except RecursionError:  # nested lists
        shown = safe_repr(value)
    if value is None:
        message = _("the value is missing; allowed: {allowed}")
    else:
        message = _("{value} is not a value for it; allowed: {allowed}")
    return VariantError(message.format(value=shown, allowed=allowed), where=field, clause="13.1")


def impossible_rules(row: Variant) -> tuple[tuple[str, str], ...]:
    """Return every (field, reason) that makes `row` unplayable; empty for a playable row (13.3)."""
    by_upcard = row.knock_limit in (LIMIT_UPCARD, LIMIT_DISCARD)
    eleven = row.hand_nondealer == row.hand_dealer + 1
    checks = (
        (row.ace_points not in find_option("ace_points").only, "ace_points", _("an ace counts 1 or 15")),
        (row.columns not in find_option("columns").only, "columns",
         _("a score sheet has one column or three")),
        (eleven != (row.first_turn == FIRST_DISCARD), "first_turn",
         _("the non-dealer begins with a discard where it has one card more, and only there")),
        (not eleven and row.hand_nondealer != row.hand_dealer, "hand_nondealer",
         _("the hands are equal, or the non-dealer has one card more")),
        (row.first_turn in (FIRST_OFFER, FIRST_OFFER_FREE) and not row.upcard, "first_turn",
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


def reject_impossible_rules(row: Variant) -> None:
    """Raise `VariantError` for the first reason that makes `row` unplayable (RULES 13.3)."""
    for field, reason in impossible_rules(row):
        raise VariantError(reason, where=field, clause="13.3")
