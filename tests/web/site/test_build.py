"""`ginrummy site`, built once, and played in a real Chromium on a plain static host."""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import lzma
import re
import shutil
import struct
import tarfile
from contextlib import suppress
from http.server import ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import FrameLocator, Page, TimeoutError

from ginrummy.web.site.building.build import NAMES, ROOM, check_output_folder
from ginrummy.web.site.building.packs import pack_archive, write_pack
from tests.web.browser import Visits, look_over
from tests.web.clicks import ask_for_a_hint
from tests.web.page_faults import seen_faults
from tests.web.server import Server
from tests.web.short_matches import match_of_two
from tests.web.site.conftest import BASE, PATIENCE

pytestmark = pytest.mark.long

LARGEST = 8_000_000
GONE = "ERR_CONNECTION_REFUSED"
"""The browser's complaint about an update check while the host is gone."""
REFUSED = "status of 422"
"""The browser's complaint about refused rules."""
PLACES = {"tables", "rules", "lessons", "puzzles", "settings", "pad", "deals", "players", "history"}
"""First path segments of the pages' links."""


def packed(site: Path, kind: str) -> dict[str, bytes]:
    """Return the files of the pack `kind`."""
    (pack,) = site.glob(f"{kind}-*.pack")
    return unpacked(gzip.decompress(pack.read_bytes()))


def unpacked(content: bytes) -> dict[str, bytes]:
    with tarfile.open(fileobj=io.BytesIO(content)) as tar:
        return {entry.name: file.read() for entry in tar if (file := tar.extractfile(entry)) is not None}


def test_all_that_a_first_visit_fetches_is_small_and_its_size_is_told(site: Path) -> None:
    sizes = {path.name: path.stat().st_size for path in site.iterdir()}
    assert sum(sizes.values()) < LARGEST
    page = (site / "index.html").read_text(encoding="utf-8")
    told, _room = re.findall(r"([\d.]+)\u00a0MB", page)
    assert told.replace(".", ",") + "\u00a0Mo" in page
    assert sum(sizes.values()) / 1e6 == pytest.approx(float(told), abs=0.07)


def test_no_file_asks_for_anything_elsewhere(site: Path) -> None:
    texts = {
        path.name: path.read_text("utf-8")
        for path in site.iterdir()
        if path.suffix in (".html", ".js", ".css")
    }
    assert len(texts) == 14
    for name, text in texts.items():
        assert not re.search(r"https?://", text), name
    policy = re.search(
        r'Content-Security-Policy" content="([^"]+)"', texts["index.html"].replace("&#39;", "'")
    )
    assert policy is not None
    assert "script-src 'self' 'wasm-unsafe-eval';" in policy[1]
    assert "unsafe" not in policy[1].replace("'wasm-unsafe-eval'", "")


def test_the_page_can_be_installed(site: Path) -> None:
    manifest = json.loads((site / "manifest.webmanifest").read_text(encoding="utf-8"))
    assert (manifest["start_url"], manifest["scope"], manifest["display"]) == ("./", "./", "standalone")
    for icon in manifest["icons"]:
        assert (site / icon["src"]).exists()
    for size in (192, 512):
        content = (site / f"icon-{size}.png").read_bytes()
        assert struct.unpack(">II", content[16:24]) == (size, size)


def test_the_table_brings_all_pages_and_nothing_of_a_server(site: Path) -> None:
    tree = unpacked(lzma.decompress(packed(site, "table")["table/table.tar.xz"]))
    modules = {name.partition("/")[0] for name in tree}
    assert {"django", "ginrummy", "jinja2", "tomlkit"} <= modules
    assert {"coach/charts.css", "kernel/law.wasm", "players/network_weights.npz"} <= {
        name.removeprefix("ginrummy/") for name in tree
    }
    assert not modules & {
        "ninja",
        "psycopg",
        "prometheus_client",
        "pydantic",
        "regex",
        "uvicorn",
        "whitenoise",
    }
    assert {path.split("/")[2] for path in tree if path.startswith("ginrummy/locale/")} >= {"fr", "ru"}
    assert not [name for name in tree if name.endswith(".py") or "/accounts/" in name]
    static = json.loads(tree["ginrummy/web/site/files/staticfiles.json"])["paths"]
    assert {f"static/{name}" for name in static.values()} <= packed(site, "table").keys()


