"""The service worker of the pages in a real browser: alerts, clicks on them, offline pages.

Headless Chromium allows no notifications, so these tests replace their API.
"""

from __future__ import annotations

import asyncio
import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

import pytest
from playwright.sync_api import Page, ViewportSize, Worker

from ginrummy.web.alerts.push import PushTarget, post
from tests.web.alerts.push_service import AUTH, Receiver, push_service
from tests.web.browser import DESK, GLANCE, Visits, look_over
from tests.web.clicks import is_awaited, take_a_turn
from tests.web.player import Player
from tests.web.server import Server

ALLOWED = """(found) => {
  Object.defineProperty(Notification, "permission", { get: () => "granted" });
  Notification.requestPermission = async () => "granted";
  PushManager.prototype.subscribe = async () => ({ toJSON: () => found });
}"""
READY = "navigator.serviceWorker.ready.then(() => undefined)"
CONTROLLED = "() => navigator.serviceWorker.controller !== null"
WATCHED = """() => {
  const page = { url: "", visibilityState: "visible", focused: true };
  Object.assign(self, { shown: [], opened: [], badges: [], pages: [page] });
  self.clients.matchAll = async () => pages;
  self.registration.showNotification = async (title, rest) => self.shown.push({ title, ...rest });
  self.clients.openWindow = async (address) => self.opened.push(address);
  self.navigator.setAppBadge = async (count) => self.badges.push(count);
  self.navigator.clearAppBadge = async () => self.badges.push(0);
}"""
PRESSED = """(data) => {
  const notification = { close() {}, data };
  self.dispatchEvent(Object.assign(new Event("notificationclick"), { notification, waitUntil() {} }));
}"""


def allowing(page: Page, name: str) -> None:
    """Allow notifications in the browser of `page`, with a push service."""
    texts = Receiver().texts
    keys = {"p256dh": texts["key"], "auth": texts["auth"]}
    described = {"endpoint": f"https://push.example.net/{name}{id(page)}", "keys": keys}
    page.add_init_script(f"({ALLOWED})({json.dumps(described)})")
    page.reload()


def worker_of(page: Page) -> Worker:
    """Return the page's worker, with recorded notifications, windows and badges."""
    page.evaluate(READY)
    page.wait_for_function(CONTROLLED, polling=GLANCE)
    (found,) = page.context.service_workers
    found.evaluate(WATCHED)
    return found


def deliver(page: Page, address: str, **message: Any) -> None:
    """Deliver a push message."""
    tools, found = page.context.new_cdp_session(page), []
    tools.on("ServiceWorker.workerRegistrationUpdated", lambda told: found.extend(told["registrations"]))
    tools.send("ServiceWorker.enable")
    while not found:
        page.evaluate("1")
    sent = {"origin": address, "registrationId": found[0]["registrationId"], "data": json.dumps(message)}
    tools.send("ServiceWorker.deliverPushMessage", sent)


def noted(worker: Worker, name: str) -> Any:
    """Return the worker's records, once there are any."""
    waiting = f"while (!{name}.length) await new Promise((go) => setTimeout(go, 20));"
    return worker.evaluate(f"async () => {{ {waiting} return {name}; }}")


def test_a_browser_is_registered_by_a_press_and_an_alert_opens_the_table(
    visits: Visits, server: Server
) -> None:
    page = visits.open(f"{server.address}/settings/alerts", strict=True)
    allowing(page, "settings")
    look_over(page)
    page.get_by_role("button", name="Show notifications in this browser").click()
    page.locator("ul.tables").wait_for()
    assert page.locator("[name=zone]").input_value()
    kinds = page.locator("[name=turn], [name=arrival], [name=invitation], [name=round]")
    assert [one.is_checked() for one in kinds.all()] == [True] * 4
    look_over(page)
    worker = worker_of(page)
    alert = {"title": "It is your turn", "body": "Gin Rummy against Bob", "tag": "a"}
    deliver(page, server.address, **alert, url="/rules/straight", turns=2)
    assert noted(worker, "badges") == [2]
    worker.evaluate("() => { pages.pop(); badges.pop(); }")
    deliver(page, server.address, **alert, url="/rules/straight", turns=0)
    (shown,) = noted(worker, "shown")
    assert {name: shown[name] for name in alert} == alert
    assert worker.evaluate("badges") == [0]
    worker.evaluate(PRESSED, shown["data"])
    assert noted(worker, "opened") == [f"{server.address}/rules/straight"]


def test_whoever_waits_for_a_friend_is_asked_in_one_line_and_never_by_the_page(
    visits: Visits, server: Server
) -> None:
    page = visits.open(f"{server.address}/tables/friend", strict=True, size=DESK)
    page.add_init_script("Notification.requestPermission = () => { throw new Error('asked'); };")
    page.locator("form button.primary").last.click()
    page.locator(".invitation").wait_for()
    assert page.evaluate("Notification.permission") == "denied"
    page.locator(".offer").wait_for(state="hidden")
    allowing(page, "waiting")
    page.locator(".offer button").click()
    page.get_by_text("You will be told, also when this page is closed.").wait_for()
    page.reload()
    assert page.locator(".offer").count() == 0
    page.goto(f"{server.address}/settings/alerts")
    assert page.locator("[name=arrival]").is_checked()
    assert not page.locator("[name=turn]").is_checked()


