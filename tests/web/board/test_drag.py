"""Drag and drop: the card above everything, the gap in the hand, the card's original place."""

from __future__ import annotations

import pytest
from playwright.sync_api import Route, ViewportSize

from tests.web.board.test_felt import centre
from tests.web.board.test_scene import opened
from tests.web.browser import Visits
from tests.web.clicks import number_of
from tests.web.scenes import Scenes
from tests.web.server import Server

PHONE = ViewportSize(width=390, height=664)
CARRIED = """() => {
  const [copy, hand] = [document.querySelector(".carried"), document.querySelector("#board .hand")];
  const style = copy && getComputedStyle(copy);
  const code = (place) => place.querySelector(".card")?.dataset.card ?? "";
  const codes = [...hand.querySelectorAll(".place")].map(code);
  const seen = (one) => getComputedStyle(one).opacity === "1";
  return {
    place: codes.indexOf(copy?.dataset.card ?? ""),
    codes,
    isOnTop: style?.zIndex === "20" && style.filter === "none" && style.opacity === "1",
    stock: seen(document.querySelector("#board .stock .card")),
    hand: [...hand.querySelectorAll(".card")].map(seen),
    notice: document.querySelector("#notice").textContent,
  };
}"""
"""Returns the state during a drag: the gap in the hand, and the original place."""


@pytest.mark.parametrize("scene", ["offer", "open pile"])
def test_a_card_from_the_pile_goes_where_it_will_lie_in_a_sorted_hand(
    visits: Visits, served_alone: tuple[Server, Scenes], scene: str
) -> None:
    page = opened(visits, served_alone, scene, size=PHONE, service_workers="block")
    assert page.locator("#board .hand").get_attribute("data-arrangement") != "own"
    late: list[Route] = []
    page.route("**/say", lambda route: late.append(route))
    top, before = page.locator("#board .pile button.card"), number_of(page)
    code, last = top.get_attribute("data-card"), centre(page.locator("#board .hand .card").last)
    if scene == "offer":
        page.mouse.move(*centre(top))
        page.mouse.down()
        page.mouse.move(*last, steps=3)
        assert page.evaluate(CARRIED)["codes"].index("") < 10
        page.mouse.up()
    else:
        top.click()
    page.locator(f"#board .hand .new[data-card='{code}']").wait_for()
    shown = page.evaluate(CARRIED)["codes"]
    assert shown.index(code) < 10
    late[0].continue_()
    page.wait_for_selector(f"#board[data-number='{before + 1}'] .hand .new[data-card][tabindex]")
    assert page.evaluate(CARRIED)["codes"].index(code) == shown.index(code)


@pytest.mark.long
def test_a_card_is_carried_above_everything_to_a_gap(
    visits: Visits, served_alone: tuple[Server, Scenes]
) -> None:
    page = opened(visits, served_alone, "draw", size=PHONE, service_workers="block")
    late: list[Route] = []
    page.route("**/settings", lambda route: late.append(route))
    codes, before = page.evaluate(CARRIED)["codes"], number_of(page)
    cards = page.locator("#board .hand .card")
    stock, third = (centre(one) for one in (page.locator("#board .stock .card"), cards.nth(2)))
    third = third[0] + 12, third[1]
    page.mouse.move(*stock)
    page.mouse.down()
    page.mouse.move(*third, steps=3)
    seen = page.evaluate(CARRIED)
    assert (seen["isOnTop"], seen["stock"], all(seen["hand"])) == (True, True, True)
    assert seen["codes"] == [*codes, ""]
    page.mouse.move(stock[0], stock[1] - 60, steps=3)
    assert page.evaluate(CARRIED)["codes"] == codes
    page.mouse.up()
    assert page.locator(".carried").count() == 0
    page.mouse.move(*centre(cards.first))
    page.mouse.down()
    page.mouse.move(*third, steps=3)
    seen = page.evaluate(CARRIED)
    assert (seen["isOnTop"], seen["place"], seen["hand"].count(False), seen["notice"]) == (True, 2, 1, "")
    page.mouse.up()
    seen = page.evaluate(CARRIED)
    assert seen["codes"] == [codes[1], codes[2], codes[0], *codes[3:]]
    assert all(seen["hand"])
    assert "own order" in seen["notice"]
    page.mouse.move(*stock)
    page.mouse.down()
    page.mouse.move(*third, steps=3)
    assert page.evaluate(CARRIED)["place"] == 3
    page.mouse.up()
    page.wait_for_selector(f"#board[data-number='{before + 1}'] .hand .new[data-card][tabindex]")
    held = page.evaluate(CARRIED)["codes"]
    assert [*held[:3], *held[4:]] == seen["codes"], "a board that was drawn before the server knew the order"
    late[0].continue_()
    assert len(late) == 1