def test_the_licence_of_what_others_wrote_is_there(site: Path) -> None:
    text = (site / "licences.txt").read_text(encoding="utf-8")
    for name in ("Mozilla Public License", "Python Software Foundation", "Django", "Jinja2", "htmx"):
        assert name in text


def test_a_pack_is_named_after_its_content_and_is_always_the_same(tmp_path: Path) -> None:
    files = {"b/two": b"2" * 1000, "a": b""}
    pack = write_pack(tmp_path, "few", files)
    content = (tmp_path / pack.name).read_bytes()
    assert pack.name == f"few-{hashlib.sha256(content).hexdigest()[:16]}.pack"
    assert pack.size == len(content)
    assert unpacked(gzip.decompress(content)) == files == unpacked(pack_archive(files))
    assert write_pack(tmp_path, "few", dict(reversed(files.items()))) == pack


CRAWL = """async (base) => {
  const found = {}, left = [base];
  while (left.length) {
    const address = left.pop();
    if (address in found) continue;
    const answer = await fetch(address);
    found[address] = answer.status;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    for (const link of page.querySelectorAll("a[href]")) {
      const there = new URL(link.getAttribute("href"), answer.url);
      there.hash = "";
      if (there.href.startsWith(base)) left.push(there.href);
    }
  }
  return found;
}"""
"""Follows every link of every page, and returns the status of each."""


KEPT = """async () => {
  const kept = await caches.match(new URL("start/memory", document.baseURI));
  return Boolean(kept) && (await navigator.storage.estimate()).usage;
}"""
"""Returns the storage in bytes once the snapshot for the next start is saved."""


TWICE = """() => new Promise((resolve) => {
  const channel = new BroadcastChannel(`ginrummy requests ${new URL(document.baseURI).pathname}`);
  const answers = [];
  channel.addEventListener("message", ({ data }) => data.status && answers.push(data.id));
  const asked = { method: "GET", address: location.href, headers: [], body: new ArrayBuffer() };
  for (const id of ["one", "one", "two"]) channel.postMessage({ id, ...asked });
  const wait = () => (answers.includes("two") ? resolve(answers) : setTimeout(wait, 50));
  wait();
})"""
"""Requests a page twice, then another from the Python worker, and returns the ones it answered."""


RULES = """async (address) => {
  const page = new DOMParser().parseFromString(await (await fetch(address)).text(), "text/html");
  const form = new FormData(page.querySelector(".house form"));
  form.set("rules", 'base = "standard"\\ngin_bonus = 33\\nzzz = 1');
  const answer = await fetch(`${address}/rules`, { method: "POST", body: new URLSearchParams(form) });
  return (await answer.json()).told;
}"""
"""Gives the pad wrong house rules, and returns its message."""


def numbered(table: FrameLocator) -> int:
    return int(table.locator("[data-number]").first.get_attribute("data-number", timeout=PATIENCE) or 0)


DRAW = 'form.play button[value="draw"], form.play button[value="pass"]'


def sit_down(page: Page, table: FrameLocator, address: str) -> None:
    """Begin a match in which the player has a turn: the bot may knock before the first one."""
    for _attempt in range(5):
        table.locator('form[action$="/play"] button.primary').last.click(timeout=PATIENCE)
        table.locator(".hand .card").first.wait_for(timeout=PATIENCE)
        page.wait_for_url(f"{address}tables/*", timeout=PATIENCE)
        with suppress(TimeoutError):
            table.locator(DRAW).first.wait_for(timeout=PATIENCE / 4)
            return
        page.goto(address)
    raise AssertionError("five hands were closed before the first turn")


