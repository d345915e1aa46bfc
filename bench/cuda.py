"""Speed of the vector environment on a graphics card and on the processor, and its kernels on paper.

    python -m bench.cuda [--tables 131072] [--steps 200] [--opponent random|simple|steady]
    python -m bench.cuda --paper [--card sm_90]

The seat to move does its last legal action, chosen where the tables are. Each figure is the best of three
runs; compiling is excluded. `--paper` needs no card: NVIDIA's `ptxas` assembles the kernels and reports their
registers and stack.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any

from ginrummy.kernel.cuda_target import code_file
from ginrummy.lab import envs
from ginrummy.lab.envs.card_tables import card_exports

RUNS = 3
REGISTERS, THREADS, WARP, PARTS = 65_536, 2048, 32, 4
"""Of a multiprocessor since Volta: its registers, its most threads, the threads of a warp, its parts."""
REGISTERS_AT_ONCE = 256


def main() -> None:
    """Print the figures."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--tables", type=int, default=1 << 17)
    options.add_argument("--steps", type=int, default=200)
    options.add_argument("--opponent", choices=("random", "simple", "steady"))
    options.add_argument("--paper", action="store_true")
    options.add_argument("--card", default="sm_90")
    chosen = options.parse_args()
    if chosen.paper:
        print_paper(chosen.opponent or "random", chosen.card)
        return
    for device in envs.DEVICES:
        rate, hands = speed(device, chosen.tables, chosen.steps, chosen.opponent)
        print(f"{device:4} {chosen.tables:,} tables: {rate:,.0f} steps a second, {hands:,.0f} hands a second")


def speed(device: str, count: int, steps: int, opponent: str | None) -> tuple[float, float]:
    """Return the steps and the finished hands a second, with all cores of the processor."""
    tables = envs.vector(count, opponent=opponent, workers=None, device=device)
    best = (0.0, 0.0)
    for run in range(RUNS + 1):  # the first one compiles
        seen, hands = tables.reset(seed=run)[0], 0
        start = time.perf_counter()
        for _step in range(steps):
            seen, _rewards, ended, _cut, _news = tables.step(last_legal(seen))
            hands += ended.sum()
        hands = int(hands)  # waits for the card
        seconds = time.perf_counter() - start
        best = max(best, (count * steps / seconds, hands / seconds)) if run else best
    return best


def last_legal(seen: Any) -> Any:
    """Return the last legal action of each table, which closes a hand that can be closed."""
    masks = seen["action_mask"]
    return masks.shape[1] - 1 - masks[:, ::-1].argmax(axis=1)


def print_paper(opponent: str, card: str) -> None:
    """Print registers and stack of each kernel, and how many threads of a multiprocessor fit."""
    with tempfile.TemporaryDirectory() as folder:
        command = ["ptxas", "-v", f"-arch={card}", str(code_file(card_exports(opponent)))]
        done = subprocess.run(
            [*command, "-o", str(Path(folder, "card"))], check=True, capture_output=True, text=True
        )
    report = r"Compiling entry function '(\w+)'.*?(\d+) bytes stack frame.*?Used (\d+) registers"
    for name, stack, registers in re.findall(report, done.stderr, re.DOTALL):
        share = fitting_threads(int(registers)) / THREADS
        print(f"{name:26} {registers:>3} registers, {stack:>4} bytes of stack, {share:.1%} of threads")


def fitting_threads(registers: int) -> int:
    """Return how many threads that use so many registers each a multiprocessor holds.

    >>> fitting_threads(255), fitting_threads(56), fitting_threads(32)
    (256, 1152, 2048)
    """
    warp = -(-registers * WARP // REGISTERS_AT_ONCE) * REGISTERS_AT_ONCE
    return min(THREADS, REGISTERS // PARTS // warp * PARTS * WARP)


if __name__ == "__main__":
    main()
