"""Selection of a card before the discard: its neighbours, and the notice about an illegal discard."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, ViewportSize

from ginrummy.rules import types
from ginrummy.web.board.board import Board, build_board
from ginrummy.web.board.views import BEGINNER_MATCHES, asks_before_closing
from ginrummy.web.people.preferences import Preferences
from ginrummy.web.tables import creation, service
from ginrummy.web.tables.models import Table
from ginrummy.web.tables.table_state import RESIGN, current_state
from tests.web.board.test_felt import CUT_OFF
from tests.web.board.test_scene import opened
from tests.web.browser import Visits, look_over, rest
from tests.web.clicks import await_number, number_of
from tests.web.play import person, proposal, step, table_of_two
from tests.web.scenes import Scenes
from tests.web.server import Server

PHONE = ViewportSize(width=390, height=664)
ON_TOP = """(cards) => cards.map((card) =>
  [...card.querySelectorAll(".index > *")].every((part) => {
    const box = part.getBoundingClientRect();
    return card.contains(document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2));
  })
)"""
"""Returns for each card of the hand whether its corner, rank and suit, is uncovered."""

SAY_NONSENSE = """() => {
  const button = document.querySelector("#discard");
  button.value = "KS KS";
  button.click();
  return document.querySelector("#notice").textContent;
}"""
"""Discards an invalid card, and returns the notice."""


NOT_READY = """() => new Promise((done) => {
  const box = (place) => document.querySelector(place).getBoundingClientRect();
  const bar = box("#board .actions");
  document.body.addEventListener("htmx:afterSettle", () => {
    const closing = box("#board .knock-place > .closing");
    const at = [closing.x + closing.width / 2, closing.y + closing.height / 2];
    done([closing.bottom <= bar.top, Boolean(document.elementFromPoint(...at).closest("button"))]);
  }, { once: true });
  document.querySelector("#board .actions .take").click();
})"""
"""Takes; returns whether the knock button is above the bar, and whether a press would hit it."""

DOUBLE_TAP = """(button) => {
  button.click();
  const box = button.getBoundingClientRect();
  const hit = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  return [Boolean(button.closest(".asking")), hit.closest("button") === button];
}"""
"""Presses once; returns whether a question appears, and whether a second tap would hit the button at once."""

NAMES = """(buttons) => buttons.filter((one) => one.checkVisibility())
  .filter((one) => !one.hasAttribute("aria-roledescription"))
  .map((one) => one.getAttribute("aria-label") || one.textContent.trim())"""
"""Returns the names of buttons that are no glossary terms."""


def lefts_of(page: Page) -> list[float]:
    """Return the left edges of the cards of the hand."""
    cards = page.locator("#board .hand .card")
    return [
        float(left) for left in cards.evaluate_all("all => all.map(one => one.getBoundingClientRect().x)")
    ]


def choose(page: Page, place: int) -> None:
    """Select a card of the hand by its index."""
    page.locator("#board .hand .card").nth(place).dispatch_event("click")
    rest(page)


@pytest.mark.long
@pytest.mark.parametrize("size", [PHONE, ViewportSize(width=820, height=1180)])
def test_a_chosen_card_leaves_its_neighbours_open_to_eye_and_finger(
    visits: Visits, served: tuple[Server, Scenes], size: ViewportSize
) -> None:
    page = opened(visits, served, "knock", size=size)
    lefts = lefts_of(page)
    for place in range(11):
        choose(page, place)
        moved = [now - then for now, then in zip(lefts_of(page), lefts, strict=True)]
        assert [(by > 2) - (by < -2) for by in moved] == [(at > place) - (at < place) for at in range(11)]
        assert page.locator("#board .hand .card.chosen").count() == 1
        assert page.locator("#board .hand .card").evaluate_all(ON_TOP) == [True] * 11, place


@pytest.mark.long
def test_the_card_just_taken_is_never_offered_to_be_thrown_in_place_of_another(
    visits: Visits, served: tuple[Server, Scenes]
) -> None:
    page = opened(visits, served, "discard", size=PHONE)
    page.locator("#board .hand button.card").first.dispatch_event("click")
    assert page.locator("#discard").is_visible()
    page.locator("#board .hand span.card").focus()
    page.keyboard.press("Enter")
    assert "may not be discarded at once" in page.locator("#notice").inner_text()
    assert not page.locator("#discard").is_visible()
    page.locator("#board .hand button.card").first.dispatch_event("click")
    assert page.locator("#discard").is_visible()


def test_a_card_chosen_by_key_is_heard_as_pressed(visits: Visits, served: tuple[Server, Scenes]) -> None:
    page = opened(visits, served, "discard")
    page.locator("#board .hand button.card").first.focus()
    page.keyboard.press("Enter")
    pressed = page.locator("#board .hand button.card[aria-pressed=true]")
    assert pressed.evaluate_all("all => all.map(one => one === document.activeElement)") == [True]
    assert page.locator("#board .hand button.card:not([aria-pressed])").count() == 0
    look_over(page)


def test_a_refusal_puts_the_hand_right_and_stays_to_be_read(
    visits: Visits, served: tuple[Server, Scenes]
) -> None:
    page = opened(visits, served, "discard")
    page.locator("#board .hand button.card[tabindex]").last.click()
    held = page.locator("#board .hand .card").count()
    page.evaluate("window.before = document.querySelector('#board')")
    assert page.evaluate(SAY_NONSENSE) == ""
    page.wait_for_function("() => !window.before.isConnected")
    assert page.locator("#board .hand .card").count() == held
    assert page.locator("#notice").inner_text().endswith("is not a card.")
    assert page.evaluate(SAY_NONSENSE) == ""


def test_the_key_that_knocks_says_why_where_nobody_may_knock(
    visits: Visits, served: tuple[Server, Scenes]
) -> None:
    page = opened(visits, served, "discard", size=PHONE)
    page.keyboard.press("k")
    told = page.locator("#notice").inner_text()
    assert told
    assert told == page.locator("#board .knock-place .why").inner_text()
    assert told.startswith("No knock yet: ")


@pytest.mark.parametrize(("locale", "told"), [("en", "face down"), ("fr", "en posant"), ("ru", "положив")])
def test_the_button_to_knock_says_of_its_card_that_it_is_put_down(
    visits: Visits, served: tuple[Server, Scenes], locale: str, told: str
) -> None:
    page = opened(visits, served, "knock", size=PHONE, locale=locale)
    button = page.locator("#board .knock-place > .closing")
    face = str(button.get_attribute("data-face"))
    assert button.locator("small .chip").count() == 1
    assert told in button.locator("small").inner_text()
    choices = page.locator("#board .others .closing").evaluate_all("all => all.map(one => one.dataset.face)")
    other = next(code for code in choices if code != face)
    page.locator(f"#board .hand .card[data-card='{other}']").dispatch_event("click")
    assert button.get_attribute("data-face") == other
    assert told in button.locator("small").inner_text()
    assert page.evaluate(CUT_OFF) == []
    assert button.evaluate(
        "one => one.scrollWidth <= one.clientWidth && one.scrollHeight <= one.clientHeight"
    )


def test_a_second_tap_on_take_ends_no_hand(visits: Visits, served_alone: tuple[Server, Scenes]) -> None:
    page = opened(visits, served_alone, "take to close", size=PHONE, has_touch=True, is_mobile=True)
    page.locator("#board .menu-drawer > summary").tap()
    assert not page.locator("#board details.keys").is_visible()
    page.locator("#board .menu-drawer > summary").tap()
    before = number_of(page)
    assert page.evaluate(NOT_READY) == [True, False]
    assert number_of(page) == before + 1
    page.locator("#board .knock-place > .closing").tap()
    await_number(page, before + 2)


def test_a_beginner_is_asked_before_a_hand_against_a_person_ends(
    visits: Visits, served_alone: tuple[Server, Scenes]
) -> None:
    page = opened(visits, served_alone, "people knock", who="dina", size=PHONE)
    place, button = page.locator("#board [data-asks]"), page.locator("#board .knock-place > .closing")
    piles, before = page.locator("#board .piles").bounding_box(), number_of(page)
    assert not place.locator(".not-yet").is_visible()
    ways_back: tuple[Callable[[], None], ...] = (
        lambda: place.locator(".not-yet").click(),
        lambda: page.keyboard.press("Escape"),
        lambda: choose(page, 0),
    )
    for way_back in ways_back:
        assert place.inner_text().startswith("Knock with")
        assert button.evaluate(DOUBLE_TAP) == [True, False]
        assert place.locator(".question").inner_text() == "End the hand?"
        assert page.locator("#board .piles").bounding_box() == piles
        look_over(page)
        way_back()
        assert not place.locator(".not-yet").is_visible()
    page.evaluate("htmx.trigger('#board', 'moved')")
    page.keyboard.press("k")
    page.locator(".asking .not-yet").wait_for()
    assert number_of(page) == before
    page.keyboard.press("k")
    await_number(page, before + 1)


@pytest.mark.django_db
def test_who_has_played_ten_matches_or_does_not_wish_it_is_not_asked() -> None:
    table, *people = table_of_two(seed=3)
    chance = random.Random(1)
    while not (mover := may_close(table)):
        table = step(table, (people[0], people[1]), chance)
    seat, board = mover
    beginner = people[seat]

    def is_asked(wish: str = "", at: Table = table) -> bool:
        return asks_before_closing(Preferences(confirm=wish), at, board, beginner)

    assert [is_asked(wish) for wish in ("", "on", "off")] == [True, True, False]
    assert not is_asked("on", creation.create(proposal(), beginner, cut="1", bot="steady", bot_cut="2"))
    for _match in range(BEGINNER_MATCHES):
        over = service.join(creation.create(proposal(), beginner, cut="1").key, person(), cut="2")
        service.submit_event_text(over.key, beginner, over.number, RESIGN)
    assert [is_asked(wish) for wish in ("", "on", "off")] == [False, True, False]


def may_close(table: Table) -> tuple[types.Seat, Board] | None:
    """Return the seat that may knock, with its board."""
    state = current_state(table)
    assert state.match is not None
    for seat in state.awaited:
        board = build_board(table, state, state.match, seat, "melds")
        if board.bar.closing:
            return seat, board
    return None


@pytest.mark.parametrize(
    ("locale", "label"), [("en", "Knock with "), ("fr", "Frapper à "), ("ru", "Стук с ")]
)
def test_one_button_knocks_and_says_with_what(
    visits: Visits, served: tuple[Server, Scenes], locale: str, label: str
) -> None:
    page = opened(visits, served, "knock", size=PHONE, locale=locale)
    names = page.locator("#board .play button").evaluate_all(NAMES)
    assert [name for name in names if label.split()[0] in name] == [
        page.locator("#board .knock-place > .closing").get_attribute("aria-label")
    ]
    assert page.locator("#board .knock-place").inner_text().startswith(label)
    page = opened(visits, served, "draw", size=PHONE, locale=locale)
    assert page.locator("#board .knock-place").evaluate("one => getComputedStyle(one).borderStyle") == "none"
    assert page.locator("#board .knock-place button:not(.term)").count() == 0
    assert page.locator("#board .term:not([aria-haspopup=dialog][aria-roledescription])").count() == 0
