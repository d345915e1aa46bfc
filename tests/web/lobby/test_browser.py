"""Two people in a real Chromium: lobby, joining, a phrase, muting, a rematch; accounts without scripts."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, ViewportSize

from tests.web.browser import Visits, look_over
from tests.web.server import Server


def sign_up(page: Page, server: Server, name: str) -> None:
    page.goto(f"{server.address}/sign-up")
    page.fill("#name", name)
    page.fill("#password", "a long good one")
    page.locator("form.settings button.primary").click()
    page.wait_for_selector("input.code")
    page.locator("main button.primary").click()
    page.wait_for_selector(".filters")


def meet(host: Page, guest: Page, server: Server) -> None:
    """Open a rated table; the guest's lobby shows it on its own, and the guest joins."""
    assert guest.locator(".openings a").count() == 0
    host.goto(f"{server.address}/tables/new?against=anybody")
    assert host.locator("input[name=rated]").is_checked()
    host.locator("form.new button.primary").click()
    host.wait_for_selector("form[action$='/withdraw']")
    guest.locator(".openings a", has_text="Ada").click()
    assert guest.locator(".options dt").count() > 40
    look_over(guest)
    guest.locator("form button.primary").first.click()
    guest.wait_for_selector("#board .hand .card")
    host.wait_for_selector("#board .hand .card")


def say(page: Page, phrase: str) -> None:
    page.locator(".talk summary").click()
    page.locator(f"button[name=phrase][value={phrase}]").click()


def give_up_and_play_again(host: Page, guest: Page) -> None:
    host.locator(".menu-drawer > summary").click()
    host.locator("details.leave summary").click()
    host.locator("details.leave button").click()
    host.wait_for_selector("section.end")
    guest.wait_for_selector("section.end")
    look_over(host)
    host.locator("#board form[action$='/rematch'] button").click()
    host.wait_for_selector("form[action$='/withdraw']")
    guest.locator("#board form[action$='/join'] button").click()
    guest.wait_for_selector("#board .hand .card")
    host.wait_for_selector("#board .hand .card")


@pytest.mark.long
def test_two_people_meet_in_the_lobby_talk_and_play_again(visits: Visits, fresh_server: Server) -> None:
    host, guest = visits.open(fresh_server.address), visits.open(fresh_server.address, locale="fr")
    sign_up(host, fresh_server, "Ada")
    sign_up(guest, fresh_server, "Béatrice")
    guest.goto(f"{fresh_server.address}/tables/?rated=yes")
    meet(host, guest, fresh_server)
    say(host, "hello")
    guest.locator(".bubble", has_text="Bonjour").wait_for()
    guest.locator(".said li", has_text="Bonjour").wait_for(state="attached")
    look_over(guest)
    guest.locator(".talk summary").click()
    guest.locator(".talk button[name=muted]").click()
    guest.wait_for_selector("#board .hand .card")
    assert guest.locator(".said li").count() == 0
    say(host, "oops")
    host.locator(".said li").nth(1).wait_for(state="attached")
    assert guest.locator(".said li").count() == 0
    give_up_and_play_again(host, guest)
    host.goto(f"{fresh_server.address}/players/me")
    assert host.locator(".course-line").count() == 1
    look_over(host)


@pytest.mark.parametrize(
    ("locale", "words"),
    [
        ("en", "invites you"),
        pytest.param("fr", "vous invite", marks=pytest.mark.long),
        pytest.param("ru", "Ия", marks=pytest.mark.long),
    ],
)
def test_two_presses_make_a_link_in_the_name_of_the_host(
    visits: Visits, server: Server, locale: str, words: str
) -> None:
    small = ViewportSize(width=360, height=640)
    host, guest = (visits.open(server.address, locale=locale, size=small) for _one in range(2))
    host.locator(".hero a[href='/tables/friend']").click()
    host.fill("[name=name]", "x" * 200)
    host.locator(".friend button.primary").click()
    host.locator("#e-name").wait_for()
    look_over(host)
    host.fill("[name=name]", "Ия")
    host.locator("#game").select_option("oklahoma")
    host.locator(".friend button.primary").click()
    link = host.locator("input.link")
    link.wait_for()
    for seen in (link, host.locator("[data-copy]")):
        box = seen.bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= small["height"], "the first screen shows the link"
    look_over(host)
    guest.goto(link.input_value())
    assert words in guest.locator(".lead").inner_text()
    assert "1500" not in guest.locator("main").inner_text().partition("\n\n")[0]