@pytest.mark.long
def test_pages_come_from_the_network_alone_and_without_one_there_is_a_page_for_that(
    visits: Visits, server: Server
) -> None:
    page = visits.open(f"{server.address}/tables/friend", locale="fr")
    assert page.evaluate("navigator.serviceWorker.getRegistration().then((found) => found === undefined)")
    page.locator("form button.primary").last.click()
    page.locator(".invitation").wait_for()
    page.evaluate(READY)
    page.wait_for_function(CONTROLLED, polling=GLANCE)
    page.goto(f"{server.address}/rules/straight")
    page.context.set_offline(True)
    page.goto(f"{server.address}/rules/")
    assert page.locator("h1").inner_text() == "Pas de réseau"
    assert "Vos matchs et vos soirées" in page.locator("main").inner_text()
    assert page.url == f"{server.address}/rules/"
    look_over(page)
    page.goto(f"{server.address}/rules/straight")
    assert page.locator("h1").inner_text() == "Pas de réseau"
    page.context.set_offline(False)
    page.get_by_role("link", name="Réessayer").click()
    page.wait_for_function(
        "() => !document.querySelector('h1').textContent.includes('réseau')", polling=GLANCE
    )


INSTALLED = """globalThis.badges = [];
navigator.setAppBadge = async (count) => badges.push(count);
navigator.clearAppBadge = async () => badges.push(0);
const media = matchMedia.bind(globalThis);
globalThis.matchMedia = (query) => query.includes("standalone") ? { matches: true } : media(query);
"""


@pytest.mark.long
def test_a_slow_match_offers_to_tell_of_the_turn_while_the_other_player_moves(
    visits: Visits, server: Server
) -> None:
    host = Player(server.address)
    path = host.lay(pace="1d")
    page = visits.open(f"{server.address}{path}", size=ViewportSize(width=360, height=640))
    page.add_init_script(INSTALLED)
    allowing(page, "slow")
    page.locator('form[action$="/join"] button.primary').first.click()
    page.locator("#board .hand .card").first.wait_for()
    offer = page.locator(".offer button")
    turns = int(page.locator("#board").get_attribute("data-mine") or "")
    page.wait_for_function("() => badges.length", polling=GLANCE)
    assert page.evaluate("badges") == [turns]
    while is_awaited(page):
        assert not offer.is_visible()
        take_a_turn(page)
    look_over(page)
    offer.click()
    page.get_by_text("You will be told, also when this page is closed.").wait_for()
    look_over(page)
    page.reload()
    page.locator("#board .hand .card").first.wait_for()
    assert offer.count() == 0


def test_a_message_of_this_server_is_shown_as_its_push_service_delivers_it(
    visits: Visits, server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    browser, sent = Receiver(), {"title": "Ваш ход", "body": "Ada", "tag": "a", "url": "/rules/", "turns": 3}
    target = PushTarget("https://localhost/one", browser.point, AUTH)
    with push_service(tmp_path, monkeypatch) as service, ThreadPoolExecutor(1) as thread:
        text = json.dumps(sent, ensure_ascii=False).encode()
        posted = thread.submit(lambda: asyncio.run(post(target, text, seconds=60, topic="a")))
        assert posted.result().status == 201
    page = visits.open(f"{server.address}/settings/alerts", strict=True)
    allowing(page, "delivered")
    page.get_by_role("button", name="Show notifications in this browser").click()
    page.locator("ul.tables").wait_for()
    worker = worker_of(page)
    worker.evaluate("() => { pages.pop(); }")
    deliver(page, server.address, **browser.read(service.bodies["/one"][0]))
    (shown,) = noted(worker, "shown")
    assert (shown["title"], shown["body"], shown["tag"], shown["data"]) == ("Ваш ход", "Ada", "a", "/rules/")
    assert noted(worker, "badges") == [3]


DRAWN = """async (src) => {
  const icon = Object.assign(new Image(), { src });
  await icon.decode();
  return `${icon.naturalWidth}x${icon.naturalHeight}`;
}"""
"""Returns the size of the picture at an address."""


@pytest.mark.parametrize("path", ["/", "/settings/alerts", "/tables/friend"])
def test_a_browser_may_install_the_table(visits: Visits, server: Server, path: str) -> None:
    page = visits.open(f"{server.address}{path}")
    tools = page.context.new_cdp_session(page)
    found = tools.send("Page.getAppManifest")
    assert found["errors"] == []
    manifest = json.loads(found["data"])
    assert manifest["display"] in ("standalone", "fullscreen", "minimal-ui")
    assert manifest["name"]
    assert page.request.get(urljoin(found["url"], manifest["start_url"])).ok
    icons = [icon for icon in manifest["icons"] if icon["type"] == "image/png"]
    drawn = [page.evaluate(DRAWN, urljoin(found["url"], icon["src"])) for icon in icons]
    assert drawn == [icon["sizes"] for icon in icons]
    assert {"192x192", "512x512"} <= set(drawn)
