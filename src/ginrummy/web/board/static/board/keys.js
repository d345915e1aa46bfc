// Everything by keys: by their place on the keyboard, so that they work in every layout.
import { shift } from "./hand.js";

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
const STEPS = { ArrowLeft: -1, ArrowRight: 1, BracketLeft: -1, BracketRight: 1 };

function walk(event, board) {
  const all = [...board.querySelectorAll(".hand .card")];
  const at = all.indexOf(document.activeElement);
  const step = STEPS[event.code];
  if (event.shiftKey || event.code.startsWith("Bracket")) {
    if (at >= 0) shift(board, all[at], step);
    return at >= 0;
  }
  const next = at < 0 ? (step > 0 ? 0 : all.length - 1) : at + step;
  all[next]?.focus();
  return Boolean(all[next]);
}

document.addEventListener("keydown", (event) => {
  const board = document.getElementById("board");
  if (!board || event.ctrlKey || event.altKey || event.metaKey || event.repeat) return;
  if (event.target.closest?.("input, select, textarea")) return;
  if (event.code in STEPS) {
    if (walk(event, board)) event.preventDefault();
    return;
  }
  if (event.key === "?") {
    const help = board.querySelector("details.keys");
    help.open = !help.open;
    help.closest(".drawer").open = true;
    help.querySelector("summary").focus();
    return;
  }
  const button = PRESSED[event.code] && board.querySelector(PRESSED[event.code]);
  if (!button || event.shiftKey) return;
  event.preventDefault();
  button.click();
});
