"""A hand of the offline table is exported as a PNG drawn by the browser: messengers show no SVG."""

from __future__ import annotations

from http.server import ThreadingHTTPServer

import pytest
from PIL import Image, ImageColor
from playwright.sync_api import Page

from ginrummy.game.pictures import FELT, POSTER
from tests.web.browser import Visits
from tests.web.site.conftest import PATIENCE
from tests.web.site.test_build import sit_down

RESIGN = "button => button.form.requestSubmit(button)"


def finish_match(page: Page, address: str) -> str:
    """Install the table, resign a match and return the address of its page."""
    page.goto(address)
    page.locator("button[data-do=download]:visible").click()
    table = page.frame_locator("iframe")
    sit_down(page, table, address)
    table.locator("button[value=resign]").first.evaluate(RESIGN)
    table.locator("section.end").wait_for(timeout=PATIENCE)
    return page.url.replace("/tables/", "/games/").partition("?")[0]


@pytest.mark.long
def test_a_hand_is_saved_and_shared_as_a_png(
    visits: Visits, host: tuple[str, list[str], ThreadingHTTPServer]
) -> None:
    page = visits.open("about:blank")
    page.goto(finish_match(page, host[0]))
    link = page.frame_locator("iframe").locator("a[data-pass-file]")
    with page.expect_download() as waiting:
        link.click(timeout=PATIENCE)
    assert waiting.value.suggested_filename == "hand-1.png"
    with Image.open(waiting.value.path()) as picture:
        assert (picture.format, picture.size) == ("PNG", POSTER)
        drawn = picture.convert("RGB")
        assert drawn.getpixel((5, 5)) == ImageColor.getrgb(FELT)
        assert len(drawn.getcolors(1 << 20) or ()) > 50  # cards and names
    link.evaluate("""() => {
      matchMedia = () => ({ matches: true });
      navigator.canShare = () => true;
      navigator.share = async ({ files: [file] }) => { document.title = `${file.name} ${file.type}`; };
    }""")
    link.click()
    page.frame_locator("iframe").locator("html:has(title)").wait_for()
    link.page.wait_for_function("""() => {
      const inner = document.querySelector("iframe").contentDocument;
      return inner.title === "hand-1.png image/png";
    }""")
