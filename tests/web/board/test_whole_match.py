"""Whole matches in a real Chromium: two people with faults of all kinds, by keys alone, without scripts."""

from __future__ import annotations

from itertools import count

import pytest
from playwright.sync_api import Page

from tests.web.browser import Visits
from tests.web.clicks import (
    await_number,
    await_turn,
    called,
    click_on,
    is_awaited,
    is_over,
    lay_by_house_rules,
    number_of,
    open_check,
)
from tests.web.match_troubles import Match, through_a_killed_server, through_a_lost_network, through_a_reload
from tests.web.page_language import Listener
from tests.web.server import Server
from tests.web.short_matches import RULES

MOST_TURNS = 300
NAMES = ("Ada", "Bob", "ginrummy verify")


def sit_down(host: Page, guest: Page, server: Server) -> None:
    """Open a table for a friend with short rules; the guest uses the link."""
    host.goto(f"{server.address}/tables/new?against=friend")
    lay_by_house_rules(host, RULES)
    guest.goto(host.locator("input.link").input_value())
    guest.locator("form button.big").click()
    guest.wait_for_selector("#board .hand .card")


@pytest.mark.long
def test_two_people_play_to_the_end_through_a_reload_a_lost_network_and_a_killed_server(
    visits: Visits, server: Server
) -> None:
    host, guest = visits.open(server.address, locale="fr"), visits.open(server.address, locale="ru")
    called(host, server, "Ada")
    called(guest, server, "Bob")
    sit_down(host, guest, server)
    host.wait_for_selector("#board .hand .card")
    match = Match((host, guest), (Listener("fr", *NAMES), Listener("ru", *NAMES)))
    match.play(1)
    through_a_reload(match)
    match.play(1)
    through_a_lost_network(match)
    match.play(1)
    through_a_killed_server(server, match)
    match.play(MOST_TURNS)
    assert match.is_over
    assert [ear.foreign for ear in match.ears] == [set(), set()]
    assert (
        host.locator("section.sheet tbody tr").count() == guest.locator("section.sheet tbody tr").count() > 0
    )
    for page in match.pages:
        page.locator(".match-end > :not([open]) > summary").click()
        open_check(page)
        page.locator("[data-do=check]").click()
        page.locator(".verdict.good").wait_for()
        page.locator("section.end a[href^='/games/']").first.click()
        page.locator("#replay").wait_for()


FOCUS = """async () => {
  const ends = (one) => one.effect.getComputedTiming().endTime !== Infinity;
  const moving = document.getAnimations().filter(ends);
  await Promise.allSettled(moving.map((one) => one.finished));
  const one = document.activeElement;
  if (!one || one === document.body) return "";
  const [box, style] = [one.getBoundingClientRect(), getComputedStyle(one)];
  const isDrawn = style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2;
  const isThere = box.width > 0 && box.height > 0 && box.bottom > 0 && box.top < innerHeight && box.right > 0;
  const isKnown = one.matches(":focus-visible");
  const told = JSON.stringify({ isDrawn, isThere, isKnown, box });
  return isDrawn && isThere && isKnown ? "seen" : `unseen ${told} ${one.outerHTML.slice(0, 200)}`;
}"""


