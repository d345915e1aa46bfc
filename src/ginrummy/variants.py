"""A variant is a row of numbers: the row, its fields, and the TOML files that differ from the default."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Final, NamedTuple

from ginrummy.errors import VariantError
from ginrummy.locale import LANGUAGES, _

NONE: Final = -1

CUT_LOW, LOT = 0, 1
NEXT_WINNER, NEXT_LOSER, NEXT_ALTERNATE = 0, 1, 2
VOID_SAME, VOID_ALTERNATE = 0, 1
FIRST_OFFER, FIRST_FREE, FIRST_DISCARD = 0, 1, 2
INSPECT_TOP, INSPECT_ALL = 0, 1
ACE_LOW, ACE_HIGH_LOW, ACE_CORNER = 0, 1, 2
LIMIT_FIXED, LIMIT_UPCARD, LIMIT_DISCARD, LIMIT_NONE = 0, 1, 2, 3
LIMIT_ACE_ONE, LIMIT_ACE_GIN, LIMIT_ACE_TEN = 0, 1, 2
SOURCE_DECLARATION, SOURCE_BEFORE_DRAW, SOURCE_OWN_DISCARD = 0, 1, 2
WALL_VOID, WALL_COMPARE, WALL_LAST_DISCARD = 0, 1, 2
SHUTOUT_NONE, SHUTOUT_BONUS, SHUTOUT_DOUBLE = 0, 1, 2
BOXES_BOTH, BOXES_WINNER = 0, 1
SESSION_ACCUMULATE, SESSION_DIFFERENCE = 0, 1


class Variant(NamedTuple):
    """What the law reads: numbers only, `NONE` for "not played", words as their place in `WORDS`."""

    decks: int = 1
    jokers: int = 0
    hand_nondealer: int = 10
    hand_dealer: int = 10
    upcard: int = 1
    first_dealer: int = LOT
    next_dealer: int = NEXT_ALTERNATE
    dealer_after_void: int = VOID_SAME
    first_turn: int = FIRST_OFFER
    allow_discard_taken_card: int = 0
    discard_inspect: int = INSPECT_TOP
    ace_run: int = ACE_LOW
    ace_points: int = 1
    face_points: int = 10
    set_min: int = 3
    set_max: int = 4
    set_same_suit_duplicates: int = 0
    run_min: int = 3
    run_max: int = NONE
    knock_limit: int = LIMIT_FIXED
    knock_value: int = 10
    knock_ace: int = NONE
    knock_max_unmatched: int = NONE
    first_turn_knock: int = 1
    closing_discard_face_down: int = 1
    layoff_on_knock: int = 1
    layoff_on_gin: int = 0
    gin_void_if_defender_zero: int = 0
    undercut_on_tie: int = 1
    undercut_bonus: int = 25
    undercut_complete_bonus: int = NONE
    gin_bonus: int = 25
    big_gin_bonus: int = NONE
    spade_double: int = 0
    spade_doubles_boxes: int = 0
    wall_stock: int = 2
    wall_action: int = WALL_VOID
    endless_turns: int = 40
    columns: int = 1
    column_blitz_bonus: int = 0
    rubber_bonus: int = 0
    game_target: int = 100
    game_bonus: int = 0
    box_bonus: int = 0
    shutout: int = SHUTOUT_NONE
    shutout_value: int = NONE
    extra_undercut: int = NONE
    extra_gin: int = NONE
    extra_big_gin: int = NONE
    extra_value: int = NONE
    session_target: int = NONE
    limit_source: int = SOURCE_DECLARATION
    session_mode: int = SESSION_ACCUMULATE
    boxes_to: int = BOXES_BOTH


@dataclass(frozen=True, slots=True)
class NamedVariant:
    """A row with its names and the reasons for its unusual values."""

    name: str
    names: dict[str, str]
    about: dict[str, str]
    source: dict[str, str]
    row: Variant
    text: str

    def title(self, language: str) -> str:
        """Return the name that players of `language` know it by."""
        return self.names.get(language) or self.names.get("en") or self.name


DEFAULT: Final = Variant()

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
_SECTIONS: Final = ("base", "name", "about", "values", "source")
_KEY: Final = re.compile(r"\s*(\[?)([\w.\s\"'-]+?)\s*[]=]")


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
            raise _refusal(field, value, "true | false")
        return {field: int(value)}
    if field in NUMBERS:
        low, high = NUMBERS[field]
        return {field: _number(field, value, low, high, may_be_none=field in MAY_BE_NONE)}
    raise VariantError(_("there is no such field"), where=field, clause="13.1")


def _read_limit(value: Any) -> dict[str, int]:
    table = _table("knock_limit", value, ("type", "value", "ace"))
    kind = _word("knock_limit.type", table.get("type"), LIMIT_WORDS)
    read = {"knock_limit": kind, "knock_value": NONE, "knock_ace": NONE}
    if kind == LIMIT_FIXED:
        read["knock_value"] = _number("knock_limit.value", table.pop("value", None), 0, 100)
    elif kind != LIMIT_NONE:
        read["knock_ace"] = _word("knock_limit.ace", table.pop("ace", None), LIMIT_ACE_WORDS)
    _refuse_leftovers("knock_limit", table)
    return read


def _read_shutout(value: Any) -> dict[str, int]:
    table = _table("shutout", value, ("type", "value"))
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
    table = _table("extra_coups", value, names)
    return {f"extra_{name}": _number(f"extra_coups.{name}", table.get(name), 0, 1000) for name in names}


_TABLE_READERS: Final = {"knock_limit": _read_limit, "shutout": _read_shutout, "extra_coups": _read_extra}


def _table(field: str, value: Any, names: tuple[str, ...]) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise _refusal(field, value, "{ " + ", ".join(f"{name} = …" for name in names) + " }")
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
        raise _refusal(field, value, " | ".join(words))
    return words.index(value)


def _number(field: str, value: Any, low: int, high: int, *, may_be_none: bool = False) -> int:
    if may_be_none and value in ("none", None):
        return NONE
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        allowed = str(low) if low == high else f"{low} … {high}"
        raise _refusal(field, value, f'{allowed} | "none"' if may_be_none else allowed)
    return value


def _refusal(field: str, value: Any, allowed: str) -> VariantError:
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


def preset_names() -> tuple[str, ...]:
    """Return the names of the presets, in alphabetical order."""
    folder = files("ginrummy") / "presets"
    return tuple(sorted(entry.name[:-5] for entry in folder.iterdir() if entry.name.endswith(".toml")))


def load_variant(name: str) -> NamedVariant:
    """Return the preset called `name`, or the house rule in the file `name` when it ends in `.toml`.

    Raises `VariantError` that says which line of the file is wrong, and why.
    """
    return read_variant_file(Path(name)) if name.endswith(".toml") else _load_preset(name)


@cache
def _load_preset(name: str) -> NamedVariant:
    if name not in preset_names():
        known = ", ".join(preset_names())
        message = _("there is no variant “{name}”; there are: {known}").format(name=name, known=known)
        raise VariantError(message, clause="13.4")
    source = files("ginrummy") / "presets" / f"{name}.toml"
    return parse_variant(source.read_text(encoding="utf-8"), name=name, where=f"{name}.toml")


def read_variant_file(path: Path) -> NamedVariant:
    """Return the house rule kept at `path` (RULES 13.2)."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise VariantError(
            _("the file cannot be read: {error}").format(error=error), where=str(path)
        ) from error
    return parse_variant(text, name=path.stem, where=str(path))


