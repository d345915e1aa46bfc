"""What a page must not have: texts cut off, broken or covered, small targets, what axe finds."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

TARGET: Final = 44
"""The least side of what is pressed, in CSS pixels (WCAG 2.5.5)."""
_SEEN: Final = Path(__file__).with_suffix(".js").read_text("utf-8")
_HEARD: Final = """rules => axe.run(
  document.querySelector(":popover-open, .drawer[open]") ?? document,
  {resultTypes: ["violations"], ...rules}).then(found => found.violations
  .filter(({impact}) => ["serious", "critical"].includes(impact))
  .map(({id, nodes}) => `${id}: ${nodes.map(({html}) => html).slice(0, 3).join(" ")}`))"""


def seen_faults(page: Page, *, zoom: int = 1) -> list[str]:
    """Return what an eye or a finger would find wrong with a page, made `zoom` times as large."""
    return [str(one) for one in page.evaluate(_SEEN, TARGET // zoom)]


def arm(page: Page) -> None:
    """Let `heard_faults` be asked of this page."""
    page.evaluate(Axe().axe_script)


def heard_faults(page: Page, rules: dict[str, list[str]] | None = None) -> list[str]:
    """Return the serious and critical findings of axe, by `rules` alone where some are named.

    Where a window or a drawer is open over the page they are its own: what it covers cannot be
    measured.
    """
    return [str(one) for one in page.evaluate(_HEARD, rules or {})]
