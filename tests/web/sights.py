"""Scenes of the whole server, each with its viewer, its page, and the presses to get there.

`tools/take-pictures` takes pictures of them, `test_every_page` checks each.
"""

from __future__ import annotations

from base64 import urlsafe_b64encode
from collections.abc import Callable
from typing import NamedTuple
from zlib import compress

from playwright.sync_api import Page

from tests.web.clicks import ask_for_a_hint
from tests.web.scenes import PASSWORD, Scenes
from tests.web.server import Server

Deed = Callable[[Page], None]

MENU = ".menu-drawer > summary"
SCORE = ".score-drawer > summary"
REVIEW_WAIT = 120_000
"""Milliseconds for a review of a match by a bot's process."""
PAD_HANDS = ((0, 4, 17), (1, 9, 31), (0, 10, 6))
"""Hands on the score pad: the knocker, the knocker's deadwood, and the opponent's."""
SOMEBODYS_EVENING = """\
variant: classic
form: winner_stays
players: Anna, Boris, Clara
stakes: 5 beans a match
Anna gin 40
Clara 20
Clara undercut 9 3
Anna 70
Boris 25
"""
"""Ada's evening with one hand more, on another phone."""


def look(page: Page) -> None:
    """Do nothing."""


def press(*places: str) -> Deed:
    """Return an action that presses one place after another."""

    def deed(page: Page) -> None:
        for place in places:
            page.locator(place).first.click()

    return deed


def choose(page: Page) -> None:
    """Select a card by its corner, which no other card covers."""
    page.locator("#board .hand button.card").nth(3).click(position={"x": 9, "y": 22})
    page.locator("#discard:not([hidden])").wait_for()


def take_a_hint(page: Page) -> None:
    """Request a hint and wait for it."""
    ask_for_a_hint(page)
    page.locator("#board .advice").wait_for()


def answer(page: Page) -> None:
    """Discard a card of a puzzle and wait for the feedback."""
    choose(page)
    page.locator("#discard").click()
    page.locator("#board .answer").wait_for()


def ask_for_a_review(page: Page) -> None:
    """Request the review of a match if necessary, and wait for it."""
    button = page.locator("#review button.primary")
    if button.count():
        button.click()
    page.locator("#replay .moments li").first.wait_for(timeout=REVIEW_WAIT)


def write_hands(page: Page) -> None:
    """Enter some hands on the score pad."""
    page.locator("#pad:not([hidden])").wait_for()
    for count, (seat, own, other) in enumerate(PAD_HANDS, start=1):
        page.locator(f".hand input[name=seat][value='{seat}']").check()
        page.locator(".hand input[name=own]").fill(str(own))
        page.locator(".hand input[name=other]").fill(str(other))
        page.locator(".hand .write").click()
        page.locator(f".sheet tbody tr >> nth={count - 1}").wait_for()


def make_a_code(page: Page) -> None:
    """Create a recovery code on the account page."""
    page.locator("#p-code").fill(PASSWORD)
    page.locator("button[value=code]").click()
    page.wait_for_url("**/account/code")


def receive_an_evening(page: Page) -> None:
    """Open the link of an evening."""
    packed = urlsafe_b64encode(compress(SOMEBODYS_EVENING.encode())).decode().rstrip("=")
    page.evaluate("packed => { location.hash = `evening=${packed}`; }", packed)
    page.locator("button[value=keep]").wait_for()


class Sight(NamedTuple):
    """One scene; `path` has names of `Scenes` in braces."""

    name: str
    who: str
    path: str
    deed: Deed = look


