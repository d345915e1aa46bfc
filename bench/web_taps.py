"""Bytes and requests of a first visit, and time from a tap to the frame that answers it.

    python -m bench.web_taps [--against CHECKOUT] [--rounds 5] [--taps 12]

Chromium at 390×664 goes from the first page to the first hand, then plays on by taps. A tap counts from the
event until the frame with its card is painted: a card drawn from the stock comes from the server, a
discard lies on the pile at once. Like a person's, a tap waits until no card moves. With `--against` a server
of another checkout runs at the same time, and each round visits both in turn. The difference is of the
medians, round by round, with its 95 % interval.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Final

from playwright.sync_api import Browser, Page, Response, TimeoutError, sync_playwright

from bench.intervals import of_mean, points_text
from bench.report import processor
from tests.web.browser import launch
from tests.web.clicks import await_number, await_turn, is_over, number_of, take_a_turn
from tests.web.server import Server

_SIZE: Final = {"width": 390, "height": 664}
_MOST_TURNS: Final = 2000
_PATIENCE: Final = 5000
_REST: Final = 2500
"""Milliseconds after the first hand in which the page loads what it needs later."""
_NO_VISIT: Final = ("/stream", "/board", "/say")
"""Not part of a first visit: the endless stream, and the moves of the bot."""
_ARM: Final = """shown => { window.painted = new Promise(done => addEventListener("click", ({timeStamp}) => {
  const look = () => document.querySelector(shown)
    ? setTimeout(() => done(performance.now() - timeStamp)) : requestAnimationFrame(look);
  requestAnimationFrame(look);
}, {capture: true, once: true})); }"""
"""Promise the time from the next click until a frame in which the selector finds something is painted."""
_STILL: Final = """() => document.getAnimations().every(({playState, effect}) =>
  playState !== "running" || effect.getComputedTiming().endTime === Infinity)"""
_DRAWN: Final = "#board .hand .place:nth-child(11) .card[data-card]"
_FIGURES: Final = {
    "requests": "requests of a first visit",
    "bytes": "first visit, first page and table (KB)",
    "draw": "tap on the stock, card painted, median (ms)",
    "discard": "tap on “discard”, card painted, median (ms)",
}
Figures = dict[str, float]


@contextmanager
def serve(checkout: Path) -> Iterator[str]:
    """Yield the address of a server that runs the sources of `checkout`."""
    with tempfile.TemporaryDirectory(prefix="ginrummy-bench-") as home:
        server = Server(Path(home), first=True, given={"PYTHONPATH": str(checkout / "src")})
        try:
            yield server.start().address
        finally:
            server.kill()


def visit(browser: Browser, address: str, taps: int) -> Figures:
    """Return the figures of one visitor, who is new to the server."""
    context = browser.new_context(viewport=_SIZE, has_touch=True, locale="en")  # type: ignore[arg-type]  # a literal
    context.add_cookies([{"name": "ginrummy_preferences", "value": "pace=none", "url": address}])
    answers: list[Response] = []
    context.on("response", lambda answer: answers.append(answer))
    page = context.new_page()
    begin(page, address)
    page.wait_for_timeout(_REST)
    first = [one for one in answers if not one.url.partition("?")[0].endswith(_NO_VISIT)]
    found: Figures = {"requests": len(first), "bytes": sum(map(sent, first)) / 1000}
    page.set_default_timeout(_PATIENCE)
    took = play(page, taps)
    context.close()
    return found | {name: statistics.median(times) for name, times in took.items()}


def begin(page: Page, address: str) -> None:
    """Sit down at a new table from the first page."""
    page.goto(address, wait_until="load")
    page.locator(".hero button.primary").first.click()
    page.wait_for_selector("#board .hand .card")


def sent(response: Response) -> int:
    """Return the transferred bytes of a response, with its header."""
    sizes = response.request.sizes()
    return sizes["responseBodySize"] + sizes["responseHeadersSize"]


def play(page: Page, taps: int) -> dict[str, list[float]]:
    """Return the times of `taps` taps of each kind, in milliseconds."""
    took: dict[str, list[float]] = {"draw": [], "discard": []}
    for _turn in range(_MOST_TURNS):
        if min(map(len, took.values())) >= taps:
            return took
        with suppress(TimeoutError):  # the move was automatic, or a bot still thinks
            await_turn(page)
            if is_over(page):
                begin(page, page.url.split("/tables/")[0])
            else:
                take_turn(page, took)
    raise SystemExit(f"only {took} in {_MOST_TURNS} turns")


def take_turn(page: Page, took: dict[str, list[float]]) -> None:
    """Do what the table awaits, and add the time of a tap to `took`."""
    before = number_of(page)
    stock = page.locator("#board button.card.reverse[value=draw]")
    if stock.count() and page.locator("#board .pass").count() == 0:
        took["draw"].append(tap(page, "#board button.card.reverse[value=draw]", _DRAWN))
    elif page.locator("#board .hand button.card").count():
        page.locator("#board .hand button.card").last.tap(position={"x": 8, "y": 30})
        code = page.locator("#discard").get_attribute("value")
        took["discard"].append(tap(page, "#discard", f'#board .pile [data-card="{code}"]'))
    else:
        take_a_turn(page)
        return
    await_number(page, before + 1)


def tap(page: Page, place: str, shown: str) -> float:
    """Return the milliseconds from a tap on `place` until `shown` is painted."""
    page.wait_for_function(_STILL)
    page.evaluate(_ARM, shown)
    page.locator(place).tap()
    return float(page.evaluate("() => window.painted"))


def compare(rounds: list[tuple[Figures, ...]]) -> Iterator[str]:
    """Yield the rows of the table: each figure of each checkout, and the difference of the pairs."""
    for name, title in _FIGURES.items():
        columns = list(zip(*([one[name] for one in each] for each in rounds), strict=True))
        cells = [f"{statistics.median(values):,.1f}" for values in columns]
        if len(columns) > 1:
            cells.append(points_text(of_mean(new - old for old, new in zip(*columns, strict=True))))
        yield f"| {title} | {' | '.join(cells)} |"


def main() -> None:
    """Measure and print."""
    options = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    options.add_argument("--against", type=Path)
    options.add_argument("--rounds", type=int, default=5)
    options.add_argument("--taps", type=int, default=12)
    chosen = options.parse_args()
    places = [*([chosen.against.resolve()] if chosen.against else ()), Path(__file__).parents[1]]
    load, rounds = os.getloadavg(), []
    with ExitStack() as stack:
        addresses = [stack.enter_context(serve(place)) for place in places]
        browser = launch(stack.enter_context(sync_playwright()))
        for number in range(chosen.rounds + 1):
            turn = addresses[:: 1 if number % 2 else -1]
            found = {address: visit(browser, address, chosen.taps) for address in turn}
            rounds.append(tuple(found[address] for address in addresses))
        browser.close()
    loads = [" ".join(f"{value:.2f}" for value in each) for each in (load, os.getloadavg())]
    machine = f"{processor()}, {os.cpu_count()} cores, Python {sys.version.split()[0]}"
    print(f"{machine}; load average {loads[0]} before, {loads[1]} after.\n")
    heads = ["before", "now", "difference"] if chosen.against else ["value"]
    print(f"| figure | {' | '.join(heads)} |\n|---|{'--:|' * len(heads)}")
    print("\n".join(compare(rounds[1:])))


if __name__ == "__main__":
    main()
