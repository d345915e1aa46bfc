"""A signed-out tab asks once and says why; a failed request is retried with back-off."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from itertools import count, pairwise
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, Request, Route

from tests.web.browser import DESK, Visits, look_over
from tests.web.clicks import await_number, await_turn, number_of, open_table, take_a_turn
from tests.web.forms import PASSWORD
from tests.web.server import Server

WORDS = {"en": "You are signed out.", "fr": "Vous êtes déconnecté.", "ru": "Вы вышли из учётной записи."}
A_WHILE = 2500
_names = count()


def refuse(route: Route, **answer: Any) -> None:
    """Respond instead of the server."""
    route.fulfill(**answer)


@contextmanager
def asked_for(page: Page, ending: str = "") -> Iterator[list[str]]:
    """Record a page's requests about its table: method and address, without the stream."""
    found: list[str] = []

    def note(request: Request) -> None:
        if "/tables/" in request.url and "/static/" not in request.url and ending in request.url:
            found.append(f"{request.method} {request.url}")

    page.on("request", note)
    yield found
    page.remove_listener("request", note)


def playing(visits: Visits, server: Server, locale: str = "en") -> Page:
    """Return the page of a guest who is to draw, against a bot."""
    page = open_table(visits, server, size=DESK, locale=locale)
    await_draw(page)
    return page


def await_draw(page: Page) -> None:
    """Play until the visitor is to draw."""
    page.wait_for_selector("#board .hand .card[tabindex]")
    await_turn(page)
    while page.locator("button.draw:not([disabled])").count() == 0:
        take_a_turn(page)
        await_turn(page)


def playing_with_account(visits: Visits, server: Server) -> tuple[Page, str]:
    """Return the same with an account, and its name."""
    page, name = playing(visits, server), f"Ada {next(_names)}"
    there = page.url
    page.goto(f"{server.address}/sign-up")
    page.fill("#name", name)
    page.fill("#password", PASSWORD)
    page.locator("form.settings .primary").click()
    page.goto(there)
    await_turn(page)
    return page, name


def shown(page: Page) -> tuple[int, str]:
    """Return the board's event number, and the cards in the hand."""
    cards = page.locator("#board .hand .card").evaluate_all(
        "all => all.map(card => card.dataset.card ?? '?')"
    )
    return number_of(page), " ".join(cards)


def assert_told_once(page: Page, words: str) -> None:
    """Press Draw: one request, one sentence, and the card returns."""
    before = shown(page)
    with asked_for(page) as asked:
        page.locator("button.draw").click()
        page.locator("#notice", has_text=words).wait_for()
        page.wait_for_timeout(A_WHILE)
    assert len(asked) == 1, asked
    assert (
        page.locator("#notice a.button").get_attribute("href") == f"/sign-in?next={urlsplit(page.url).path}"
    )
    assert shown(page) == before
    assert page.locator("button.draw.pressed").count() == 0
    assert page.locator("#lost").is_hidden()
    assert_in_one_box(page)


def assert_in_one_box(page: Page) -> None:
    """Assert that the sentence and its button are in the one box of the notice."""
    outside = page.evaluate("""() => {
      const notice = document.querySelector("#notice");
      const box = notice.getBoundingClientRect();
      const words = document.createRange();
      words.selectNodeContents(notice);
      return [...words.getClientRects()].filter((one) =>
        one.top < box.top || one.bottom > box.bottom || one.left < box.left || one.right > box.right).length;
    }""")
    assert outside == 0


def await_sign_out(page: Page) -> None:
    """Wait until the server has ended the stream of `page`, which then shows it."""
    page.locator("#notice", has_text=WORDS["en"]).wait_for()
    page.wait_for_timeout(A_WHILE)


@pytest.mark.long
@pytest.mark.parametrize("locale", WORDS)
def test_a_tab_whose_session_has_ended_asks_once_says_so_and_the_card_goes_back(
    visits: Visits, server: Server, locale: str
) -> None:
    page = playing(visits, server, locale)
    page.context.clear_cookies(name="ginrummy_session")
    assert_told_once(page, WORDS[locale])
    look_over(page)
    assert_told_once(page, WORDS[locale])


@pytest.mark.long
def test_a_tab_asks_once_after_another_one_has_signed_out(visits: Visits, server: Server) -> None:
    page, _name = playing_with_account(visits, server)
    other = page.context.new_page()
    other.goto(f"{server.address}/settings")
    with asked_for(page) as asked:
        other.locator("form[action='/sign-out'] button").click()
        other.wait_for_url(f"{server.address}/")
        await_sign_out(page)
    assert len(asked) == 1, asked
    assert_told_once(page, WORDS["en"])


@pytest.mark.long
def test_a_tab_asks_once_after_the_password_was_changed_elsewhere(visits: Visits, server: Server) -> None:
    page, name = playing_with_account(visits, server)
    other = visits.open(f"{server.address}/sign-in")
    other.fill("#name", name)
    other.fill("#password", PASSWORD)
    other.locator("form.settings .primary").click()
    other.goto(f"{server.address}/account")
    other.fill("#password", PASSWORD)
    other.fill("#new_password", PASSWORD + "er")
    with asked_for(page) as asked:
        other.locator("button[value=change]").click()
        other.locator(".banner[role=status]").wait_for()
        await_sign_out(page)
    assert len(asked) == 1, asked
    assert_told_once(page, WORDS["en"])


