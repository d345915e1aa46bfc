"""The table without a server in Chromium: size, time to start, and robustness.

    python -m bench.site [--out FOLDER] [--trials]

builds the site unless FOLDER has it, measures it with a plain file server and writes its part of
bench/web.md. With `--trials` it also plays a whole match without a network in each language, opens two tabs,
fills the disk, removes the file system, and updates from an older build. The status is 1 if one of
these fails.
"""

from __future__ import annotations

import argparse
import base64
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Final, NamedTuple

from playwright.sync_api import Browser, BrowserContext, Page, Playwright, sync_playwright

from bench.report import processor
from tests.web.browser import ARGUMENTS, browser_path, launch
from tests.web.clicks import await_turn, is_over, number_of, take_a_turn

PATIENCE: Final = 120_000
MOVES: Final = 60
_MOST_TURNS: Final = 3000
_BUTTONS: Final = {"en": "Download and play", "fr": "Télécharger et jouer", "ru": "Скачать и играть"}
_PAGE: Final = Path(__file__).with_name("web.md")
_TITLE: Final = "# The table without a server\n"
_DECIDING: Final = """
import json, os, sys, time
from tests.kernel.law_bridge import installed
calls = installed() if os.environ["GINRUMMY_TARGET"] == "browser" else []
from bench.wasm import searched_view
from ginrummy.players import load_player
view, took = searched_view(), []
for _time in range(6):
    calls.clear()
    begun = time.process_time()
    load_player("champion", seed=5).decide(view)
    took.append(time.process_time() - begun)
print(json.dumps({"took": min(took), "calls": calls}))
"""
"""One decision of the champion in a new process: its time, or its calls of the law."""
_ANSWERING: Final = """async ([calls, law]) => {
  const bytes = (text) => Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
  const buffer = (data) => ({getBuffer: () => ({data, release() {}})});
  const {lawBridge} = await import(new URL("law_bridge.js", document.baseURI));
  const bridge = lawBridge(() => bytes(law));
  let best = Infinity;
  for (let time = 0; time < 6; time++) {
    const given = calls.map(({name, before}) =>
      [name, buffer(bytes(before))]);
    const begun = performance.now();
    for (const each of given) bridge.call(...each);
    best = Math.min(best, performance.now() - begun);
  }
  return best;
}"""


class Quiet(SimpleHTTPRequestHandler):
    """A plain file server."""

    def log_message(self, format: str, *arguments: object) -> None:
        """Say nothing."""


class Host(NamedTuple):
    """A file server below a path."""

    server: ThreadingHTTPServer
    address: str

    def stop(self) -> None:
        """Stop the host: it refuses every connection."""
        self.server.shutdown()
        self.server.server_close()


