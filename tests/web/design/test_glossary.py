"""Glossary terms: found in texts of three languages, opened by tap and by keys."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.test import Client
from playwright.sync_api import Page

from ginrummy.game.cards import hand_of, parse_faces
from ginrummy.locale import LANGUAGES, using_language
from ginrummy.rules.melds import is_meld
from ginrummy.text.rulebook.glossary import glossary
from ginrummy.variants import load_variant
from ginrummy.web.design.card_term_markup import mark_terms
from tests.web.board.test_felt import seated
from tests.web.browser import PHONE, Visits, look_over
from tests.web.forms import at_once
from tests.web.server import Server

TERMS = (Path(__file__).parents[3] / "docs" / "terms.md").read_text("utf-8")
OPENED = """() => [...document.querySelectorAll("[popover]:popover-open")].map((one) => one.id)"""


def words_in(text: str) -> list[tuple[str, str]]:
    """Return the terms that are buttons in a page: their names and their spelling there."""
    return re.findall(r'popovertarget="term-([\w-]+)">([^<]+)<', text)


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_word_is_found_in_its_own_title_and_is_one_of_the_terms(language: str) -> None:
    with using_language(language):
        for term in glossary():
            sentence = f"… a {term.title.partition(',')[0]} …"
            assert [name for name, _form in words_in(mark_terms(sentence))] == [term.name]
            for word in term.title.split(", "):
                assert re.search(rf"\b{word}\b", TERMS, re.IGNORECASE), word


@pytest.mark.parametrize(
    ("language", "text", "found"),
    [
        ("en", "Gin Rummy and gin rummy", []),
        ("en", "A big gin, not a gin", [("big-gin", "big gin"), ("gin", "gin")]),
        ("en", "Knock: 7 left. You may knock", [("knock", "Knock")]),
        (
            "en",
            "The upcard sets the limit before the stock runs out",
            [("upcard", "upcard"), ("stock", "stock")],
        ),
        ("en", "cards were laid off", [("lay-off", "laid off")]),
        ("fr", "Gin Rami : un grand gin", [("big-gin", "grand gin")]),
        ("fr", "Frappez avec peu de bois mort", [("knock", "Frappez"), ("deadwood", "bois mort")]),
        ("ru", "Джин рамми: стучать рано, дэдвуда много", [("knock", "стучать"), ("deadwood", "дэдвуда")]),
        ("ru", "сбросьте карту на сброс, раны и сеты", [("pile", "сброс"), ("run", "раны"), ("set", "сеты")]),
    ],
)
def test_words_are_found_in_all_their_forms_and_nothing_else_is(
    language: str, text: str, found: list[tuple[str, str]]
) -> None:
    with using_language(language):
        assert words_in(mark_terms(text)) == found


def test_text_stays_text_and_cards_stay_cards() -> None:
    shown = str(mark_terms("<b>knock</b> 7♥"))
    assert "&lt;b&gt;" in shown
    assert 'class="chip s1"' in shown


def test_a_word_is_a_button_once_on_a_page() -> None:
    seen: set[str] = set()
    assert len(words_in(mark_terms("a meld", seen))) == 1
    assert words_in(mark_terms("a meld", seen)) == []


def test_what_the_pictures_call_a_meld_is_one() -> None:
    row = load_variant("modern").row
    for term in glossary():
        for group in term.picture:
            faces = parse_faces(group.cards)
            assert is_meld(row, hand_of(faces)) == (group.kind == "meld"), (term.name, group)


@pytest.mark.django_db
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_that_is_a_button_has_its_window(language: str) -> None:
    client = Client()
    pages = ["/", "/rules/", "/rules/modern", "/rules/two_pack", f"/tables/{at_once(client).key}"]
    for path in pages:
        who = Client() if path == "/" else client
        page = who.get(path, headers={"accept-language": language}).content.decode()
        assert words_in(page), path
        for name, _form in words_in(page):
            assert f'id="term-{name}"' in page, (path, name)


def opened(page: Page) -> list[str]:
    found: list[str] = page.evaluate(OPENED)
    return found


@pytest.mark.long
def test_a_word_opens_by_tap_and_by_keys_and_gives_the_focus_back(visits: Visits, server: Server) -> None:
    page = seated(visits, server, locale="en")
    word = page.locator("#board .term").first
    name = word.get_attribute("popovertarget")
    word.click()
    assert opened(page) == [name]
    look_over(page)
    page.keyboard.press("Escape")
    assert opened(page) == []
    word.focus()
    page.keyboard.press("Enter")
    assert opened(page) == [name]
    page.keyboard.press("Enter")
    assert opened(page) == []
    assert page.evaluate("document.activeElement.getAttribute('popovertarget')") == name


@pytest.mark.parametrize("locale", LANGUAGES)
def test_words_open_without_scripts_and_the_pages_stay_fit(
    visits: Visits, server: Server, locale: str
) -> None:
    page = visits.open(server.address, size=PHONE, locale=locale, scripts=False)
    page.locator(".game-in-short .term").first.click()
    assert page.locator("[popover]:popover-open .term-title").is_visible()


@pytest.mark.parametrize("text", ["It is in a meld.", "Take the stock, or pass", "Gin!", "Frappez (knock)."])
def test_a_word_and_its_punctuation_stay_on_one_line(text: str) -> None:
    found = re.search(r'<span class="tied">.*?</button>([^<]+)</span>', mark_terms(text))
    assert found is not None
    assert found[1] in text
