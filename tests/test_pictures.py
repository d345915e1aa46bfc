"""The rules in pictures: they are true of every game, by the law."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings

from ginrummy.game.cards import hand_of, parse_faces
from ginrummy.locale import LANGUAGES, using_language
from ginrummy.rules.melds import deadwood, is_meld
from ginrummy.rules.variant import LIMIT_ACE_TEN
from ginrummy.text.rulebook.advice import recommendations, usual_game_name
from ginrummy.text.rulebook.chapters import rule_chapters
from ginrummy.text.rulebook.pictures import rule_pictures, scored_example
from ginrummy.variants import (
    LIMIT_ACE_GIN,
    LIMIT_FIXED,
    LIMIT_NONE,
    NONE,
    Variant,
    load_variant,
    preset_names,
)
from tests.at_random import rows


@given(rows)
@settings(max_examples=300)
def test_what_lies_together_as_a_meld_is_one_in_that_game(row: Variant) -> None:
    example = scored_example(row)
    for picture in (*rule_pictures(row), example.own, example.other):
        for group in picture.groups:
            if group.kind == "meld":
                assert is_meld(row, hand_of(parse_faces(group.cards))), group


@pytest.mark.parametrize("name", preset_names())
def test_the_example_is_ten_cards_each_counted_by_the_law(name: str) -> None:
    row, example = load_variant(name).row, scored_example(load_variant(name).row)
    cards = [
        face
        for one in (example.own, example.other)
        for group in one.groups
        for face in parse_faces(group.cards)
    ]
    assert len(cards) == len(set(cards))
    assert len([face for group in example.own.groups for face in parse_faces(group.cards)]) == 10
    left = [
        " ".join(group.cards for group in one.groups if group.kind != "laid")
        for one in (example.own, example.other)
    ]
    own, other = (deadwood(row, hand_of(parse_faces(text))) for text in left)
    assert own < other
    assert str(other - own if row.knock_limit != LIMIT_NONE else other) in example.sum
    if row.knock_limit == LIMIT_FIXED:
        assert own <= row.knock_value
    if row.knock_limit == LIMIT_NONE:
        assert own == 0


@pytest.mark.parametrize("name", preset_names())
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_sentences_have_the_numbers_of_the_game(name: str, language: str) -> None:
    row = load_variant(name).row
    with using_language(language):
        texts = " ".join(picture.text for picture in rule_pictures(row))
    assert "{" not in texts
    numbers = set(map(int, re.findall(r"\d+", texts)))
    assert {
        row.hand_dealer,
        row.ace_points,
        row.gin_bonus,
        max(row.session_target, row.game_target),
    } <= numbers
    assert (row.knock_value in numbers) or row.knock_limit != LIMIT_FIXED


def text_of(row: Variant) -> str:
    return " ".join(picture.text for picture in rule_pictures(row))


@given(rows)
@settings(max_examples=300)
def test_the_pictures_do_not_contradict_the_clauses(row: Variant) -> None:
    said, clauses = (
        text_of(row),
        {paragraph.clause for chapter in rule_chapters(row) for paragraph in chapter.paragraphs},
    )
    knocks = row.knock_limit != LIMIT_NONE
    lays_off = knocks and bool(row.layoff_on_knock)
    assert ("On gin, nothing." in said) == (lays_off and "6.7" in clauses)
    assert ("on gin too" in said) == (lays_off and "6.8" in clauses)
    assert ("On gin the other lays off" in said) == (not lays_off and "6.8" in clauses)
    assert ("big gin" in said) == (not knocks and row.big_gin_bonus != NONE)
    assert (f"a bonus of {row.undercut_bonus} if the other" in said) == ("7.2" in clauses)
    assert ("Three columns" in said) == ("10.1" in clauses)
    assert ("the partie" in said) == ("11.1" in clauses)
    assert ("First to" in said) == (not {"10.1", "11.1"} & clauses)
    assert ("At most" in said) == ("5.5" in clauses)
    assert ("An ace: gin only." in said) == (row.knock_ace == LIMIT_ACE_GIN)
    assert ("An ace allows 10 points." in said) == (row.knock_ace == LIMIT_ACE_TEN)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_usual_game_of_the_language_is_recommended_first_and_none_twice(language: str) -> None:
    with using_language(language):
        found = recommendations()
        assert found[0].name == usual_game_name()
        assert len({one.name for one in found}) == len(found)
        assert {one.name for one in found} <= set(preset_names())
        assert all(one.title and one.occasion and one.reason for one in found)


def test_the_points_of_the_example_are_a_number_before_its_noun_in_russian() -> None:
    with using_language("ru"):
        told = {scored_example(load_variant(name).row).sum for name in preset_names()}
    assert all(re.search(r"\d (очко|очка|очков)\b", text) for text in told), told
