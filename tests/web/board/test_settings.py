"""The settings at the table: applied at once, saved with the person, shortcuts changed and switched off."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from playwright.sync_api import Page, Route

from tests.web.browser import GLANCE, PHONE, Visits, look_over
from tests.web.clicks import await_number, await_turn, click_on, number_of, open_table, take_a_turn
from tests.web.forms import at_once
from tests.web.play import client_of, person
from tests.web.server import Server

WISHES = {"felt": "wood", "back": "night", "face": "traditional", "size": "large", "suits": "two"}

COUNTED = """() => {
  window.sounds = 0;
  const start = AudioScheduledSourceNode.prototype.start;
  AudioScheduledSourceNode.prototype.start = function (...at) {
    window.sounds += 1;
    return start.apply(this, at);
  };
}"""


def open_settings(page: Page) -> None:
    page.locator(".menu-drawer > summary").click()
    page.locator("[popovertarget=table-settings]").first.click()
    page.locator("#table-settings").wait_for()


def choose(page: Page, name: str, value: str) -> None:
    """Choose at the table, and wait until it is saved."""
    with page.expect_response(lambda answer: answer.url.endswith("/settings")):
        page.locator(f"#table-settings input[name={name}][value={value}]").check(force=True)


def colour(page: Page, name: str) -> str:
    return str(page.evaluate("name => getComputedStyle(board).getPropertyValue(name)", name))


@pytest.mark.long
def test_a_choice_at_the_table_is_seen_at_once_and_stays(visits: Visits, server: Server) -> None:
    page = open_table(visits, server)
    before = colour(page, "--felt"), colour(page, "--card-width")
    open_settings(page)
    look_over(page)
    for name, value in WISHES.items():
        choose(page, name, value)
        assert page.locator("html").get_attribute(f"data-{name}") in (value, None)
    page.locator("#board .stock use[href$='#back-night']").wait_for(state="attached")
    page.locator("#board .hand .face.traditional .index.turned").first.wait_for(state="attached")
    assert colour(page, "--felt") != before[0]
    assert colour(page, "--card-width") != before[1]
    page.context.add_cookies([{"name": "ginrummy_preferences", "value": "", "url": server.address}])
    page.reload()
    assert page.locator("html").get_attribute("data-felt") == "wood"
    for name, value in WISHES.items():
        assert page.locator(f"#table-settings input[name={name}][value={value}]").is_checked()


@pytest.mark.long
def test_every_face_and_size_fits_every_window(visits: Visits, server: Server) -> None:
    page = open_table(visits, server)
    for name, value in (
        ("size", "small"),
        ("face", "traditional"),
        ("size", "large"),
        ("face", "large"),
        ("size", "small"),
    ):
        page.set_viewport_size(PHONE)
        open_settings(page)
        choose(page, name, value)
        page.keyboard.press("Escape")
        if name == "face":
            page.locator(f"#board .hand .face.{value}").first.wait_for(state="attached")
        for width, height in ((320, 568), (390, 664), (844, 390), (1440, 900)):
            page.set_viewport_size({"width": width, "height": height})
            assert_hand_fits(page, width, height)


def assert_hand_fits(page: Page, width: int, height: int) -> None:
    """Assert that hand and bar are within the window, and the hand does not cover the piles."""
    cards = page.locator("#board .hand .card").evaluate_all(
        "all => all.map(one => one.getBoundingClientRect()).map(({left, right}) => [left, right])"
    )
    assert all(left >= -1 and right <= width + 1 for left, right in cards)
    bottom = page.locator("#board .actions").evaluate("one => one.getBoundingClientRect().bottom")
    assert bottom <= height + 1
    gap = page.evaluate(
        "() => document.querySelector('.hand').getBoundingClientRect().top"
        " - document.querySelector('.piles').getBoundingClientRect().bottom"
    )
    assert gap > -40, (width, height, gap)


SPY_ON_VIBRATION = """
window.ticks = [];
navigator.vibrate = (lengths) => window.ticks.push(lengths.length);
"""


def test_a_phone_vibrates_at_a_turn_and_at_a_refused_move_unless_it_is_switched_off(
    visits: Visits, server: Server
) -> None:
    page = open_table(visits, server, has_touch=True, is_mobile=True)
    page.add_init_script(SPY_ON_VIBRATION)
    page.reload()
    page.route("**/say", lambda route: route.fulfill(status=409))
    refuse_a_move(page)
    assert page.evaluate("ticks") == [1]
    page.unroute("**/say")
    for _move in ("draw", "discard"):
        take_a_turn(page)
        await_turn(page)
    page.wait_for_function("() => ticks.length > 1", polling=GLANCE)
    open_settings(page)
    choose(page, "haptics", "off")
    page.locator("#table-settings .head button").click()
    page.evaluate("ticks.length = 0")
    page.route("**/say", lambda route: route.fulfill(status=409))
    refuse_a_move(page)
    assert page.evaluate("ticks") == []


def refuse_a_move(page: Page) -> None:
    with page.expect_response("**/say"):
        click_on(page)
    page.evaluate("() => new Promise(requestAnimationFrame)")


def test_shortcuts_are_changed_and_switched_off(visits: Visits, server: Server) -> None:
    page = open_table(visits, server)
    while not page.locator("#board .actions button.draw").count():
        take_a_turn(page)
        await_turn(page)
    open_settings(page)
    field = page.locator("#table-settings input[name=key-draw]")
    with page.expect_response(lambda answer: answer.url.endswith("/settings")):
        field.press("q")
    assert field.input_value() == "Q"
    with page.expect_response(lambda answer: answer.url.endswith("/settings") and answer.status == 400):
        page.locator("#table-settings input[name=key-take]").press("q")
    page.locator("#table-settings .refused", has_text="once").wait_for()
    with page.expect_response(lambda answer: answer.url.endswith("/settings")):
        page.locator("#table-settings input[name=key-take]").press("t")
    choose(page, "shortcuts", "off")
    page.locator("#table-settings .head button").click()
    before = number_of(page)
    page.locator("#board .hand .card").first.focus()
    for key in ("q", "d"):
        page.keyboard.press(key)
    page.wait_for_timeout(300)
    assert number_of(page) == before
    open_settings(page)
    choose(page, "shortcuts", "on")
    page.locator("#table-settings .head button").click()
    page.locator("#board .hand .card").first.focus()
    page.keyboard.press("q")
    await_number(page, before + 1)


KEYS = [
    ("d", "KeyH", "D"),
    ("a", "KeyQ", "A"),
    ("в", "KeyD", "D"),
    ("ψ", "KeyC", "C"),
    ("&", "Digit1", "1"),
    ("ö", "Semicolon", ""),
    (",", "KeyW", ""),
    ("é", "Digit2", "2"),
    ("Dead", "BracketLeft", ""),
]
"""Keys of some layouts (Dvorak, French, Russian, Greek, German): printed sign, position, meaning."""
STRIKE = """([key, code]) => document.activeElement.dispatchEvent(
  new KeyboardEvent("keydown", { key, code, bubbles: true, cancelable: true }))"""


def test_a_key_is_what_is_printed_on_it_and_its_place_where_the_layout_is_not_latin(
    visits: Visits, server: Server
) -> None:
    page = open_table(visits, server)
    while not page.locator("#board .actions button.draw").count():
        take_a_turn(page)
        await_turn(page)
    page.route("**/settings", lambda route: route.fulfill(status=204))
    open_settings(page)
    field = page.locator("#table-settings input[name=key-draw]")
    field.focus()
    for key, code, meant in KEYS:
        field.evaluate("one => { one.value = ''; }")
        page.evaluate(STRIKE, [key, code])
        assert field.input_value() == meant, key
    field.evaluate("one => { one.value = ''; }")
    page.evaluate(STRIKE, ["a", "KeyQ"])
    page.locator("#table-settings .head button").click()
    before = number_of(page)
    page.locator("#board .hand .card").first.focus()
    for key, code in (("q", "KeyA"), ("e", "KeyD"), ("]", "Equal")):
        page.evaluate(STRIKE, [key, code])
    assert page.locator("#board .hand .card:focus").count() == 1
    assert number_of(page) == before
    page.evaluate(STRIKE, ["a", "KeyQ"])
    await_number(page, before + 1)


def test_the_page_of_settings_takes_a_pressed_key_in_place_of_the_old_one(
    visits: Visits, server: Server
) -> None:
    page = visits.open(f"{server.address}/settings")
    field = page.locator("input[name=key-draw]")
    field.click()
    for key, code, meant in (("q", "KeyQ", "Q"), ("я", "KeyZ", "Z")):
        page.evaluate(STRIKE, [key, code])
        assert field.input_value() == meant
    page.get_by_role("button", name="Save").click()
    page.wait_for_selector("html[data-keys^='Z']")


def mute(page: Page) -> None:
    """Press the mute button in the menu, and wait until it is saved."""
    page.locator(".menu-drawer > summary").click()
    with page.expect_response(lambda answer: answer.url.endswith("/settings")):
        page.locator("[data-mute]").click()
    page.keyboard.press("Escape")


@pytest.mark.long
def test_the_table_sounds_softly_and_is_muted_by_a_press(visits: Visits, server: Server) -> None:
    page = open_table(visits, server)
    page.evaluate(COUNTED)
    assert page.locator("html").get_attribute("data-sound") == "quiet"
    for _pass_or_more in range(2):
        take_a_turn(page)
        await_turn(page)
    assert page.evaluate("window.sounds") > 0
    mute(page)
    page.locator("[data-mute]", has_text="Sound on").wait_for(state="attached")
    before = page.evaluate("window.sounds")
    take_a_turn(page)
    await_turn(page)
    assert page.evaluate("window.sounds") == before
    mute(page)
    assert page.locator("html").get_attribute("data-sound") == "quiet"
    assert page.locator("#table-settings input[name=sound][value=quiet]").is_checked()


def test_a_press_on_mute_counts_while_its_script_loads(visits: Visits, server: Server) -> None:
    page = open_table(visits, server)
    held: list[Route] = []
    page.route("**/board/settings*.js", lambda route: held.append(route))
    with page.expect_request("**/board/settings*.js"):
        page.locator(".menu-drawer > summary").click()
    page.locator("[data-mute]").click()
    for route in held:
        route.continue_()
    page.wait_for_selector("html[data-sound=off]")


@pytest.mark.django_db
def test_what_is_chosen_follows_a_guest_to_another_browser_and_its_cookie() -> None:
    guest = person()
    first, second = client_of(guest), client_of(guest)
    first.post("/settings", {"felt": "blue", "language": "fr", "key-draw": "1"})
    answer = second.get("/settings")
    assert 'data-felt="blue"' in answer.content.decode()
    assert "felt=blue" in answer.cookies["ginrummy_preferences"].value
    assert 'lang="fr"' in second.get("/settings").content.decode()
    guest.refresh_from_db()
    assert guest.preferences["keys"].startswith("1")


@pytest.mark.django_db
@pytest.mark.parametrize("key", ["", "é", "T", "ab", "?"])
def test_a_key_that_cannot_be_or_stands_twice_is_refused_with_a_reason(key: str) -> None:
    client = Client()
    answer = client.post("/settings", {"key-draw": key, "felt": "blue"})
    assert answer.status_code == 400
    assert "is used once" in answer.content.decode()
    assert "ginrummy_preferences" not in answer.cookies


@pytest.mark.django_db
def test_faces_that_are_not_in_use_are_fetched_once_they_are_looked_at() -> None:
    client = client_of(person())
    path = f"/tables/{at_once(client).key}"
    sample = re.compile(r'<img\s+class="drawn" src="[^"]*cards-traditional[^"#]*" alt="" loading="lazy">')
    page = client.get(path).content.decode()
    assert len(sample.findall(page)) == page.count("cards-traditional") == 1
    client.post("/settings", {"face": "traditional", "next": path})
    assert re.search(r'<use\s+href="[^"]*cards-traditional[^"]*#', client.get(path).content.decode())
