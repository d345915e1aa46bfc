"""Variants as rows, as values of a file and as text: every option, its bounds, and the way back."""

from __future__ import annotations

import random
from contextlib import suppress
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ginrummy import variants
from ginrummy.game.cards import deadwood
from ginrummy.game.match import Match
from ginrummy.game.shuffle import seeds_from_number
from ginrummy.locale import LANGUAGES, using_language
from ginrummy.locale.errors import VariantError
from ginrummy.text.record import read_record, write_record
from ginrummy.variants import (
    DEFAULT,
    NONE,
    TABLES,
    Variant,
    impossible_rules,
    load_variant,
    parse_variant,
    preset_names,
    resolve_variant,
    rules_on_one_line,
    variant_from_columns,
    variant_from_values,
    variant_values,
)
from ginrummy.variants.fields import FILE_FIELDS, FIXED, MAY_BE_NONE, NUMBERS, SWITCHES, WORDS
from ginrummy.variants.toml_text import toml_text
from tests.oracle.house import random_row

WRONG = ["ten", "", -1, 10**7, 1.5, [], {}, True, None]
rows = st.integers(0, 10**9).map(lambda seed: random_row(random.Random(seed)))


def refusal(values: dict[str, Any]) -> VariantError:
    """Return why `values` are refused."""
    with pytest.raises(VariantError) as caught:
        variant_from_values(values)
    return caught.value


def read(field: str, value: Any) -> Any:
    """Return the value of `field` in a row after reading `value`, on the first compatible base."""
    for base in chain([DEFAULT], (random_row(random.Random(number)) for number in range(200))):
        with suppress(VariantError):
            return variant_values(variant_from_values({field: value}, base=base))[field]
    raise AssertionError(f"{field} = {value} goes with nothing")


@given(rows | st.sampled_from([load_variant(name).row for name in preset_names()]))
def test_a_row_comes_back_from_its_values_and_from_its_file(row: Variant) -> None:
    values = variant_values(row)
    assert set(values) == set(FILE_FIELDS)
    assert variant_from_values(values) == row
    assert impossible_rules(row) == ()
    text = "".join(f"{field} = {toml_text(value)}\n" for field, value in values.items())
    assert parse_variant(text, name="house", where="house.toml").row == row


@given(rows, rows)
def test_values_change_a_base_and_nothing_else(base: Variant, row: Variant) -> None:
    assert variant_from_values(variant_values(row), base=base) == row
    assert variant_from_values({}, base=base) == base


@pytest.mark.parametrize("field", WORDS)
def test_options_in_words(field: str) -> None:
    for word in WORDS[field]:
        assert read(field, word) == word
    for wrong in ["Both", *WRONG]:
        assert refusal({field: wrong}).where == field


@pytest.mark.parametrize("field", sorted(SWITCHES))
def test_options_that_are_on_or_off(field: str) -> None:
    for value in (True, False):
        assert read(field, value) is value
    for wrong in ["true", 0, 1, None]:
        assert refusal({field: wrong}).where == field


@pytest.mark.parametrize("field", NUMBERS)
def test_options_that_are_numbers(field: str) -> None:
    low, high = NUMBERS[field]
    assert (read(field, low), read(field, high)) == (low, high)
    wrong = [low - 1, high + 1, True, float(low), "1", [low]]
    for value in wrong if field in MAY_BE_NONE else [*wrong, None, "none"]:
        assert refusal({field: value}).where == field


@pytest.mark.parametrize("field", sorted(MAY_BE_NONE))
@pytest.mark.parametrize("none", ["none", None])
def test_numbers_that_may_be_none(field: str, none: str | None) -> None:
    assert read(field, none) is None
    assert getattr(variant_from_values({field: none}), field) == NONE


@pytest.mark.parametrize("field", TABLES)
def test_options_that_are_tables(field: str) -> None:
    for wrong in [10, "ten", [], {"kind": "fixed"}, {"type": "fixed", "value": 10, "more": 1}]:
        assert refusal({field: wrong}).where.startswith(field)


