"""The same columns in several tables of a page are aligned on a desktop."""

from __future__ import annotations

import re
from itertools import product
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from ginrummy.coach.habits import FED
from ginrummy.coach.match_statistics import Slip
from ginrummy.locale import LANGUAGES
from tests.web.browser import LastingBrowser
from tests.web.play import client_of
from tests.web.statistics.test_statistics import finished, summed_up, text_of

pytestmark = pytest.mark.django_db
WEB = Path(__file__).parents[3] / "src" / "ginrummy" / "web"
SHEETS = ("design/base", "people/people", "statistics/statistics", "fairness/deals")
EDGES = """tables => tables.map(table => [...table.rows].find(row => row.matches(":not(.unseen)")))
    .map(row => [...row.cells].map(cell => cell.getBoundingClientRect())
        .map(box => [Math.round(box.left), Math.round(box.right)]))"""
CUT = "heads => heads.filter(head => head.scrollWidth > head.clientWidth + 1).length"


def styled(text: str) -> str:
    """Return a page with inline styles, because there is no server."""
    style = "".join(
        (WEB / sheet.partition("/")[0] / "static" / f"{sheet}.css").read_text("utf-8") for sheet in SHEETS
    )
    return re.sub(r"<(script|link)[^>]*>(</script>)?", "", text).replace(
        "</head>", f"<style>{style}</style></head>"
    )


def shown(browser: Browser, text: str, width: int) -> Page:
    page = browser.new_page(viewport={"width": width, "height": 900})
    page.set_content(styled(text))
    return page


def edges_of(page: Page, tables: str) -> list[list[list[int]]]:
    found: list[list[list[int]]] = page.locator(tables).evaluate_all(EDGES)
    return found


@pytest.mark.parametrize("code", LANGUAGES)
def test_columns_of_ones_own_statistics_line_up(code: str, lasting_browser: LastingBrowser) -> None:
    table, person = finished()
    summed_up(table, Slip(1, 2, 3, FED, "mistake", "4H", "9C", 4.0))
    client = client_of(person)
    own = text_of(client, code)
    profile = client.get(f"/players/{person.pk}", headers={"accept-language": code}).content.decode()
    with lasting_browser.in_use() as browser:
        for width, text, tables in product((1280, 800), (own, profile), (".compared, .shares:not(.wide)",)):
            page = shown(browser, text, width)
            first, second = edges_of(page, tables)
            assert first == second
            if text is own:
                (phases,) = edges_of(page, ".phases")
                assert phases[-1] == first[-1]
            assert page.evaluate("document.documentElement.scrollWidth") <= width
            assert page.locator("th[scope=col]").evaluate_all(CUT) == 0
            page.close()
