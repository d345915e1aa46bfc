"""A room in two browsers: the link, presence, a table by two presses, the way back."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.web.alerts.test_browser import allowing
from tests.web.browser import GLANCE, PHONE, Visits, look_over
from tests.web.server import Server


@pytest.mark.long
def test_two_people_meet_in_a_room_play_and_find_back(visits: Visits, server: Server) -> None:
    host, guest = (visits.open(f"{server.address}/rooms/", size=PHONE, strict=True) for _one in range(2))
    host.fill("#title", "Thursday club")
    host.fill("#door-name", "Ada Room")
    host.locator("form button.primary").click()
    host.locator(".room .people").wait_for()
    address = host.locator("input.link").input_value()
    assert address == host.url
    guest.goto(address)
    guest.fill("#door-name", "Bob Room")
    guest.locator("form button.primary").click()
    host.locator(".room .people li", has_text="Bob Room").wait_for()
    look_over(host)
    guest.locator("button[form=sit].big").click()
    guest.locator(".invitation").wait_for()
    waiting = host.locator("form.notice", has_text="Bob Room is waiting for a player")
    waiting.wait_for()
    assert waiting.locator("[data-cut][data-drawn]").count() == 1
    look_over(host)
    waiting.locator("button.primary").click()
    for page in (host, guest):
        page.wait_for_selector("#board .hand .card")
    host.goto(address)
    host.locator(".room a.primary", has_text="Back to your table").click()
    host.wait_for_selector("#board .hand .card")
    assert host.url == guest.url


LONG_PRESS = (
    "const set = setTimeout; window.setTimeout = (run, time) => set(run, time === 3000 ? 1e5 : time);"
)
"""Script that lengthens the longest press of live.js: on a busy machine the guest may take more than 3 s."""


def test_news_of_a_room_replace_no_button_under_a_finger(visits: Visits, server: Server) -> None:
    host, guest = (visits.open(f"{server.address}/rooms/") for _one in range(2))
    host.add_init_script(LONG_PRESS)
    host.reload()
    host.fill("#title", "Slow fingers")
    with host.expect_response("**/part"):
        host.locator("form button.primary").click()
    host.wait_for_timeout(500)
    box = host.locator("button[form=sit].big").bounding_box()
    assert box
    host.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    host.mouse.down()
    guest.goto(host.url)
    guest.locator("form button.primary").first.click()
    guest.locator(".room .people").wait_for()
    host.wait_for_timeout(1000)
    host.mouse.up()
    host.wait_for_url("**/tables/*")


def test_a_room_that_lets_nobody_in_any_more_is_asked_for_once(visits: Visits, server: Server) -> None:
    page = visits.open(f"{server.address}/rooms/")
    page.clock.install()
    page.fill("#title", "Short-lived club")
    page.locator("form button.primary").click()
    page.locator(".room .people").wait_for()
    part = page.locator(".room").get_attribute("data-live") or ""
    answers: list[int] = []
    page.on("response", lambda answer: answers.append(answer.status) if part in answer.url else None)

    def wait_minutes(*, until: int) -> None:
        for _minute in range(60):
            page.clock.run_for(61_000)
            page.wait_for_timeout(200)
            if until in answers:
                return

    wait_minutes(until=200)
    page.context.clear_cookies(name="ginrummy_session")
    wait_minutes(until=403)
    for _minute in range(5):
        page.clock.run_for(61_000)
        page.wait_for_timeout(200)
    assert answers.count(403) == 1, answers
    assert answers[-1] == 403, answers


def resign(page: Page) -> None:
    page.locator(".menu-drawer > summary").click()
    page.locator(".leave summary").click()
    page.locator("button[value=resign]").click()
    page.locator(".match-end").wait_for()


@pytest.mark.long
def test_whoever_waits_at_the_end_of_a_match_is_led_to_the_next_one(visits: Visits, server: Server) -> None:
    host = visits.open(f"{server.address}/rooms/", size=PHONE)
    host.fill("#title", "King of the table")
    host.locator("#form").select_option("king")
    host.fill("#door-name", "Ada King")
    host.locator("form button.primary").click()
    host.locator(".room .people").last.wait_for()
    guests = [visits.open(host.url, size=PHONE) for _one in range(2)]
    for page, name in zip(guests, ("Bob King", "Eve King"), strict=True):
        page.fill("#door-name", name)
        page.locator("form button.primary").click()
        page.locator(".room .people").last.wait_for()
    expect(host.locator(".start [type=checkbox]:checked")).to_have_count(3)
    first, second = host, guests[0]
    for page in guests:
        allowing(page, "king")
    host.locator(".start button.primary").click()
    expect(guests[1].locator(".room .offer button")).to_be_visible()
    host.locator(".notice button.primary").click()
    second.locator("form.notice[action$='/join'] button.primary").click()
    for page in (first, second):
        page.locator("#board .hand .card").first.wait_for()
    resign(second)
    expect(second.locator(".match-end")).to_contain_text("You are waiting for the others")
    look_over(second)
    second.locator(".match-end .offer button").click()
    second.get_by_text("You will be told, also when this page is closed.").wait_for()
    third = guests[1]
    third.locator(".notice button.primary").click()
    first.locator(".match-end form[action$='/join'] button.primary").click()
    for page in (first, third):
        page.locator("#board .hand .card").first.wait_for()
    resign(third)
    expect(second.locator(".match-end .notice")).to_contain_text("Your next match is against Ada King.")
    look_over(second)
    second.locator(".match-end > details").evaluate("one => { one.open = false; }")
    for width in (320, 390):
        second.set_viewport_size({"width": width, "height": 700})
        bar, chat = (second.locator(one).bounding_box() for one in (".match-end", ".talk summary"))
        assert bar is not None
        assert chat is not None
        assert bar["x"] + bar["width"] <= chat["x"]


def started_partnership(host: Page, guest: Page, title: str) -> Locator:
    """Start an evening of two sides in a new room. Return the guest's button that opens the next hand."""
    host.fill("#title", title)
    host.locator("#form").select_option("partnership")
    host.locator("form button.primary").click()
    host.locator(".start").wait_for()
    guest.goto(host.url)
    guest.locator("form button.primary").click()
    expect(host.locator(".start select[name^=side]")).to_have_count(2)
    host.locator(".start button.primary").click()
    play = guest.locator("button[name=board]")
    play.wait_for()
    return play


