"""The figures as a page: medians, spreads and ratios, with the machine and the versions."""

from __future__ import annotations

import os
import platform
import statistics
from collections.abc import Mapping, Sequence
from pathlib import Path

WORKS = {
    "deadwood": "least deadwood of ten random cards (hands/s)",
    "eleven": "eleven cards, all eleven deadwoods; OpenSpiel one, not exact (hands/s)",
    "random hands": "random legal play (hands/s)",
    "random decisions": "random legal play (decisions/s)",
    "simple hands": "simple against simple (hands/s)",
    "observed decisions": "step, mask and observation (decisions/s)",
    "AEC hands": "one environment, both seats at random (hands/s)",
}
PEERS = ("OpenSpiel", "RLCard", "PettingZoo")
Runs = Mapping[str, Sequence[float]]


def page(runs: Runs, *, versions: Mapping[str, str], command: str, load: tuple[str, str]) -> str:
    """Return the page; `runs` holds the repetitions of each figure, `load` the machine's before and after."""
    count = len(next(iter(runs.values())))
    lines = [
        "# What was measured",
        "",
        f"Medians of {count} runs, ours and the peers' in turn within one run of `{command}`; "
        "in brackets the least and the greatest. One core unless said otherwise.",
        "",
        f"Machine: {processor()}, {os.cpu_count()} cores, {platform.system()}, "
        f"Python {platform.python_version()}. Load average before and after: {load[0]}; {load[1]} "
        "(above the number of cores other work shared the machine: the figures are low, the ratios rough).",
        "Versions: " + ", ".join(f"{name} {text}" for name, text in sorted(versions.items())) + ".",
        "",
        "| work | who | median | spread | ours is |",
        "|---|---|--:|--:|--:|",
    ]
    for work, title in WORKS.items():
        lines += rows(work, title, runs)
    ratio = statistics.median(runs["two cores: ours"]) / statistics.median(runs["one core: ours"])
    lines += ["", f"Two cores against one, random legal play: {ratio:.2f} times.", ""]
    return "\n".join(lines)


def rows(work: str, title: str, runs: Runs) -> list[str]:
    """Return the rows of one work, ours first."""
    ours = runs[f"{work}: ours"]
    lines = [f"| {title} | ours | {statistics.median(ours):,.0f} | {spread(ours)} | |"]
    for peer in PEERS:
        name = f"{work}: {peer}"
        if name in runs:
            median = statistics.median(runs[name])
            ratio = statistics.median(ours) / median
            lines.append(f"| | {peer} | {median:,.0f} | {spread(runs[name])} | {ratio:,.1f} × |")
    return lines


def spread(values: Sequence[float]) -> str:
    """Return the least and the greatest of `values`."""
    return f"[{min(values):,.0f}, {max(values):,.0f}]"


def processor() -> str:
    """Return what the processor calls itself."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or platform.machine()
