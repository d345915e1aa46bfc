"""The ▸ lines of RULES.md: each preset and form has the choices that they state."""

import re
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from ginrummy.locale.errors import VariantError
from ginrummy.variants import load_variant, preset_names, variant_from_values, variant_values
from ginrummy.variants.fields import FILE_FIELDS
from ginrummy.variants.form_files import FORM_NAMES, load_form
from ginrummy.variants.form_options import FORM_FIELDS, form_from_values, form_values

RULES, _mark, TOGETHER = (
    (Path(__file__).parents[2] / "RULES.md").read_text(encoding="utf-8").partition("\n## 14 ")
)
EVERYBODY = ("all others", "every preset", "every form", "always", "not played")


class Choice(NamedTuple):
    """A value of a field in RULES.md, and the presets or forms it names; `others` for the rest."""

    field: str
    value: Any
    names: frozenset[str]
    others: bool


def choices(rules: str, fields: Sequence[str], known: Sequence[str]) -> Iterator[Choice]:
    """Yield the choices of all ▸ lines."""
    for line in re.findall(r"^▸ (`.*?)\n\n", rules, re.MULTILINE | re.DOTALL):
        field, value = "", None
        for part in line.replace("\n", " ").split(" · "):
            words = frozenset(re.findall(r"\w+", re.sub(r"`[^`]*`", "", part)))
            others = any(phrase in part for phrase in EVERYBODY)
            for code in re.findall(r"`([^`]+)`", part):
                field, value = reading(code, field, value, fields)
                yield Choice(field, value, words & set(known), others)


def reading(code: str, field: str, value: Any, fields: Sequence[str]) -> tuple[str, Any]:
    """Return field and value of `code`; for a lone value, or a part of a table, `field` has it."""
    key, equals, _rest = code.partition(" = ")
    if key in fields:
        return key, tomllib.loads(code)[key]
    if equals and key.isidentifier():
        return field, value | tomllib.loads(code)
    return field, tomllib.loads(f"it = {code}")["it"]


CHOICES = list(choices(RULES, FILE_FIELDS, preset_names()))
OF_FORMS = list(choices(TOGETHER, FORM_FIELDS, FORM_NAMES))


def test_13_every_option_of_the_rules_is_spelled_out() -> None:
    spelled = {choice.field for choice in CHOICES}
    assert spelled == set(FILE_FIELDS)


@pytest.mark.parametrize("choice", CHOICES, ids=lambda choice: f"{choice.field}={choice.value}")
def test_13_a_variant_file_knows_every_choice(choice: Choice) -> None:
    """On its own with the defaults it may be unplayable."""
    refusal = ""
    try:
        variant_from_values({choice.field: choice.value})
    except VariantError as error:
        refusal = error.clause
    assert refusal in ("", "13.3")


@pytest.mark.parametrize("field", sorted({choice.field for choice in CHOICES}))
def test_13_the_presets_have_the_choices_of_the_rules(field: str) -> None:
    given = [choice for choice in CHOICES if choice.field == field]
    named = {name for choice in given for name in choice.names}
    for choice in given:
        names = set(preset_names()) - named if choice.others else choice.names
        value = None if choice.value == "none" else choice.value
        for name in names:
            assert variant_values(load_variant(name).row)[field] == value, name


def test_14_every_option_of_a_form_is_spelled_out() -> None:
    assert {choice.field for choice in OF_FORMS} == set(FORM_FIELDS)


@pytest.mark.parametrize("choice", OF_FORMS, ids=lambda choice: f"{choice.field}={choice.value}")
def test_14_a_form_has_the_choices_of_the_rules(choice: Choice) -> None:
    refusal = ""
    try:
        form_from_values({choice.field: choice.value})
    except VariantError as error:
        refusal = error.clause
    assert refusal in ("", "14.10")
    named = {name for each in OF_FORMS if each.field == choice.field for name in each.names}
    for name in set(FORM_NAMES) - named if choice.others else choice.names:
        assert form_values(load_form(name).row)[choice.field] == choice.value, name
