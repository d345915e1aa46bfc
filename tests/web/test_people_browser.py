"""Two people in a real Chromium: lobby, joining, a phrase, muting, a rematch; accounts with scripts off."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, sync_playwright

from tests.web.browser import launch
from tests.web.server import Server

PATIENCE = 60_000
PHONE = {"width": 390, "height": 844}
SERIOUS = ("serious", "critical")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    found = Server(tmp_path_factory.mktemp("home")).start()
    yield found
    found.kill()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        found = launch(playwright)
        yield found
        found.close()


complaints: list[str] = []


@pytest.fixture(autouse=True)
def quiet() -> Iterator[None]:
    """Fail a test whose pages complained of a script, or of the content policy."""
    complaints.clear()
    yield
    assert complaints == []


def opened(
    browser: Browser, server: Server, path: str = "/", *, scripts: bool = True, locale: str = "en"
) -> Page:
    context = browser.new_context(viewport=PHONE, locale=locale, java_script_enabled=scripts)  # type: ignore[arg-type]  # a literal
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda said: complaints.append(said.text) if "Policy" in said.text else None)
    page.goto(server.address + path)
    return page


def called(page: Page, server: Server, name: str) -> None:
    """Play under a name."""
    page.goto(f"{server.address}/settings")
    page.fill("#name", name)
    page.locator("form.settings button.primary").click()


def is_fit(page: Page) -> None:
    """Fail where the page is wider than the phone, or has a serious fault for those who cannot see it."""
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    found = Axe().run(page).response["violations"]
    assert [fault["id"] for fault in found if fault["impact"] in SERIOUS] == []


def meet(host: Page, guest: Page, server: Server) -> None:
    """Lay a rated table for anybody; the guest's lobby shows it by itself, and the guest joins."""
    assert guest.locator(".openings a").count() == 0
    host.goto(f"{server.address}/tables/new?against=anybody")
    assert host.locator("input[name=rated]").is_checked()
    host.locator("form.new button.primary").click()
    host.wait_for_selector("form[action$='/withdraw']")
    guest.locator(".openings a", has_text="Ada").click()
    assert guest.locator(".options dt").count() > 40
    is_fit(guest)
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
    is_fit(host)
    host.locator("#board form[action$='/rematch'] button").click()
    host.wait_for_selector("form[action$='/withdraw']")
    guest.locator("#board form[action$='/join'] button").click()
    guest.wait_for_selector("#board .hand .card")
    host.wait_for_selector("#board .hand .card")


def test_two_people_meet_in_the_lobby_talk_and_play_again(browser: Browser, server: Server) -> None:
    host, guest = opened(browser, server), opened(browser, server, "/tables/?rated=yes", locale="fr")
    called(host, server, "Ada")
    meet(host, guest, server)
    say(host, "hello")
    guest.locator(".bubble", has_text="Bonjour").wait_for()
    guest.locator(".said li", has_text="Bonjour").wait_for(state="attached")
    is_fit(guest)
    guest.locator(".talk summary").click()
    guest.locator(".talk button[name=muted]").click()
    guest.wait_for_selector("#board .hand .card")
    assert guest.locator(".said li").count() == 0
    say(host, "oops")
    host.locator(".said li").nth(1).wait_for(state="attached")
    assert guest.locator(".said li").count() == 0
    give_up_and_play_again(host, guest)
    host.goto(f"{server.address}/players/me")
    assert host.locator(".course-line").count() == 1
    is_fit(host)
    host.context.close()
    guest.context.close()


def test_whoever_is_invited_hears_of_it_on_the_page_that_is_open(browser: Browser, server: Server) -> None:
    host, guest = opened(browser, server), opened(browser, server, "/sign-up")
    guest.fill("#name", "Bob")
    guest.fill("#password", "a long good one")
    guest.locator("form.settings button.primary").click()
    guest.wait_for_selector(".filters")
    host.goto(f"{server.address}/tables/new?against=friend")
    host.fill("#invite", "bob")
    host.locator("form.new button.primary").click()
    host.wait_for_selector("form[action$='/withdraw']")
    guest.locator(".notice button").click()
    guest.wait_for_selector(".filters")
    host.locator(".lead", has_text="does not want to play").wait_for()
    host.context.close()
    guest.context.close()


@pytest.mark.parametrize("locale", ["en", "fr", "ru"])
def test_an_account_needs_no_scripts(browser: Browser, server: Server, locale: str) -> None:
    page = opened(browser, server, "/sign-up", scripts=False, locale=locale)
    name, password = f"Carl {locale}", "a long good one"
    page.fill("#name", name)
    page.fill("#password", password)
    page.locator("form.settings button.primary").click()
    page.goto(f"{server.address}/account")
    page.fill("#again", password)
    page.locator("button.danger").click()
    page.goto(f"{server.address}/account")
    assert page.url.endswith("/sign-in")
    page.context.close()
