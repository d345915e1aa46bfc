"""The pages about the door for programs in a real Chromium: they fit, and tokens come and go."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, sync_playwright

from tests.web.browser import launch
from tests.web.server import Server

PATIENCE = 60_000
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


def look_over(page: Page) -> None:
    """Check that nobody is shut out of `page`, and that it does not scroll sideways."""
    found = Axe().run(page).response["violations"]
    assert [(one["id"], one["nodes"]) for one in found if one["impact"] in SERIOUS] == []
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")


@pytest.mark.parametrize(("locale", "width"), [("en", 1440), ("fr", 390), ("ru", 360)])
def test_a_token_is_made_shown_and_taken_back(
    browser: Browser, server: Server, locale: str, width: int
) -> None:
    context = browser.new_context(viewport={"width": width, "height": 844}, locale=locale)
    page = context.new_page()
    complaints: list[str] = []
    page.on("console", lambda said: complaints.append(said.text))
    page.set_default_timeout(PATIENCE)
    page.goto(f"{server.address}/api/docs")
    look_over(page)
    page.goto(f"{server.address}/settings")
    page.fill("#token-name", "my bot")
    page.click("form[action='/settings/tokens'] button")
    assert page.inner_text("pre.token").startswith("gin_")
    look_over(page)
    page.goto(f"{server.address}/settings")
    look_over(page)
    page.click("form[action^='/settings/tokens/'] button")
    page.wait_for_url(f"{server.address}/settings")
    assert page.locator("form[action^='/settings/tokens/']").count() == 0
    assert complaints == []
    context.close()
