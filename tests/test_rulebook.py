"""The rules in words: they mention every option, in every language; and the table of options."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from itertools import product
from math import comb
from typing import Any

import pytest

from ginrummy.locale import LANGUAGES, using_language
from ginrummy.locale.errors import VariantError
from ginrummy.rules.forms import Form
from ginrummy.text.rulebook.advice import playing_tips, preset_about, recommendations
from ginrummy.text.rulebook.chapters import form_chapter, game_summary, rule_chapters
from ginrummy.text.rulebook.history import HISTORY, SOURCES, TEN_CARD_HANDS
from ginrummy.text.rulebook.pictures import rule_pictures
from ginrummy.variants import (
    DEFAULT,
    NONE,
    OPTIONS,
    TABLES,
    Option,
    Variant,
    default_value,
    find_option,
    impossible_rules,
    load_variant,
    preset_names,
    variant_from_values,
    variant_values,
)
from ginrummy.variants.fields import FILE_FIELDS
from ginrummy.variants.form_files import FORM_NAMES, load_form
from ginrummy.variants.form_options import (
    FORM_FIELDS,
    FORM_OPTIONS,
    form_from_values,
    form_values,
)
from ginrummy.variants.option import CHOICE, NUMBER, SWITCH

ACES = ("one", "gin_only", "ten")
TABLE_VALUES: dict[str, list[Any]] = {
    "knock_limit": [
        *({"type": "fixed", "value": value} for value in (0, 1, 5, 10)),
        *({"type": kind, "ace": ace} for kind, ace in product(("upcard", "discard_top"), ACES)),
        {"type": "none"},
    ],
    "shutout": [
        {"type": "none"},
        {"type": "double_hand_points"},
        *({"type": "bonus", "value": v} for v in (1, 50)),
    ],
    "extra_coups": [
        "none",
        *(
            {"undercut": 1, "gin": 2, "big_gin": 2, "value": 25} | change
            for change in ({}, {"undercut": 5}, {"gin": 5}, {"big_gin": 5}, {"value": 5})
        ),
    ],
}
EXTRA_ROWS = {
    "boxes": variant_from_values(
        {"session_target": 500, "box_bonus": 25}, base=load_variant("oklahoma_extra").row
    ),
    "descent": load_variant("two_pack").row,
    "spades": variant_from_values({"spade_doubles_boxes": True}, base=load_variant("oklahoma_full").row),
    "last": variant_from_values({"wall_action": "last_discard", "discard_inspect": "all"}, base=DEFAULT),
    "plain": variant_from_values({"first_turn": "free", "upcard": False}, base=DEFAULT),
}
ROWS = {**{name: load_variant(name).row for name in preset_names()}, **EXTRA_ROWS}


def text_of(row: Variant) -> str:
    """Return all the rules of `row` as one text."""
    paragraphs = [f"{clause} {text}" for chapter in rule_chapters(row) for clause, text in chapter.paragraphs]
    return "\n".join([game_summary(row), *paragraphs])


def other_values(option: Option, row: Variant) -> Iterator[Any]:
    """Yield values of `option` other than that of `row`."""
    value = variant_values(row)[option.name]
    if option.kind == SWITCH:
        yield not value
    elif option.kind == CHOICE:
        yield from (word for word in option.choices if word != value)
    else:
        low, high = option.bounds or (0, 0)
        numbers = option.only or (low, low + 1, 7, high)
        yield from (n for n in numbers if n != value and low <= n <= high)
        if option.may_be_none and value is not None:
            yield "none"


def flipped(row: Variant) -> Iterator[tuple[str, Variant]]:
    """Yield every playable row that differs from `row` in one field."""
    fields = [(option.name, list(other_values(option, row))) for option in OPTIONS if "." not in option.name]
    for name, values in (*fields, *TABLE_VALUES.items()):
        for value in values:
            try:
                changed = variant_from_values({name: value}, base=row)
            except VariantError:
                continue
            if changed != row:
                yield name, changed
    more = row.hand_nondealer - row.hand_dealer
    for name in ("hand_dealer", "hand_nondealer"):
        yield name, variant_from_values({"hand_dealer": 7, "hand_nondealer": 7 + more}, base=row)


def has_no_meaning(name: str, row: Variant) -> bool:
    """Return whether the option `name` changes nothing in play by `row`."""
    if name == "boxes_to":
        return row.box_bonus == 0
    return name not in TABLES and not find_option(name).matters(variant_values(row))


def earns_what_is_not_played(row: Variant, changed: Variant) -> bool:
    """Return whether only the extra-coups of big gin differ, and big gin is not played."""
    return row.big_gin_bonus == NONE and changed == row._replace(extra_big_gin=changed.extra_big_gin)


@pytest.mark.parametrize("name", ROWS)
def test_every_option_is_heard_in_the_rules(name: str) -> None:
    row = ROWS[name]
    text, heard = text_of(row), set()
    for field, changed in flipped(row):
        is_idle = has_no_meaning(field, row) or earns_what_is_not_played(row, changed)
        assert (text_of(changed) == text) == is_idle, field
        heard |= set() if is_idle else {field}
    assert len(heard) > 20


def test_there_is_a_row_for_every_option() -> None:
    heard = {field for row in ROWS.values() for field, _row in flipped(row) if not has_no_meaning(field, row)}
    constant = {option.name for option in OPTIONS if option.bounds and option.bounds[0] == option.bounds[1]}
    assert heard | constant == set(FILE_FIELDS)


@pytest.mark.parametrize("name", ROWS)
def test_every_language_tells_the_same_clauses(name: str) -> None:
    clauses, texts = [], []
    for code in LANGUAGES:
        with using_language(code):
            chapters = rule_chapters(ROWS[name])
            clauses.append([clause for chapter in chapters for clause, _text in chapter.paragraphs])
            texts += [text for chapter in chapters for _clause, text in chapter.paragraphs]
            texts += [chapter.title for chapter in chapters if chapter.number != 10] + [
                game_summary(ROWS[name])
            ]
    assert clauses[0] == clauses[1] == clauses[2]
    assert len(clauses[0]) == len(set(clauses[0]))
    assert len(texts) == len(set(texts))
    assert not [text for text in texts if "{" in text or "  " in text or not text.strip()]


@pytest.mark.parametrize("name", ROWS)
def test_clauses_stand_in_their_chapters_in_order(name: str) -> None:
    for chapter in rule_chapters(ROWS[name]):
        numbers = [tuple(map(int, clause.split("."))) for clause, _text in chapter.paragraphs]
        assert numbers == sorted(numbers)
        assert {number[0] for number in numbers} == {chapter.number}


def test_the_rules_speak_of_what_is_played_only() -> None:
    assert "big gin" not in text_of(load_variant("classic").row).lower().replace("big gin is not played", "")
    straight = text_of(load_variant("straight").row)
    assert "undercut" not in straight
    assert "lay off" not in straight
    assert "knocker" not in straight
    assert "limit allows" not in straight
    assert "big gin" not in text_of(load_variant("oklahoma_extra").row).lower().replace("big gin is not", "")
    assert "upcard" not in text_of(load_variant("eleven_card").row)
    assert "column" not in text_of(load_variant("modern").row)


def test_the_rules_come_from_the_row_and_not_from_the_name() -> None:
    russian = load_variant("russian").row
    same = variant_from_values({"big_gin_bonus": 31}, base=load_variant("eaai").row)
    assert same == russian
    assert text_of(same) == text_of(russian)


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("en", ["An ace counts 1 point.", "The limit is 10 points", "a bonus of 31 points"]),
        ("fr", ["Un as vaut 1 point.", "La limite est de 10 points", "une prime de 31 points"]),
        ("ru", ["Туз стоит 1 очко.", "Предел дэдвуда\u00a0— 10 очков.", "ещё 31 очко премии."]),
    ],
)
def test_numbers_agree_with_their_nouns(code: str, words: list[str]) -> None:
    with using_language(code):
        text = text_of(load_variant("russian").row)
    assert [word for word in words if word not in text] == []


def test_cards_are_shown_in_the_letters_of_the_language() -> None:
    with using_language("fr"):
        assert "D♣\u00a0R♣\u00a0A♣" in text_of(load_variant("two_pack").row)
    with using_language("ru"):
        assert "Д♣\u00a0К♣\u00a0Т♣" in text_of(load_variant("two_pack").row)


def test_the_table_has_every_option_once() -> None:
    names = [option.name for option in OPTIONS]
    assert len(names) == len(set(names))
    assert {name.partition(".")[0] for name in names} == set(FILE_FIELDS)
    parts = {name for name in names if "." in name}
    assert {name.partition(".")[0] for name in parts} == set(TABLES)
    assert [name for name in names if not re.fullmatch(r"\d+\.\d+", find_option(name).clause)] == []


@pytest.mark.parametrize("option", [*OPTIONS, *FORM_OPTIONS], ids=lambda option: option.name)
def test_an_option_is_explained_in_three_languages(option: Option) -> None:
    told = []
    for code in LANGUAGES:
        with using_language(code):
            told.append(
                (option.title(), option.explain(), *(option.value_meaning(word) for word in option.choices))
            )
            assert option.explain_value(None) == option.explain()
            assert re.fullmatch(r"[^;{}]*\w.*[.?]", option.explain_value(10))
            assert option.explain().startswith(option.explain_value(10)[:-1])
    assert len({sentence for _title, sentence, *_words in told}) == 3
    assert len({title for title, *_rest in told}) > 1
    assert all(sentence.endswith((".", "?")) for _title, sentence, *_words in told)


@pytest.mark.parametrize("option", OPTIONS, ids=lambda option: option.name)
def test_an_option_knows_what_it_takes(option: Option) -> None:
    usual = default_value(option.name)
    if option.kind == NUMBER:
        assert (
            usual is None
            or usual in range(*(option.bounds or (0, 0)))
            or usual == (option.bounds or (0, 0))[1]
        )
        assert option.bounds is not None
        assert option.allowed_text.startswith(str((option.only or option.bounds)[0]))
    elif option.kind == CHOICE:
        assert option.allowed_text.split(" | ") == list(option.choices)
    else:
        assert option.allowed_text == "true | false"


@pytest.mark.parametrize("name", ["ace_points", "columns"])
def test_the_only_numbers_are_those_that_can_be_played(name: str) -> None:
    option = find_option(name)
    low, high = option.bounds or (0, 0)
    possible = [
        number
        for number in range(low, high + 1)
        if name not in {field for field, _reason in impossible_rules(DEFAULT._replace(**{name: number}))}
    ]
    assert list(option.only) == possible


def test_every_wall_is_told() -> None:
    for action, clause in (("void", "8.2"), ("compare", "8.3"), ("last_discard", "8.4")):
        (stock,) = (
            each for each in rule_chapters(variant_from_values({"wall_action": action})) if each.number == 8
        )
        assert [paragraph.clause for paragraph in stock.paragraphs] == ["8.1", clause]


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize(("name", "targets"), [("standard", [100]), ("oklahoma_extra", [200, 2000])])
def test_a_target_is_reached_and_never_won_as_a_prize(name: str, targets: list[int], code: str) -> None:
    """9.1, 11.3: “the first to reach 100 points”, not “wins: 100 points”."""
    with using_language(code):
        texts = [
            text for chapter in rule_chapters(load_variant(name).row) for _clause, text in chapter.paragraphs
        ]
    for target in targets:
        (told,) = [text for text in texts if re.search(rf"\b{target}\b", text)]
        assert not re.search(rf":\s{target}\b", told)


@pytest.mark.parametrize(("code", "word"), [("en", "manche"), ("fr", "manche"), ("ru", "малой партии")])
def test_a_manche_is_heard_of_only_where_there_is_a_partie(code: str, word: str) -> None:
    """9.5, 11.2: extra boxes are paid at the end of the match if there is no manche."""
    assert load_variant("oklahoma_full").row.extra_value != NONE
    with using_language(code):
        for name in preset_names():
            row = load_variant(name).row
            said = " ".join((text_of(row), preset_about(name), *(each.text for each in rule_pictures(row))))
            assert (word in said.lower()) == (row.session_target != NONE), name


@pytest.mark.parametrize(
    ("code", "when"),
    [("en", "At the end of the manche"), ("fr", "À la fin de la manche"), ("ru", "В конце малой партии")],
)
def test_extra_boxes_of_a_partie_are_added_after_each_manche(code: str, when: str) -> None:
    """11.2: not at the end of the partie."""
    with using_language(code):
        chapters = rule_chapters(load_variant("oklahoma_extra").row)
        (said,) = [text for one in chapters for clause, text in one.paragraphs if clause == "11.2"]
    assert said.startswith(when)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("two_pack", {"en": "For children", "fr": "Pour les enfants", "ru": "Детям"}),
        ("straight", {"en": "slowest hands", "fr": "donnes les plus longues", "ru": "Самые долгие коны"}),
    ],
)
def test_games_are_recommended_to_those_whom_they_suit(name: str, words: dict[str, str]) -> None:
    """The two-version sheet recommends two packs for children. A hand of straight gin takes the
    most turns.
    """
    for code, word in words.items():
        with using_language(code):
            (one,) = [each for each in recommendations() if each.name == name]
            assert word in f"{one.occasion} {one.reason}"


def test_closing_needs_a_card_more_however_it_came() -> None:
    """5.1: with eleven cards dealt, the first player may close before taking a card."""
    for name in ("eleven_card", "standard", "straight"):
        assert "once you hold 11 cards" in text_of(load_variant(name).row)


def test_the_descent_is_a_knock() -> None:
    descent = {"en": "“descent”", "fr": "«\u00a0descente\u00a0»", "ru": "«спуск»"}
    for code, word in descent.items():
        with using_language(code):
            assert word in text_of(load_variant("two_pack").row)
            assert word not in text_of(load_variant("standard").row)


def test_tips_are_given_about_what_is_played() -> None:
    for code in LANGUAGES:
        with using_language(code):
            tips, without = (playing_tips(load_variant(name).row) for name in ("standard", "straight"))
        assert len(set(tips)) == 7
        assert set(without) < set(tips)
    assert not [tip for tip in playing_tips(load_variant("straight").row) if "knock" in tip.lower()]


def test_the_history_names_the_sources_of_what_it_says() -> None:
    assert {name for chapter in HISTORY for each in chapter.passages for name in each.sources} <= {*SOURCES}
    *all_but_last, _last = (each for chapter in HISTORY for each in chapter.passages)
    said = [f"{each.text} {each.source_text}".casefold() for each in all_but_last]
    assert not [text for text in said if not any(name.casefold() in text for name in SOURCES.values())]
    assert all(name.casefold() in " ".join(said) for name in SOURCES.values())
    assert comb(52, 10) == TEN_CARD_HANDS


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_chapter_of_the_history_fits_on_a_phone(code: str) -> None:
    with using_language(code):
        for chapter in HISTORY:
            assert sum(len(each.text + each.source_text) for each in chapter.passages) < 650, chapter.name


def form_text(form: Form) -> str:
    """Return all the rules of `form` as one text."""
    return "\n".join(text for _clause, text in form_chapter(form).paragraphs)


def changed_forms(form: Form) -> Iterator[tuple[str, Form]]:
    """Yield every playable form that differs from `form` in one field."""
    for option in FORM_OPTIONS:
        low, high = option.bounds or (0, 0)
        for value in (*option.choices, low, low + 1, 7, high, "none"):
            with suppress(VariantError):
                yield option.name, form_from_values({option.name: value}, base=form)


@pytest.mark.parametrize("name", FORM_NAMES)
def test_every_option_of_a_form_is_heard_in_its_rules(name: str) -> None:
    form = load_form(name).row
    values, heard = form_values(form), set[str]()
    for field, changed in changed_forms(form):
        if changed != form:
            is_idle = not next(one for one in FORM_OPTIONS if one.name == field).matters(values)
            assert (form_text(changed) == form_text(form)) == is_idle, (field, changed)
            heard |= set() if is_idle else {field}
    assert heard >= {"people_least", "people_most"}
    assert name != "partnership" or heard >= set(FORM_FIELDS) - {"sheet", "seating", "turn", "meetings"}


@pytest.mark.parametrize("name", FORM_NAMES)
def test_every_language_tells_the_same_clauses_of_a_form(name: str) -> None:
    clauses, texts = [], []
    for code in LANGUAGES:
        with using_language(code):
            paragraphs = form_chapter(load_form(name).row).paragraphs
            clauses.append([clause for clause, _text in paragraphs])
            texts += [text for _clause, text in paragraphs]
    assert clauses[0] == clauses[1] == clauses[2] == sorted(set(clauses[0]))
    assert len(texts) == len(set(texts))
    assert not [text for text in texts if "{" in text or "  " in text or not text.strip()]
