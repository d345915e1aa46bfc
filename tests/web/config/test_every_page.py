"""Every page of the server in a real Chromium: fit for phone and desk, light and dark, and for everybody."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.urls import URLPattern, resolve
from playwright.sync_api import Page, ViewportSize

from ginrummy.puzzles import all_puzzles
from ginrummy.variants import preset_names
from ginrummy.web.config.urls import urlpatterns
from tests.web.browser import DESK, Visits
from tests.web.scene_tables import PAST_DAY
from tests.web.scenes import Scenes, scenes_in
from tests.web.server import Server

PHONE = ViewportSize(width=360, height=800)
TONGUES = {"ada": "fr", "": "ru", "cleo": "en"}
FAULTS = """rules => axe.run(document, {resultTypes: ["violations"], ...rules}).then(found => found.violations
  .filter(({impact}) => ["serious", "critical"].includes(impact))
  .map(({id, nodes}) => `${id}: ${nodes.map(({html}) => html).slice(0, 3).join(" ")}`))"""
SHIFTED = """() => new Promise(done => {
  new PerformanceObserver(list => done(list.getEntries().map(({value, sources}) =>
    `${value}: ${sources.map(({node}) => node?.outerHTML ?? node?.nodeName).join(" ")}`.slice(0, 500))))
    .observe({type: "layout-shift", buffered: true});
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => done([]), 300)));
})"""
NOTHING = "/nothing/here"
SAME = "/rules/"
"""The pages of all variants are made alike: one look at each will do."""
NO_PAGES = {
    "play", "openings", "notices", "board", "say", "phrase", "join", "decline", "withdraw", "rematch",
    "reveal", "record", "session", "tokens", "token", "openapi", "sign_out", "own_profile", "mute",
    "pad_rules", "pad_worker", "healthz", "metrics", "first_hand", "watching", "hands",
    "more_reviews", "download", "next_puzzle", "play_daily", "play_on",
}  # fmt: skip
"""Addresses that answer with a part of a page, a file or another address, or only take forms."""


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, Scenes]]:
    home = tmp_path_factory.mktemp("home")
    scenes = scenes_in(home)
    server = Server(home).start()
    yield server, scenes
    server.kill()


def paths(scenes: Scenes) -> dict[str, list[str]]:
    """Return the addresses to look at, by who looks."""
    bob = scenes.people["bob"]
    over = scenes.tables["finished modern"].replace("tables", "games")
    long = scenes.tables["finished hollywood_full"].replace("tables", "games")
    ada = ["/", "/tables/", "/tables/new?against=friend", "/settings", "/account", "/sign-in", "/sign-up"]
    ada += ["/recover", "/recover/1/spent", "/recover/mail/spent"]
    ada += [
        f"/players/{scenes.people['ada']}?family=usual",
        f"/players/{bob}",
        "/players/me/statistics",
        "/lessons/",
        "/lessons/twos",
        "/lessons/twos/1",
        f"/daily/{PAST_DAY}",
        over,
        f"{over}/review",
        f"{long}?hand=2&step=5",
    ]
    ada += [path for name, path in scenes.tables.items() if name != "invited"]
    nobody = ["/puzzles", *puzzles(), "/daily"]
    nobody += ["/", "/tables/", SAME, "/settings", "/deals", "/pad", "/host", "/api/docs", over, NOTHING]
    nobody += [f"{SAME}{name}" for name in preset_names()]
    nobody += [scenes.tables["listed"], scenes.tables["invited"], scenes.tables["draw"]]
    cleo = ["/", scenes.tables["invited"], f"/players/{bob}"]
    return {"ada": ada, "": nobody, "cleo": cleo}


def puzzles() -> list[str]:
    """Return a puzzle of each way to answer: a card to throw, a pile to take from, a hand to lay out."""
    shelf = all_puzzles()
    themes = ("discard", "draw", "lay_off")
    return [f"/puzzles/{number}" for theme in themes for number in shelf.about(theme)[:1]]


def opened(visits: Visits, served: tuple[Server, Scenes], who: str) -> Page:
    """Return an empty page of a browser that the server knows as `who`."""
    server, scenes = served
    language = TONGUES[who]
    page = visits.open("about:blank", size=PHONE, locale=language, reduced_motion="reduce")
    if who:
        cookie: Any = {"name": "ginrummy_session", "value": scenes.sessions[who], "url": server.address}
        page.context.add_cookies([cookie])
    return page


CHANGING: dict[str, list[str]] = {"runOnly": ["color-contrast", "scrollable-region-focusable"]}
"""What may depend on the size of the window and on its look."""
CHECKS: list[tuple[ViewportSize, Literal["light", "dark"], dict[str, list[str]]]] = [
    (PHONE, "light", {}),
    (PHONE, "dark", CHANGING),
    (DESK, "dark", CHANGING),
    (DESK, "light", CHANGING),
]


def faults(page: Page) -> list[str]:
    """Return what is wrong with a page on a phone and on a desk, light and dark."""
    page.evaluate(Axe().axe_script)
    page.evaluate("() => { for (const one of document.querySelectorAll('details')) one.open = true; }")
    found = []
    for size, look, rules in CHECKS[:1] if SAME in page.url else CHECKS:
        page.set_viewport_size(size)
        page.emulate_media(color_scheme=look)
        if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
            found.append(f"too wide at {size['width']}")
        found += [f"{look} at {size['width']}: {fault}" for fault in page.evaluate(FAULTS, rules)]
    return found


@pytest.mark.parametrize("who", ["ada", "", "cleo"])
def test_every_page_is_fit_for_everybody(visits: Visits, served: tuple[Server, Scenes], who: str) -> None:
    server, scenes = served
    page = opened(visits, served, who)
    wrong: dict[str, list[str]] = {}
    for path in paths(scenes)[who]:
        page.set_viewport_size(PHONE)
        page.goto(server.address + path)
        found = faults(page)
        if found:
            wrong[path] = found
    page.context.close()
    assert wrong == {}


def test_no_page_is_left_out(served: tuple[Server, Scenes]) -> None:
    _server, scenes = served
    shown = [path.partition("?")[0] for some in paths(scenes).values() for path in some]
    seen = {resolve(path).url_name for path in shown if path != NOTHING}
    names = {one.name for one in urlpatterns if isinstance(one, URLPattern)}
    assert seen == names - NO_PAGES


def test_what_goes_wrong_is_told_on_pages_that_are_fit_for_everybody(
    visits: Visits, served: tuple[Server, Scenes]
) -> None:
    server, _scenes = served
    page = opened(visits, served, "")
    page.goto(f"{server.address}/")
    page.locator(".hero input[name=offer]").evaluate("one => one.value = 'forged'")
    page.locator(".hero button.primary").click()
    assert faults(page) == []
    page.goto(f"{server.address}/")
    page.context.clear_cookies()
    page.locator(".hero button.primary").click()
    assert page.locator("a.button[href='/']").count() > 0
    assert faults(page) == []


def test_house_rules_that_cannot_be_are_explained_at_the_field(
    visits: Visits, served: tuple[Server, Scenes]
) -> None:
    server, _scenes = served
    page = opened(visits, served, "")
    page.goto(f"{server.address}/tables/new")
    page.locator("details:has(fieldset) > summary").click()
    page.locator("select[name=columns]").select_option(index=0)
    page.locator("input[name=rubber_bonus]").fill("100")
    page.locator("form.new button.primary").click()
    field = page.locator("input[name=rubber_bonus]")
    assert field.get_attribute("aria-invalid") == "true"
    told = (field.get_attribute("aria-describedby") or "").split()
    assert page.locator(f"#{told[-1]}").is_visible()
    assert field.input_value() == "100"
    assert faults(page) == []


@pytest.mark.parametrize("name", ["", "draw", "hand over"])
@pytest.mark.parametrize("size", [PHONE, DESK])
def test_nothing_shifts_while_the_first_page_and_the_table_come(
    visits: Visits, served: tuple[Server, Scenes], name: str, size: ViewportSize
) -> None:
    server, scenes = served
    page = opened(visits, served, "ada")
    page.set_viewport_size(size)
    page.goto(server.address + scenes.tables.get(name, "/"))
    assert page.evaluate(SHIFTED) == []
