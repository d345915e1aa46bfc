"""Two people at one table in real browsers, with faults: a reload, a lost network, a killed server."""

from __future__ import annotations

from playwright.sync_api import Page

from tests.web.clicks import (
    await_number,
    click_on,
    is_awaited,
    is_over,
    mover_of,
    number_of,
    seen,
    take_a_turn,
)
from tests.web.page_language import Listener
from tests.web.server import Server


class Match:
    """Two people at one table, each in another language."""

    def __init__(self, pages: tuple[Page, Page], ears: tuple[Listener, Listener]) -> None:
        self.pages = pages
        self.ears = ears

    @property
    def is_over(self) -> bool:
        return all(map(is_over, self.pages))

    def agree(self) -> None:
        """Wait until both pages have the same event number and one may move, and check their languages."""
        mover_of(*self.pages)
        for page, ear in zip(self.pages, self.ears, strict=True):
            ear.listen(page)

    def mover(self) -> Page:
        """Return the page whose turn it is."""
        self.agree()
        return mover_of(*self.pages)

    def other(self, page: Page) -> Page:
        return self.pages[1 - self.pages.index(page)]

    def play(self, turns: int) -> None:
        """Play so many turns, fewer if the match ends."""
        for _turn in range(turns):
            self.agree()
            if self.is_over:
                return
            take_a_turn(self.mover())


def through_a_reload(match: Match) -> None:
    """A reloaded page has the same state; so has a second tab of the same player."""
    for page in (match.mover(), match.other(match.mover())):
        before = seen(page)
        page.reload()
        assert seen(page) == before
        tab = page.context.new_page()
        tab.goto(page.url)
        assert seen(tab) == before
        tab.close()


def through_a_lost_network(match: Match) -> None:
    """A page without a network catches up on its own; a move sent without one is not forgotten."""
    mover = match.mover()
    waiting = match.other(mover)
    waiting.context.set_offline(True)
    while is_awaited(mover) and not is_over(mover):
        take_a_turn(mover)
    waiting.locator("#lost").wait_for()
    waiting.context.set_offline(False)
    await_number(waiting, number_of(mover))
    waiting.locator("#lost").wait_for(state="hidden")
    mover = match.mover()
    before = seen(mover)
    mover.context.set_offline(True)
    click_on(mover)
    mover.locator("#lost").wait_for()
    assert number_of(match.other(mover)) == before.number
    mover.context.set_offline(False)
    mover.locator("#lost").wait_for(state="hidden")
    assert seen(mover) == before


def through_a_killed_server(server: Server, *matches: Match) -> None:
    """The pages show that the server is gone, and continue at the same card when it is back."""
    pages = [page for match in matches for page in match.pages]
    for match in matches:
        match.agree()
    before = [seen(page) for page in pages]
    server.kill()
    for page in pages:
        page.locator("#lost").wait_for()
    server.start()
    for page in pages:
        page.locator("#lost").wait_for(state="hidden")
    for match in matches:
        match.agree()
    assert [seen(page) for page in pages] == before
