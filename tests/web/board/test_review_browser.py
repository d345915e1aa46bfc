"""The page of a review in a real Chromium: fit for phone and desk, light and dark, and for everybody."""

from __future__ import annotations

import pytest

from ginrummy.coach.judging import BRISK
from ginrummy.coach.review_page import page, section
from ginrummy.coach.reviewing import Depth, reviewed
from ginrummy.locale import LANGUAGES, using_language
from tests.playing import variant_of, whole
from tests.web.browser import Visits
from tests.web.config.test_every_page import PHONE, faults

FEW = Depth(12, 4, BRISK)


@pytest.mark.parametrize("code", LANGUAGES)
def test_it_is_fit_for_everybody(visits: Visits, code: str) -> None:
    found = reviewed(whole("standard", hands=2), depth=FEW, seed=1, workers=2, report=None)
    with using_language(code):
        text = page([section(found, variant_of("standard").title(code), ("Anna", "Boris"))])
    seen = visits.open("about:blank", size=PHONE, locale=code)
    seen.set_content(text)
    assert faults(seen) == []
    assert seen.locator("svg polyline").count() == 3
    assert seen.locator("table.belief .there").count() >= 10 * len(found.decisions)