@pytest.mark.parametrize(
    ("field", "value", "where"),
    [
        ("knock_limit", {"type": "fixed", "value": -1}, "knock_limit.value"),
        ("knock_limit", {"type": "fixed", "value": 101}, "knock_limit.value"),
        ("knock_limit", {"type": "fixed", "value": 5, "ace": "one"}, "knock_limit.ace"),
        ("knock_limit", {"type": "upcard", "ace": "one", "value": 5}, "knock_limit.value"),
        ("knock_limit", {"type": "none", "value": 10}, "knock_limit.value"),
        ("shutout", {"type": "none", "value": 10}, "shutout.value"),
        ("shutout", {"type": "bonus", "value": -1}, "shutout.value"),
        ("shutout", {"type": "double_hand_points", "value": 10}, "shutout.value"),
        ("extra_coups", {"undercut": 1, "gin": 2, "big_gin": -1, "value": 25}, "extra_coups.big_gin"),
    ],
)
def test_what_makes_no_sense_in_a_table(field: str, value: dict[str, Any], where: str) -> None:
    assert refusal({field: value}).where == where


def test_a_value_that_python_cannot_write_is_refused() -> None:
    nested: list[Any] = []
    for _depth in range(10_000):
        nested = [nested]
    for value in (nested, {"type": nested}, 10**5000):
        with pytest.raises(VariantError):
            variant_from_values({"knock_limit": value})


UNPLAYABLE: list[dict[str, Any]] = [
    {"decks": 3}, {"decks": -1}, {"knock_limit": 4}, {"first_turn": -1}, {"upcard": 2}, {"columns": 2},
    {"knock_limit": 1, "knock_ace": NONE}, {"shutout": 1, "shutout_value": -5}, {"game_target": 2**31},
    {"gin_bonus": 25.5}, {"gin_bonus": "25"},
]  # fmt: skip


@pytest.mark.parametrize("changes", UNPLAYABLE, ids=repr)
def test_13_3_a_row_that_no_file_could_say_is_refused(changes: dict[str, Any]) -> None:
    row = Variant(**changes)
    for door in (
        resolve_variant,
        lambda given: Match.start(given, 7),
        lambda given: deadwood("7H 8H", given),
    ):
        with pytest.raises(VariantError):
            door(row)


def test_13_3_a_row_that_a_file_could_say_is_a_variant() -> None:
    chance = random.Random(8)
    for _number in range(300):
        row = random_row(chance)
        assert resolve_variant(row) == row
    assert resolve_variant(Variant(knock_limit=3, knock_value=10)).knock_limit == 3


@pytest.mark.parametrize("odd", [None, 7, b"eaai", [], object()])
def test_what_is_no_name_of_a_variant_is_refused(odd: Any) -> None:
    for door in (load_variant, resolve_variant):
        with pytest.raises(VariantError, match="load_variant: a path is wanted"):
            door(odd)


def test_an_unknown_field_is_refused() -> None:
    assert refusal({"gin_bones": 20}).where == "gin_bones"


def test_every_column_of_the_row_is_said_in_a_file() -> None:
    fields = {field for field in Variant._fields if field in FILE_FIELDS}
    parts = {f"{table}_{part}" for table in ("knock", "shutout", "extra") for part in
             ("value", "ace", "undercut", "gin", "big_gin")}  # fmt: skip
    assert set(Variant._fields) - fields <= parts


def test_the_default_is_a_preset() -> None:
    assert load_variant("eaai").row == DEFAULT


@pytest.mark.parametrize("field", FIXED)
def test_what_no_variant_changes_may_be_said_and_is_in_no_row(field: str) -> None:
    assert field not in Variant._fields
    assert variant_from_values({field: FIXED[field]}) == DEFAULT
    assert variant_values(DEFAULT)[field] == FIXED[field]


def test_rows_kept_before_are_read() -> None:
    """Databases keep the columns of a row from the time when a table was opened, for every game."""
    kept = load_variant("two_pack").row._asdict() | FIXED
    assert variant_from_columns(kept) == load_variant("two_pack").row
    assert variant_from_columns(load_variant("two_pack").row._asdict()) == load_variant("two_pack").row
    for field in FIXED:
        with pytest.raises(VariantError) as caught:
            variant_from_columns(kept | {field: FIXED[field] + 1})
        assert caught.value.where == field


