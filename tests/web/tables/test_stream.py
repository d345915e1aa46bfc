"""One event stream a browser: its events, its loss, and six tabs that share it."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page

from ginrummy.web.tables.pubsub import LOBBY, Hub
from ginrummy.web.tables.sse import MOST_KEYS, StreamKeys, parse_stream_url
from tests.web.browser import Visits
from tests.web.clicks import await_number, await_turn, number_of, take_a_turn
from tests.web.player import Player
from tests.web.server import Server

TABS = 6


def test_a_stream_follows_the_tables_that_its_address_names() -> None:
    assert parse_stream_url("/stream", b"at=one&at=two&at=one&at=@lobby&at=a%20b") == StreamKeys(
        ("one", "two", LOBBY), True
    )
    assert parse_stream_url("/stream", b"") is None
    assert parse_stream_url("/stream", b"at=%FF") is None
    many = "&".join(f"at=k{number}" for number in range(MOST_KEYS + 9)).encode()
    found = parse_stream_url("/stream", many)
    assert found is not None
    assert len(found.keys) == MOST_KEYS
    assert parse_stream_url("/tables/one/stream", b"") == StreamKeys(("one",))
    assert parse_stream_url("/tables/one", b"") is None


async def test_a_listener_hears_which_of_its_tables_have_moved_and_the_latest_number_of_each() -> None:
    hub = Hub()
    listener = hub.subscribe("one", "two", "three")
    for key, number in (("one", 4), ("two", 1), ("one", 5), ("one", 3), ("four", 9)):
        hub.notify(key, number)
    assert await listener.wait(20) == {"one": 5, "two": 1}
    assert await listener.wait(0.01) is None
    hub.notify_all()
    assert await listener.wait(20) == {"one": 5, "two": 1, "three": -1}


def streams_open(page: Page, server: Server) -> float:
    """Return the server's number of open streams."""
    text = page.request.get(f"{server.address}/metrics").text()
    return float(re.findall(r"^ginrummy_streams (\S+)", text, re.MULTILINE)[0])


def await_streams(page: Page, server: Server, count: int) -> None:
    for _look in range(100):
        if streams_open(page, server) == count:
            return
        page.wait_for_timeout(100)
    raise AssertionError(f"{streams_open(page, server)} streams, not {count}")


def sit(page: Page, server: Server) -> str:
    """Start a match against a bot. Return the address of the table."""
    page.goto(server.address)
    page.locator(".hero button.primary").click()
    page.wait_for_selector("#board .hand .card")
    return page.url


@pytest.mark.long
def test_six_tabs_of_one_table_share_one_stream_and_all_of_them_follow(
    visits: Visits, server: Server
) -> None:
    first = visits.open(server.address)
    address = sit(first, server)
    tabs = [first] + [first.context.new_page() for _tab in range(TABS - 1)]
    for tab in tabs[1:]:
        tab.goto(address)
    await_streams(first, server, 1)
    for tab in tabs[::2]:
        await_turn(tab)
        take_a_turn(tab)
        for other in tabs:
            await_number(other, number_of(tab))
    await_streams(first, server, 1)
    for tab in tabs[1:]:
        tab.close()
    await_turn(first)
    take_a_turn(first)
    await_streams(first, server, 1)  # a new one opens before the old one closes
    first.goto(f"{server.address}/rules/")
    await_streams(first, server, 0)


@pytest.mark.long
def test_tabs_of_several_tables_share_one_stream_and_each_hears_of_its_own(
    visits: Visits, fresh_server: Server
) -> None:
    first = visits.open(fresh_server.address)
    tabs = [first] + [first.context.new_page() for _tab in range(TABS // 2)]
    for tab in tabs[:-1]:
        sit(tab, fresh_server)
    tabs[-1].goto(f"{fresh_server.address}/tables/")
    await_streams(first, fresh_server, 1)
    for tab in tabs[:-1]:
        await_turn(tab)
        take_a_turn(tab)
        await_turn(tab)
    await_streams(first, fresh_server, 1)
    host = Player(fresh_server.address)
    assert tabs[-1].locator(".openings a").count() == 0
    host.lay(against="anybody")
    tabs[-1].locator(".openings a").wait_for()


@pytest.mark.long
@pytest.mark.parametrize("has_workers", [True, False])
def test_what_happens_while_the_server_is_away_is_not_lost(
    visits: Visits, server: Server, has_workers: bool
) -> None:
    page = visits.open(f"{server.address}/rules/")
    if not has_workers:
        page.context.add_init_script("delete globalThis.SharedWorker")
    address = sit(page, server)
    other = page.context.new_page()
    other.goto(address)
    await_turn(page)
    await_streams(page, server, 1 if has_workers else 2)
    server.kill()
    other.locator("#lost:visible").wait_for()
    page.locator("#lost:visible").wait_for()
    server.start()
    page.locator("#lost").wait_for(state="hidden")
    other.locator("#lost").wait_for(state="hidden")
    await_turn(page)
    take_a_turn(page)
    await_number(other, number_of(page))


@pytest.mark.long
@pytest.mark.parametrize(("locale", "word"), [("en", "lost"), ("fr", "perdue"), ("ru", "потеряна")])
def test_a_server_that_does_not_answer_is_told_in_the_language_of_the_page(
    visits: Visits, server: Server, locale: str, word: str
) -> None:
    page = visits.open(f"{server.address}/rules/", locale=locale)
    page.add_init_script("AbortSignal.timeout = () => AbortSignal.abort()")
    sit(page, server)
    await_turn(page)
    page.evaluate("htmx.config.timeout = 300")
    page.route("**/board", lambda _route: None)
    page.evaluate(
        "window.looking = setInterval(() => htmx.trigger('#board', 'moved'), 500)"
    )  # it may not be listening yet
    page.locator("#lost", has_text=word).wait_for()
    page.evaluate("clearInterval(looking)")
    page.unroute("**/board")
    page.locator("#lost").wait_for(state="hidden")
    page.locator("button.sort").click()
    page.locator("#lost", has_text=word).wait_for()
