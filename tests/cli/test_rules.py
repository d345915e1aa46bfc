"""`ginrummy rules`: the rules in words, as text, Markdown and JSON."""

from __future__ import annotations

from pathlib import Path

import pytest

from ginrummy.locale import LANGUAGES
from ginrummy.variants import preset_names
from tests.cli.running import ginrummy, house_rule, refused


@pytest.mark.parametrize("name", preset_names())
def test_the_rules_of_every_preset(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    for code in LANGUAGES:
        ran = ginrummy("rules", name, "--lang", code)
        assert (ran.status, ran.err) == (0, "")
        lines = ran.out.splitlines()
        assert max(map(len, lines[2:])) <= 60
        assert not [line for line in lines if line.lstrip().startswith((":", ";", "»"))]


def test_the_rules_have_numbers() -> None:
    lines = ginrummy("rules", "standard").out.splitlines()
    assert lines[:2] == ["Gin Rummy (standard)", "===================="]
    assert "5  Closing" in lines
    assert "5.2   The limit is 10 points of deadwood." in lines


def test_the_standard_rules_are_printed_without_a_name() -> None:
    assert ginrummy("rules").out == ginrummy("rules", "standard").out


def test_the_rules_of_a_house(tmp_path: Path) -> None:
    file = house_rule(tmp_path, "hollywood", {"rubber_bonus": 77, "game_bonus": 33})
    out = ginrummy("rules", file).out
    assert "adds a rubber bonus of 77 points." in " ".join(out.split())
    assert "The winner adds a bonus of 33 points." in out


def test_markdown_and_json_say_the_same() -> None:
    found = ginrummy("rules", "hollywood", "--json", "--lang", "fr").json
    markdown = ginrummy("rules", "hollywood", "--markdown", "--lang", "fr").out
    assert markdown.startswith(f"# {found['title']}\n\n{found['about']}\n\n{found['short']}\n")
    for chapter in found["chapters"]:
        assert f"\n## {chapter['number']} {chapter['title']}\n" in markdown
        for paragraph in chapter["paragraphs"]:
            assert f"\n**{paragraph['clause']}** {paragraph['text']}\n" in markdown


def test_an_unknown_variant_is_refused() -> None:
    assert "there is no variant “whist”" in refused("rules", "whist")