@pytest.mark.parametrize(
    ("text", "field", "line"),
    [
        ('base = "standard"\nname = {}', "name", 2),
        ('[name]\nen = "House"\nru = {}', "name.ru", 3),
    ],
)
@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("x" * 256, "at most 255 characters"),
        (r"two\nlines", "cannot be written on one line"),
        (r"a\ttab", "cannot be written on one line"),
    ],
)
def test_a_name_that_no_record_could_hold_is_refused_where_it_stands(
    text: str, field: str, line: int, name: str, told: str
) -> None:
    with pytest.raises(VariantError) as caught:
        parse_variant(text.format(f'"{name}"'), name="house", where="house.toml")
    assert caught.value.where == f"house.toml, {line}: {field}"
    assert told in caught.value.what


def test_the_longest_name_can_be_recorded(tmp_path: Path) -> None:
    name = '\\"' * 255
    house = parse_variant(f'name = "{name}"\ngame_target = 7', name="house", where="house.toml")
    match = Match.start(house.row, seeds_from_number(1))
    assert read_record(write_record(match, variant=house)).variant.names == house.names


def test_a_file_whose_name_no_record_could_hold_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "two\nlines.toml"
    file.write_text("game_target = 7", encoding="utf-8")
    with pytest.raises(VariantError, match="cannot be written on one line"):
        load_variant(file)


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ('game_target = "250"', '"250"'),
        ("game_target = true", "true"),
        ("game_target = { a = 1 }", "{ a = 1 }"),
        ("game_target = [1, true]", "[1, true]"),
        ("game_target = 1.5", "1.5"),
        ("layoff_on_gin = 'yes'", '"yes"'),
        ("layoff_on_gin = {}", "{}"),
        ("knock_limit = false", "false"),
        ('base = "whist"', '"whist"'),
    ],
)
def test_a_wrong_value_is_shown_as_the_file_writes_it(line: str, shown: str) -> None:
    with pytest.raises(VariantError) as caught:
        parse_variant(line, name="house", where="house.toml")
    assert caught.value.what.startswith(f"{shown} is not a value for it; allowed: ")


def test_a_file_of_another_name_is_told_what_its_name_ends_in(tmp_path: Path) -> None:
    file = tmp_path / "house"
    file.write_text("game_target = 7", encoding="utf-8")
    with pytest.raises(VariantError) as caught:
        load_variant(file)
    assert str(caught.value) == f"{file}: the name of a file of house rules ends in “.toml”"
    for name in (tmp_path, "x" * 5000, "no\0name", "absent"):
        with pytest.raises(VariantError, match="there is no variant"):
            load_variant(name)


def test_variants_may_be_keys() -> None:
    one, same = (parse_variant("gin_bonus = 33", name="house", where="house") for _read in range(2))
    known = {load_variant(name): name for name in preset_names()} | {one: "house"}
    assert known[load_variant("eaai")] == "eaai"
    assert known[same] == "house"


@pytest.mark.parametrize("code", LANGUAGES)
def test_brackets_without_end_are_named_in_the_language(code: str) -> None:
    with using_language(code), pytest.raises(VariantError) as refusal:
        parse_variant("a = " + "[" * 100_000, name="house", where="house.toml")
    words = {"en": "nested", "fr": "imbriqués", "ru": "вложенных"}
    assert str(refusal.value).startswith("house.toml")
    assert words[code] in str(refusal.value)


def test_every_preset_file_is_in_one_group() -> None:
    folder = Path(variants.__file__).parent / "presets"
    assert sorted(preset_names()) == sorted(path.stem for path in folder.glob("*.toml"))


@given(rows)
def test_rules_on_one_line_are_read_back(row: Variant) -> None:
    text = rules_on_one_line(row)
    named = load_variant(text)
    assert (named.row, named.name) == (row, text)
    assert "\n" not in text
    assert parse_variant(named.text, name="house", where="").row == row


@pytest.mark.parametrize(
    "text", ["{", "{}\ngin_bonus = 5", "{ gin_bonus = -1 }", '{ base = "house.toml" }', "{ x = 1 }"]
)
def test_rules_on_one_line_are_refused(text: str) -> None:
    with pytest.raises(VariantError):
        load_variant(text)