def test_one_press_leads_to_a_hand_that_the_opponent_has_just_opened(visits: Visits, server: Server) -> None:
    host, guest = visits.open(f"{server.address}/rooms/"), visits.open(f"{server.address}/rooms/")
    play = started_partnership(host, guest, "Two at once")
    guest.route("**/part", lambda route: route.abort())
    host.locator("button[name=board]").click()
    host.wait_for_url("**/tables/*")
    play.click()
    for page in (host, guest):
        page.wait_for_selector("#board .hand .card")
    assert guest.url == host.url


@pytest.mark.long
def test_a_press_counts_where_news_replace_its_form_before_the_cut_is_sealed(
    visits: Visits, server: Server
) -> None:
    host, guest, third = (visits.open(f"{server.address}/rooms/") for _one in range(3))
    play = started_partnership(host, guest, "Pressed")
    late: list[Route] = []
    guest.route("**/seal*.js", lambda route: late.append(route))
    play.click()
    while not late:
        guest.wait_for_timeout(GLANCE)
    form = guest.query_selector("form:has(button[name=board])")
    third.goto(host.url)
    third.locator("form button.primary").click()
    guest.wait_for_function("form => !form.isConnected", arg=form)
    late[0].continue_()
    guest.wait_for_url("**/tables/*")


def test_without_scripts_a_room_is_made_entered_and_played_in(visits: Visits, server: Server) -> None:
    host, guest = (visits.open(f"{server.address}/rooms/", scripts=False) for _one in range(2))
    host.fill("#title", "Plain room")
    host.locator("form button.primary").click()
    guest.goto(host.url)
    guest.locator("form button.primary").click()
    address = guest.url
    guest.locator("button[form=sit].big").click()
    host.reload()
    host.locator("form.notice button.primary").click()
    assert host.locator("#board .hand .card").count() > 9
    host.goto(address)
    assert host.locator(".room a.primary").count() == 1


def test_titles_of_rooms_are_as_large_as_any_on_a_phone(visits: Visits, server: Server) -> None:
    page = visits.open(f"{server.address}/tables/", size=PHONE)
    size = "one => getComputedStyle(one).fontSize"
    usual = page.locator("h1").evaluate(size)
    for path in ("rooms", "evenings"):
        page.goto(f"{server.address}/{path}/")
        assert page.locator("h1").evaluate(size) == usual
