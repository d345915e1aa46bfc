"""The form for house rules, made of the variant's own fields: what can be chosen, and what was."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from ginrummy.errors import VariantError
from ginrummy.locale import _
from ginrummy.variants import (
    LIMIT_ACE_WORDS,
    LIMIT_WORDS,
    MAY_BE_NONE,
    NUMBERS,
    SHUTOUT_WORDS,
    SWITCHES,
    WORDS,
    Variant,
    row_of,
    row_values,
)
from ginrummy.web.tables.options import choice_title, field_sentence, field_title

YES, NO, NOTHING = "yes", "no", "none"
_EXTRA_NAMES: Final = ("undercut", "gin", "big_gin", "value")
_LIMIT_MOST, _SHUTOUT_MOST, _EXTRA_MOST = 100, 10_000, 1000
_PARTS: Final[dict[str, dict[str, tuple[str, ...] | int]]] = {
    "knock_limit": {"type": LIMIT_WORDS, "value": _LIMIT_MOST, "ace": LIMIT_ACE_WORDS},
    "shutout": {"type": SHUTOUT_WORDS, "value": _SHUTOUT_MOST},
    "extra_coups": dict.fromkeys(_EXTRA_NAMES, _EXTRA_MOST),
}
FIXED: Final = frozenset(name for name, (low, high) in NUMBERS.items() if low == high)
GROUPS: Final[tuple[tuple[str, ...], ...]] = (
    ("decks", "hand_nondealer", "hand_dealer", "upcard", "first_dealer", "next_dealer", "dealer_after_void"),
    ("first_turn", "allow_discard_taken_card", "discard_inspect", "wall_stock", "wall_action",
     "endless_turns"),
    ("ace_run", "ace_points", "run_max", "set_same_suit_duplicates"),
    ("knock_limit.type", "knock_limit.value", "knock_limit.ace", "limit_source", "knock_max_unmatched",
     "first_turn_knock", "closing_discard_face_down"),
    ("layoff_on_knock", "layoff_on_gin", "gin_void_if_defender_zero", "undercut_on_tie", "undercut_bonus",
     "undercut_complete_bonus", "gin_bonus", "big_gin_bonus", "spade_double", "spade_doubles_boxes"),
    ("game_target", "game_bonus", "box_bonus", "boxes_to", "shutout.type", "shutout.value", "columns",
     "column_blitz_bonus", "rubber_bonus"),
    ("extra_coups.undercut", "extra_coups.gin", "extra_coups.big_gin", "extra_coups.value", "session_target",
     "session_mode"),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Question:
    """One field of the form: a choice of words, or a number between `low` and `high`."""

    name: str
    title: str
    sentence: str
    value: str
    choices: tuple[tuple[str, str], ...] = ()
    low: int = 0
    high: int = 0
    may_be_none: bool = False
    error: str = ""


def group_titles() -> tuple[str, ...]:
    """Return what the groups of questions are about."""
    return (
        _("Cards and deal"),
        _("Turns and the end of the stock"),
        _("Melds and points"),
        _("Knocking"),
        _("Showdown and bonuses"),
        _("The match"),
        _("Extra-coups and partie"),
    )


def questions(
    row: Variant, errors: Mapping[str, str], sent: Mapping[str, str]
) -> tuple[tuple[str, tuple[Question, ...]], ...]:
    """Return the questions in groups with titles, answered by `sent`, else by `row`."""
    values = row_values(row)
    return tuple(
        (title, tuple(_question(name, sent.get(name, written(values, name)), errors) for name in group))
        for title, group in zip(group_titles(), GROUPS, strict=True)
    )


def _question(name: str, value: str, errors: Mapping[str, str]) -> Question:
    title, sentence = field_title(name), field_sentence(name)
    error = errors.get(name) or errors.get(name.removesuffix(".type"), "")
    offered = _offered(name)
    if isinstance(offered, tuple):
        choices = tuple((word, choice_title(name, word)) for word in offered)
        return Question(name, title, sentence, value, choices, error=error)
    low = NUMBERS[name][0] if name in NUMBERS else 0
    optional = name in MAY_BE_NONE or "." in name
    return Question(name, title, sentence, value, low=low, high=offered, may_be_none=optional, error=error)


def _offered(name: str) -> tuple[str, ...] | int:
    """Return the words that may answer a question, or the greatest number."""
    table, _dot, part = name.partition(".")
    if part:
        return _PARTS[table][part]
    if name in WORDS:
        return WORDS[name]
    return (YES, NO) if name in SWITCHES else NUMBERS[name][1]


def written(values: Mapping[str, Any], name: str) -> str:
    """Return the value of the field `name` as the form writes it, empty for none."""
    table, _dot, part = name.partition(".")
    value = (values[table] or {}).get(part) if part else values[name]
    if value is None:
        return ""
    if isinstance(value, bool):
        return YES if value else NO
    return str(value)


def read_answers(sent: Mapping[str, str], base: Variant) -> Variant:
    """Return `base` changed by what was sent; raises `VariantError` with the field in `where`."""
    values: dict[str, Any] = {}
    for name in (name for group in GROUPS for name in group if name in sent):
        table, _dot, part = name.partition(".")
        value = _value(name, sent[name].strip())
        if not part:
            values[name] = value
        elif value is not None:
            values.setdefault(table, {})[part] = value
    _leave_out_idle(values)
    if "extra_coups.value" in sent and "extra_coups" not in values:
        values["extra_coups"] = "none"
    return row_of(values, base=base)


def _value(name: str, text: str) -> Any:
    offered = _offered(name)
    if isinstance(offered, tuple):
        return {YES: True, NO: False}.get(text, text) if name in SWITCHES else (text or None)
    if not text:
        return None
    if not (text.isascii() and text.isdigit() and len(text) < 9):
        raise VariantError(_("“{text}” is not a number").format(text=text), where=name, clause="13.1")
    return int(text)


def _leave_out_idle(values: dict[str, Any]) -> None:
    """Drop the parts of a table that its type does not ask for: the form always sends them."""
    limit = values.get("knock_limit", {})
    if limit.get("type") != "fixed":
        limit.pop("value", None)
    if limit.get("type") in ("fixed", "none"):
        limit.pop("ace", None)
    shutout = values.get("shutout", {})
    if shutout.get("type") != "bonus":
        shutout.pop("value", None)
