"""The champion in a real browser uses several cores and plays the same moves as with one."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from ginrummy.game.match import Match
from ginrummy.game.shuffle import commitment
from ginrummy.game.view import view_of
from ginrummy.text.record import read_record
from ginrummy.web.bots.bot_turn import decide_move, seed_of
from tests.web.browser import Visits
from tests.web.clicks import await_turn, is_over, take_a_turn

PATIENCE = 120_000
TURNS, MOST_TURNS = 10, 60
"""Minimum number of turns; more, into the next hand too, until the workers have failed."""
CUTS = 2
"""Number of events before the first move."""
FAILING = """
const heard = new BroadcastChannel("helpers");
let calls = 0, place = 0;
const sit = (number) => navigator.locks.request(`helper ${number}`, { ifAvailable: true }, (lock) => {
  if (!lock) return sit(number + 1);
  place = number;
  return new Promise(() => {});
});
sit(0);
globalThis.addEventListener("message", (event) => {
  if (event.data.module) return;
  calls += 1;
  const fails = place % 2 === 0;
  heard.postMessage(calls < 4 ? "helped" : fails ? "failed" : "ended");
  if (calls < 4) return;
  event.stopImmediatePropagation();
  if (!fails) return globalThis.close();
  throw new Error("a helper fails");
});
"""
"""Prefixed to the workers' script: at the fourth call one fails, the other ends silently.

Which one is decided by a lock held for life, independent of the calls.
"""
HEARING = """
globalThis.told = {};
new BroadcastChannel("helpers").onmessage = ({ data }) => { told[data] = (told[data] ?? 0) + 1; };
"""


class Quiet(SimpleHTTPRequestHandler):
    """A silent file server."""

    def log_message(self, format: str, *arguments: object) -> None:
        """Log nothing."""


@pytest.fixture
def hosted(site: Path, tmp_path: Path) -> Iterator[str]:
    """The address of a site whose workers all fail sooner or later."""
    folder = tmp_path / "gin"
    shutil.copytree(site, folder)
    helper = folder / "law_helper.js"
    helper.write_text(FAILING + helper.read_text("utf-8"), "utf-8")
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(tmp_path)))
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/gin/"
    server.shutdown()
    thread.join()
    server.server_close()


def table_of(page: Page) -> Any:
    """Return the frame's content, with the methods of a page."""
    found = page.query_selector("iframe")
    assert found is not None
    frame = found.content_frame()
    assert frame is not None
    return frame


def against_champion(page: Page, address: str) -> None:
    """Install the table, and start a match against the champion."""
    page.set_default_timeout(PATIENCE)
    page.goto(address)
    page.get_by_role("button", name="Download and play").click()
    frame = page.frame_locator("iframe")
    frame.locator(".ways button[name=choose]").click()
    frame.locator("input[name=against][value=champion]").check()
    frame.locator("button.big.primary").click()
    frame.locator("#board").wait_for()
    page.wait_for_url("**/tables/*")


def given_up(page: Page) -> str:
    """Resign the match, and return its record."""
    frame = table_of(page)
    frame.evaluate("""() => {
      const button = document.querySelector("button[value=resign]");
      button.form.requestSubmit(button);
    }""")
    frame.wait_for_selector("section.end")
    key = page.url.rpartition("/")[2]
    record: str = frame.evaluate("async (to) => (await fetch(to)).text()", f"../games/{key}/record")
    return record


@pytest.mark.long
def test_moves_are_those_of_one_core_whatever_becomes_of_the_helpers(visits: Visits, hosted: str) -> None:
    page = visits.open("about:blank")
    page.add_init_script("Object.defineProperty(Navigator.prototype, 'hardwareConcurrency', {get: () => 3});")
    page.add_init_script(HEARING)
    against_champion(page, hosted)
    told: dict[str, int] = {}
    for turn in range(MOST_TURNS):
        await_turn(table_of(page))
        told = page.evaluate("told")
        if is_over(table_of(page)) or (turn >= TURNS and told.keys() >= {"failed", "ended"}):
            break
        take_a_turn(table_of(page))
    match = read_record(given_up(page)).match
    assert match.seeds is not None
    first, committed, compared = match.games[0], commitment(match.seeds.secret), 0
    now = Match.start(match.variant, match.seeds, dealer=first.dealer)
    for place, play in enumerate(first.plays):
        if play.seat == 1:
            seed = seed_of(committed, CUTS + place)
            assert play.move == decide_move("champion", seed, view_of(now, 1))
            compared += 1
        now = now.play(play.move)
    assert compared
    assert compared >= TURNS or first.is_over
    assert {*told} == {"helped", "failed", "ended"}
    assert told["helped"] >= 3 * (told["failed"] + told["ended"])
