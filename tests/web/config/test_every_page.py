"""Every page of the server in a real Chromium: fit for phone and desktop, light and dark, and accessible."""

from __future__ import annotations

from itertools import cycle, product
from pathlib import Path
from typing import Literal

import pytest
from django.urls import URLPattern, resolve
from playwright.sync_api import Page, ViewportSize

from ginrummy.locale import LANGUAGES
from ginrummy.web.config.urls import urlpatterns
from tests.web.browser import DESK, Visits, rest
from tests.web.clicks import open_house_rules
from tests.web.page_faults import arm, heard_faults, seen_faults
from tests.web.scenes import Scenes
from tests.web.server import Server
from tests.web.sights import GALLERY, SIGHTS, Sight, open_sight, path_of, picture_name

PHONE = ViewportSize(width=390, height=664)
SHIFTED = """() => new Promise(done => {
  new PerformanceObserver(list => done(list.getEntries().map(({value, sources}) =>
    `${value}: ${sources.map(({node}) => node?.outerHTML ?? node?.nodeName).join(" ")}`.slice(0, 500))))
    .observe({type: "layout-shift", buffered: true});
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => done([]), 300)));
})"""
PICTURES = Path(__file__).parents[3] / "docs" / "pictures.md"
NOTHING = "/nothing/here"
SAME = "/rules/"
DIFFERENT = ("hollywood_full", "oklahoma_extra", "two_pack_gin_only", "russian_tournament")
"""The pages of all variants are alike: check those that differ most."""
NO_PAGES = {
    "play", "openings", "notices", "board", "say", "phrase", "join", "decline", "withdraw", "rematch",
    "reveal", "record", "session", "tokens", "token", "openapi", "sign_out", "mute",
    "pad_rules", "worker", "pad_law", "add_device", "device", "alert_test", "turns",
    "healthz", "metrics", "first_hand", "watching",
    "more_reviews", "download", "play_on", "next_puzzle", "play_daily", "own_hint", "manifest", "icon",
    "hand_picture", "hand_png", "hand_gif", "room_part", "enter_room", "leave_room", "change_room",
    "room_table", "room_evening_file", "season_file",
    "evening_part", "evening_hand", "change_evening", "evening_file",
}  # fmt: skip
"""Addresses that return a part of a page, a file or a redirect, or only take forms."""
SHOWN_ONCE = {"code", "received_evening"}


def others(scenes: Scenes) -> list[Sight]:
    """Return the pages without a picture."""
    bob, ada = scenes.people["bob"], scenes.people["ada"]
    over = scenes.tables["finished modern"].replace("tables", "games")
    seen = {
        "ada": [
            "/sign-in",
            "/recover/1/spent",
            "/recover/mail/spent",
            f"/players/{ada}?family=usual",
        ],
        "": [
            "/settings",
            "/settings/alerts",
            over,
            NOTHING,
            "{draw}",
        ],
        "cleo": ["/", f"/players/{bob}"],
    }
    seen[""] += [f"{SAME}{name}" for name in DIFFERENT]
    return [Sight(path, who, path) for who, paths in seen.items() for path in paths]


def opened(visits: Visits, served: tuple[Server, Scenes], who: str, language: str = "en") -> Page:
    """Return an empty page of a browser signed in as `who`."""
    server, scenes = served
    page = visits.open("about:blank", size=PHONE, locale=language)
    scenes.admit(page.context, who, server.address)
    return page


CHANGING: dict[str, list[str]] = {"runOnly": ["color-contrast", "scrollable-region-focusable"]}
"""Rules that may depend on the window's size and look."""
LOOKS: list[tuple[ViewportSize, Literal["light", "dark"]]] = [(DESK, "dark"), (PHONE, "light")]


def faults(page: Page) -> list[str]:
    """Return the faults of a page on a dark desktop and on a light phone, there with everything open."""
    arm(page)
    found = []
    for size, look in LOOKS[-1:] if SAME in page.url else LOOKS:
        page.set_viewport_size(size)
        page.emulate_media(color_scheme=look)
        rest(page)
        here = seen_faults(page)
        here += [] if (size, look) == LOOKS[-1] else heard_faults(page, CHANGING)
        found += [f"{look} at {size['width']}: {fault}" for fault in here]
    page.evaluate("() => { for (const one of document.querySelectorAll('details')) one.open = true; }")
    return [*found, *(f"unfolded: {fault}" for fault in heard_faults(page))]


PARTS = {"ada": 4, "": 2, "bob": 1, "cleo": 1, "dina": 1}
"""Number of parts of the check for each person, so that no test is long."""


@pytest.mark.long
@pytest.mark.parametrize(
    ("who", "part"), [(who, part) for who, parts in PARTS.items() for part in range(parts)]
)
def test_every_page_is_fit_for_everybody(
    visits: Visits, served: tuple[Server, Scenes], who: str, part: int
) -> None:
    wrong: dict[str, list[str]] = {}
    pages = {language: opened(visits, served, who, language) for language in LANGUAGES}
    sights = [sight for sight in (*SIGHTS, *others(served[1])) if sight.who == who]
    assert sights
    for sight, language in list(zip(sights, cycle(LANGUAGES), strict=False))[part :: PARTS[who]]:
        page = pages[language]
        page.set_viewport_size(PHONE)
        open_sight(page, sight, served)
        found = faults(page)
        if found:
            wrong[f"{sight.name}, {language}"] = found
    assert wrong == {}


