"""A puzzle in a real browser: by touch on a phone, selection before the discard, nothing clipped."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, Route, ViewportSize, expect

from ginrummy.coach.puzzles import all_puzzles
from tests.web.board.test_felt import CUT_OFF, OUTSIDE, SCROLLS
from tests.web.browser import DESK, Visits, look_over
from tests.web.server import Server

SHELF = all_puzzles()
SMALL = ViewportSize(width=390, height=664)
THROWN = next(puzzle for puzzle in SHELF.values() if "discard" in puzzle.themes)


def opened(visits: Visits, server: Server, locale: str) -> Page:
    """Return the page of a puzzle on a phone."""
    address = f"{server.address}/puzzles/{THROWN.number}"
    return visits.open(address, size=SMALL, locale=locale, has_touch=True)


def card_of(one: Locator) -> str:
    return one.get_attribute("data-card") or ""


@pytest.mark.long
@pytest.mark.parametrize("locale", ["en", "ru"])
def test_a_card_is_chosen_then_thrown_and_the_reason_stands_there(
    visits: Visits, server: Server, locale: str
) -> None:
    page = opened(visits, server, locale)
    page.wait_for_load_state()
    assert [*page.evaluate(CUT_OFF), *page.evaluate(OUTSIDE)] == []
    assert not page.evaluate(SCROLLS)
    page.locator(f'.hand [data-card="{THROWN.solution}"]').tap(position={"x": 9, "y": 22})
    page.locator("#discard").wait_for()
    assert page.locator(".answer").count() == 0
    page.locator("#discard").tap()
    page.locator(".answer .verdict.right").wait_for()
    paddings = page.locator(".verdict .chip").evaluate_all(
        "all => all.map(one => getComputedStyle(one).padding)"
    )
    assert set(paddings) <= {"0px"}
    assert page.locator(".answer tbody tr").first.is_visible()
    look_over(page)
    assert visits.complaints == []
    page.locator(".answer .primary").tap()
    page.locator("#board.puzzle:not(.answered)").wait_for()


def test_a_puzzle_obeys_the_keys_and_arrows_of_the_table(visits: Visits, server: Server) -> None:
    page = visits.open(f"{server.address}/puzzles/{THROWN.number}", size=DESK)
    cards = page.locator(".hand .card")
    first, second = (card_of(cards.nth(place)) for place in (0, 1))
    for key in ("ArrowRight", "ArrowRight", "["):
        page.keyboard.press(key)
    assert (card_of(cards.nth(0)), card_of(page.locator(".hand .card:focus"))) == (second, second)
    page.keyboard.press("Enter")
    page.locator(".order [data-by='1']").click()
    assert (card_of(cards.nth(0)), card_of(cards.nth(1))) == (first, second)
    page.keyboard.press("Shift+?")
    page.keyboard.press("k")
    expect(page.locator("#notice")).to_have_text(page.locator(".knock-place .why").inner_text())
    page.keyboard.press("x")
    page.locator(".answer").wait_for()
    page.reload()
    assert page.locator(".hand[data-arrangement]").count() == 0
    assert visits.complaints == []


@pytest.mark.long
def test_game_and_difficulty_are_chosen_without_another_press_and_the_focus_stays(
    visits: Visits, server: Server
) -> None:
    page = visits.open(f"{server.address}/puzzles", size=SMALL, has_touch=True)
    page.locator("[name=game]").select_option("oklahoma")
    page.locator("#themes a[href*='game=oklahoma']").first.wait_for()
    page.locator("#level").focus()
    page.locator("#level").select_option("easy")
    page.locator("#chosen a[href$='game=oklahoma&level=easy']").wait_for()
    page.wait_for_function("document.activeElement.id === 'level'")
    look_over(page)
    page.locator("#chosen a").tap()
    page.locator("#board.puzzle h2", has_text="Oklahoma Gin").wait_for()
    assert visits.complaints == []


@pytest.mark.parametrize(("locale", "told"), [("en", "is 5:30 AM."), ("fr", "5:30"), ("ru", "это 5:30.")])
def test_the_end_of_the_day_is_told_by_the_players_clock(
    visits: Visits, server: Server, locale: str, told: str
) -> None:
    page = visits.open(f"{server.address}/daily", locale=locale, timezone_id="Asia/Kolkata")
    end = page.locator("[data-ends]:not(:empty)").text_content() or ""
    assert told in end.replace("\u202f", " ")
    assert "{" not in end
    assert "UTC" in (page.locator(".lead").text_content() or "")


@pytest.mark.long
def test_a_difficulty_chosen_before_the_answer_to_the_game_counts(visits: Visits, server: Server) -> None:
    page = visits.open(f"{server.address}/puzzles", size=SMALL)
    held: list[Route] = []
    page.route(lambda address: address.endswith("game=oklahoma&level="), lambda route: held.append(route))
    with page.expect_request(lambda request: "game=oklahoma" in request.url):
        page.locator("[name=game]").select_option("oklahoma")
    page.locator("#level").select_option("easy")
    held[0].continue_()
    page.locator("#chosen a[href*='game=oklahoma']").wait_for()
    expect(page.locator("#level")).to_have_value("easy")
    expect(page.locator("#chosen a")).to_have_attribute("href", re.compile("game=oklahoma&level=easy$"))
