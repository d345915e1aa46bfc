"""The page of a review in a real Chromium: fit for phone and desk, light and dark, and for everybody."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from ginrummy.coach import Review
from ginrummy.coach.review_page import review_section, reviews_page
from ginrummy.coach.reviewing import Depth, review_match
from ginrummy.locale import LANGUAGES, using_language
from ginrummy.players.judging import BRISK
from tests.playing import variant_of, whole
from tests.web.browser import DESK, Visits
from tests.web.config.test_every_page import PHONE, faults

FEW = Depth(12, 4, BRISK)


@pytest.fixture(scope="module")
def found() -> Review:
    return review_match(whole("standard", hands=1), depth=FEW, seed=1, workers=None, report=None)


def opened(visits: Visits, found: Review, code: str) -> Page:
    """Return the page of a review in a language."""
    with using_language(code):
        text = reviews_page([review_section(found, variant_of("standard").title(code), ("Anna", "Boris"))])
    seen = visits.open("about:blank", size=PHONE, locale=code)
    seen.set_content(text)
    return seen


@pytest.mark.long
def test_it_is_fit_for_everybody(visits: Visits, found: Review) -> None:
    seen = opened(visits, found, "fr")
    assert seen.locator("svg polyline").count() == 3
    assert seen.locator("table.belief .there").count() >= 10 * len(found.decisions)
    seen.evaluate(
        "() => { for (const one of [...document.querySelectorAll('details')].slice(5)) one.remove(); }"
    )
    assert faults(seen) == []


@pytest.mark.parametrize("code", LANGUAGES)
def test_it_is_never_too_wide(visits: Visits, found: Review, code: str) -> None:
    seen = opened(visits, found, code)
    seen.evaluate("() => { for (const one of document.querySelectorAll('details')) one.open = true; }")
    for size in (PHONE, DESK):
        seen.set_viewport_size(size)
        assert seen.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert seen.locator(".wide").first.evaluate("table => table.scrollWidth <= table.clientWidth")
