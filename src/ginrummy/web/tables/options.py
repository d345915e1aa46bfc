"""The options of a variant in words, for forms and for whoever is asked to join."""

from __future__ import annotations

from dataclasses import dataclass

from ginrummy.locale import _
from ginrummy.variants import DEFAULT, FILE_FIELDS, Variant, row_values


@dataclass(frozen=True, slots=True)
class Option:
    """An option as it is played: a sentence, and whether it is unusual."""

    title: str
    sentence: str
    is_unusual: bool


def described(variant: Variant) -> tuple[Option, ...]:
    """Return every option of `variant`, in the order of the file's fields."""
    values, usual = row_values(variant), row_values(DEFAULT)
    return tuple(
        Option(field_title(name), str(values[name]), values[name] != usual[name]) for name in FILE_FIELDS
    )


def field_title(name: str) -> str:
    """Return what a field is called."""
    return name.replace("_", " ").replace(".", ": ")


def field_sentence(name: str) -> str:
    """Return what a field decides."""
    return ""


def choice_title(name: str, word: str) -> str:
    """Return what the choice `word` of a field means."""
    return {"yes": _("yes"), "no": _("no")}.get(word, word.replace("_", " "))
