"""Form for house rules, generated from the options of the rule book."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import groupby, starmap
from operator import attrgetter
from typing import Any, Final

from ginrummy.locale import _
from ginrummy.locale.errors import VariantError, on_one_line
from ginrummy.locale.numbers import parse_number
from ginrummy.text.rulebook.chapters import chapter_title
from ginrummy.variants import (
    OPTIONS,
    TABLES,
    Option,
    Variant,
    default_value,
    find_option,
    impossible_rules,
    load_variant,
    unchecked_variant,
    variant_from_values,
    variant_values,
)
from ginrummy.web.board.join_page import USUAL_VARIANT, field_value, value_text

_LONGEST_SHOWN: Final = 60
_EXTRA: Final = "extra_coups"


@dataclass(frozen=True, slots=True)
class Question:
    """Option in the form, with its answer and the error in it.

    A choice has its value, its meaning and the conditions that it meets, by which `rules_form.css` hides what
    cannot matter.
    """

    option: Option
    value: str
    usual: str
    choices: tuple[tuple[str, str, str], ...]
    low: int
    high: int
    error: str

    @property
    def name(self) -> str:
        """Name of the field in the form and in a variant file."""
        return self.option.name

    @property
    def is_shown_first(self) -> bool:
        """Whether it is shown first: it differs from the usual game, or has an error."""
        return self.value != self.usual or bool(self.error)

    @property
    def needs(self) -> str:
        """The conditions under which it matters."""
        return " ".join(starmap(condition, self.option.needs.items()))

    @property
    def conditions_of_number(self) -> str:
        """The conditions that a number meets, where it is not none."""
        return _met_by(self.option, None)


@dataclass(frozen=True, slots=True)
class QuestionGroup:
    """Group of questions under the title of their chapter of the rules."""

    title: str
    questions: tuple[Question, ...]


def form_chapters(
    row: Variant, errors: Mapping[str, str], form: Mapping[str, str]
) -> tuple[QuestionGroup, ...]:
    """Return the form, filled in from `form` or else from `row`: first what differs from the usual game."""
    values, usual = variant_values(row), variant_values(load_variant(USUAL_VARIANT).row)
    questions = [
        _question(
            option, form.get(option.name, field_value(option, values)), field_value(option, usual), errors
        )
        for option in OPTIONS
        if option.is_variable
    ]
    first = QuestionGroup(_("What is different here"), tuple(one for one in questions if one.is_shown_first))
    rest = groupby((one for one in questions if not one.is_shown_first), key=attrgetter("option.chapter"))
    return (first, *(QuestionGroup(chapter_title(number), tuple(some)) for number, some in rest))


def _question(option: Option, value: str, usual: str, errors: Mapping[str, str]) -> Question:
    table = option.name.partition(".")[0]
    error = errors.get(option.name) or (errors.get(table, "") if option.name == f"{table}.type" else "")
    low, high = option.bounds or (0, 0)
    return Question(option, value, usual, _choices(option), low, high, error)


def _choices(option: Option) -> tuple[tuple[str, str, str], ...]:
    low, high = option.bounds or (0, 0)
    numbers = option.only or ((low, high) if high - low == 1 else ())
    words: tuple[Any, ...] = (True, False) if option.kind == "switch" else option.choices or numbers
    return tuple((_form_value(word), value_text(option, word), _met_by(option, word)) for word in words)


def _met_by(option: Option, value: Any) -> str:
    """Return the conditions of other options that `value` of `option` meets; `None` is any number."""
    needs = (need for other in OPTIONS for need in other.needs.items() if need[0] == option.name)
    return " ".join(sorted({condition(*need) for need in needs if value is None or value in need[1]}))


def condition(name: str, values: tuple[Any, ...]) -> str:
    """Return the condition that an option has one of `values`, or any for none, as one word."""
    return f"{name}={'|'.join(map(_form_value, values)) or 'any'}"


def _form_value(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def parse_rules_form(form: Mapping[str, str], base: Variant) -> Variant:
    """Return `base` with the submitted changes. Raise `VariantError` with the field in `where`."""
    values: dict[str, Any] = {}
    for option in OPTIONS:
        if option.name in form and option.is_variable:
            _answer(values, option, form[option.name].strip())
    _leave_out_idle(values, base)
    if f"{_EXTRA}.value" in form and not values.get(_EXTRA):
        values[_EXTRA] = "none"
    return variant_from_values(values, base=base)


def form_errors(form: Mapping[str, str], base: Variant) -> dict[str, str]:
    """Return the errors by field: of single answers and of their combination (RULES 13.3)."""
    errors: dict[str, str] = {}
    values: dict[str, Any] = {}
    for option in OPTIONS:
        if option.name in form and option.is_variable:
            try:
                _answer(values, option, form[option.name].strip())
            except VariantError as error:
                errors[error.where] = error.what
    _leave_out_idle(values, base)
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


def _leave_out_idle(values: dict[str, Any], base: Variant) -> None:
    """Leave out what cannot matter, which the form sends though it is hidden.

    An answer that would matter in `base` becomes the default, and one that is new stays, for its error.
    """
    before = variant_values(base)
    now = before | values
    for option in [option for option in OPTIONS if not option.matters(now)]:
        table, _dot, part = option.name.partition(".")
        if part:
            values.get(table, {}).pop(part, None)
        elif option.matters(before) and now[table] == before[table]:
            values[table] = default_value(table)


def field_and_title(where: str) -> tuple[str, str]:
    """Return name and title of the field at an error's location, or `where` itself if it is no option."""
    names = {option.name for option in OPTIONS}
    name = where if where in names else f"{where}.type"
    return (name, find_option(name).title()) if name in names else (where, where)
