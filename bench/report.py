"""Page of results: medians, spreads, ratios and goals; machine, versions, checks."""

from __future__ import annotations

import os
import platform
import statistics
from collections.abc import Mapping, Sequence
from pathlib import Path

from bench.checks import Check

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
TO_REACH = {
    "deadwood: OpenSpiel": 40,
    "eleven: OpenSpiel": 15,
    "random hands: OpenSpiel": 100,
    "random decisions: OpenSpiel": 100,
    "simple hands: OpenSpiel": 75,
    "observed decisions: OpenSpiel": 30,
    "AEC hands: PettingZoo": 10,
}
CALM = 0.1
Runs = Mapping[str, Sequence[float]]


def page(
    runs: Runs,
    *,
    versions: Mapping[str, str],
    command: str,
    load: tuple[float, float],
    starts: Mapping[str, float],
    checks: Sequence[Check],
    seconds: float,
) -> str:
    """Return the page. `runs` has the repetitions of each figure, `load` the load before and after."""
    count = len(next(iter(runs.values())))
    lines = [
        "# Speed",
        "",
        f"Medians of {count} runs, ours and the peers' in turn within one run of `{command}` "
        f"({seconds:.0f} s in all); in brackets minimum and maximum. One core unless stated otherwise.",
        "",
        f"Machine: {processor()}, {os.cpu_count()} cores, {platform.system()}, "
        f"Python {platform.python_version()}. {load_text(*load)}",
        "",
        "Versions: " + ", ".join(f"{name} {text}" for name, text in sorted(versions.items())) + ".",
        "",
        "| work | who | median | spread | ours is | to reach |",
        "|---|---|--:|--:|--:|--:|",
    ]
    for work, title in WORKS.items():
        lines += rows(work, title, runs)
    lines += ["", cores_text(runs), "", "![by batch size](by_batch.png) ![by cores](by_cores.png)", ""]
    lines += [
        "The kernel is ready from an empty cache of compiled code "
        f"after {starts['first start']:.1f} s, later after {starts['later start']:.2f} s "
        "(to reach: 30 s and 1 s; `python -m bench.kernel_speed`).",
        "",
        "| check | outcome | command |",
        "|---|---|---|",
    ]
    for check in checks:
        faults = "".join(f"; {fault}" for fault in check.faults)
        lines.append(f"| {check.name} | {check.outcome}{faults} | `{check.command}` |")
    return "\n".join([*lines, ""])


def load_text(before: float, after: float) -> str:
    """Return the share of other work on the cores, with a warning if it is large."""
    text = f"Other work took {before:.0%} of the cores just before, {after:.0%} just after."
    if max(before, after) <= CALM:
        return text
    return text + " **The machine was shared: the figures are low, the ratios rough.**"


def cores_text(runs: Runs) -> str:
    """Return the speed-up of two cores over one."""
    ratios = [two / one for two, one in zip(runs["two cores: ours"], runs["one core: ours"], strict=True)]
    return (
        f"Two cores against one, random legal play: {statistics.median(ratios):.2f} × "
        f"[{min(ratios):.2f}, {max(ratios):.2f}] (to reach: 1.8 ×)."
    )


def rows(work: str, title: str, runs: Runs) -> list[str]:
    """Return the rows of one work, ours first."""
    ours = runs[f"{work}: ours"]
    lines = [f"| {title} | ours | {statistics.median(ours):,.0f} | {spread(ours)} | | |"]
    for peer in PEERS:
        name = f"{work}: {peer}"
        if name in runs:
            median = statistics.median(runs[name])
            ratio = statistics.median(ours) / median
            due = f"{TO_REACH[name]} ×" if name in TO_REACH else ""
            lines.append(f"| | {peer} | {median:,.0f} | {spread(runs[name])} | {ratio:,.1f} × | {due} |")
    return lines


def spread(values: Sequence[float]) -> str:
    """Return minimum and maximum of `values`."""
    return f"[{min(values):,.0f}, {max(values):,.0f}]"


def processor() -> str:
    """Return the name of the processor."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or platform.machine()