def draw(page: Page, table: FrameLocator) -> int:
    """Pass or draw at `table`. Return the event number before that."""
    before = numbered(table)
    table.locator(DRAW).first.click(timeout=PATIENCE)
    table.locator(f'[data-number]:not([data-number="{before}"])').first.wait_for(timeout=PATIENCE)
    return before


def test_a_server_offers_it_and_is_not_needed_any_more(visits: Visits, site: Path, tmp_path: Path) -> None:
    server = Server(tmp_path, options=("--offline", str(site))).start()
    try:
        page = visits.open(server.address, locale="ru")
        page.evaluate("navigator.serviceWorker.register('worker.js')")  # as the pages of a player do
        page.wait_for_function("navigator.serviceWorker.controller")
        page.get_by_role("link", name="для игры без сети").click()
        page.get_by_role("button", name="Скачать и играть").click()
        start = page.frame_locator("iframe").locator('form[action="/offline/play"] button.primary').last
        start.wait_for(timeout=PATIENCE)
    finally:
        server.kill()
    page.goto(f"{server.address}/offline/")
    start.click(timeout=PATIENCE)
    page.frame_locator("iframe").locator(".hand .card").first.wait_for(timeout=PATIENCE)
    page.wait_for_url(f"{server.address}/offline/tables/*", timeout=PATIENCE)


def test_a_visitors_own_browser_reviews_a_match_and_gives_hints_and_else_the_server_does(
    visits: Visits, site: Path, tmp_path: Path
) -> None:
    server = Server(tmp_path, options=("--offline", str(site), "--path", "/gin")).start()
    address = f"{server.address}/gin"
    try:
        path = match_of_two(address)
        page = visits.open(f"{address}{path}/review", locale="fr-FR")
        page.locator("#own-review").get_by_text("7,").wait_for()
        page.get_by_role("button", name="Analyser dans ce navigateur").click()
        page.locator("table.belief").first.wait_for(state="attached", timeout=PATIENCE)
        assert page.locator("html").get_attribute("lang") == "fr"
        assert not page.locator("#own-review").count()
        assert not page.locator("use[href^='cards.svg']").count()
        page.locator(".moment > .steps:visible .to-on").click()
        page.locator(".moment:target > .play").wait_for()
        page.reload()
        page.locator(".moment:target > .play").wait_for()
        page.goto(f"{address}/")
        page.locator('form[action="/gin/play"] button.primary').last.click()
        with page.expect_response(lambda answer: answer.url.endswith("/hint"), timeout=PATIENCE) as hint:
            ask_for_a_hint(page)
        assert hint.value.status == 204
        page.locator("#board .advice:not([data-view])").wait_for()
        page.goto(f"{address}{path}/review")
        page.evaluate("async () => { await caches.delete('ginrummy reviews'); }")
        page.add_init_script("delete globalThis.Worker")
        page.reload()
        page.locator("#own-review button.primary").click()
        page.locator("#review[data-again] progress").wait_for()
    finally:
        server.kill()


def older(site: Path, folder: Path) -> Path:
    """Return the site as built by a version without a coach for the server's pages."""
    shutil.copytree(site, folder)
    (folder / "coach_worker.js").unlink()
    worker = folder / "service_worker.js"
    kept = worker.read_text("utf-8")
    assert kept.count('"coach_worker.js"') == 2
    worker.write_text(re.sub(r'"coach_worker\.js", ?', "", kept), "utf-8")
    return folder


