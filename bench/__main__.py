"""All speed benchmarks, ours and the peers' in the same run: writes bench/results.md and the plots.

    python -m bench [--runs 5] [--scale 1.0] [--quick] [--out DIR] [--peers PYTHON]

The first run installs the peers in `.venv-bench`, unless `--peers` names a Python that has them. Without them
it measures ours alone. `--quick` runs a short version in two minutes. The status is 1 if a census is
wrong or two implementations differ.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
import venv
from importlib.metadata import version
from pathlib import Path
from typing import Any

import psutil

from bench import checks, kernel_speed, ours, plots, report

FOLDER = Path(__file__).parent
PEERS_FOLDER = FOLDER.parent / ".venv-bench"
REQUIREMENTS = (
    "open_spiel==2.0.2", "rlcard==1.2.0", "pettingzoo==1.26.1", "gymnasium==1.4.0", "pygame==2.6.1",
    "numpy==2.4.6", "scipy==1.17.1",
)  # fmt: skip
OUR_PACKAGES = ("numba", "numpy")
QUICK_SCALE = 0.05
STATES, ORACLE_STATES = 1_000_000, 100_000
WAIT_SECONDS = 5.0


def main() -> int:
    """Measure and write. Return the exit status."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    options.add_argument("--runs", type=int, default=5)
    options.add_argument("--scale", type=float, default=1.0)
    options.add_argument("--quick", action="store_true")
    options.add_argument("--out", type=Path, default=FOLDER)
    options.add_argument("--peers", default="")
    chosen = options.parse_args()
    if chosen.quick:
        chosen.scale = min(chosen.scale, QUICK_SCALE)
    start, before = time.perf_counter(), others()
    chosen.out.mkdir(parents=True, exist_ok=True)
    runs, versions = measure(chosen.runs, chosen.scale, chosen.peers)
    draw_plots(chosen.out, chosen.scale)
    log("how long it takes to start")
    starts = kernel_speed.starts()
    found = check(quick=chosen.quick)
    text = report.page(
        runs,
        versions=versions,
        command=command(chosen),
        load=(before, others()),
        starts=starts,
        checks=found,
        seconds=time.perf_counter() - start,
    )
    (chosen.out / "results.md").write_text(text, encoding="utf-8")
    print(text)
    return 1 if any(each.faults for each in found) else 0


def measure(count: int, scale: float, given: str) -> tuple[dict[str, list[float]], dict[str, str]]:
    """Return every figure `count` times, ours and the peers' in turn, and the versions."""
    python = given or peers_python()
    log("warming up")
    ours.figures(min(scale, 0.01))
    runs: dict[str, list[float]] = {}
    versions = {f"{name} (ours)": version(name) for name in OUR_PACKAGES}
    for number in range(count):
        log(f"run {number + 1} of {count}")
        theirs = peers_figures(python, scale) if python else {"figures": {}, "versions": {}}
        versions |= {name: str(text) for name, text in theirs["versions"].items()}
        for name, value in (ours.figures(scale) | theirs["figures"]).items():
            runs.setdefault(name, []).append(float(value))
    return runs, versions


def check(*, quick: bool) -> list[checks.Check]:
    """Return the results of the censuses and of the comparison of laws, `quick` without the longest."""
    log("comparing the compiled law, Python and the oracle")
    found = checks.agreement(1 if quick else STATES, 1 if quick else ORACLE_STATES)
    for cards in (10,) if quick else (10, 11):
        log(f"counting all hands of {cards} cards")
        found.append(checks.census(cards))
    return found


def draw_plots(folder: Path, scale: float) -> None:
    """Write both pictures to `folder`."""
    log("drawing")
    across, up = "tables in a step, one core", "decisions a second"
    plots.draw(folder / "by_batch.png", ours.by_batch(scale), across=across, up=up, logarithmic=True)
    across, up = "cores", "random hands a second"
    plots.draw(folder / "by_cores.png", ours.by_cores(scale), across=across, up=up, logarithmic=False)


def command(chosen: argparse.Namespace) -> str:
    """Return the command line of this run."""
    return f"python -m bench --runs {chosen.runs} --scale {chosen.scale}{' --quick' if chosen.quick else ''}"


def log(what: str) -> None:
    """Print progress to standard error."""
    print(f"{time.strftime('%H:%M:%S')} {what} ...", file=sys.stderr, flush=True)


def others() -> float:
    """Return the share of all cores that other programs use."""
    return float(psutil.cpu_percent(interval=WAIT_SECONDS)) / 100


def peers_python() -> str:
    """Return the Python with the peers, after installing them if needed; empty if that fails."""
    python = PEERS_FOLDER / "bin" / "python"
    if (PEERS_FOLDER / "ready").exists():
        return str(python)
    log("setting up the peers (once)")
    try:
        venv.create(PEERS_FOLDER, clear=True, with_pip=True)
        subprocess.run([python, "-m", "pip", "--quiet", "install", *REQUIREMENTS], check=True)
    except (OSError, subprocess.CalledProcessError) as error:
        log(f"the peers cannot be installed ({error}): measuring ours alone")
        return ""
    (PEERS_FOLDER / "ready").touch()
    return str(python)


def peers_figures(python: str, scale: float) -> dict[str, dict[str, Any]]:
    """Return one repetition of the peers' figures, and their versions."""
    script = [python, "-W", "ignore", str(FOLDER / "peers.py"), str(scale)]
    environment = os.environ | {"PYGAME_HIDE_SUPPORT_PROMPT": "1"}
    output = subprocess.check_output(script, env=environment, text=True)
    found: dict[str, dict[str, Any]] = json.loads(output.splitlines()[-1])
    return found


if __name__ == "__main__":
    raise SystemExit(main())
