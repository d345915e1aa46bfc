"""Everything that is measured, ours and the peers' in the same run: writes bench/results.md and the plots.

    python -m bench [--runs 5] [--scale 1.0] [--out DIR] [--peers PYTHON]

The peers are set up in `.venv-bench` once, unless `--peers` names a Python that has them.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import venv
from importlib.metadata import version
from pathlib import Path
from typing import Any

from bench import ours, plots, report

FOLDER = Path(__file__).parent
PEERS_FOLDER = FOLDER.parent / ".venv-bench"
REQUIREMENTS = (
    "open_spiel==2.0.2", "rlcard==1.2.0", "pettingzoo==1.26.1", "gymnasium==1.4.0", "pygame==2.6.1",
    "numpy==2.4.6", "scipy==1.17.1",
)  # fmt: skip
OUR_PACKAGES = ("numba", "numpy")


def main() -> None:
    """Measure and write."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    options.add_argument("--runs", type=int, default=5)
    options.add_argument("--scale", type=float, default=1.0)
    options.add_argument("--out", type=Path, default=FOLDER)
    options.add_argument("--peers", default="")
    chosen = options.parse_args()
    python, before = chosen.peers or peers_python(), load()
    ours.figures(min(chosen.scale, 0.01))
    runs: dict[str, list[float]] = {}
    versions = {f"{name} (ours)": version(name) for name in OUR_PACKAGES}
    for number in range(chosen.runs):
        print(f"run {number + 1} of {chosen.runs}", file=sys.stderr, flush=True)
        theirs = peers_figures(python, chosen.scale)
        versions |= {name: str(text) for name, text in theirs["versions"].items()}
        for name, value in (ours.figures(chosen.scale) | theirs["figures"]).items():
            runs.setdefault(name, []).append(float(value))
    chosen.out.mkdir(parents=True, exist_ok=True)
    text = report.page(runs, versions=versions, command=command(chosen), load=(before, load()))
    (chosen.out / "results.md").write_text(text, encoding="utf-8")
    draw_plots(chosen.out, chosen.scale)
    print(text)


def draw_plots(folder: Path, scale: float) -> None:
    """Write both pictures to `folder`."""
    across, up = "tables in a step, one core", "decisions a second"
    plots.draw(folder / "by_batch.png", ours.by_batch(scale), across=across, up=up, logarithmic=True)
    across, up = "cores", "random hands a second"
    plots.draw(folder / "by_cores.png", ours.by_cores(scale), across=across, up=up, logarithmic=False)


def command(chosen: argparse.Namespace) -> str:
    """Return what was asked for."""
    return f"python -m bench --runs {chosen.runs} --scale {chosen.scale}"


def load() -> str:
    """Return the load average of the machine."""
    return " ".join(f"{value:.2f}" for value in os.getloadavg())


def peers_python() -> str:
    """Return the Python that has the peers, set up where there is none yet."""
    python = PEERS_FOLDER / "bin" / "python"
    if not (PEERS_FOLDER / "ready").exists():
        print("Setting up the peers (once) ...", file=sys.stderr)
        venv.create(PEERS_FOLDER, clear=True, with_pip=True)
        subprocess.run([python, "-m", "pip", "--quiet", "install", *REQUIREMENTS], check=True)
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
    main()
