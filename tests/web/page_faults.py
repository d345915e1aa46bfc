"""Faults of a page: texts clipped, broken or covered, small targets, findings of axe."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

TARGET: Final = 44
"""Minimum side of a target, in CSS pixels (WCAG 2.5.5)."""
_SEEN: Final = Path(__file__).with_suffix(".js").read_text("utf-8")
_HEARD: Final = """rules => axe.run(
  document.querySelector(":popover-open, .drawer[open]") ?? document,
  {resultTypes: ["violations"], ...rules}).then(found => found.violations
  .filter(({impact}) => ["serious", "critical"].includes(impact))
  .map(({id, nodes}) => `${id}: ${nodes.map(({html}) => html).slice(0, 3).join(" ")}`))"""


def seen_faults(page: Page, *, zoom: int = 1) -> list[str]:
    """Return the visual and touch faults of a page, at a factor of `zoom`."""
    return [str(one) for one in page.evaluate(_SEEN, TARGET // zoom)]


def arm(page: Page) -> None:
    """Prepare a page for `heard_faults`."""
    page.evaluate(Axe().axe_script)


def heard_faults(page: Page, rules: dict[str, list[str]] | None = None) -> list[str]:
    """Return the serious and critical findings of axe, of `rules` only if given.

    If a window or a drawer is open, only its own: covered parts cannot be measured.
    """
    return [str(one) for one in page.evaluate(_HEARD, rules or {})]