ZOOMED = [ViewportSize(width=width, height=height) for width, height in ((195, 332), (422, 195), (720, 450))]
"""Sizes of a phone, upright and sideways, and of a desktop at a zoom of 200 %."""
AT_TABLE = (
    "draw",
    "hint",
    "knock with another card",
    "gin",
    "lay-offs",
    "spread",
    "undercut over",
    "other away",
    "void over",
    "a long name",
    "lesson position",
    "puzzle",
    "puzzle answered",
    "puzzle to lay out",
)


@pytest.mark.long
def test_the_table_fits_a_window_in_which_all_is_twice_as_large(
    visits: Visits, served: tuple[Server, Scenes]
) -> None:
    wrong: dict[str, list[str]] = {}
    sights = [sight for sight in SIGHTS if sight.name in AT_TABLE]
    pages = {who: opened(visits, served, who, "ru") for who in {sight.who for sight in sights}}
    for sight in sights:
        page = pages[sight.who]
        page.set_viewport_size(PHONE)
        open_sight(page, sight, served)
        for size in ZOOMED:
            page.set_viewport_size(size)
            rest(page)
            if found := seen_faults(page, zoom=2):
                wrong[f"{sight.name} at {size['width']}"] = found
    assert wrong == {}


CUT_OFF = "tables => tables.filter(one => one.scrollWidth > one.clientWidth).map(one => one.innerText)"

HIGH = """cells => cells.filter(one => one.clientHeight > 3 * parseFloat(getComputedStyle(one).lineHeight))
  .map(one => one.innerText)"""
"""Cells of more than two lines, of those that are given."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_sheet_of_a_side_fits_its_drawer(
    visits: Visits, served: tuple[Server, Scenes], language: str
) -> None:
    page = opened(visits, served, "bob", language)
    open_sight(page, next(sight for sight in SIGHTS if sight.name == "team table"), served)
    for size in (PHONE, DESK):
        page.set_viewport_size(size)
        rest(page)
        tables = page.locator(".running .scroll")
        assert tables.count() > 2
        assert tables.evaluate_all(CUT_OFF) == []
        assert page.locator(".running .grid:not(:has(thead)) td").evaluate_all(HIGH) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_names_of_statistics_fit_two_lines_on_a_desk(
    visits: Visits, served: tuple[Server, Scenes], language: str
) -> None:
    page = opened(visits, served, "ada", language)
    page.set_viewport_size(DESK)
    open_sight(page, next(sight for sight in SIGHTS if sight.name == "statistics"), served)
    names = page.locator(".shares th[scope=row]")
    assert names.count() > 2
    assert names.evaluate_all(HIGH) == []


def test_no_page_is_left_out(served: tuple[Server, Scenes]) -> None:
    _server, scenes = served
    shown = [path_of(sight, scenes).partition("?")[0] for sight in (*SIGHTS, *others(scenes))]
    seen = {resolve(path).url_name for path in shown if path != NOTHING}
    names = {one.name for one in urlpatterns if isinstance(one, URLPattern)}
    assert seen == names - NO_PAGES - SHOWN_ONCE


def test_the_documentation_shows_every_page(served: tuple[Server, Scenes]) -> None:
    paths = [path_of(sight, served[1]).partition("?")[0] for sight in SIGHTS if sight.name in GALLERY]
    shown = {resolve(path).url_name for path in paths}
    names = {one.name for one in urlpatterns if isinstance(one, URLPattern)}
    assert shown == names - NO_PAGES - SHOWN_ONCE
    written = PICTURES.read_text("utf-8")
    for name, size in product(GALLERY, ("390x664", "1440x900")):
        assert f"({picture_name(name, size)})" in written
        assert (PICTURES.parent / picture_name(name, size)).is_file()


@pytest.mark.long
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


@pytest.mark.long
def test_house_rules_that_cannot_be_are_explained_at_the_field(
    visits: Visits, served: tuple[Server, Scenes]
) -> None:
    server, _scenes = served
    page = opened(visits, served, "")
    page.goto(f"{server.address}/tables/new")
    open_house_rules(page)
    page.locator("select[name=columns]").select_option("3")
    page.locator("input[name=rubber_bonus]").fill("100")
    page.locator("select[name=columns]").select_option("1")
    page.locator("form.new button.primary").click()
    field = page.locator("input[name=rubber_bonus]")
    assert field.get_attribute("aria-invalid") == "true"
    told = (field.get_attribute("aria-describedby") or "").split()
    assert page.locator(f"#{told[-1]}").is_visible()
    assert field.input_value() == "100"
    assert faults(page) == []


@pytest.mark.long
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
