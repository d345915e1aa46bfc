"""A server below a path, as behind a proxy with other pages of the same name."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from urllib.parse import urldefrag, urljoin, urlsplit

import httpx
import pytest

from ginrummy.cli.server import export_url_path
from ginrummy.locale.errors import GinRummyError
from ginrummy.players.online.client import Client, address_of
from tests.web.browser import Visits
from tests.web.clicks import await_turn, take_a_turn
from tests.web.player import NO_CERTIFICATES, Player, send_away
from tests.web.server import Server

PATH = "/games/gin"
LINK = re.compile(r'\b(?:href|src|action|formaction|hx-get|hx-post|data-live|data-worker)="([^"]+)"')
ELSEWHERE = ("data:", "mailto:", "#")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server below `PATH`."""
    server = Server(tmp_path_factory.mktemp("home"), hasty=True, options=("--path", PATH)).start()
    yield server
    send_away()
    server.stop()


def links(page: httpx.Response) -> set[str]:
    """Return the addresses of a page's links, forms and files."""
    found = {unescape(link) for link in LINK.findall(page.text)}
    return {urldefrag(urljoin(str(page.url), link))[0] for link in found if not link.startswith(ELSEWHERE)}


@pytest.mark.long
def test_every_link_of_every_page_stays_below_the_path(server: Server) -> None:
    waiting, seen = [f"{server.address}{PATH}/"], dict[str, int]()
    with httpx.Client(verify=NO_CERTIFICATES, timeout=30, follow_redirects=True) as client:
        while waiting and len(seen) < 400:
            address = waiting.pop()
            if address in seen:
                continue
            page = client.get(address)
            seen[address] = page.status_code
            if "text/html" in page.headers.get("content-type", ""):
                waiting += sorted(links(page))
        paths = {urlsplit(address).path for address in seen}
        assert {path for path in paths if not path.startswith(f"{PATH}/")} == set()
        assert {f"{PATH}/{name}" for name in ("rules/", "settings", "pad", "api/docs", "sign-in")} <= paths
        assert {address: status for address, status in seen.items() if status not in (200, 405)} == {}
        assert {cookie.path for cookie in client.cookies.jar} == {PATH}


@pytest.mark.long
@pytest.mark.parametrize("before", ["", PATH])
def test_pages_are_there_whether_a_proxy_removes_the_path_or_not(server: Server, before: str) -> None:
    page = httpx.get(f"{server.address}{before}/rules/")
    assert (page.status_code, f'href="{PATH}/rules/standard"' in page.text) == (200, True)
    assert httpx.get(f"{server.address}{before}/healthz").text == "ok\n"
    refused = httpx.get(f"{server.address}{before}/api/me")
    assert (refused.status_code, refused.json()["kind"]) == (401, "no_token")
    assert httpx.get(f"{server.address}{PATH}ger/rules/").status_code == 404
    assert httpx.get(f"{server.address}{PATH}").status_code == 200
    assert httpx.get(f"{server.address}{before}/api/openapi.json").json()["servers"] == [{"url": PATH}]


@pytest.mark.long
def test_a_browser_plays_a_hand_and_keeps_the_pad(server: Server, visits: Visits) -> None:
    page = visits.open(f"{server.address}{PATH}/", strict=True)
    page.locator('form[action$="/play"] button.primary').last.click()
    page.locator("#board .hand .card").first.wait_for()
    assert urlsplit(page.url).path.startswith(f"{PATH}/tables/")
    await_turn(page)
    while page.locator("#board.ended").count() == 0:
        take_a_turn(page)
        await_turn(page)
    manifest = page.evaluate("document.querySelector('link[rel=manifest]').href")
    told = page.evaluate("address => fetch(address).then((answer) => answer.json())", manifest)
    assert (told["start_url"], told["scope"]) == (f"{PATH}/", f"{PATH}/")
    assert all(icon["src"].startswith(f"{PATH}/") for icon in told["icons"])
    page.goto(f"{server.address}{PATH}/pad")
    scope = page.evaluate("navigator.serviceWorker.ready.then((kept) => kept.scope)")
    assert scope == f"{server.address}{PATH}/"
    assert visits.complaints == []


def test_the_seal_of_the_other_is_noted_for_its_table(server: Server, visits: Visits) -> None:
    host = visits.open(f"{server.address}{PATH}/tables/new?against=friend")
    host.locator("form button.primary[type=submit], form button.primary").last.click()
    host.locator(".invitation").wait_for()
    guest = visits.open(host.url)
    guest.locator('form[action$="/join"] button.primary').first.click()
    guest.locator("#board .hand .card").first.wait_for()
    key = urlsplit(host.url).path.rpartition("/")[2]
    noted = guest.evaluate("Object.values(localStorage).join()")
    assert key in noted


def test_two_players_hear_of_each_other(server: Server) -> None:
    host, guest = (Player(server.address + PATH) for _each in range(2))
    guest.join(host.lay())
    host.look()
    with host.hearing() as numbers:
        number = next(numbers)
        mover = host if host.is_awaited else guest
        mover.look()
        assert mover.say(mover.choice()).status_code == 302
        assert next(numbers) > number


def test_programs_find_the_server_by_its_path(server: Server) -> None:
    address = address_of(f"{server.address}{PATH}/")
    assert Client(address.root, "").ask("/variants/standard")["name"] == "standard"
    with pytest.raises(GinRummyError, match="this is no path such as /gin"):
        export_url_path("/gin table")