class Keys:
    """A person with only a keyboard who always sees the focus."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.discards = 0

    def press(self, key: str) -> None:
        self.page.keyboard.press(key)

    def look(self) -> None:
        """Assert that the focused element shows its focus."""
        assert self.page.evaluate(FOCUS) in ("seen", "")

    def has(self, selector: str) -> bool:
        """Return whether the focused element matches `selector`."""
        return bool(self.page.evaluate("one => document.activeElement.matches(one)", selector))

    def tab_to(self, selector: str) -> None:
        """Press Tab until an element of `selector` has the focus."""
        for _step in range(200):
            self.press("Tab")
            self.look()
            if self.has(selector):
                return
        raise AssertionError(f"the tabulator does not lead to {selector}")

    def lay_a_table(self) -> None:
        """Open a short match against the simple bot from the home page."""
        self.tab_to(".ways button[name=choose]")
        self.press("Enter")
        self.page.locator("form.new").wait_for()
        self.tab_to("input[name=against]")
        for _level in range(20):
            if self.has("[value=simple]"):
                break
            self.press("ArrowUp")
            self.look()
        self.tab_to("form.new details summary")
        self.press("Enter")
        rules = RULES | {"game_target": "40"}
        left = {name: value for name, value in rules.items() if not name.endswith("type")}
        while left:
            self.tab_to("form.new details :is(input, summary)")
            if self.has("summary"):
                self.press("Enter")
            value = left.pop(str(self.page.evaluate("document.activeElement.name")), None)
            if value is not None:
                self.press("Control+a")
                self.page.keyboard.type(value)
        self.tab_to("form.new button.primary")
        self.press("Enter")
        # Before the scripts have loaded no key works: they make the cards focusable.
        self.page.wait_for_selector("#board .hand .card[tabindex]")

    def take_a_turn(self) -> None:
        """Make one move; an action on the board keeps the focus there."""
        before, was_there = number_of(self.page), self.has("#board *")
        self._turn()
        await_number(self.page, before + 1)
        await_turn(self.page)
        self.look()
        assert self.has("#board *") or not was_there, self.page.locator("#board").inner_html()

    def _turn(self) -> None:
        board = self.page.locator("#board")
        if board.locator("button.layout").count():
            self.press("n")
        elif self.page.locator("#board .hand button.card").count() and self.discards < 2:
            self._discard()
        elif board.locator(".knock-place > .closing").count():
            self.press("k")
        else:
            kinds = {"take": "t", "pass": "p", "draw": "d"}
            offered = [key for kind, key in kinds.items() if board.locator(f"button.{kind}").count()]
            self.press(offered[-1] if offered else "n")

    def _discard(self) -> None:
        """Go to a card with the arrows, select it, and discard it."""
        self.discards += 1
        self.press("ArrowRight")
        self.press("ArrowRight")
        self.look()
        assert self.has("#board .hand .card")
        self.press("Enter")
        assert self.page.locator("#discard").is_visible()
        self.press("Enter")


def play_by_keys(keys: Keys, ear: Listener) -> None:
    """Play from the home page to the end of a match."""
    keys.lay_a_table()
    for _turn in range(MOST_TURNS):
        await_turn(keys.page)
        ear.listen(keys.page)
        if is_over(keys.page):
            return
        keys.take_a_turn()
    raise AssertionError("the match has no end")


@pytest.mark.long
def test_a_match_is_played_by_keys_alone_with_the_focus_always_in_sight(
    visits: Visits, server: Server
) -> None:
    page = visits.open(server.address, motion=True)
    keys = Keys(page)
    play_by_keys(keys, Listener("en"))
    while not keys.discards:  # the bot was too quick: once more
        page.goto(server.address)
        play_by_keys(keys, Listener("en"))
    page.locator(".check .scripted:not([hidden])").wait_for(state="attached")  # its script loads at the end
    for fold in (".match-end > :not([open]) > summary", "details.check > summary"):
        keys.tab_to(fold)
        keys.press("Enter")
    keys.tab_to("section.end [data-do=check]")
    keys.press("Enter")
    page.locator(".verdict.good").wait_for()
    for _back in count():
        keys.press("Shift+Tab")
        keys.look()
        if keys.has("section.end a[href^='/games/']:not([href$='/record'])"):
            break
        assert _back < 20
    keys.press("Enter")
    page.locator("#replay").wait_for()
    page.wait_for_load_state()
    keys.press("ArrowRight")
    page.locator("#replay[data-lines='1 1']").wait_for()


@pytest.mark.long
def test_without_scripts_two_people_play_a_hand_with_plain_forms_and_the_refresh_button(
    visits: Visits, server: Server
) -> None:
    host, guest = visits.open(server.address, scripts=False), visits.open(server.address, scripts=False)
    sit_down(host, guest, server)
    host.locator("a.button", has_text="Refresh").click()
    host.wait_for_selector("#board .hand .card")
    refreshed = 0
    for _turn in range(MOST_TURNS):
        mover, waiting = (host, guest) if is_awaited(host) else (guest, host)
        if host.locator("#board .result").count() and guest.locator("#board .result").count():
            break
        if not is_awaited(mover):
            break
        click_on(mover)
        mover.wait_for_load_state()
        if waiting.locator("#board a.refresh").count():
            waiting.locator("#board a.refresh").click()
            waiting.wait_for_load_state()
            refreshed += 1
        assert number_of(waiting) == number_of(mover)
    assert refreshed > 2
    assert host.locator("#board .result li").count() > 0
    assert "next" in [
        button.get_attribute("value") for button in host.locator("#board .actions button").all()
    ]