def test_where_an_older_table_is_kept_the_server_reviews_and_gives_hints(
    visits: Visits, site: Path, tmp_path: Path
) -> None:
    server = Server(tmp_path, options=("--offline", str(older(site, tmp_path / "older")))).start()
    try:
        path = match_of_two(server.address)
        page = visits.open(f"{server.address}/offline/", locale="en")
        page.get_by_role("button", name="Download and play").click()
        page.frame_locator("iframe").locator(".hero button.primary").first.wait_for(timeout=PATIENCE)
        page.goto(f"{server.address}{path}/review")
        page.locator("#own-review button.primary").click()
        page.locator("#review[data-again] progress").wait_for(timeout=PATIENCE)
        said: list[str] = []
        page.on("console", lambda message: said.append(message.text))
        page.goto(server.address)
        page.locator('form[action="/play"] button.primary').last.click()
        ask_for_a_hint(page)
        page.locator("#board .advice[data-view]").wait_for()
        page.locator("#board .advice:not([data-view])").wait_for(timeout=PATIENCE)
        assert any("no hints in this browser" in each for each in said)
    finally:
        server.kill()


SHOWN = """(name) => {
  document.querySelector("main[hidden]")?.remove();
  const main = document.querySelector("main:not([hidden])");
  for (const part of main.querySelectorAll("[data-state], [data-note]")) part.hidden = true;
  main.querySelector(name).hidden = false;
  return main.getBoundingClientRect().width;
}"""
"""Lets the shell page show one text, and returns its width."""
STATES = ("offer", "download", "start", "elsewhere", "denied", "failed", "broken")


@pytest.mark.parametrize(("locale", "look"), [("en", "light"), ("fr", "dark"), ("ru", "light")])
def test_our_own_page_says_everything_in_one_width_and_fit_for_everybody(
    visits: Visits, host: tuple[str, list[str], ThreadingHTTPServer], locale: str, look: str
) -> None:
    page = visits.open(host[0], locale=locale, color_scheme=look)
    page.locator("button[data-do=download]:visible").wait_for()
    parts = [f"[data-state={name}]" for name in STATES]
    widths = set()
    for part in (*parts, *(f"[data-note={name}]" for name in ("forgets", "full", "newer"))):
        widths.add(page.evaluate(SHOWN, part))
        look_over(page)
        assert seen_faults(page) == [], part
    assert len(widths) == 1


def test_a_hand_is_played_without_a_server_and_goes_on_without_a_network(
    visits: Visits, host: tuple[str, list[str], ThreadingHTTPServer], site: Path
) -> None:
    address, asked, server = host
    page, elsewhere = visits.open("about:blank", locale="fr-FR"), []
    page.on("console", lambda said: visits.complaints.append(said.text) if said.type == "error" else None)
    page.context.on(
        "request", lambda sent: elsewhere.append(sent.url) if not sent.url.startswith(address) else None
    )
    page.goto(address)
    page.get_by_role("button", name="Télécharger et jouer").click()
    table = page.frame_locator("iframe")
    sit_down(page, table, address)
    before = draw(page, table)
    figure = table.locator("#board .figure use").first.get_attribute("href")
    assert "immutable" in page.evaluate(
        "async (address) => (await fetch(address)).headers.get('cache-control')", figure
    )
    taken = page.wait_for_function(KEPT, timeout=PATIENCE).json_value()
    assert taken == pytest.approx(ROOM, rel=0.1)
    there = {"", *(path.name for path in site.iterdir())}
    assert {path.removeprefix(BASE) for path in asked} <= there
    server.shutdown()
    server.server_close()
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.reload()
    assert numbered(table) > before
    assert not [one for one in said if "start" in one], "the start that was kept was of no use"
    assert page.evaluate(TWICE) == ["one", "two"]
    assert ", 3\u00a0: zzz\u00a0:" in page.evaluate(RULES, f"{address}pad")
    answered = page.evaluate(CRAWL, address)
    assert {path.removeprefix(address).partition("/")[0] for path in answered} >= PLACES
    assert {path: status for path, status in answered.items() if status != 200} == {}
    assert page.locator("html").get_attribute("lang") == "fr"
    assert elsewhere == []
    visits.complaints[:] = [one for one in visits.complaints if GONE not in one and REFUSED not in one]


def test_a_site_is_known_as_an_earlier_one(site: Path) -> None:
    assert {path.name for path in site.iterdir() if path.suffix != ".pack"} <= set(NAMES)
    check_output_folder(site)
