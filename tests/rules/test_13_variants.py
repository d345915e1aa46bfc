"""RULES 13, variants: the file, house rules, unplayable ones, the presets."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from ginrummy.locale.errors import VariantError
from ginrummy.variants import (
    NamedVariant,
    load_variant,
    parse_variant,
    preset_names,
    variant_from_values,
    variant_values,
)
from ginrummy.variants.fields import FILE_FIELDS
from tests.rules.ledgers import row

ROOT = Path(__file__).parents[2]
PRESETS = json.loads((ROOT / "tests" / "golden" / "presets.json").read_text(encoding="utf-8"))
FRIDAY = """\
base = "modern"
gin_bonus = 20
knock_limit = { type = "upcard", ace = "gin_only" }
big_gin_bonus = "none"

[name]
en = "Friday's game"

[about]
en = "Modern gin with grandfather's limit."

[source]
gin_bonus = "as grandfather played"
"""
WITHOUT_UPCARD = {"upcard": False, "first_turn": "free"}


def read(text: str) -> NamedVariant:
    """Return the variant of a file called `house.toml`."""
    return parse_variant(text, name="house", where="house.toml")


def refused(text: str) -> VariantError:
    """Return why `house.toml` with `text` is refused."""
    with pytest.raises(VariantError) as caught:
        read(text)
    return caught.value


def test_13_1_a_file_says_in_what_it_differs_from_its_base() -> None:
    house = read(FRIDAY)
    upcard_limit = {"type": "upcard", "ace": "gin_only"}
    assert house.row == row("modern", gin_bonus=20, knock_limit=upcard_limit, big_gin_bonus=None)
    assert house.title("fr") == house.title("en") == "Friday's game"
    assert house.about == {"en": "Modern gin with grandfather's limit."}
    assert house.source == {"gin_bonus": "as grandfather played"}


def test_13_1_without_a_base_it_differs_from_the_default() -> None:
    assert read("").row == row("eaai")
    assert read("gin_bonus = 20").row == read("[values]\ngin_bonus = 20").row == row("eaai", gin_bonus=20)


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("gin_bonus = 20\ngin_bones = 20", "2: gin_bones"),
        ("\n[values]\n\ngin_bonus = -1", "4: gin_bonus"),
        ('[source]\ngin_bonus = "so"\n[values]\ngin_bonus = 1.5', "4: gin_bonus"),
        ('gin_bonus = "none"', "1: gin_bonus"),
        ("gin_bonus = true", "1: gin_bonus"),
        ("upcard = 1", "1: upcard"),
        ('ace_run = "corners"', "1: ace_run"),
        ("ace_run = 2", "1: ace_run"),
        ('knock_limit = { type = "fixed" }', "1: knock_limit.value"),
        ('knock_limit = { type = "upcard", ace = "two" }', "1: knock_limit.ace"),
        ('[knock_limit]\ntype = "upcard"\nace = "two"', "3: knock_limit.ace"),
        ('[values.knock_limit]\ntype = "upcard"', "1: knock_limit.ace"),
        ('values.knock_limit.type = "card"', "1: knock_limit.type"),
        ("knock_limit = 10", "1: knock_limit"),
        ('knock_limit = { type = "fixed", value = 10, aces = "one" }', "1: knock_limit.aces"),
        ('shutout = { type = "bonus" }', "1: shutout.value"),
        ("extra_coups = { undercut = 1, gin = 2, big_gin = 2 }", "1: extra_coups.value"),
        ('values = "many"', "1: values"),
        ("values = 3", "1: values"),
        ('base = "modem"', "1: base"),
        ('base = "house.toml"', "1: base"),
        ("base = 7", "1: base"),
        ('name = "Friday"\n[about]\nxx = "?"', "3: about.xx"),
        ("[name]\nen = 7", "2: name.en"),
        ("name = []", "1: name"),
        ("base = []", "1: base"),
        ("about = []", "1: about"),
        ('[about]\nen = "?"\nfr = []', "3: about.fr"),
        ("[about]\ntitle = []", "2: about.title"),
        ("source.gin_bonus = 1", "1: source.gin_bonus"),
        ('[source]\ngin_bones = "?"', "2: source.gin_bones"),
        ("gin_bonus = 20\n[values]\ngin_bonus = 25", "1: gin_bonus"),
    ],
)
def test_13_1_a_wrong_line_is_refused_and_named(text: str, place: str) -> None:
    error = refused(text)
    assert (error.where, error.clause) == (f"house.toml, {place}", "13.1")


def test_13_1_what_is_no_toml_is_refused() -> None:
    assert "line 2" in str(refused("gin_bonus = 20\ngin_bonus 25"))


def test_13_1_nothing_is_replaced_by_a_default() -> None:
    for field in FILE_FIELDS:
        assert refused(f"{field} = []").where == f"house.toml, 1: {field}"


def test_13_2_a_house_rule_is_a_file_of_its_own(tmp_path: Path) -> None:
    path = tmp_path / "friday.toml"
    path.write_text(FRIDAY, encoding="utf-8")
    house = load_variant(str(path))
    assert (house.name, house.row) == ("friday", read(FRIDAY).row)
    path.write_text(FRIDAY.replace("20", "15"), encoding="utf-8")
    assert load_variant(str(path)).row.gin_bonus == 15


@pytest.mark.parametrize("content", [None, b"gin_bonus = '\xff'"])
def test_13_2_a_file_that_cannot_be_read_is_named(tmp_path: Path, content: bytes | None) -> None:
    path = tmp_path / "friday.toml"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(VariantError) as caught:
        load_variant(str(path))
    assert caught.value.where == str(path)


@pytest.mark.parametrize(
    ("field", "values"),
    [
        ("first_turn", {"first_turn": "discard_first"}),
        ("first_turn", {"hand_nondealer": 11}),
        ("hand_nondealer", {"hand_nondealer": 9}),
        ("hand_nondealer", {"hand_nondealer": 11, "hand_dealer": 9}),
        ("first_turn", {"upcard": False}),
        ("knock_limit", WITHOUT_UPCARD | {"knock_limit": {"type": "upcard", "ace": "one"}}),
        ("knock_limit", WITHOUT_UPCARD | {"knock_limit": {"type": "discard_top", "ace": "one"}}),
        ("spade_double", WITHOUT_UPCARD | {"spade_double": True}),
        ("spade_doubles_boxes", {"spade_doubles_boxes": True}),
        ("set_same_suit_duplicates", {"set_same_suit_duplicates": True}),
        ("gin_void_if_defender_zero", {"gin_void_if_defender_zero": True}),
        ("limit_source", {"limit_source": "own_discard"}),
        ("limit_source", {"limit_source": "visible_before_draw", "knock_limit": {"type": "none"}}),
        ("columns", {"columns": 2}),
        ("column_blitz_bonus", {"column_blitz_bonus": 100}),
        ("rubber_bonus", {"rubber_bonus": 100}),
        ("session_target", {"columns": 3, "session_target": 2000}),
        ("ace_points", {"ace_points": 11}),
    ],
)
def test_13_3_what_nobody_could_play_is_refused(field: str, values: dict[str, Any]) -> None:
    with pytest.raises(VariantError) as caught:
        variant_from_values(values)
    assert (caught.value.where, caught.value.clause) == (field, "13.3")


@pytest.mark.parametrize("longest", [10, 14])
def test_13_3_a_run_ends_at_11_to_13_cards(longest: int) -> None:
    with pytest.raises(VariantError) as caught:
        variant_from_values({"run_max": longest})
    assert caught.value.where == "run_max"


@pytest.mark.parametrize(
    "values",
    [
        {"first_turn": "discard_first", "hand_nondealer": 11, "upcard": False},
        {"first_turn": "discard_first", "hand_nondealer": 8, "hand_dealer": 7},
        WITHOUT_UPCARD,
        {"spade_double": True, "spade_doubles_boxes": True},
        {"decks": 2, "set_same_suit_duplicates": True},
        {"layoff_on_gin": True, "gin_void_if_defender_zero": True},
        {"limit_source": "own_discard", "knock_limit": {"type": "discard_top", "ace": "ten"}},
        {"columns": 3, "column_blitz_bonus": 100, "rubber_bonus": 100},
        {"session_target": 2000},
        {"ace_points": 15, "run_max": 13},
    ],
)
def test_13_3_what_goes_together_is_played(values: dict[str, Any]) -> None:
    found = variant_values(variant_from_values(values))
    assert {field: found[field] for field in values} == values


def test_13_3_the_line_of_what_cannot_be_played_is_named() -> None:
    error = refused('base = "standard"\ncolumns = 3\nsession_target = 500\n')
    assert error.where == "house.toml, 3: session_target"
    assert refused('base = "hollywood"\nhand_dealer = 9').where == "house.toml: first_turn"


def test_13_4_the_presets_are_those_of_the_table() -> None:
    rules = (ROOT / "RULES.md").read_text(encoding="utf-8")
    table = rules.partition("### 13.4")[2].partition("\n#")[0]
    named = re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE)
    assert sorted(preset_names()) == sorted(PRESETS) == sorted(named)
    files = (ROOT / "src" / "ginrummy" / "variants" / "presets").glob("*.toml")
    assert sorted(preset_names()) == sorted(file.stem for file in files)


@pytest.mark.parametrize("name", sorted(PRESETS))
def test_13_4_a_preset_has_the_values_of_its_sources(name: str) -> None:
    found, due = variant_values(load_variant(name).row), PRESETS[name]["params"]
    assert {field: found[field] for field in due} == due
    assert set(found) - set(due) == {"endless_turns"}


@pytest.mark.parametrize("name", sorted(PRESETS))
def test_13_4_a_preset_has_names_in_three_languages_and_sources(name: str) -> None:
    preset = load_variant(name)
    assert set(preset.names) == set(preset.about) == {"en", "fr", "ru"}
    unusual = {
        field
        for field, value in variant_values(preset.row).items()
        if value != variant_values(variant_from_values({}))[field]
    }
    assert unusual <= set(preset.source)


def test_13_4_the_table_of_the_rules_names_them_all() -> None:
    rules = (ROOT / "RULES.md").read_text(encoding="utf-8")
    table = rules[rules.index("### 13.4") : rules.index("## 14 ")]
    assert sorted(re.findall(r"^\| `(\w+)`", table, re.MULTILINE)) == sorted(PRESETS)


@pytest.mark.parametrize("name", ["", "modem", "../presets/modern", "modern.tom", "STANDARD"])
def test_13_4_no_other_name_is_known(name: str) -> None:
    with pytest.raises(VariantError) as caught:
        load_variant(name)
    assert caught.value.clause == "13.4"
