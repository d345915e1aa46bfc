"""Chromium for these tests, found or installed by tools/find-browser; otherwise they fail with the reason."""

from __future__ import annotations

import subprocess
from asyncio import AbstractEventLoop, _set_running_loop, get_running_loop
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

from playwright.sync_api import Browser, Error, Page, Playwright, ViewportSize, expect, sync_playwright

from tests.web.calm_deals import DRAW_CUT
from tests.web.page_faults import arm, heard_faults

FINDER = Path(__file__).parents[2] / "tools" / "find-browser"
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--js-flags=--no-opt --no-maglev",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup,AimEnabled,OptimizationHints,MediaRouter,"
    "LensOverlay,PaintHolding,HttpsUpgrades,HttpsFirstBalancedModeAutoEnable,ThirdPartyStoragePartitioning,"
    "NetworkTimeServiceQuerying,PreconnectToSearch,DestroyProfileOnBrowserClose",
]
"""No pages for the address bar: they cost each new window nearly a second.

Of several lists of features the last one counts, so this repeats Playwright's. No page stays long enough for
its scripts to be worth optimizing, which would take a tenth of the time.
"""


@cache
def browser_path() -> str:
    """Return the path of Chromium. Raise `RuntimeError` with the reason if there is none."""
    found = subprocess.run([FINDER], capture_output=True, text=True, check=False)
    if found.returncode != 0:
        raise RuntimeError(f"no browser to test with:\n{found.stderr}")
    return found.stdout.strip().splitlines()[-1]


def launch(playwright: Playwright) -> Browser:
    """Return a running Chromium."""
    return playwright.chromium.launch(executable_path=browser_path(), args=ARGUMENTS)


class LastingBrowser:
    """A Chromium that starts on first use, and again after it has ended.

    Playwright's loop then keeps running; the thread sees it only while the browser is in use, so that other
    tests may run loops of their own and use Django's database.
    """

    def __init__(self) -> None:
        self._manager = sync_playwright()
        self._playwright: Playwright | None = None
        self._browser: Browser | None = None
        self._loop: AbstractEventLoop | None = None

    @contextmanager
    def in_use(self) -> Iterator[Browser]:
        """Lend the browser, and close its pages afterwards."""
        _set_running_loop(self._loop)
        if self._playwright is None:
            self._playwright = self._manager.start()
            self._loop = get_running_loop()
        if self._browser is None or not self._browser.is_connected():
            self._browser = launch(self._playwright)
        try:
            yield self._browser
        finally:
            for context in self._browser.contexts:
                context.close()
            _set_running_loop(None)

    def close(self) -> None:
        """End it."""
        if self._browser is not None and self._playwright is not None:
            _set_running_loop(self._loop)
            self._browser.close()
            self._playwright.stop()


PATIENCE = 90_000
expect.set_options(timeout=PATIENCE)
GLANCE = 50
"""Milliseconds between two polls: polling on every frame makes the browser draw every frame."""
PHONE = ViewportSize(width=390, height=844)
DESK = ViewportSize(width=1440, height=900)


class Visits:
    """Pages of one test, each in a new browser.

    `complaints` are script errors and violations of the content policy; on a `strict` page also all console
    errors.
    """

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self.complaints: list[str] = []

    def open(
        self,
        address: str,
        *,
        size: ViewportSize = PHONE,
        locale: str = "en",
        scripts: bool = True,
        motion: bool = False,
        strict: bool = False,
        session: str = "",
        **options: Any,
    ) -> Page:
        """Return the page at `address` in the `session`; `options` are those of a context.

        Bots answer at once, and animations are off unless `motion` is set, because each frame takes time.
        """
        context = self._browser.new_context(
            viewport=size,
            locale=locale,
            java_script_enabled=scripts,
            reduced_motion="no-preference" if motion else "reduce",
            **options,
        )
        context.add_init_script(DRAW_CUT)
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("console", lambda said: self._hear(said.type, said.text, strict=strict))
        if address.startswith("http"):
            home, cookies = urljoin(address, "/"), {"preferences": "pace=none", "session": session}
            for name in filter(cookies.get, cookies):
                context.add_cookies([{"name": f"ginrummy_{name}", "value": cookies[name], "url": home}])
        page.goto(address)
        return page

    def told(self) -> str:
        """Return the address and text of every page, for the report of a failed test."""
        pages = [page for context in self._browser.contexts for page in context.pages]
        return "\n\n".join([*map(_page_text, pages), *self.complaints])

    def _hear(self, kind: str, text: str, *, strict: bool) -> None:
        if "Policy" in text or (strict and kind == "error"):
            self.complaints.append(text)


def _page_text(page: Page) -> str:
    try:
        board = page.evaluate("() => JSON.stringify({...document.querySelector('#board')?.dataset})")
        texts = [frame.inner_text("body", timeout=1000)[:1500] for frame in page.frames]
        return "\n".join([page.url, str(board), *texts])
    except Error as error:
        return f"{page.url}\n{error}"


def rest(page: Page) -> None:
    """Wait for the end of all animations."""
    page.wait_for_function(
        "() => document.getAnimations().every((one) => one.playState !== 'running')", polling=GLANCE
    )


def look_over(page: Page) -> None:
    """Assert that the page is not wider than the window and has no serious accessibility fault."""
    rest(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    arm(page)
    found = heard_faults(page)
    assert found == [], found
