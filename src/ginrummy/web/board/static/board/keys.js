// Everything by keys: by their place on the keyboard, so that they work in every layout.
import { all, find, hit, need } from "../design/elements.js";
import { shift } from "./hand.js";

/** @type {Record<string, string>} */
const PRESSED = {
  KeyD: ".actions button.draw",
  KeyT: ".actions button.take",
  KeyP: ".actions button.pass",
  KeyK: ".slot.first button.closing",
  KeyX: "#discard:not([hidden])",
  KeyH: ".actions a.hint",
  KeyU: "button.undo",
  KeyN: ".slot button.primary:not([hidden])",
};
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

document.addEventListener("keydown", (event) => {
  const board = document.getElementById("board");
  if (!board || event.ctrlKey || event.altKey || event.metaKey || event.repeat) return;
  if (hit(event, "input, select, textarea")) return;
  if (event.code in STEPS) {
    if (walk(event, board)) event.preventDefault();
    return;
  }
  if (event.key === "?") {
    const help = need(board, "details.keys", HTMLDetailsElement);
    help.open = !help.open;
    const drawer = help.closest("details.drawer");
    if (drawer instanceof HTMLDetailsElement) drawer.open = true;
    need(help, "summary").focus();
    return;
  }
  const button = PRESSED[event.code] && find(board, PRESSED[event.code]);
  if (!button || event.shiftKey) return;
  event.preventDefault();
  button.click();
});
