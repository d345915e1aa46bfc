"""Whose turn it is: in the tab's title, and by one notification a browser if wished."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.web.browser import Visits, look_over
from tests.web.clicks import await_number, await_turn, number_of, take_a_turn
from tests.web.server import Server

TABS = 3
SPY = """
globalThis.asked = 0;
globalThis.shown = [];
globalThis.Notification = class extends EventTarget {
  static permission = localStorage.getItem("permission") ?? "default";
  static async requestPermission() {
    globalThis.asked += 1;
    localStorage.setItem("permission", "granted");
    return (Notification.permission = "granted");
  }
  constructor(title, options) { super(); shown.push([title, options.tag]); }
  close() {}
};
"""
HIDE = """Object.defineProperty(document, "visibilityState", { get: () => "hidden", configurable: true });
document.dispatchEvent(new Event("visibilitychange"));"""


def sit(page: Page, server: Server) -> str:
    page.goto(f"{server.address}/tables/new")
    page.locator("form.new button.primary").click()
    page.wait_for_selector("#board .hand .card")
    await_turn(page)
    return page.url


@pytest.mark.long
def test_the_title_says_whose_turn_it_is_and_at_how_many_tables(visits: Visits, server: Server) -> None:
    page = visits.open(f"{server.address}/rules/", locale="fr")
    sit(page, server)
    page.wait_for_function("() => document.title.startsWith('● À vous de jouer · ')")
    other = page.context.new_page()
    sit(other, server)
    page.wait_for_function("() => document.title.startsWith('(2) À vous de jouer · ')")
    other.wait_for_function("() => document.title.startsWith('(2) À vous de jouer · ')")
    other.close()
    page.wait_for_function("() => document.title.startsWith('● À vous')")


@pytest.mark.long
def test_nobody_is_asked_before_a_tap_and_three_tabs_show_one_notification(
    visits: Visits, server: Server
) -> None:
    page = visits.open(f"{server.address}/rules/")
    page.context.add_init_script(SPY)
    address = sit(page, server)
    tabs = [page] + [page.context.new_page() for _tab in range(TABS - 1)]
    for tab in tabs[1:]:
        tab.goto(address)
        tab.wait_for_selector("#board .hand .card")
    assert [tab.evaluate("asked") for tab in tabs] == [0] * TABS
    page.locator(".menu-drawer > summary").click()
    page.locator("[data-notify]").click()
    page.locator("[data-notify][aria-pressed=true]").wait_for()
    look_over(page)
    page.locator(".menu-drawer > summary").click()
    assert page.evaluate("asked") == 1
    for tab in tabs[1:]:
        tab.evaluate("Notification.permission = 'granted'")
    take_two_turns(page)
    assert shown(tabs) == [], "one of the tabs is looked at"
    for tab in tabs:
        tab.evaluate(HIDE)
    take_two_turns(page)
    for tab in tabs:
        await_number(tab, number_of(page))
    page.wait_for_timeout(500)
    assert shown(tabs) == [["Your turn", "ginrummy"]]


def take_two_turns(page: Page) -> None:
    """Draw, discard, and wait for the next turn of this page."""
    for _move in range(2):
        take_a_turn(page)
        await_turn(page)


def shown(tabs: list[Page]) -> list[list[str]]:
    return [one for tab in tabs for one in tab.evaluate("shown")]
