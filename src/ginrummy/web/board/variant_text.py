"""Options of a variant in words, for forms and invitations."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from ginrummy.locale import _
from ginrummy.text.rulebook import OPTIONS, Option
from ginrummy.variants import Variant, load_variant, row_values, value_in

USUAL_VARIANT: Final = "standard"
"""Variant with which others are compared."""


@dataclass(frozen=True, slots=True)
class Played:
    """Option of a table's variant, and whether its value is unusual."""

    title: str
    value: str
    sentence: str
    is_unusual: bool


def described(variant: Variant) -> tuple[Played, ...]:
    """Return every option of `variant`, in the order of the rules."""
    values, usual = row_values(variant), row_values(load_variant(USUAL_VARIANT).row)
    return tuple(
        Played(
            option.title(),
            value_text(option, value_in(values, option.name)),
            option.explain(),
            value_in(values, option.name) != value_in(usual, option.name),
        )
        for option in OPTIONS
    )


def value_text(option: Option, value: Any) -> str:
    """Return the meaning of an option's value."""
    if value is None:
        return _("none")
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    return option.word(value) if isinstance(value, str) else str(value)


def written(option: Option, values: Mapping[str, Any]) -> str:
    """Return the value of an option as a form field, empty for none."""
    value = value_in(dict(values), option.name)
    if value is None:
        return ""
    return str(value).lower() if isinstance(value, bool) else str(value)