SIGHTS = (
    Sight("first page", "", "/"),
    Sight("first page again", "ada", "/"),
    Sight("another match", "ada", "/", press(".other-match > summary")),
    Sight("a word explained", "", "/", press(".game-in-short .term")),
    Sight("rules", "", "/rules/"),
    Sight("rules of a game", "", "/rules/standard"),
    Sight("history", "", "/history"),
    Sight("new table", "ada", "/tables/new"),
    Sight("play a friend", "", "/tables/friend"),
    Sight("friends", "ada", "/friends"),
    Sight("find an opponent", "ada", "/tables/seek"),
    Sight(
        "house rules",
        "ada",
        "/tables/new",
        press("form.new > details > summary", "details.chapter > summary"),
    ),
    Sight("open tables", "ada", "/tables/"),
    Sight("open tables, a guest", "", "/tables/"),
    Sight("rooms", "ada", "/rooms/"),
    Sight("room", "ada", "{room}"),
    Sight("room managed", "ada", "{room}", press("details.manage > summary")),
    Sight("room of two sides", "ada", "{room of two sides}"),
    Sight("team table", "bob", "{team table}", press(SCORE)),
    Sight("room's evening", "ada", "{room's evening}"),
    Sight("evenings of a room", "ada", "{room of two sides}/evenings"),
    Sight("season of a room", "ada", "{room of two sides}/season"),
    Sight("room's door", "", "{room}"),
    Sight("evenings", "ada", "/evenings/"),
    Sight("evening", "ada", "{evening}"),
    Sight("evening of Hollywood", "ada", "{evening of Hollywood}"),
    Sight("evening shown to others", "ada", "{evening}", press("details.sharing > summary")),
    Sight("evening read", "", "{evening}"),
    Sight("evening corrected", "ada", "{evening}/lines"),
    Sight("evening received", "ada", "/evenings/", receive_an_evening),
    Sight("waiting", "ada", "{waiting}"),
    Sight("door", "", "{listed}"),
    Sight("door of the invited", "cleo", "{invited}"),
    Sight("door kept for another", "", "{invited}"),
    Sight("guided hand", "dina", "{guided}"),
    Sight("guided word", "dina", "{guided}", press("#board .prompt .term")),
    Sight("upcard", "ada", "{offer}"),
    Sight("draw", "ada", "{draw}"),
    Sight("hint", "ada", "{draw}", take_a_hint),
    Sight("discard", "ada", "{discard}"),
    Sight("card chosen", "ada", "{discard}", choose),
    Sight("knock", "ada", "{knock}"),
    Sight("knock with another card", "ada", "{knock}", choose),
    Sight("asked before a knock", "dina", "{people knock}", press(".knock-place > .closing")),
    Sight("gin", "ada", "{gin}"),
    Sight("big gin", "ada", "{big gin}"),
    Sight("lay-offs", "ada", "{lay-off}"),
    Sight("spread", "ada", "{spread}"),
    Sight("knock over", "ada", "{hand over}"),
    Sight("undercut over", "ada", "{undercut over}"),
    Sight("gin over", "ada", "{gin over}"),
    Sight("big gin over", "ada", "{big gin over}"),
    Sight("void over", "ada", "{void over}"),
    Sight("match over", "ada", "{finished standard}"),
    Sight("match over, boxes", "ada", "{finished modern}"),
    Sight("match over, Hollywood", "ada", "{finished hollywood_full}"),
    Sight("match over, manches", "ada", "{finished oklahoma_extra}"),
    Sight("two packs", "ada", "{two packs}"),
    Sight("open pile", "ada", "{open pile}"),
    Sight("a long name", "ada", "{long name}"),
    Sight("other away", "ada", "{people}"),
    Sight("talk", "ada", "{people}", press(".talk summary")),
    Sight("menu", "ada", "{draw}", press(MENU)),
    Sight("score", "ada", "{hand over}", press(SCORE)),
    Sight("settings at the table", "ada", "{draw}", press(MENU, "[popovertarget=table-settings]")),
    Sight("device passed on", "dina", "{beside}"),
    Sight("device passed on after a hand", "dina", "{beside over}"),
    Sight("watched", "", "{watched}"),
    Sight("watched after a hand", "", "{watched over}"),
    Sight("hands before", "", "{watched over}/hands"),
    Sight("score pad", "", "/pad"),
    Sight("score pad written on", "", "/pad", write_hands),
    Sight("replay", "ada", "/games{finished modern}?hand=2&step=5"),
    Sight("replay, Hollywood", "ada", "/games{finished hollywood_full}"),
    Sight("review asked for", "ada", "/games{finished modern}/review"),
    Sight("review", "ada", "/games{finished standard}/review", ask_for_a_review),
    Sight("settings", "ada", "/settings"),
    Sight("alerts", "ada", "/settings/alerts"),
    Sight("e-mails stopped", "", "{no mail}"),
    Sight("profile", "ada", "/players/me"),
    Sight("another player", "ada", "{player}"),
    Sight("statistics", "ada", "/players/me/statistics"),
    Sight("sign in", "", "/sign-in"),
    Sight("sign up", "", "/sign-up"),
    Sight("account", "ada", "/account"),
    Sight("recovery code", "ada", "/account", make_a_code),
    Sight("forgotten password", "", "/recover"),
    Sight("new password", "", "{new password}"),
    Sight("confirmed address", "", "{confirmed address}"),
    Sight("checked deals", "", "/deals"),
    Sight("a server of one's own", "", "/host"),
    Sight("interface for programs", "", "/api/docs"),
    Sight("no network", "", "/no-network"),
    Sight("lessons", "", "/lessons/"),
    Sight("lesson", "", "/lessons/twos"),
    Sight("lesson position", "", "/lessons/twos/1"),
    Sight("puzzles", "", "/puzzles"),
    Sight("puzzle", "", "{puzzle to throw}"),
    Sight("puzzle answered", "", "{puzzle to throw}", answer),
    Sight("puzzle to take or draw", "", "{puzzle to draw}"),
    Sight("puzzle to lay out", "", "{puzzle to lay out}"),
    Sight("daily hand", "ada", "/daily"),
    Sight("daily hand of a day before", "ada", "{day before}"),
)


