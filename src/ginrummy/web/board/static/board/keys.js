// Keyboard control of the table.
import { all, find, hit, need } from "../design/elements.js";
import { shift } from "./hand.js";
import { notify } from "./notice.js";
import { printedKey } from "./printed_key.js";

const CLOSING = ".knock-place button.closing";
/** Selectors that the shortcuts click, in the order of the page's keys (`preferences.SHORTCUTS`). */
const PRESSED = [
  ".actions button.draw",
  ".actions button.take",
  ".actions button.pass",
  CLOSING,
  "#discard:not([hidden])",
  ".slot button.primary:not([hidden])",
  ".actions a.hint",
  "button.undo",
];
/** @type {Record<string, number>} */
const STEPS = { ArrowLeft: -1, ArrowRight: 1, "[": -1, "]": 1 };

/**
 * Move the focus to the next card, or move the focused card. Return whether there was one.
 * @param {HTMLElement} board
 * @param {string} key
 * @param {boolean} isShifted
 */
function walk(board, key, isShifted) {
  const cards = all(board, ".hand .card, .scene .movable");
  const at = cards.findIndex((card) => card === document.activeElement);
  const step = STEPS[key];
  if (isShifted || !key.startsWith("Arrow")) {
    if (at >= 0) shift(board, cards[at], step);
    return at >= 0;
  }
  const next = at < 0 ? (step > 0 ? 0 : cards.length - 1) : at + step;
  cards[next]?.focus();
  return Boolean(cards[next]);
}

/**
 * Return the selector that a key clicks, empty if shortcuts are off.
 * @param {string} key
 */
function targetOf(key) {
  const { keys = "", shortcuts } = document.documentElement.dataset;
  return shortcuts === "off" || !key ? "" : PRESSED[keys.indexOf(key)];
}

/**
 * Show why knocking is not possible yet.
 * @param {HTMLElement} board
 */
function sayWhyNot(board) {
  const why = find(board, ".knock-place .why");
  if (why) notify(why.textContent);
}

document.addEventListener("keydown", (event) => {
  const board = document.getElementById("board");
  const isHeld = (event.ctrlKey || event.altKey || event.metaKey) && !event.getModifierState("AltGraph");
  if (!board || isHeld || event.repeat) return;
  if (hit(event, "input, select, textarea")) return;
  const key = printedKey(event);
  if (key in STEPS) {
    if (walk(board, key, event.shiftKey)) event.preventDefault();
    return;
  }
  if (key === "?" && document.documentElement.dataset.shortcuts !== "off") {
    const help = find(board, "details.keys", HTMLDetailsElement);
    if (!help) return;
    help.open = !help.open;
    const drawer = help.closest("details.drawer");
    if (drawer instanceof HTMLDetailsElement) drawer.open = true;
    need(help, "summary").focus();
    return;
  }
  const wish = targetOf(key);
  const button = wish ? find(board, wish) : null;
  if (event.shiftKey) return;
  if (!button) return wish === CLOSING ? sayWhyNot(board) : undefined;
  event.preventDefault();
  button.click();
});
