"""Time of the champion's decisions on one core and on several: native, by wasmtime, and in Chromium.

    python -m bench.cores [--cores 1 2 4] [--out FOLDER] [--runs 5]

Measures early and late decisions of one hand on each number of cores: wall time, the fastest run of each,
so the machine should be idle. All targets must play the same moves. The browser runs the site in FOLDER,
which is built if missing, with its Python and its helpers in their workers. Prints a part of bench/wasm.md.
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final

from playwright.sync_api import sync_playwright

from bench.report import processor
from bench.site import host_site
from ginrummy.kernel.runtimes import VARIABLE
from ginrummy.web.site.building.packs import unpack_archive
from tests.web.browser import launch

DECIDING: Final = """
import json
from time import perf_counter
from ginrummy.game.match import Match
from ginrummy.players import load_player
from ginrummy.game.view import view_of

def views():
    match, player, found = Match.start("standard", 7), load_player("steady"), []
    while match.game.score is None:
        view = view_of(match, match.game.turn)
        found.append(view)
        match = match.play(player.decide(view))
    return found[1::4]

def decide(cores, runs):
    times = {}
    for view in views():
        best = float("inf")
        for _run in range(runs):
            begun = perf_counter()
            move = yield from load_player("champion", seed=5, cores=cores).decide_in_pieces(view)
            best = min(best, perf_counter() - begun)
        times[f"{len(view.events)} {move}"] = best * 1000
    return json.dumps(times)
"""
"""Yields the pieces of the decisions, returns their times in milliseconds."""
HERE: Final = (
    DECIDING
    + """
import sys
from ginrummy.players.player import run_to_end
found = [run_to_end(decide(cores, int(sys.argv[1]))) for cores in json.loads(sys.argv[2])]
print(json.dumps([json.loads(each) for each in found]))
"""
)
WORKER: Final = """
import { interpreter } from "./interpreter.js";
import { Helpers } from "./law_helpers.js";
const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
globalThis.onunhandledrejection = ({ reason }) => setTimeout(() => { throw reason; });
globalThis.onmessage = async ({ data: { scope, code, cores, runs } }) => {
  let helpers;
  const most = Math.max(...cores) - 1;
  const python = await interpreter(scope, { HOME: "/" }, (module) => (helpers = new Helpers(module, most)));
  const step = python.runPython(code);
  const told = [];
  for (const count of cores) {
    step(count, runs);
    while (helpers && count > 1 && helpers.count() < most) await pause(20);
    for (;;) {
      const found = step();
      if (found !== undefined) { told.push(JSON.parse(found)); break; }
      await helpers?.settled();
      await pause(0);
    }
  }
  globalThis.postMessage(told);
};
"""
STEPPING: Final = (
    DECIDING
    + """
from ginrummy.players.player import PauseReason
work = None

def step(cores=None, runs=0):
    global work
    if cores is not None:
        work = decide(cores, runs)
        return None
    try:
        while next(work) is not PauseReason.AWAITED:
            pass
    except StopIteration as done:
        return done.value

step
"""
)
ASKING: Final = """(told) => new Promise((resolve, reject) => {
  const worker = new Worker("cores_worker.js", { type: "module" });
  worker.onmessage = ({ data }) => resolve(data);
  worker.onerror = (event) => reject(new Error(event.message));
  worker.postMessage({ scope: new URL("./", document.baseURI).href, ...told });
})"""

Took = list[dict[str, float]]


def here(target: str, cores: list[int], runs: int) -> Took:
    """Return the times of the decisions on each number of cores with `target`, in a new process."""
    environment = os.environ | {VARIABLE: target, "PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "-c", HERE, str(runs), json.dumps(cores)]
    done = subprocess.run(command, env=environment, check=True, capture_output=True, text=True)
    found: Took = json.loads(done.stdout)
    return found


def in_browser(site: Path, cores: list[int], runs: int) -> Took:
    """Return the same times in Chromium, from unpacked files of `site` without a service worker."""
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        folder = Path(name, "gin")
        folder.mkdir()
        for pack in site.glob("*.pack"):
            for path, content in unpack_archive(gzip.decompress(pack.read_bytes())).items():
                place = folder / path
                place.parent.mkdir(parents=True, exist_ok=True)
                place.write_bytes(content)
        for script in site.glob("*.js"):
            (folder / script.name).write_bytes(script.read_bytes())
        (folder / "cores_worker.js").write_text(WORKER, "utf-8")
        (folder / "index.html").write_text("<!doctype html><title>cores</title>", "utf-8")
        host, browser = host_site(folder), launch(playwright)
        page = browser.new_page()
        page.set_default_timeout(0)
        page.goto(host.address)
        found: Took = page.evaluate(ASKING, {"code": STEPPING, "cores": cores, "runs": runs})
        browser.close()
        host.stop()
        return found


def main() -> None:
    """Measure and print."""
    options = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    options.add_argument("--out", type=Path, default=Path("build/table"))
    options.add_argument("--cores", type=int, nargs="+", default=[1, 2, 4])
    options.add_argument("--runs", type=int, default=5)
    chosen = options.parse_args()
    if not (chosen.out / "index.html").exists():
        subprocess.run([sys.executable, "-m", "ginrummy", "site", str(chosen.out)], check=True)
    load = " ".join(f"{each:.2f}" for each in os.getloadavg())
    print(f"{processor()}, {os.cpu_count()} cores; load average {load}\n")
    ways = {way: here(way, chosen.cores, chosen.runs) for way in ("native", "wasm")}
    ways["browser"] = in_browser(chosen.out, chosen.cores, chosen.runs)
    runs = [took for found in ways.values() for took in found]
    assert all(list(took) == list(runs[0]) for took in runs), "the moves differ"
    print(
        "| events so far, move |", *(f" {way}, {count} |" for way in ways for count in chosen.cores), sep=""
    )
    print("|---|", *("--:|" for _run in runs), sep="")
    for name in runs[0]:
        print(f"| {name} |", *(f" {took[name]:.0f} |" for took in runs), sep="")
    print("| all |", *(f" {sum(took.values()):.0f} |" for took in runs), sep="")


if __name__ == "__main__":
    main()
