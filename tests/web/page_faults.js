/**
 * Finds visual and touch faults of the page and describes them.
 * @param {number} least minimum side of a target in CSS pixels
 */
(least) => {
  const found = new Set();
  const isHidden = (one) => one && (getComputedStyle(one).clipPath !== "none" || isHidden(one.parentElement));
  const isSeen = (one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !isHidden(one);

  /** Return the nearest scroll container. */
  const scrollerOf = (one) => one && (/auto|scroll/.test(getComputedStyle(one).overflow) ? one : scrollerOf(one.parentElement));

  /** Words broken over two lines. Only long words, names on a score sheet and code may be broken. */
  function broken(text, range) {
    if (text.parentElement.closest("code, .who") || getComputedStyle(text.parentElement).overflowWrap === "normal") return;
    for (const { 0: word, index } of text.data.matchAll(/(?<![\p{L}\d])\p{L}{2,13}(?![\p{L}\d])/gu)) {
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      if (new Set([...range.getClientRects()].map((line) => Math.round(line.top))).size > 1) found.add(`broken: ${word}`);
    }
  }

  /** Return all visible texts: words, element, line boxes. */
  function texts() {
    const all = [], walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = walk.nextNode(); text; text = walk.nextNode()) {
      const parent = text.parentElement, words = text.data.trim().replace(/\s+/g, " ").slice(0, 60);
      if (!words || parent.closest("option, script, style, noscript, svg") || !isSeen(parent)) continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      all.push([words, parent, [...range.getClientRects()].filter((line) => line.width > 1 && line.height > 1)]);
      broken(text, range);
    }
    return all;
  }

  /** Texts clipped by an ancestor, or wider than their button. */
  function cutOff(words, parent, lines) {
    for (let box = parent; box && box !== document.documentElement; box = box.parentElement) {
      const style = getComputedStyle(box), edge = box.getBoundingClientRect();
      if (/auto|scroll/.test(style.overflow)) return;
      if (style.display === "inline") continue;
      const isPressed = box.matches("button:not(.card), .button, summary");
      const clips = (flow) => isPressed || flow === "hidden" || flow === "clip";
      for (const { left, right, top, bottom, height } of lines) {
        const isWide = right > edge.right + 1 || left < edge.left - 1;
        const isHigh = bottom > edge.bottom + height / 4 || top < edge.top - height / 4;
        if (isWide && clips(style.overflowX)) found.add(`cut off: ${words}`);
        if (isHigh && clips(style.overflowY)) found.add(`too high: ${words}`);
      }
      if (style.position === "fixed") return;
    }
  }

  /** Texts on the felt, or in an open drawer, under another element. */
  function covered(words, parent, lines) {
    const opened = document.querySelector(":popover-open")
      ?? document.querySelector(".drawer[open] .panel, .talk details[open]");
    if (opened ? !opened.contains(parent) : !parent.closest("#board")) return;
    if (parent.closest(".hand, .scene .card") || getComputedStyle(parent).pointerEvents === "none") return;
    const scroller = scrollerOf(parent)?.getBoundingClientRect();
    for (const { left, top, width, height } of lines) {
      const y = top + height / 2;
      if (scroller && (y < scroller.top || y > scroller.bottom)) continue;
      for (const part of [0.1, 0.5, 0.9]) {
        const upper = document.elementFromPoint(left + width * part, y);
        if (!upper || parent.contains(upper) || upper.contains(parent)) continue;
        if (parent.closest("label")?.contains(upper)) continue;
        found.add(`covered: ${words}, by ${upper.closest("[class]")?.getAttribute("class")}`);
      }
    }
  }

  /** Targets that are too small. Links and glossary terms within a line of text are exempt (WCAG 2.5.5, Inline). */
  function small(one) {
    if (!isSeen(one) || one.type === "hidden" || getComputedStyle(one).display === "inline") return;
    const label = one.matches("[type=radio], [type=checkbox]") ? one.closest("label") : null;
    const { width, height } = (label ?? one).getBoundingClientRect();
    if (Math.min(width, height) >= least - 0.5 || one.matches(".card, .term")) return;
    found.add(`small: ${Math.round(width)} by ${Math.round(height)} ${one.outerHTML.slice(0, 80)}`);
  }

  for (const [words, parent, lines] of texts()) {
    cutOff(words, parent, lines);
    covered(words, parent, lines);
  }
  for (const card of document.querySelectorAll(".chip, .mini"))
    if (getComputedStyle(card).textShadow !== "none") found.add(`blurred by a shadow: ${card.textContent}`);
  for (const text of document.querySelectorAll("svg text"))
    if (isSeen(text) && text.getBoundingClientRect().height < least / 4) found.add(`tiny: ${text.textContent}`);
  document.querySelectorAll("button, a, summary, select, input, textarea, [role=button]").forEach(small);
  const page = document.documentElement;
  if (page.scrollWidth > innerWidth) found.add("wider than the window");
  if (document.querySelector(".at-table") && page.scrollHeight > innerHeight) found.add("the table has to be scrolled");
  return [...found];
}