GALLERY = {
    "first page": "en", "new table": "fr", "play a friend": "en", "find an opponent": "en",
    "open tables": "en", "waiting": "ru", "door": "fr", "draw": "en", "knock over": "en",
    "match over": "fr", "watched": "ru", "hands before": "en", "replay": "en",
    "review": "ru", "profile": "en", "another player": "fr",
    "statistics": "en", "friends": "en", "settings": "ru", "alerts": "en", "e-mails stopped": "fr",
    "sign in": "en", "sign up": "ru", "account": "fr", "recovery code": "en", "forgotten password": "fr",
    "new password": "ru", "confirmed address": "en", "rooms": "en", "room": "fr", "room's evening": "ru",
    "evenings": "en", "evening": "ru", "evening corrected": "fr", "evening received": "en",
    "evenings of a room": "fr", "season of a room": "en", "score pad": "ru", "rules": "fr",
    "rules of a game": "en", "history": "fr", "lessons": "en", "lesson": "ru", "lesson position": "fr",
    "puzzles": "en", "puzzle": "ru", "daily hand": "en", "daily hand of a day before": "fr",
    "checked deals": "ru", "a server of one's own": "en", "interface for programs": "fr", "no network": "ru",
}  # fmt: skip
"""The scenes that docs/pictures.md shows on a phone and on a desktop, each with its language."""


def picture_name(sight: str, size: str) -> str:
    """Return the documentation's file of `sight` in a window of that size."""
    return f"pictures/pages/{sight.replace(' ', '-').replace(chr(39), '')}-{size}.webp"


def open_sight(page: Page, sight: Sight, served: tuple[Server, Scenes]) -> None:
    """Open `sight` in a browser signed in as its viewer."""
    server, scenes = served
    page.goto(server.address + path_of(sight, scenes))
    sight.deed(page)


def path_of(sight: Sight, scenes: Scenes) -> str:
    """Return the path of `sight` on the server."""
    return sight.path.format_map(scenes.tables).replace("/games/tables/", "/games/")
