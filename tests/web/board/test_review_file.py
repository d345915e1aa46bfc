"""A review with all its moments on one page: self-contained, the same as the server's, accessible."""

from __future__ import annotations

import json
import re
import zlib
from functools import cache
from html.parser import HTMLParser
from pathlib import Path

import pytest
from django.test import Client
from playwright.sync_api import Page

from ginrummy.coach import Review
from ginrummy.coach.review_parts import review_parts
from ginrummy.coach.reviewing import Depth, review_match
from ginrummy.game.match import Match
from ginrummy.locale import LANGUAGES, using_language
from ginrummy.players.judging import BRISK
from ginrummy.web.board.board import seat_names
from ginrummy.web.bots.models import Analysis
from ginrummy.web.http.now import now
from ginrummy.web.site.review_file import CARDS, review_file, review_section
from tests.playing import variant_of, whole
from tests.web.board.test_replay import played
from tests.web.browser import DESK, Visits
from tests.web.config.test_every_page import PHONE, faults

FEW = Depth(6, 3, BRISK)
NAMES = ('Anna "Б"', "Boris")
VOID = ("meta", "input", "br")


@cache
def reviewed() -> tuple[Match, Review]:
    match = whole("standard", seed=3, hands=2)
    return match, review_match(match, depth=FEW, seed=1, workers=None, report=None)


@cache
def text_of_file(code: str) -> str:
    match, found = reviewed()
    with using_language(code):
        title = variant_of("standard").title(code)
        return review_file([review_section(found, match, title, NAMES, number=place) for place in (1, 2)])


@pytest.fixture
def opened(visits: Visits, tmp_path: Path, code: str) -> Page:
    """Return the page of two reviews in a language, opened as a file."""
    file = tmp_path / "review.html"
    file.write_text(text_of_file(code), encoding="utf-8")
    return visits.open(file.as_uri(), size=PHONE, locale=code)


class Tags(HTMLParser):
    """Open tags and requested files of a page, and counts of each tag."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.count: dict[str, int] = {}
        self.asked: set[str] = set()
        self.names: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.count[tag] = self.count.get(tag, 0) + 1
        self.asked |= {value or "" for name, value in attrs if name in ("src", "href")}
        self.names += [value or "" for name, value in attrs if name == "id"]
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_file_is_whole_and_fetches_nothing(code: str) -> None:
    (match, found), tags, text = reviewed(), Tags(), text_of_file(code)
    tags.feed(text)
    assert tags.open == []
    assert all(address.startswith("#") for address in tags.asked)
    assert len(tags.names) == len(set(tags.names))
    assert {address[1:] for address in tags.asked} <= set(tags.names)
    assert f'<html lang="{code}"' in text
    moments = sum(len(game.plays) + 1 for game in match.games)
    assert text.count('class="moment') == 2 * moments + 2
    assert text.count('class="moment first"') == 2
    assert tags.count["polyline"] == 6
    assert text.count('class="decision"') == 2 * len(found.decisions)
    assert tags.count["td"] > 2 * 52 * len(found.decisions)
    assert "Anna &#34;Б&#34;" in text
    assert ("What cost most" in text) == ("The moves of this hand" in text) == (code == "en")
    assert "{" not in re.sub(r"<(style|script).*?</\1>", "", text, flags=re.DOTALL)


@pytest.mark.django_db
def test_a_moment_is_the_same_as_on_the_page_of_the_server() -> None:
    table, match = played(events=40)
    found = review_match(match, depth=FEW, seed=1, workers=None, report=None)
    page = zlib.compress(json.dumps(review_parts(found)).encode())
    Analysis.objects.create(table=table, language="en", looked=now(), page=page)
    names = seat_names(table)
    section = review_section(found, match, table.title, names, address=f"/games/{table.key}")
    for decision in found.decisions[::7]:
        step = len(decision.moment.game.plays)
        text = Client().get(f"/games/{table.key}/review?hand=1&step={step}").content.decode()
        drawn = re.sub(r'"[^"]*/cards[^"#]*\.svg#', f'"{CARDS}#', re.sub(r"\n\s+", "\n", text))
        own = section.partition(f'id="1.1.{step}"')[2]
        board, costly = ('<div class="play', '<nav class="steps'), ('<section class="moments">', "</section>")
        assert part(own, *board) == part(drawn, *board)
        lists = [re.sub(r"<[^>]*>", "", part(one, *costly)) for one in (drawn, section)]
        assert lists[0].split() == lists[1].split() != []
    assert section.count(f'href="/games/{table.key}?hand=1&amp;step=') == len(match.games[0].plays) + 1


def part(text: str, first: str, last: str) -> str:
    """Return the part of a page from `first` to `last`."""
    return text[(start := text.index(first)) : text.index(last, start)]


@pytest.mark.long
@pytest.mark.parametrize("code", ["fr"])
def test_it_is_fit_for_everybody(opened: Page) -> None:
    assert opened.locator("table.belief .there").count() >= 10
    opened.evaluate(
        "for (const one of [...document.querySelectorAll('.moment:not(.first)')].slice(9)) one.remove()"
    )
    assert faults(opened) == []


@pytest.mark.parametrize("code", LANGUAGES)
def test_it_is_never_too_wide(opened: Page) -> None:
    assert opened.evaluate("performance.getEntriesByType('resource').length") == 0
    opened.evaluate("() => { for (const one of document.querySelectorAll('details')) one.open = true; }")
    for size in (PHONE, DESK):
        opened.set_viewport_size(size)
        assert opened.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert opened.locator(".wide:visible").first.evaluate(
            "table => table.scrollWidth <= table.clientWidth"
        )


@pytest.mark.parametrize("code", ["en"])
def test_keys_and_links_lead_from_moment_to_moment(opened: Page) -> None:
    shown = opened.locator(".moment > .play:visible")
    assert shown.count() == 2
    for press, place in (
        ("", "1.1.0"),
        ("ArrowRight", "1.1.1"),
        ("Shift+ArrowRight", "1.2.0"),
        ("ArrowLeft", ""),
    ):
        if press:
            opened.keyboard.press(press)
        else:
            opened.locator(".hands a").first.click()
        last = f"1.1.{len(reviewed()[0].games[0].plays)}"
        assert opened.url.partition("#")[2] == (place or last)
        assert opened.locator(".moment:target > .play").is_visible()
    assert shown.count() == 2
    opened.locator(".moments a").first.click()
    current = opened.locator(".moments [aria-current]").first
    assert current.get_attribute("href") == opened.evaluate("location.hash")
    assert opened.locator(".moment:target .decision").is_visible()


@pytest.mark.parametrize("code", ["en"])
def test_links_need_no_script(visits: Visits, opened: Page) -> None:
    page = visits.open(opened.url, scripts=False)
    page.locator(".moment > .steps:visible .to-on").first.click()
    assert page.locator(".moment:target > .play").is_visible()
    assert page.locator(".moment > .play:visible").count() == 2
