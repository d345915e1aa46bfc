"""Edits on the pad in the browser: undo and redo, also after a reload; numbers stay with their players."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from playwright.sync_api import Page, ViewportSize

from ginrummy.game import hand_entry
from ginrummy.rules.scoring import GIN, KNOCK, VOID, WALL_COMPARE
from tests.web.browser import Visits
from tests.web.server import Server

NAMES = ("Anna", "Boris")
Hand = tuple[int, int, int, int]
"""The ending, the seat, and two numbers."""


@pytest.fixture
def page(visits: Visits, server: Server) -> Page:
    """The pad in a new browser, with two names."""
    found = visits.open(f"{server.address}/pad")
    found.wait_for_selector("#pad:not([hidden])")
    for place, name in zip(("first", "second"), NAMES, strict=True):
        found.locator(f"[name={place}]").fill(name)
        found.locator(f"[name={place}]").blur()
    return found


def fill(page: Page, hand: Hand) -> None:
    """Fill the form in and submit the hand."""
    how, seat, own, other = hand
    page.locator(f"[name=how][value='{how}']").check()
    if page.locator("fieldset.who").is_visible():
        page.locator(f"[name=seat][value='{seat}']").check()
    for field, value in (("own", own), ("other", other)):
        if page.locator(f"[name={field}]").is_visible():
            page.locator(f"[name={field}]").fill(str(value))
    page.locator(".write").click()


def hands_shown(page: Page) -> list[str]:
    """Return the lines of the sheet as text for `ginrummy score`."""
    lines = (page.locator(".text > pre").text_content() or "").splitlines()
    return [line for line in lines if ":" not in line]


def line_of(hand: Hand) -> str:
    how, seat, own, other = hand
    return {
        KNOCK: f"{seat} knock {own} {other}",
        GIN: f"{seat} gin {other}",
        VOID: "void",
        hand_entry.POINTS: f"{seat} {own} x0",
    }[how]


def random_hand(chance: random.Random) -> Hand:
    how = chance.choice([KNOCK, GIN, VOID, hand_entry.POINTS])
    own = {KNOCK: chance.randrange(1, 5), hand_entry.POINTS: chance.randrange(1, 9)}.get(how, 0)
    return how, chance.randrange(2), own, chance.randrange(6, 12) if how in (KNOCK, GIN) else 0


def kept(page: Page) -> Any:
    found = json.loads(page.evaluate("localStorage.getItem('ginrummy.pad')"))
    return {name: found[name] for name in ("variant", "players", "dealer", "hands")}


@pytest.mark.long
def test_any_edits_are_those_of_a_list_and_all_of_them_are_undone(page: Page) -> None:
    chance, place = random.Random(3), 0
    page.locator("[name=variant]").select_option("oklahoma_extra")
    states: list[list[Hand]] = [[]]
    start = kept(page)
    for _step in range(50):
        hands = states[place]
        word = chance.choice(["write", "write", "correct", "strike", "undo", "undo", "redo", "reload"])
        at, hand = chance.randrange(len(hands) or 1), random_hand(chance)
        after = hands
        if word == "write":
            fill(page, hand)
            after = [*hands, hand]
        elif word == "correct" and hands:
            page.get_by_role("button", name=f"Correct hand {at + 1}", exact=True).click()
            fill(page, hand)
            after = [*hands[:at], hand, *hands[at + 1 :]]
        elif word == "strike" and hands:
            page.get_by_role("button", name=f"Strike out hand {at + 1}", exact=True).click()
            after = [*hands[:at], *hands[at + 1 :]]
        elif word == "undo" and place:
            page.locator(".undo").click()
            place -= 1
        elif word == "redo" and place < len(states) - 1:
            page.locator(".redo").click()
            place += 1
        elif word == "reload":
            page.reload()
            page.wait_for_selector("#pad:not([hidden])")
        if after != hands:
            states[place + 1 :] = [after]
            place += 1
        assert hands_shown(page) == [line_of(hand) for hand in states[place]]
        assert page.locator(".redo").is_enabled() == (place < len(states) - 1)
    for _time in range(place):
        page.locator(".undo").click()
    assert kept(page) == start
    for _time in range(len(states) - 1):
        page.locator(".redo").click()
    assert hands_shown(page) == [line_of(hand) for hand in states[-1]]
    assert page.locator(".redo").is_disabled()


def test_the_game_and_a_sheet_struck_out_are_brought_back(page: Page) -> None:
    page.locator("[name=dealer]").select_option("1")
    page.locator("[name=variant]").select_option("hollywood")
    fill(page, (KNOCK, 0, 3, 25))
    page.on("dialog", lambda dialog: dialog.accept())
    page.locator(".clear").click()
    assert hands_shown(page) == []
    for hands, variant, dealer in (
        (1, "hollywood", "1"),
        (0, "hollywood", "1"),
        (0, "standard", "1"),
        (0, "standard", "-1"),
    ):
        page.locator(".undo").click()
        assert len(hands_shown(page)) == hands
        assert page.locator("[name=variant]").input_value() == variant
        assert page.locator("[name=dealer]").input_value() == dealer
    page.locator(".undo").click()
    page.locator(".undo").click()
    assert [page.locator(f"[name={place}]").input_value() for place in ("first", "second")] == ["", ""]
    assert page.locator(".undo").is_disabled()
    for _time in range(6):
        page.locator(".redo").click()
    assert page.locator("[name=second]").input_value() == "Boris"
    assert page.locator(".redo").is_disabled()


def test_an_edit_ends_what_could_be_redone_and_undo_ends_a_correction(page: Page) -> None:
    fill(page, (KNOCK, 0, 3, 25))
    fill(page, (KNOCK, 1, 4, 25))
    page.get_by_role("button", name="Correct hand 2").click()
    page.locator(".undo").click()
    assert page.locator(".never").is_hidden()
    fill(page, (GIN, 1, 0, 9))
    assert page.locator(".redo").is_disabled()
    assert hands_shown(page) == ["0 knock 3 25", "1 gin 9"]


@pytest.mark.long
def test_a_browser_without_room_keeps_the_sheet_and_the_last_edits(page: Page) -> None:
    page.evaluate(
        "() => { const put = Storage.prototype.setItem; Storage.prototype.setItem = function (key, text) {"
        " if (text.length > 1200) throw new DOMException('full', 'QuotaExceededError');"
        " put.call(this, key, text); }; }"
    )
    for own in range(1, 8):
        fill(page, (hand_entry.POINTS, 0, own, 0))
    page.reload()
    page.wait_for_selector("#pad:not([hidden])")
    assert hands_shown(page) == [f"0 {own} x0" for own in range(1, 8)]
    page.locator(".undo").click()
    assert hands_shown(page) == [f"0 {own} x0" for own in range(1, 7)]


def test_two_tabs_write_on_one_sheet(page: Page) -> None:
    other = page.context.new_page()
    other.goto(page.url)
    other.wait_for_selector("#pad:not([hidden])")
    fill(page, (KNOCK, 0, 3, 25))
    other.wait_for_function("document.querySelectorAll('.lines tbody .edit').length === 1")
    fill(other, (GIN, 1, 0, 9))
    page.wait_for_function("document.querySelectorAll('.lines tbody .edit').length === 2")
    page.locator(".undo").click()
    assert hands_shown(page) == ["0 knock 3 25"]


@pytest.mark.parametrize(
    ("hand", "said"),
    [
        (
            (hand_entry.POINTS, 0, 0, 0),
            "the least that a hand won brings in this variant is 1; void is one that nobody wins (RULES 7)",
        ),
        ((hand_entry.POINTS, 0, 99999, 0), "the most that a hand brings in this variant is 120 (RULES 7)"),
        (
            (hand_entry.POINTS, 0, 50, 99999),
            "the most extra boxes that a hand brings in this variant: 2 (RULES 7.8)",
        ),
        ((KNOCK, 0, 3, 101), "no hand has a deadwood of 101 (RULES 2.6)"),
        ((KNOCK, 0, 11, 20), "the limit for a knock is 10 (RULES 5.3)"),
    ],
)
def test_a_hand_that_cannot_be_is_refused_with_its_clause(page: Page, hand: Hand, said: str) -> None:
    page.locator("[name=variant]").select_option("oklahoma_extra")
    fill(page, hand)
    assert page.locator(".hand .error").inner_text() == said
    assert hands_shown(page) == []


def test_a_number_stays_with_its_player_however_the_hand_ended(page: Page) -> None:
    page.locator("[name=variant]").select_option("high_low_ace")
    page.locator(f"[name=how][value='{KNOCK}']").check()
    page.locator("[name=seat][value='1']").check()
    page.get_by_label("Deadwood of Boris").fill("3")
    page.get_by_label("Deadwood of Anna").fill("25")
    for how in (WALL_COMPARE, VOID, WALL_COMPARE, KNOCK, GIN, WALL_COMPARE):
        page.locator(f"[name=how][value='{how}']").check()
    assert page.get_by_label("Deadwood of Boris").input_value() == "3"
    assert page.get_by_label("Deadwood of Anna").input_value() == "25"
    page.locator(".write").click()
    assert page.locator(".totals b").inner_text() == "Anna: 0 · Boris: 22"
    page.get_by_role("button", name="Correct hand 1").click()
    page.locator(f"[name=how][value='{KNOCK}']").check()
    page.locator("[name=seat][value='1']").check()
    page.locator(".write").click()
    assert hands_shown(page) == ["1 knock 3 25"]


SIDEWAYS = """() => [document.documentElement, ...document.querySelectorAll("#pad *")]
  .filter((one) => one.scrollWidth > one.clientWidth + 1 && !(one instanceof HTMLInputElement))
  .filter((one) => one === document.documentElement || /auto|scroll/.test(getComputedStyle(one).overflowX))
  .map((one) => one.outerHTML.slice(0, 80))"""
"""Elements that scroll sideways."""
BEYOND = """all => all.map((one) => one.getBoundingClientRect())
  .filter(({ left, right }) => left < 0 || right > innerWidth).length"""


CUT_OFF = """all => all.filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.innerText)"""
WIDTHS = (320, 360, 390)


@pytest.mark.long
@pytest.mark.parametrize("language", ["en", "fr", "ru"])
def test_nothing_lies_sideways_on_a_phone(visits: Visits, server: Server, language: str) -> None:
    page = visits.open(f"{server.address}/pad", locale=language)
    page.wait_for_selector("#pad:not([hidden])")
    for place, name in (("first", "Maximiliana-Theodora"), ("second", "Bartholomäus Wünsche")):
        page.locator(f"[name={place}]").fill(name)
    for variant in ("standard", "modern", "classic", "oklahoma_extra", "hollywood", "hollywood_full"):
        page.locator("[name=variant]").select_option(variant)
        while page.locator(".write").is_enabled() and len(hands_shown(page)) < 9:
            fill(page, (GIN, len(hands_shown(page)) % 3 % 2, 0, 9))
        page.locator("details.text").evaluate("one => { one.open = true; }")
        for width in WIDTHS:
            page.set_viewport_size(ViewportSize(width=width, height=664))
            assert page.evaluate(SIDEWAYS) == [], (variant, width)
            shown = page.locator("#pad :is(button, td, th, tr):visible")
            assert shown.evaluate_all(BEYOND) == 0, (variant, width)
            cells = page.locator(".lines :is(td, th):visible")
            assert cells.evaluate_all(CUT_OFF) == [], (variant, width)
