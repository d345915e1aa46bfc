"""Latency and data volume of a visitor: time to paint a tap, near and far from the server, and bytes sent.

`python -m bench.web_taps`: a real Chromium at 390×664 plays matches against a bot. A tap is measured from the
event to the frame in which the page has changed; latency is that of the network, by the browser itself.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import CDPSession, Page, Response, TimeoutError, sync_playwright

from bench.report import processor
from tests.web.browser import launch
from tests.web.clicks import await_number, await_turn, is_over, number_of, take_a_turn
from tests.web.server import Server

_LATENCIES = (0, 400)
_MOST_TURNS = 4000
_PATIENCE = 5000
NO_VISIT = ("/stream", "/board")
"""Not part of a first visit: the endless stream, and updates after moves of the bot."""
_PAINT = """(code) => new Promise((done) => {
  const button = document.getElementById("discard"), since = performance.now();
  button.click();
  const look = () => document.querySelector(`.pile [data-card="${code}"]`)
    ? done(performance.now() - since) : requestAnimationFrame(look);
  requestAnimationFrame(look);
})"""


def begin(page: Page, address: str) -> None:
    """Sit down at a new table from the first page."""
    page.goto(address, wait_until="load")
    page.locator(".hero button.primary").first.click()
    page.wait_for_selector("#board")


def spent(line: CDPSession) -> float:
    """Return the processor time of the page's thread, in milliseconds."""
    metrics = line.send("Performance.getMetrics")["metrics"]
    return 1000 * float(next(one["value"] for one in metrics if one["name"] == "TaskDuration"))


class Tap(NamedTuple):
    """Time from a tap to the card on the pile, and processor time of the page's thread, in milliseconds."""

    waited: float
    worked: float


def painted(page: Page, line: CDPSession, taps: int) -> list[Tap]:
    """Return `taps` taps on "discard"."""
    took: list[Tap] = []
    for _turn in range(_MOST_TURNS):
        if len(took) == taps:
            return took
        with suppress(TimeoutError):  # the move was automatic, or a bot still thinks
            await_turn(page)
            if is_over(page):
                begin(page, page.url.split("/tables/")[0])
            if page.locator("#board .hand button.card").count():
                before = number_of(page)
                page.locator("#board .hand button.card").last.click(position={"x": 8, "y": 30})
                code, since = page.locator("#discard").get_attribute("value"), spent(line)
                waited = page.evaluate(_PAINT, code)
                took.append(Tap(waited, spent(line) - since))
                await_number(page, before + 1)
            else:
                take_a_turn(page)
    raise SystemExit(f"only {len(took)} taps in {_MOST_TURNS} turns")


def heard(page: Page) -> list[Response]:
    """Return a list that receives every response of a page."""
    answers: list[Response] = []
    page.on("response", lambda answer: answers.append(answer))
    return answers


def sent(response: Response) -> int:
    """Return the transferred bytes of a response, with its header."""
    sizes = response.request.sizes()
    return sizes["responseBodySize"] + sizes["responseHeadersSize"]


def measured(address: str, taps: int) -> dict[str, Any]:
    """Return the figures."""
    found: dict[str, Any] = {}
    with sync_playwright() as playwright:
        browser = launch(playwright)
        for latency in _LATENCIES:
            page = browser.new_context(viewport={"width": 390, "height": 664}, has_touch=True).new_page()
            answers = heard(page)
            begin(page, address)
            page.wait_for_timeout(1500)
            page.set_default_timeout(_PATIENCE)
            visit = [one for one in answers if not one.url.partition("?")[0].endswith(NO_VISIT)]
            line = page.context.new_cdp_session(page)
            conditions = {"offline": False, "downloadThroughput": -1, "uploadThroughput": -1}
            line.send("Network.emulateNetworkConditions", conditions | {"latency": latency})
            line.send("Performance.enable", {"timeDomain": "threadTicks"})
            answers.clear()
            took = painted(page, line, taps)
            moves = [one for one in answers if one.url.endswith("/say") and one.status == 200]
            for name, all_of in (("painted", "waited"), ("processor time", "worked")):
                values = [getattr(one, all_of) for one in took]
                found[f"tap at {latency} ms of latency, {name}, p50 (ms)"] = statistics.median(values)
                found[f"tap at {latency} ms of latency, {name}, p95 (ms)"] = statistics.quantiles(
                    values, n=20
                )[18]
            if not latency:
                found["first visit, first page and table (KB)"] = sum(map(sent, visit)) / 1000
                found["answers of a first visit"] = len(visit)
                found["a move, its answer, median (KB)"] = statistics.median(map(sent, moves)) / 1000
            page.context.close()
        browser.close()
    return found


def main() -> None:
    """Measure and print."""
    options = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    options.add_argument("--taps", type=int, default=100)
    chosen = options.parse_args()
    with tempfile.TemporaryDirectory(prefix="ginrummy-bench-") as home:
        server = Server(Path(home)).start()
        try:
            found = measured(server.address, chosen.taps)
        finally:
            server.kill()
    print(f"`python -m bench.web_taps {' '.join(sys.argv[1:])}`".replace(" `", "`"), end="\n\n")
    load = " ".join(f"{value:.2f}" for value in os.getloadavg())
    print(
        f"{processor()}, {os.cpu_count()} cores, Python {sys.version.split()[0]}; load average {load} after."
    )
    print("\n| figure | value |\n|---|--:|")
    for name, value in found.items():
        print(f"| {name} | {value:,.1f} |" if isinstance(value, float) else f"| {name} | {value:,} |")


if __name__ == "__main__":
    main()
