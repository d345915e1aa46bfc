"""Form for house rules, generated from the options of the rule book."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter
from typing import Any, Final

from ginrummy.locale import _
from ginrummy.locale.errors import VariantError, on_one_line
from ginrummy.locale.numbers import parse_number
from ginrummy.text.rulebook import OPTIONS, Option, chapter_title, find_option
from ginrummy.variants import (
    TABLES,
    Variant,
    impossible_rules,
    unchecked_variant,
    variant_from_values,
    variant_values,
)
from ginrummy.web.board.join_page import field_value, value_text

_LONGEST_SHOWN: Final = 60
_EXTRA: Final = "extra_coups"


@dataclass(frozen=True, slots=True)
class Question:
    """Option in the form, with its answer and the error in it."""

    option: Option
    value: str
    choices: tuple[tuple[str, str], ...]
    low: int
    high: int
    error: str

    @property
    def name(self) -> str:
        """Name of the field in the form and in a variant file."""
        return self.option.name


@dataclass(frozen=True, slots=True)
class QuestionGroup:
    """Group of questions under the title of their chapter of the rules."""

    title: str
    questions: tuple[Question, ...]


def form_chapters(
    row: Variant, errors: Mapping[str, str], form: Mapping[str, str]
) -> tuple[QuestionGroup, ...]:
    """Return the form, filled in from `form` or else from `row`."""
    values = variant_values(row)
    asked = [option for option in OPTIONS if option.has_choice]
    return tuple(
        QuestionGroup(
            chapter_title(number),
            tuple(
                _question(option, form.get(option.name, field_value(option, values)), errors)
                for option in some
            ),
        )
        for number, some in groupby(asked, key=attrgetter("chapter"))
    )


def _question(option: Option, value: str, errors: Mapping[str, str]) -> Question:
    table = option.name.partition(".")[0]
    error = errors.get(option.name) or (errors.get(table, "") if option.name == f"{table}.type" else "")
    low, high = option.bounds or (0, 0)
    return Question(option, value, _choices(option), low, high, error)


def _choices(option: Option) -> tuple[tuple[str, str], ...]:
    words: tuple[Any, ...] = (True, False) if option.kind == "switch" else option.choices or option.only
    return tuple((_sent(word), value_text(option, word)) for word in words)


def _sent(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def parse_rules_form(form: Mapping[str, str], base: Variant) -> Variant:
    """Return `base` with the submitted changes. Raise `VariantError` with the field in `where`."""
    values: dict[str, Any] = {}
    for option in OPTIONS:
        if option.name in form and option.has_choice:
            _answer(values, option, form[option.name].strip())
    _leave_out_idle(values)
    if f"{_EXTRA}.value" in form and _EXTRA not in values:
        values[_EXTRA] = "none"
    return variant_from_values(values, base=base)


def form_errors(form: Mapping[str, str], base: Variant) -> dict[str, str]:
    """Return the errors by field: of single answers and of their combination (RULES 13.3)."""
    errors: dict[str, str] = {}
    values: dict[str, Any] = {}
    for option in OPTIONS:
        if option.name in form and option.has_choice:
            try:
                _answer(values, option, form[option.name].strip())
            except VariantError as error:
                errors[error.where] = error.what
    _leave_out_idle(values)
    row = base
    for field, value in values.items():
        try:
            row = unchecked_variant({field: value}, base=row)
        except VariantError as error:
            errors[error.where] = error.what
    for field, reason in impossible_rules(row):
        errors.setdefault(field, reason)
    return errors


def _answer(values: dict[str, Any], option: Option, text: str) -> None:
    """Store the answer `text` in `values` in the form of a variant file. An empty part is left out."""
    value = _value(option, text)
    table, _dot, part = option.name.partition(".")
    if table not in TABLES:
        values[table] = value
    elif value is not None:
        values.setdefault(table, {})[part] = value


def _value(option: Option, text: str) -> Any:
    if option.kind == "switch":
        return {"true": True, "false": False}.get(text, text)
    if option.kind == "choice" or not text:
        return text or None
    number = parse_number(text)
    if number is None:
        message = _("“{text}” is not a number").format(text=on_one_line(text, _LONGEST_SHOWN))
        raise VariantError(message, where=option.name, clause="13.1")
    return number


def _leave_out_idle(values: dict[str, Any]) -> None:
    """Remove the parts of a table that its type does not use, which the form always sends."""
    limit = values.get("knock_limit", {})
    if limit.get("type") != "fixed":
        limit.pop("value", None)
    if limit.get("type") in ("fixed", "none"):
        limit.pop("ace", None)
    shutout = values.get("shutout", {})
    if shutout.get("type") != "bonus":
        shutout.pop("value", None)


def field_and_title(where: str) -> tuple[str, str]:
    """Return name and title of the field at an error's location, or `where` itself if it is no option."""
    names = {option.name for option in OPTIONS}
    name = where if where in names else f"{where}.type"
    return (name, find_option(name).title()) if name in names else (where, where)
