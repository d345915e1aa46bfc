"""The real browser of these tests: found, or installed, by tools/find-browser; else they say so and fail."""

from __future__ import annotations

import subprocess
from functools import cache
from pathlib import Path

from playwright.sync_api import Browser, Playwright

FINDER = Path(__file__).parents[2] / "tools" / "find-browser"
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@cache
def browser_path() -> str:
    """Return the path of Chromium; raises `RuntimeError` with the reason when there is none to be had."""
    found = subprocess.run([FINDER], capture_output=True, text=True, check=False)
    if found.returncode != 0:
        raise RuntimeError(f"no browser to test with:\n{found.stderr}")
    return found.stdout.strip().splitlines()[-1]


def launch(playwright: Playwright) -> Browser:
    """Return a running Chromium."""
    return playwright.chromium.launch(executable_path=browser_path(), args=ARGUMENTS)
