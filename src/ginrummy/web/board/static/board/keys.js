// Everything by keys: by their place on the keyboard, so that they work in every layout.
import { all, find, hit, need } from "../design/elements.js";
import { shift } from "./hand.js";
import { notify } from "./notice.js";

const CLOSING = ".slot.first button.closing";
/** What each shortcut presses, in the order of the keys that the page tells (`preferences.SHORTCUTS`). */
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
const STEPS = { ArrowLeft: -1, ArrowRight: 1, BracketLeft: -1, BracketRight: 1 };

/**
 * @param {KeyboardEvent} event
 * @param {HTMLElement} board
 */
function walk(event, board) {
  const cards = all(board, ".hand .card, .scene .movable");
  const at = cards.findIndex((card) => card === document.activeElement);
  const step = STEPS[event.code];
  if (event.shiftKey || event.code.startsWith("Bracket")) {
    if (at >= 0) shift(board, cards[at], step);
    return at >= 0;
  }
  const next = at < 0 ? (step > 0 ? 0 : cards.length - 1) : at + step;
  cards[next]?.focus();
  return Boolean(cards[next]);
}

/**
 * Return what a key presses by its place on the keyboard, so that it works in every layout; nothing where it is off.
 * @param {KeyboardEvent} event
 */
function meant(event) {
  const { keys = "", shortcuts } = document.documentElement.dataset;
  const [, key = ""] = /^(?:Key|Digit)(.)$/.exec(event.code) ?? [];
  return shortcuts === "off" || !key ? "" : PRESSED[keys.indexOf(key)];
}

/**
 * Say why the hand cannot be closed yet, where a card is to be thrown.
 * @param {HTMLElement} board
 */
function sayWhyNot(board) {
  const why = find(board, ".knock-place .why");
  if (why) notify(why.textContent);
}

document.addEventListener("keydown", (event) => {
  const board = document.getElementById("board");
  if (!board || event.ctrlKey || event.altKey || event.metaKey || event.repeat) return;
  if (hit(event, "input, select, textarea")) return;
  if (event.code in STEPS) {
    if (walk(event, board)) event.preventDefault();
    return;
  }
  if (event.key === "?" && document.documentElement.dataset.shortcuts !== "off") {
    const help = need(board, "details.keys", HTMLDetailsElement);
    help.open = !help.open;
    const drawer = help.closest("details.drawer");
    if (drawer instanceof HTMLDetailsElement) drawer.open = true;
    need(help, "summary").focus();
    return;
  }
  const wish = meant(event);
  const button = wish ? find(board, wish) : null;
  if (event.shiftKey) return;
  if (!button) return wish === CLOSING ? sayWhyNot(board) : undefined;
  event.preventDefault();
  button.click();
});
