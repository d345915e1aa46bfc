"""The recovery code in a real browser: copied with a press, there after a reload until it is written down."""

from __future__ import annotations

from tests.web.browser import Visits, look_over
from tests.web.forms import PASSWORD
from tests.web.server import Server


def test_a_code_is_copied_and_outlives_a_reload(visits: Visits, server: Server) -> None:
    page = visits.open(f"{server.address}/sign-up", permissions=["clipboard-read", "clipboard-write"])
    page.fill("#name", "Ada of the code")
    page.fill("#password", PASSWORD)
    page.locator("form.settings .primary").click()
    code = page.locator("input.code").input_value()
    page.locator("[data-copy]").click()
    page.locator("[data-copy]", has_text="Copied").wait_for()
    assert page.evaluate("navigator.clipboard.readText()") == code
    look_over(page)
    page.reload()
    assert page.locator("input.code").input_value() == code
    page.locator("main button.primary").click()
    page.wait_for_url(lambda address: not address.endswith("/account/code"))
    page.goto(f"{server.address}/account/code")
    assert page.locator("input.code").count() == 0