def test_whoever_signs_in_again_goes_on_in_the_same_tab(visits: Visits, server: Server) -> None:
    page = playing(visits, server)
    session = next(each["value"] for each in page.context.cookies() if each["name"] == "ginrummy_session")
    page.context.clear_cookies(name="ginrummy_session")
    page.locator("button.draw").click()
    page.locator("#notice a.button").wait_for()
    page.context.add_cookies([{"name": "ginrummy_session", "value": session, "url": server.address}])
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    page.locator("#notice:empty").wait_for(state="attached")
    at = number_of(page)
    page.locator("button.draw").click()
    await_number(page, at + 1)


@pytest.mark.long
def test_of_an_account_that_was_deleted_the_finished_match_is_shown(visits: Visits, server: Server) -> None:
    page, _name = playing_with_account(visits, server)
    other = page.context.new_page()
    other.goto(f"{server.address}/account")
    other.fill("#again", PASSWORD)
    with asked_for(page) as asked:
        other.locator("button[value=delete]").click()
        await_path(page, "/games/")
        page.wait_for_timeout(A_WHILE)
    assert len(asked) <= 2, asked


def await_path(page: Page, path: str) -> None:
    """Wait until `page` is at `path`. It may load more than once, which ends Playwright's wait."""
    for _attempt in range(900):
        if path in page.url:
            return
        page.wait_for_timeout(100)
    raise AssertionError(page.url)


@pytest.mark.long
def test_of_a_table_that_is_gone_the_page_says_so_once(visits: Visits, server: Server) -> None:
    page = playing(visits, server)
    before = shown(page)
    gone = "There is no such table."
    told = {"hx-retarget": "#notice", "hx-reswap": "innerHTML"}
    for status in (404, 410):
        page.route("**/tables/*/*", partial(refuse, status=status, headers=told, body=gone))
        with asked_for(page) as asked:
            page.locator("button.draw").click()
            page.locator("#notice", has_text="no such table").wait_for()
            assert_in_one_box(page)
            page.wait_for_timeout(A_WHILE)
        assert len(asked) == 1, asked
        assert shown(page) == before
        page.unroute("**/tables/*/*")


@pytest.mark.long
def test_whoever_is_told_to_wait_waits(visits: Visits, server: Server) -> None:
    page = playing(visits, server)
    before = shown(page)
    told = {"retry-after": "3000", "content-type": "text/plain"}
    page.route("**/tables/*/*", partial(refuse, status=429, headers=told, body="That is a little fast."))
    with asked_for(page) as asked:
        page.locator("button.draw").click()
        page.locator("#notice", has_text="a little fast").wait_for()
        page.wait_for_timeout(A_WHILE)
    assert len(asked) == 1, asked
    assert shown(page) == before
    page.unroute("**/tables/*/*")
    page.locator("button.draw").click()
    await_number(page, before[0] + 1)


TRIES = """async (least) => {
  const { Retries, waitIn } = await import(document.querySelector("[data-module]").dataset.module);
  const at = [];
  const retries = new Retries(() => {
    at.push(performance.now());
    retries.again(waitIn(least));
  });
  retries.again(waitIn(least));
  window.tries = at;
}"""


@pytest.mark.parametrize(
    ("least", "shortest"), [(None, 0.5), ("7", 7.5), ("x", 0.5), ("-5", 0.5), ("9" * 30, 3600.5)]
)
def test_tries_are_further_and_further_apart_and_end(
    visits: Visits, server: Server, least: str | None, shortest: float
) -> None:
    page = visits.open(server.address)
    page.clock.install()
    page.evaluate("path => document.body.dataset.module = path", "/static/tables/retries.js")
    page.evaluate(TRIES, least)
    page.clock.run_for(100 * 3600 * 1000)
    at = page.evaluate("tries")
    page.clock.run_for(10 * 3600 * 1000)
    assert page.evaluate("tries.length") == len(at) == 60
    pauses = [(two - one) / 1000 for one, two in pairwise(at)]
    assert pauses[0] >= shortest
    assert sum(pauses[-9:]) > sum(pauses[:9])
    assert max(pauses) <= 30 + shortest
    assert len({round(pause, 2) for pause in pauses[-20:]}) > 10, "no two browsers come back together"


@pytest.mark.long
def test_no_failure_is_answered_by_a_flood(visits: Visits, server: Server) -> None:
    page = playing(visits, server)
    for failure in ("500", "503", "no network", "403", "a page"):
        page.reload()
        await_draw(page)
        before = shown(page)
        refusal = partial(refuse, status=int(failure) if failure.isdigit() else 400, body="<h1>No</h1>")
        page.route("**/tables/*/*", (lambda route: route.abort()) if failure == "no network" else refusal)
        with asked_for(page) as asked:
            page.locator("button.draw").click()
            page.evaluate("htmx.trigger('#board', 'moved')")
            page.wait_for_timeout(2 * A_WHILE)
        assert 1 <= len(asked) <= 9, (failure, asked)
        assert shown(page) == before, failure
        page.unroute("**/tables/*/*")
        page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
        page.locator("#lost").wait_for(state="hidden")
        page.locator("button.draw").click()
        await_number(page, before[0] + 1)
