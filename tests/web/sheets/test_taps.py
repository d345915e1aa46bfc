"""Presses that a hand takes on a small phone, each in reach of the thumb: the evening and the pad for two."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from ginrummy.game.hand_entry import POINTS
from ginrummy.rules.scoring import GIN
from tests.web.browser import Visits
from tests.web.server import Server

SMALL = ViewportSize(width=360, height=640)
MOST = 3
SIDEWAYS = """() => Math.max(
  ...[...document.querySelectorAll("html, .scroll")].map((e) => e.scrollWidth - e.clientWidth),
)"""
EDGES = """(place) => {
  const { top, bottom } = document.querySelector(place).getBoundingClientRect();
  return [top, bottom];
}"""
"""In one step, because the page may replace the form at any time."""
EVENINGS = {
    "plain": "variant: standard\nplayers: Anna, Boris\nAnna gin 31\n",
    "Hollywood": "variant: hollywood_full\nplayers: Anna, Boris\nAnna gin 31\n",
    "partnership": "form: partnership\nplayers: Anna, Boris – Clara, Denis\nAnna Clara 12\nBoris Denis 9\n",
    "eight": "form: partnership\nplayers: Anna, Boris, Emil, Fred – Clara, Denis, Gina, Hugo\n",
    "three": "form: winner_stays\nplayers: Anna, Boris, Clara\nAnna gin 31\n",
    "free": "form: free\nplayers: Anna, Boris, Clara\nAnna Boris gin 31\n",
    "chouette": "form: chouette\nplayers: Anna, Boris, Clara\n",
}
HANDS = [(None, "25"), ("knock", "3–25"), ("gin", "41"), ("points", "8"), ("void", "")]
"""How a hand of Anna ends, `None` for the default, and the signs of its number."""


class Thumb:
    """A thumb that reaches the lower two thirds of the screen, and counts its presses but those of digits."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.presses = 0

    def press(self, place: str, *, counts: bool = True) -> None:
        """Press `place` where it is, without scrolling to it."""
        expect(self.page.locator(place)).to_be_in_viewport()
        top, bottom = self.page.evaluate(EDGES, place)
        assert SMALL["height"] / 3 <= top < bottom <= SMALL["height"], (place, top, bottom)
        self.presses += counts
        self.page.locator(place).click()


def enter(page: Page, ending: str | None, signs: str) -> int:
    """Enter a hand of Anna in the evening, and return the presses."""
    thumb = Thumb(page)
    thumb.press(".who .tap:has([value='0'])")
    if ending is not None:
        thumb.press(f".how .tap:has([value={ending}])")
    for sign in signs:
        thumb.press(f".keys [data-key='{sign}']", counts=False)
    thumb.press(".write")
    return thumb.presses


@pytest.mark.long
@pytest.mark.parametrize("code", ["en", "fr", "ru"])
@pytest.mark.parametrize("name", EVENINGS)
def test_a_hand_of_an_evening_is_three_presses(visits: Visits, server: Server, name: str, code: str) -> None:
    page = visits.open(f"{server.address}/evenings/", size=SMALL, locale=code, service_workers="block")
    page.locator("#text").evaluate("(field, text) => (field.value = text)", EVENINGS[name])
    page.locator("#text").evaluate("(field) => field.form.requestSubmit()")
    version, undo = page.locator("[data-version]"), page.locator(".tools button[value=undo]")
    page.locator(".write").wait_for()
    address = page.url
    for ending, signs in HANDS:
        page.goto(address)
        before = version.get_attribute("data-version") or ""
        assert enter(page, ending, signs) <= MOST
        expect(version).not_to_have_attribute("data-version", before)
        assert page.evaluate(SIDEWAYS) <= 0
        undo.click()
        expect(version).to_have_attribute("data-version", before)


@pytest.mark.long
@pytest.mark.parametrize("variant", ["standard", "hollywood_full", "russian"])
def test_a_hand_on_the_pad_for_two_is_three_presses(visits: Visits, server: Server, variant: str) -> None:
    page = visits.open(f"{server.address}/pad", size=SMALL, service_workers="block")
    page.locator("[name=variant]").select_option(variant)
    page.locator("[name=first]").fill("Anna")
    page.locator("[name=second]").fill("Boris")
    rows = page.locator(".lines tbody th")
    page.locator(f"[name=how][value='{GIN}']").check()
    page.locator("[name=other]").fill("20")
    page.locator(".write").click()
    expect(rows).to_have_count(1)
    page.reload()
    expect(rows).to_have_count(1)
    for count, (how, numbers) in enumerate(((None, ("3", "25")), (GIN, ("41",)), (POINTS, ("8",))), start=2):
        thumb = Thumb(page)
        if how is not None:
            thumb.press(f".choice:has([name=how][value='{how}'])")
        thumb.press(".who .choice:has([value='1'])")
        for place, number in enumerate(numbers):
            if place:
                thumb.press("[name=other]")
            page.keyboard.type(number)
        thumb.press(".write")
        assert thumb.presses <= MOST
        expect(rows).to_have_count(count)
        assert page.evaluate(SIDEWAYS) <= 0