def parse_variant(text: str, *, name: str, where: str) -> NamedVariant:
    """Return the variant that TOML `text` describes; `where` names the text in errors.

    Its `base`, where it has one, is a preset: a house rule says all that it is.
    """
    try:
        document = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise VariantError(_("this is not TOML: {error}").format(error=error), where=where) from error
    try:
        return _named_variant(document, name, text)
    except VariantError as error:
        raise _at_line(error, text, where) from error


def _named_variant(document: dict[str, Any], name: str, text: str) -> NamedVariant:
    values = document.get("values", {})
    if not isinstance(values, dict):
        raise _refusal("values", values, "[values]")
    values = dict(values)
    for key, value in document.items():
        if key in values:
            raise VariantError(_("it stands here twice, alone and in [values]"), where=key, clause="13.1")
        if key not in _SECTIONS:
            values[key] = value
    names, about = _texts(document, "name", LANGUAGES), _texts(document, "about", LANGUAGES)
    source = _texts(document, "source", FILE_FIELDS)
    return NamedVariant(name, names, about, source, row_of(values, base=_base(document)), text)


def _base(document: dict[str, Any]) -> Variant:
    base = document.get("base")
    if base is None:
        return DEFAULT
    if base not in preset_names():
        raise _refusal("base", base, " | ".join(preset_names()))
    return _load_preset(base).row


def _texts(document: dict[str, Any], section: str, keys: tuple[str, ...]) -> dict[str, str]:
    table = document.get(section, {})
    if section == "name" and isinstance(table, str):
        return {"en": table}
    if not isinstance(table, dict) or not all(isinstance(text, str) for text in table.values()):
        raise VariantError(_("here stand texts only"), where=section, clause="13.1")
    return dict(_table(section, table, keys))


def _at_line(error: VariantError, text: str, where: str) -> VariantError:
    line = _line_of(text, error.where)
    place = f"{where}, {line}" if line else where
    inner = f"{place}: {error.where}" if error.where else place
    return VariantError(error.what, where=inner, clause=error.clause)


def _line_of(text: str, field: str) -> int:
    """Return the number of the line where `field`, or the table that it is part of, stands; 0 for none."""
    table, found = "", 0
    for number, line in enumerate(text.splitlines(), start=1):
        key = _KEY.match(line)
        if key is None:
            continue
        bracket, path = key[1], re.sub(r"[\s\"']", "", key[2])
        if bracket:
            table = path
        elif table:
            path = f"{table}.{path}"
        path = path.removeprefix("values.")
        if path == field:
            return number
        if path == field.partition(".")[0] and not found:
            found = number
    return found
