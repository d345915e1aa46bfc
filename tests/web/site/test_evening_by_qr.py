"""An evening moves between phones by QR codes alone: no server, no network."""

from __future__ import annotations

import io
from http.server import ThreadingHTTPServer

import pytest
import zxingcpp
from PIL import Image
from playwright.sync_api import FrameLocator, Page, expect

from ginrummy.web.sheets.evening_links import evening_link
from tests.web.browser import PHONE, Visits, look_over
from tests.web.page_faults import seen_faults
from tests.web.site.conftest import PATIENCE

pytestmark = pytest.mark.long

PEOPLE = "Anna\nБорис\nJean-Paul D."


def visit(visits: Visits, address: str, language: str) -> tuple[Page, FrameLocator]:
    """Return a phone with the installed table, and the frame of its pages."""
    page = visits.open(address, locale=language, size=PHONE)
    page.locator("button[data-do=download]:visible").click()
    frame = page.frame_locator("iframe")
    frame.locator(".hero button.primary").first.wait_for(timeout=PATIENCE)
    return page, frame


def enter(frame: FrameLocator, who: str, points: str) -> None:
    """Enter a hand by taps."""
    frame.locator(".who .tap", has_text=who).click()
    frame.locator(".how .tap:has([value=gin])").click()
    for digit in points:
        frame.locator(f".keys [data-key='{digit}']").click()
    frame.locator(".write").click()
    frame.locator(".match tbody tr", has_text=f"{who}:").filter(has_text=f"0–{points}").wait_for()


def scan(frame: FrameLocator) -> str:
    """Return the content of the QR code on the screen."""
    frame.locator("details.sharing > summary").click()
    code = frame.locator("canvas[data-drawn]")
    code.wait_for()
    (found,) = zxingcpp.read_barcodes(Image.open(io.BytesIO(code.screenshot())).convert("L"))
    frame.locator("details.sharing > summary").click()
    return str(found.text)


def rows(frame: FrameLocator) -> list[str]:
    """Return the hands of the evening in its text."""
    link = frame.locator(".files a").first
    text = link.evaluate("async (link) => await (await fetch(link.href)).text()")
    return [line for line in text.splitlines() if ":" not in line]


def test_two_phones_exchange_an_evening_and_merge_it(
    visits: Visits, host: tuple[str, list[str], ThreadingHTTPServer]
) -> None:
    address, asked, server = host
    (mine, my_frame), (other, other_frame) = visit(visits, address, "en"), visit(visits, address, "ru")
    server.shutdown()
    server.server_close()

    mine.goto(f"{address}evenings/")
    my_frame.locator("input[value=winner_stays]").check()
    my_frame.locator("#people").fill(PEOPLE)
    my_frame.locator("form.begin button.primary").first.click()
    enter(my_frame, "Anna", "40")
    link = scan(my_frame)
    assert link.startswith(f"{address}#evening=")

    other.goto(link)
    other_frame.get_by_text("Вечер с другого телефона").wait_for(timeout=PATIENCE)
    assert "evening=" not in other.url
    look_over(other)
    assert seen_faults(other) == []
    other_frame.get_by_role("button", name="Сохранить как другой вечер").click()
    enter(other_frame, "Jean-Paul D.", "9")
    enter(my_frame, "Anna", "7")

    mine.goto(scan(other_frame))
    my_frame.get_by_role("button", name="Merge the two").click(timeout=PATIENCE)
    my_frame.get_by_text("Both copies have changed the same place").wait_for()
    expect(my_frame.locator("main li")).to_have_text(
        "“Jean-Paul D. джин 9” counts, and so does “Anna gin 7”: if that is one hand, delete one"
    )
    my_frame.get_by_role("link", name="Back to the sheet").click()
    my_frame.locator(".paper .match").first.wait_for()
    assert rows(my_frame) == ["Anna gin 40", "Anna gin 7", "Jean-Paul D. джин 9"]
    my_frame.locator("button[value=undo]").click()
    expect(my_frame.locator(".match tbody tr")).to_have_count(2)

    for broken in (link[:-9], link.replace("#evening=", "#evening=A"), f"{address}#evening=%00"):
        mine.goto(broken)
        my_frame.get_by_text("This link holds no whole evening").wait_for(timeout=PATIENCE)
    assert not [path for path in asked if "evening" in path]


def test_an_evening_in_a_link_waits_for_the_download(
    visits: Visits, host: tuple[str, list[str], ThreadingHTTPServer]
) -> None:
    link = evening_link(host[0], "form: king\nplayers: Anna, Boris, Clara\nAnna gin 12\n")
    page = visits.open(link, locale="en", size=PHONE)
    note = page.locator("main:visible [data-evening]")
    expect(note).to_have_text(
        "An evening from another phone waits in this link. It opens as soon as the table is here."
    )
    page.locator("button[data-do=download]:visible").click()
    frame = page.frame_locator("iframe")
    frame.get_by_role("button", name="Keep it as another evening").wait_for(timeout=PATIENCE)
    expect(note).to_be_hidden()