def test_whoever_is_invited_hears_of_it_on_the_page_that_is_open(visits: Visits, server: Server) -> None:
    host, guest = visits.open(server.address), visits.open(server.address)
    sign_up(guest, server, "Bob")
    host.goto(f"{server.address}/tables/new?against=friend")
    host.fill("#invite", "bob")
    host.locator("form.new button.primary").click()
    host.wait_for_selector("form[action$='/withdraw']")
    guest.locator(".notice button").click()
    guest.wait_for_selector(".filters")
    host.locator(".lead", has_text="does not want to play").wait_for()


@pytest.mark.parametrize("locale", ["en", "fr", "ru"])
def test_an_account_needs_no_scripts(visits: Visits, server: Server, locale: str) -> None:
    page = visits.open(f"{server.address}/sign-up", scripts=False, locale=locale)
    name, password = f"Carl {locale}", "a long good one"
    page.fill("#name", name)
    page.fill("#password", password)
    page.locator("form.settings button.primary").click()
    page.goto(f"{server.address}/account")
    page.fill("#again", password)
    page.locator("button.danger").click()
    page.goto(f"{server.address}/account")
    assert page.url.endswith("/sign-in?next=/account")


def test_the_game_that_is_chosen_is_the_game_of_the_table_without_another_press(
    visits: Visits, server: Server
) -> None:
    page = visits.open(f"{server.address}/tables/new")
    page.locator("form.new input[value=novice]").check()
    page.locator("#game").select_option("oklahoma")
    page.locator("#chosen-game[value=oklahoma]").wait_for(state="attached")
    assert page.locator("form.new input[value=novice]").is_checked()
    assert page.locator("[name='knock_limit.type']").input_value() == "upcard"
    assert not page.locator(".presets button").is_visible()
    look_over(page)
    page.locator("form.new button.primary").click()
    page.wait_for_selector("#board .governor")


def test_two_who_search_are_at_the_table_with_a_press_each(visits: Visits, server: Server) -> None:
    first, second = visits.open(server.address), visits.open(f"{server.address}/tables/seek", locale="ru")
    first.locator(".hero a[href='/tables/seek']").click()
    look_over(first)
    first.locator("#game").select_option("standard")
    first.locator("[name=pace]").first.click()
    first.locator("#seek[data-state=waiting]").wait_for()
    look_over(first)
    second.locator("#game").select_option("standard")
    second.locator("[name=pace]").first.click()
    for page in (first, second):
        page.wait_for_selector("#board .hand .card")


CONTRASTS = """signs => signs.map(sign => {
  const light = colour => { const [r, g, b] = colour.match(/\\d+/g).map(each => (each / 255) ** 2.2);
    return .2126 * r + .7152 * g + .0722 * b + .05; };
  const { color, backgroundColor } = getComputedStyle(sign);
  const both = [light(color), light(backgroundColor)];
  return backgroundColor.endsWith(", 0)") ? 1 : Math.max(...both) / Math.min(...both); })"""


def test_the_suits_of_a_search_are_seen_in_the_dark(visits: Visits, fresh_server: Server) -> None:
    page = visits.open(f"{fresh_server.address}/tables/seek", color_scheme="dark")
    page.locator("#game").select_option("hollywood")
    page.locator("[name=pace]").first.click()
    page.locator("#seek[data-state=waiting]").wait_for()
    assert min(page.locator(".seeking span").evaluate_all(CONTRASTS)) > 4.5
