"""A page of a player who has signed out elsewhere says so once and requests nothing more of theirs."""

from __future__ import annotations

from itertools import count
from urllib.parse import quote, urlsplit

import pytest
from playwright.sync_api import Page, Response, expect

from tests.web.browser import Visits, look_over
from tests.web.forms import PASSWORD
from tests.web.player import Player
from tests.web.server import Server

WORDS = {"en": "You are signed out.", "fr": "Vous êtes déconnecté.", "ru": "Вы вышли из учётной записи."}
PUBLIC = "/tables/open"
_names = count()


def account(server: Server) -> tuple[Player, str]:
    """Return a player whose table waits for a friend, so that every page follows the news, and the name."""
    found, name = Player(server.address), f"Away {next(_names)}"
    found.sign_up(name)
    found.lay()
    return found, name


def sign_out(player: Player) -> None:
    player.get("/settings")
    assert player.post("/sign-out", {}).status_code == 302


def make_news(visits: Visits, server: Server) -> None:
    """Open and withdraw a table three times, and wait until another page has shown the last one."""
    host, witness = Player(server.address), visits.open(f"{server.address}/tables/")
    for _one in range(3):
        host.lay(against="anybody")
        witness.locator(f".openings a[href='{host.path}']").wait_for()
        host.get(host.path)
        host.post(f"{host.path}/withdraw", {})
        witness.locator(f".openings a[href='{host.path}']").wait_for(state="detached")


def answers_to(page: Page) -> list[tuple[int, str]]:
    """Return a list of the page's answers, which grows: the status and path of each."""
    found: list[tuple[int, str]] = []

    def note(response: Response) -> None:
        if "/static/" not in response.url:
            found.append((response.status, urlsplit(response.url).path))

    page.on("response", note)
    return found


@pytest.mark.long
@pytest.mark.parametrize(
    ("path", "language"),
    [("/", "en"), ("/tables/", "fr"), ("/friends", "ru"), ("/settings", "en"), ("/players/me", "fr")],
)
def test_a_page_says_once_that_its_player_is_signed_out(
    visits: Visits, server: Server, path: str, language: str
) -> None:
    player, _name = account(server)
    session = player.client.cookies["ginrummy_session"]
    page = visits.open(server.address + path, locale=language, session=session)
    page.clock.install()
    found = answers_to(page)
    sign_out(player)
    notice = page.locator(".notices .notice", has_text=WORDS[language])
    notice.wait_for()
    own = quote(urlsplit(page.url).path, safe="/")
    assert notice.locator("a.button").get_attribute("href") == f"/sign-in?next={own}"
    look_over(page)
    make_news(visits, server)
    page.clock.run_for(600_000)
    private = [one for one in found if one[1] != PUBLIC]
    assert private[-1] == (401, "/notices"), private
    assert private.count(private[-1]) == 1, private
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(notice).to_be_visible()


@pytest.mark.long
def test_a_room_says_that_its_player_is_signed_out(visits: Visits, server: Server) -> None:
    player, _name = account(server)
    session = player.client.cookies["ginrummy_session"]
    page = visits.open(f"{server.address}/rooms/", session=session)
    page.fill("#title", "Signed-out club")
    page.locator("form button.primary").click()
    page.locator(".room .people").wait_for()
    found = answers_to(page)
    sign_out(player)
    page.locator(".notices .notice", has_text=WORDS["en"]).wait_for()
    make_news(visits, server)
    refused = [one for one in found if one[0] >= 400]
    assert sorted(refused) == sorted(set(refused)), found


def test_a_search_says_that_its_player_is_signed_out(visits: Visits, server: Server) -> None:
    player, _name = account(server)
    session = player.client.cookies["ginrummy_session"]
    page = visits.open(f"{server.address}/tables/seek", session=session)
    page.locator("#game").select_option("straight")  # no other test seeks an opponent for it
    page.locator("button.way").first.click()
    page.locator("#seek[data-state=waiting]").wait_for()
    sign_out(player)
    page.locator(".notices .notice", has_text=WORDS["en"]).wait_for()
    make_news(visits, server)
    page.locator("#seek").wait_for(state="hidden")
    assert page.locator("button.way").count() == 0
    look_over(page)


def test_a_waiting_host_reads_of_a_sign_out_and_no_invitation_of_its_own(
    visits: Visits, server: Server
) -> None:
    host, _name = account(server)
    page = visits.open(server.address + host.path, session=host.client.cookies["ginrummy_session"])
    sign_out(host)
    page.locator(".notices .notice", has_text=WORDS["en"]).wait_for()
    make_news(visits, server)
    assert page.locator("input.link").is_visible()
    look_over(page)


def test_an_invitation_that_is_withdrawn_goes_from_the_page(visits: Visits, server: Server) -> None:
    guest, name = account(server)
    page = visits.open(f"{server.address}/friends", session=guest.client.cookies["ginrummy_session"])
    host = Player(server.address)
    host.lay(against="friend", invite=name)
    notice = page.locator(f".notices .notice a[href='{host.path}']")
    notice.wait_for()
    host.get(host.path)
    assert host.post(f"{host.path}/withdraw", {}).status_code == 302
    notice.wait_for(state="detached")


def test_whoever_signs_in_again_elsewhere_sees_the_notice_go(visits: Visits, server: Server) -> None:
    player, name = account(server)
    page = visits.open(f"{server.address}/friends", session=player.client.cookies["ginrummy_session"])
    sign_out(player)
    notice = page.locator(".notices .notice", has_text=WORDS["en"])
    notice.wait_for()
    player.get("/sign-in")
    assert player.post("/sign-in", {"name": name, "password": PASSWORD}).status_code == 302
    session = player.client.cookies["ginrummy_session"]
    page.context.add_cookies([{"name": "ginrummy_session", "value": session, "url": server.address}])
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    notice.wait_for(state="detached")
