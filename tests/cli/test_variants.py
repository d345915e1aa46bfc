"""`ginrummy variants`: presets, house rules and every option."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ginrummy.locale import LANGUAGES, using_language
from ginrummy.text.rulebook.advice import translate_source_note
from ginrummy.variants import GROUPS, OPTIONS, load_variant, preset_names
from tests.cli.running import ginrummy, house_rule, refused


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_preset_is_listed(code: str) -> None:
    found = ginrummy("variants", "--lang", code, "--json").json["variants"]
    assert [each["name"] for each in found] == list(preset_names())
    out = ginrummy("variants", "--lang", code).out
    places = {(group.name, minutes) for group in GROUPS for minutes in group.minutes.values()}
    for each in found:
        variant = load_variant(each["name"])
        assert (each["title"], each["about"]) == (variant.names[code], variant.about[code])
        assert f"{variant.name} — {variant.names[code]}\n    " in out
        assert (each["group"], each["minutes"]) in places
    with using_language(code):
        assert all(f"\n{group.title()}\n\n" in f"\n{out}" for group in GROUPS)


def test_a_variant_says_what_it_changes_and_from_where() -> None:
    found = ginrummy("variants", "oklahoma_extra", "--json").json
    differs = found["differs"]
    assert differs["knock_limit.ace"]["value"] == "gin_only"
    assert differs["knock_limit.ace"]["source"].startswith("RULES 5.3; AdPoker: « S'il s'agit d'un As")
    assert (differs["session_target"]["value"], differs["session_target"]["default"]) == (2000, None)
    assert "knock_limit.value" not in differs
    assert found["values"]["extra_coups"] == {"undercut": 1, "gin": 2, "big_gin": 2, "value": 25}
    out = ginrummy("variants", "oklahoma_extra").out
    assert 'knock limit: the upcard\n    knock_limit.type = "upcard"\n    RULES 5.3' in out


@pytest.mark.parametrize(
    ("code", "said"),
    [("fr", "limite pour frapper\u00a0: la retourne"), ("ru", "предел для стука: открытая карта")],
)
def test_a_variant_in_other_languages(code: str, said: str) -> None:
    assert said in ginrummy("variants", "oklahoma", "--lang", code).out


@pytest.mark.parametrize("name", preset_names())
def test_every_source_of_a_preset_can_be_said_in_other_languages(name: str) -> None:
    for note in load_variant(name).source.values():
        with using_language("en"):
            assert translate_source_note(note) == note
        for code, law in (("fr", "règle"), ("ru", "правило")):
            with using_language(code):
                words = translate_source_note(note)
            assert words.startswith(note.partition(";")[0].replace("RULES", law))
            assert not re.search(r"\b(the|our|usual|with|for)\b", re.sub("“.*?”|« .* »", "", words)), words


def test_a_source_in_french_has_french_words_around_what_it_quotes() -> None:
    out = " ".join(ginrummy("variants", "two_pack", "--lang", "fr").out.split())
    assert "règle 1.1 ; la feuille en deux versions : « Deux joueurs, deux jeux de" in out


def test_a_house_tells_its_own_sources(tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    file.write_text('gin_bonus = 30\n[source]\ngin_bonus = "as grandfather played"\n', encoding="utf-8")
    assert "    as grandfather played\n" in ginrummy("variants", str(file), "--lang", "fr").out


def test_the_default_changes_nothing() -> None:
    assert ginrummy("variants", "eaai").out.endswith("Everything is as in the default.\n")


def test_a_house_rule_is_told_like_a_preset(tmp_path: Path) -> None:
    file = house_rule(tmp_path, "modern", {"big_gin_bonus": None, "upcard": True, "gin_bonus": 30})
    out = ginrummy("variants", file).out
    assert "gin bonus: 30\n    gin_bonus = 30\n" in out
    assert "big_gin_bonus" not in out


def test_a_wrong_file_is_named_with_its_line(tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    file.write_text('base = "modern"\ngin_bonus = "many"\n', encoding="utf-8")
    said = f'ginrummy: {file}, 2: gin_bonus: "many" is not a value for it'
    for command in ("variants", "rules"):
        assert refused(command, str(file)).startswith(said)


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_option_is_explained(code: str) -> None:
    found = ginrummy("variants", "--options", "--json", "--lang", code).json["options"]
    assert [each["name"] for each in found] == [option.name for option in OPTIONS]
    out = ginrummy("variants", "--options", "--lang", code).out
    for each in found:
        assert f"{each['name']} = " in out
        assert all(f"      {word} " in out for word in each["choices"])


@pytest.mark.parametrize("code", LANGUAGES)
def test_what_is_to_be_typed_for_none_is_in_no_language_and_is_taken(code: str) -> None:
    out = ginrummy("variants", "--options", "--lang", code).out
    explained = re.sub(r"\s+", " ", out)
    assert explained.count('"none"') >= 9 + 2 * 9
    assert "aucun\u00a0:" not in out
    assert "«нет»" not in out
    for option in OPTIONS:
        line = next(line for line in out.splitlines() if line.startswith(f"{option.name} = "))
        assert ('"none"' in line) == (option.may_be_none or option.name == "shutout.type")


def test_semicolons_stand_as_the_language_has_them() -> None:
    out = ginrummy("variants", "--options", "--lang", "fr").out
    assert "[par défaut\u00a0: 1\u202f; règle 1.1]" in out
    assert not re.search(r"[^\u202f];", out)


def test_options_say_what_they_take() -> None:
    out = ginrummy("variants", "--options").out
    for line in (
        "ace_points = 1 | 15   [default: 1; RULES 1.4]",
        'run_max = 11 … 13 | "none"   [default: "none"; RULES 2.7]',
        "upcard = true | false   [default: true; RULES 3.3]",
        'wall_action = void | compare | last_discard   [default: "void"; RULES 8.2]',
    ):
        assert line in out.splitlines()