def host_site(out: Path, port: int = 0) -> Host:
    """Return a file server for the parent directory of `out`."""
    handler = partial(Quiet, directory=str(out.parent))
    server = ThreadingHTTPServer(("127.0.0.1", port), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return Host(server, f"http://127.0.0.1:{server.server_port}/{out.name}/")


@contextmanager
def visitor(browser: Browser, language: str = "en") -> Iterator[tuple[BrowserContext, Page]]:
    """Yield a new browser, and a page of it."""
    context = browser.new_context(locale=language)
    context.set_default_timeout(PATIENCE)
    try:
        yield context, context.new_page()
    finally:
        context.close()


def inner(page: Page) -> Any:
    """Return the content of the frame, with the methods of a page."""
    found = page.query_selector("iframe")
    assert found is not None
    frame = found.content_frame()
    assert frame is not None
    return frame


def open_site(page: Page, address: str, language: str = "en") -> Any:
    """Return the frame of the first page, after the download."""
    page.goto(address)
    page.get_by_role("button", name=_BUTTONS[language]).click()
    page.frame_locator("iframe").locator(".hero button.primary").first.wait_for()
    return inner(page)


def wait_for_text(page: Page, text: str) -> None:
    """Wait until the outer page shows `text`."""
    page.locator("main:not([hidden])").get_by_text(text).wait_for()


def start_hand(page: Page) -> None:
    """Press the first page's button, and wait for a card."""
    page.frame_locator("iframe").locator(".hero button.primary").first.click()
    page.frame_locator("iframe").locator("#board .hand .card").first.wait_for()
    page.wait_for_url("**/tables/*")


def hasten(page: Page) -> None:
    """Turn off pauses of bots and animations in the settings, then go to the first page."""
    frame = page.frame_locator("iframe")
    frame.locator("header.site a[href$='/settings']").click()
    frame.locator("input[name=motion][value=off]").check()
    frame.locator("form.settings button.primary").first.click()
    page.wait_for_load_state()
    frame.locator("header.site a.brand").click()
    frame.locator(".ways").wait_for()


def measure(browser: Browser, out: Path, address: str) -> dict[str, str]:
    """Return the figures by name."""
    sizes = {path.name: path.stat().st_size for path in out.iterdir()}
    figures = {"first visit, all files (MB)": f"{sum(sizes.values()) / 1e6:.2f}"}
    for kind in ("runtime", "table"):
        size = next(size for name, size in sizes.items() if name.startswith(f"{kind}-"))
        figures[f"of that the pack “{kind}” (MB)"] = f"{size / 1e6:.2f}"
    with visitor(browser) as (_context, page):
        begun = time.perf_counter()
        open_site(page, address)
        figures["first page after the press (s)"] = f"{time.perf_counter() - begun:.2f}"
        start_hand(page)
        figures["first card dealt after the press (s)"] = f"{time.perf_counter() - begun:.2f}"
        starts = []
        for _time in range(5):
            begun = time.perf_counter()
            page.goto(address)
            page.frame_locator("iframe").locator(".hero button.primary").first.wait_for()
            starts.append(time.perf_counter() - begun)
        figures["first page when cached, median of 5 (s)"] = f"{statistics.median(starts):.2f}"
        begun = time.perf_counter()
        start_hand(page)
        figures["card dealt after that (s)"] = f"{time.perf_counter() - begun:.2f}"
        figures |= _response_times(_moves(page), "in a private window")
    return figures


def measure_stored_moves(playwright: Playwright, address: str) -> dict[str, str]:
    """Return the response times of moves in a browser with a persistent profile."""
    with tempfile.TemporaryDirectory() as profile:
        context = playwright.chromium.launch_persistent_context(
            profile, executable_path=browser_path(), args=ARGUMENTS, locale="en"
        )
        context.set_default_timeout(PATIENCE)
        try:
            page = context.new_page()
            open_site(page, address)
            start_hand(page)
            return _response_times(_moves(page), "in a lasting profile")
        finally:
            context.close()


def _response_times(took: list[float], where: str) -> dict[str, str]:
    took = sorted(took)
    return {
        f"move answered {where}, median of {len(took)} (ms)": f"{statistics.median(took):.0f}",
        f"move answered {where}, p95 (ms)": f"{took[int(len(took) * 0.95)]:.0f}",
    }


def time_decision(browser: Browser, address: str) -> dict[str, str]:
    """Return the time of the compiled part of one decision of the champion: here, and in the browser."""
    found = {}
    for target in ("native", "browser"):
        environment = os.environ | {"GINRUMMY_TARGET": target, "PYTHONPATH": os.pathsep.join(["src", "."])}
        command = [sys.executable, "-c", _DECIDING]
        done = subprocess.run(command, env=environment, check=True, capture_output=True, text=True)
        found[target] = json.loads(done.stdout)
    law = base64.b64encode(Path("src/ginrummy/kernel/law.wasm").read_bytes()).decode()
    with visitor(browser) as (_context, page):
        page.goto(address)
        took = page.evaluate(_ANSWERING, [found["browser"]["calls"], law])
    return {
        "one decision of the champion, native, one core (ms)": f"{found['native']['took'] * 1000:.0f}",
        "the compiled part of the same decision in the browser (ms)": f"{took:.0f}",
    }


def _moves(page: Page) -> list[float]:
    """Return the response times of several moves, in milliseconds."""
    took: list[float] = []
    frame = inner(page)
    frame.evaluate("""() => {
      let since = 0;
      window.answered = [];
      document.body.addEventListener("htmx:beforeRequest", () => { since = performance.now(); });
      document.body.addEventListener("htmx:afterRequest", ({detail}) =>
        detail.requestConfig.verb === "post" && window.answered.push(performance.now() - since));
      const plain = window.fetch;
      window.fetch = async (address, options) => {
        const begun = performance.now();
        const answer = await plain(address, options);
        if (options?.method?.toUpperCase() === "POST") window.answered.push(performance.now() - begun);
        return answer;
      };
    }""")
    for _turn in range(_MOST_TURNS):
        await_turn(frame)
        took = frame.evaluate("() => window.answered")
        if len(took) >= MOVES or is_over(frame):
            break
        take_a_turn(frame)
    return took


def whole_match(browser: Browser, out: Path, language: str) -> None:
    """Play a match to its end without a server, with a reload in the middle, and open its page."""
    host = host_site(out)
    with visitor(browser, language) as (context, page):
        open_site(page, host.address, language)
        host.stop()
        context.set_offline(True)
        frame = page.frame_locator("iframe")
        hasten(page)
        frame.locator(".ways button[name=choose]").click()
        frame.locator("input[name=against][value=novice]").check()
        frame.locator("button.big.primary").click()
        frame.locator("#board").wait_for()
        page.wait_for_url("**/tables/*")
        for turn in range(_MOST_TURNS):
            await_turn(inner(page))
            if is_over(inner(page)):
                break
            take_a_turn(inner(page))
            if turn == 4:
                before = number_of(inner(page))
                page.reload()
                frame.locator("#board").wait_for()
                assert number_of(inner(page)) >= before, "a move was lost"
        assert is_over(inner(page)), "the match has no end"
        frame.locator("a[href*='/games/']").first.click()
        frame.locator("#replay").wait_for()
        assert inner(page).evaluate("document.documentElement.lang") == language


def two_tabs(browser: Browser, out: Path) -> None:
    """Open a second tab: it names the tab with the table, and takes over on a press with the same hand."""
    host = host_site(out)
    with visitor(browser) as (context, page):
        open_site(page, host.address)
        start_hand(page)
        before, address = number_of(inner(page)), page.url
        other = context.new_page()
        other.goto(address)
        wait_for_text(other, "The table is open in another tab")
        other.get_by_role("button", name="Play here").click()
        other.frame_locator("iframe").locator("#board").wait_for()
        wait_for_text(page, "The table is open in another tab")
        assert number_of(inner(other)) >= before
    host.stop()


def storage_denied(browser: Browser, out: Path) -> None:
    """Remove the file system: the table opens and says that it has no storage."""
    copy = _change_script(
        out, "kept_files.js", "navigator.storage.getDirectory()", 'Promise.reject(new Error("denied"))'
    )
    host = host_site(copy)
    with visitor(browser) as (_context, page):
        open_site(page, host.address)
        wait_for_text(page, "This browser keeps no matches")
        start_hand(page)
    host.stop()


def storage_full(browser: Browser, out: Path) -> None:
    """Fill the disk after the first page: the page says so, and with room again the table continues."""
    copy = _change_script(
        out,
        "kept_files.js",
        "handles.get(stream.node.name)?.write(",
        "(globalThis.isFull ? refused() : handles.get(stream.node.name))?.write(",
    )
    kept = copy / "kept_files.js"
    refused = "\nfunction refused() { throw new DOMException('', 'QuotaExceededError'); }\n"
    kept.write_text(kept.read_text("utf-8") + refused, "utf-8")
    path = copy / "python_worker.js"
    heard = "new BroadcastChannel('full').onmessage = ({data}) => (globalThis.isFull = data);\n"
    path.write_text(path.read_text("utf-8") + heard, "utf-8")
    host = host_site(copy)
    with visitor(browser) as (_context, page):
        open_site(page, host.address)
        full = "is => { const told = new BroadcastChannel('full'); told.postMessage(is); }"
        page.evaluate(full, True)
        page.frame_locator("iframe").locator(".hero button.primary").first.click()
        wait_for_text(page, "no room left")
        page.evaluate(full, False)
        page.goto(host.address)
        page.frame_locator("iframe").locator(".hero button.primary").first.wait_for()
        start_hand(page)
    host.stop()


def update(browser: Browser, out: Path) -> None:
    """Replace the build in use with a newer one: the page offers and installs it, and no move is lost."""
    old = _change_script(out, "shell.css", "margin: 0;", "margin: 0px;")
    host = host_site(old)
    with visitor(browser) as (_context, page):
        open_site(page, host.address)
        start_hand(page)
        before = number_of(inner(page))
        for path in out.iterdir():
            shutil.copyfile(path, old / path.name)
        page.reload()
        page.frame_locator("iframe").locator("#board").wait_for()
        page.get_by_role("button", name="Take it now").click()
        page.wait_for_function("() => document.querySelector('[data-note=newer]').hidden")
        page.frame_locator("iframe").locator("#board").wait_for()
        assert number_of(inner(page)) >= before
        assert (
            page.evaluate("async () => (await caches.keys()).filter((name) => name.includes('shell')).length")
            == 1
        )
    host.stop()


def no_webassembly(browser: Browser, out: Path) -> None:
    """Remove WebAssembly: the page says that it cannot play."""
    host = host_site(out)
    with visitor(browser) as (_context, page):
        page.add_init_script("delete globalThis.WebAssembly")
        page.goto(host.address)
        wait_for_text(page, "is too old")
    host.stop()


def no_compiled_law(browser: Browser, out: Path) -> None:
    """Let the browser refuse the compiled law: the table opens, and names the missing level."""
    host = host_site(_change_script(out, "interpreter.js", "WebAssembly.validate(read())", "false"))
    with visitor(browser) as (_context, page):
        open_site(page, host.address)
        frame = page.frame_locator("iframe")
        frame.locator(".ways button[name=choose]").click()
        frame.get_by_text("Only at a server: Champion.").wait_for()
        assert not frame.locator("input[name=against][value=champion]").count()
        frame.locator("button.big.primary").click()
        frame.locator("#board .hand .card").first.wait_for()
    host.stop()


def _change_script(out: Path, name: str, old: str, new: str) -> Path:
    """Return a copy of the site with one changed script and a new version."""
    copy = Path(tempfile.mkdtemp()) / "gin"
    shutil.copytree(out, copy)
    text = (copy / name).read_text(encoding="utf-8")
    assert old in text, name
    (copy / name).write_text(text.replace(old, new), encoding="utf-8")
    worker = (copy / "service_worker.js").read_text(encoding="utf-8")
    (copy / "service_worker.js").write_text(
        worker.replace('const BUILD = "', 'const BUILD = "changed-'), "utf-8"
    )
    return copy


TRIALS: Final[dict[str, Callable[[Browser, Path], None]]] = {
    **{f"a whole match offline, {code}": partial(whole_match, language=code) for code in _BUTTONS},
    "two tabs": two_tabs,
    "storage denied": storage_denied,
    "storage full": storage_full,
    "an update": update,
    "no WebAssembly": no_webassembly,
    "no compiled law": no_compiled_law,
}


def run_trials(browser: Browser, out: Path, only: str) -> dict[str, str]:
    """Return the result of each trial."""
    found = {}
    for name, trial in TRIALS.items():
        if only in name:
            begun = time.perf_counter()
            try:
                trial(browser, out)
                found[name] = f"holds ({time.perf_counter() - begun:.0f} s)"
            except Exception:
                traceback.print_exc()
                found[name] = "FAILED"
            print(f"{name}: {found[name]}", flush=True)
    return found


def write(figures: dict[str, str]) -> None:
    """Write our part of the page."""
    load = " ".join(f"{each:.2f}" for each in os.getloadavg())
    machine = f"{processor()}; load average {load}"
    head = f"`python -m bench.site --trials`, in Chromium behind a bare host of files. {machine}."
    lines = [
        _TITLE,
        head,
        "",
        "| figure | value |",
        "|---|--:|",
        *(f"| {name} | {value} |" for name, value in figures.items()),
    ]
    text = _PAGE.read_text(encoding="utf-8").partition(_TITLE)[0].rstrip()
    _PAGE.write_text(text + "\n\n" + "\n".join(lines) + "\n", encoding="utf-8")


def main() -> int:
    """Build, measure, try and write. Return the exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--out", type=Path, default=Path("build/table"))
    parser.add_argument("--trials", action="store_true")
    parser.add_argument(
        "--only", default="", help="the trials that have this in their names, and nothing written"
    )
    given = parser.parse_args()
    out = given.out.resolve()
    if not (out / "index.html").exists():
        subprocess.run([sys.executable, "-m", "ginrummy", "site", str(out)], check=True)
    with sync_playwright() as playwright:
        browser = launch(playwright)
        host = host_site(out)
        figures: dict[str, str] = {}
        if not given.only:
            figures = time_decision(browser, host.address) | measure(browser, out, host.address)
            figures |= measure_stored_moves(playwright, host.address)
        for name, value in figures.items():
            print(f"{name}: {value}", flush=True)
        if given.trials:
            figures |= run_trials(browser, out, given.only)
        browser.close()
    if not given.only:
        write(figures)
    return int("FAILED" in figures.values())


if __name__ == "__main__":
    sys.exit(main())
