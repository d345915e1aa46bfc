"""A sealed cut in the browser: two people in a real Chromium, with and without scripts."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page

from tests.web.browser import Visits, look_over
from tests.web.clicks import open_check
from tests.web.server import Server

OTHER_SEAL = """() => {
  const notes = JSON.parse(localStorage.seals);
  localStorage.seals = JSON.stringify(notes.map((note) => ({ ...note, text: "0".repeat(64) })));
}"""


def lay(host: Page, server: Server) -> str:
    """Open a table for a friend, check the request, and return the table's address."""
    host.goto(f"{server.address}/tables/new?against=friend")
    with host.expect_request(lambda request: request.method == "POST") as sent:
        host.locator("form.new button.primary").click()
    host.wait_for_selector("form[action$='/withdraw']")
    body = sent.value.post_data or ""
    assert re.search("(?:^|&)seal=[0-9a-f]{64}(?:&|$)", body)
    assert not re.search("(?:^|&)cut=", body), "the server was told the cut"
    return host.url


def check(page: Page) -> None:
    page.locator("section.end [data-do=check]").click()
    page.locator(".verdict li", has_text="is the one that was sealed before").wait_for()


def give_up(page: Page) -> None:
    page.locator(".menu-drawer > summary").click()
    page.locator("details.leave summary").click()
    page.locator("details.leave button").click()


@pytest.mark.long
def test_a_browser_seals_its_cut_shows_it_and_both_can_check(visits: Visits, server: Server) -> None:
    host, guest = (visits.open(server.address, strict=True) for _one in range(2))
    guest.goto(lay(host, server))
    look_over(guest)
    guest.locator("form[action$='/join'] button.primary").click()
    for page in (host, guest):
        page.wait_for_selector("#board .hand .card")
    give_up(host)
    for page, noted in (
        (host, "saw the other cut before it showed"),
        (guest, "noted that seal before it cut"),
    ):
        page.wait_for_selector("section.end")
        open_check(page)
        check(page)
        page.locator(".verdict.good li.good", has_text=noted).wait_for()
        assert page.locator(".verdict li.bad").count() == 0
    guest.evaluate(OTHER_SEAL)
    check(guest)
    guest.locator(".verdict.bad li.bad", has_text="saw another seal").wait_for()


def begin_evening(page: Page) -> None:
    page.locator("input[name=form][value=winner_stays]").check()
    page.locator("#people").fill("Anna\nBoris\nClara")
    page.locator("form.begin button.primary").first.click()
    page.locator(".evening").wait_for()


@pytest.mark.parametrize(
    ("locale", "place"),
    [
        ("en", "/rules/"),
        pytest.param("fr", "/settings", marks=pytest.mark.long),
        pytest.param("ru", "/tables/new?variant=oklahoma", marks=pytest.mark.long),
        pytest.param("en", "/pad", marks=pytest.mark.long),
        pytest.param("fr", "/evenings/", marks=pytest.mark.long),
    ],
)
def test_any_page_of_the_host_shows_the_cut_and_says_who_has_come(
    visits: Visits, server: Server, locale: str, place: str
) -> None:
    host, guest = (visits.open(server.address, locale=locale, strict=True) for _one in range(2))
    address = lay(host, server)
    host.goto(server.address + place)
    if place == "/evenings/":
        begin_evening(host)
    guest.goto(address)
    guest.locator("form[action$='/join'] button.primary").click()
    guest.wait_for_selector("#board .hand .card")
    host.locator(".notice b").wait_for()
    assert host.title().startswith("● ")
    look_over(host)
    host.locator(".notice a").click()
    host.wait_for_selector("#board .hand .card")
    assert host.url == address


@pytest.mark.long
def test_a_host_who_plays_a_bot_meanwhile_hears_of_the_friend(visits: Visits, server: Server) -> None:
    host, guest = (visits.open(server.address, strict=True) for _one in range(2))
    address = lay(host, server)
    host.goto(server.address)
    host.locator(".hero button.primary").click()
    host.wait_for_selector("#board .hand .card")
    guest.goto(address)
    guest.locator("form[action$='/join'] button.primary").click()
    guest.wait_for_selector("#board .hand .card")
    host.locator(".notice", has_text="is here").wait_for()
    look_over(host)
    host.locator(".notice a").click()
    host.wait_for_url(address)


@pytest.mark.long
@pytest.mark.parametrize("locale", ["en", "fr", "ru"])
def test_a_browser_that_does_not_have_the_cut_says_so_and_takes_it_typed(
    visits: Visits, server: Server, locale: str
) -> None:
    host, guest = (visits.open(server.address, locale=locale) for _one in range(2))
    address = lay(host, server)
    seals = host.evaluate("localStorage['sealed cuts']")
    host.evaluate("localStorage.clear()")
    guest.goto(address)
    guest.locator("form[action$='/join'] button.primary").click()
    host.locator(".elsewhere").wait_for()
    look_over(host)
    look_over(guest)
    (sealed,) = host.evaluate("(text) => JSON.parse(text)", seals)
    host.fill("[name=cut]", sealed["cut"])
    host.fill("[name=nonce]", sealed["nonce"])
    host.locator("form[data-seal] button.primary").click()
    for page in (host, guest):
        page.wait_for_selector("#board .hand .card")


def test_without_scripts_the_server_keeps_the_cut_and_the_cards_are_dealt_at_once(
    visits: Visits, server: Server
) -> None:
    host, guest = (visits.open(f"{server.address}/tables/new", scripts=False) for _one in range(2))
    host.locator("[name=against][value=friend]").check()
    assert "keeps it sealed for you" in (host.locator("details.deal noscript").first.text_content() or "")
    host.locator("form.new button.primary").click()
    guest.goto(host.url)
    guest.locator("form[action$='/join'] button.primary").click()
    assert guest.locator("#board .hand .card").count() > 9
    host.reload()
    assert host.locator("#board .hand .card").count() > 9


@pytest.mark.parametrize("page", ["/tables/friend", "/tables/new?against=friend"])
def test_a_host_who_leaves_the_cut_to_the_server_may_close_the_browser(
    visits: Visits, server: Server, page: str
) -> None:
    host, guest = visits.open(server.address + page, strict=True), visits.open(server.address)
    form = host.locator("form:has([data-entrust])")
    form.locator("details.deal > summary").click()
    form.locator("[data-entrust]").check()
    look_over(host)
    form.locator("button.primary").first.click()
    address = host.locator("input.link").input_value()
    host.context.close()
    guest.goto(address)
    guest.locator("form[action$='/join'] button.primary").click()
    guest.wait_for_selector("#board .hand .card")
