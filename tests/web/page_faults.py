"""What a page must not have: text cut off or covered, targets too small for a finger, faults that axe finds."""

from __future__ import annotations

from typing import Final

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

TARGET: Final = 44
"""The least side of what is pressed, in CSS pixels (WCAG 2.5.5)."""

_TEXTS = """() => {
  const found = [], walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const isHidden = (one) => one && (getComputedStyle(one).clipPath !== "none" || isHidden(one.parentElement));
  for (let text = walk.nextNode(); text; text = walk.nextNode()) {
    const parent = text.parentElement;
    if (!text.data.trim() || parent.closest("option, script, style, noscript, svg") || isHidden(parent)) continue;
    if (!parent.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    const rects = [...range.getClientRects()].filter((rect) => rect.width > 1 && rect.height > 1);
    found.push([text.data.trim().replace(/\\s+/g, " ").slice(0, 60), parent, rects]);
  }
  return found;
}"""

_CUT_OFF = """() => {
  const found = new Set(), clips = (flow) => ["hidden", "clip"].includes(flow);
  const rolls = (style) => /auto|scroll/.test(style.overflow);
  for (const [text, parent, rects] of (TEXTS)()) {
    for (let box = parent; box && box !== document.documentElement; box = box.parentElement) {
      const style = getComputedStyle(box), edge = box.getBoundingClientRect();
      if (rolls(style)) break;
      if (style.display === "inline") continue;
      const isPressed = box.matches("button:not(.card), .button, summary");
      for (const { left, right, top, bottom, height } of rects) {
        const [wide, high] = [right > edge.right + 1 || left < edge.left - 1, bottom > edge.bottom + height / 4 || top < edge.top - height / 4];
        if (wide && (isPressed || clips(style.overflowX))) found.add(`cut off: ${text}`);
        if (high && (isPressed || clips(style.overflowY))) found.add(`too high: ${text}`);
      }
      if (style.position === "fixed") break;
    }
  }
  return [...found];
}"""
"""Texts that reach out of what clips them, or out of the button that bears them."""

_COVERED = """() => {
  const found = new Set(), opened = document.querySelector(".drawer[open] .panel, .talk details[open], :popover-open");
  for (const [text, parent, rects] of (TEXTS)()) {
    if (opened ? !opened.contains(parent) : !parent.closest("#board") || parent.closest(".hand, .scene .card")) continue;
    for (const { left, top, width, height } of rects) {
      for (const part of [.1, .5, .9]) {
        const [x, y] = [left + width * part, top + height / 2];
        const upper = x < innerWidth && y > 0 && y < innerHeight ? document.elementFromPoint(x, y) : null;
        if (upper && !parent.contains(upper) && !upper.contains(parent)) {
          const name = (upper.closest("[class]") ?? upper).className;
          if (!parent.closest(".scroll, .log")) found.add(`covered: ${text}, by ${name}`);
        }
      }
    }
  }
  return [...found];
}"""
"""What the felt, or what stands open before it, says under something else."""

SMALL = """(least) => [...document.querySelectorAll("button, a, summary, select, input, textarea, [role=button]")]
  .filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest(".unseen, .skip"))
  .filter((one) => one.type !== "hidden" && getComputedStyle(one).display !== "inline")
  .map((one) => [one, (one.matches("[type=radio], [type=checkbox]") && one.closest("label") || one).getBoundingClientRect()])
  .filter(([, box]) => box.width && (box.width < least - .5 || box.height < least - .5))
  .map(([one, box]) => `small: ${Math.round(box.width)} by ${Math.round(box.height)} ${one.outerHTML.slice(0, 80)}`)"""
"""Targets too small; links and words within a line of text are as high as that line (WCAG 2.5.5, Inline)."""

CUT_OFF, COVERED = (check.replace("TEXTS", _TEXTS) for check in (_CUT_OFF, _COVERED))

WIDE = """() => document.documentElement.scrollWidth > innerWidth ? ["wider than the window"] : []"""
ROLLS = """() => document.querySelector(".at-table") && document.documentElement.scrollHeight > innerHeight
  ? ["the table has to be scrolled"] : []"""

AXE = """rules => axe.run(document, {resultTypes: ["violations"], ...rules}).then(found => found.violations
  .filter(({impact}) => ["serious", "critical"].includes(impact))
  .map(({id, nodes}) => `${id}: ${nodes.map(({html}) => html).slice(0, 3).join(" ")}`))"""


def seen_faults(page: Page) -> list[str]:
    """Return what an eye would find wrong with a page as it stands, for want of room."""
    return [fault for check in (CUT_OFF, COVERED, WIDE, ROLLS) for fault in page.evaluate(check)]


def small_targets(page: Page) -> list[str]:
    """Return what is too small to be pressed with a finger."""
    return [str(one) for one in page.evaluate(SMALL, TARGET)]


def arm(page: Page) -> None:
    """Let `heard_faults` be asked of this page."""
    page.evaluate(Axe().axe_script)


def heard_faults(page: Page, rules: dict[str, list[str]] | None = None) -> list[str]:
    """Return the serious and critical findings of axe, by `rules` alone where some are named."""
    return [str(one) for one in page.evaluate(AXE, rules or {})]
