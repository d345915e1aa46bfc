// Animation of the score: the points of a hand fly to the total, which counts up.
import { all, find } from "../design/elements.js";
import { duration } from "./motion.js";

const COUNTING = 600;
/** @type {string[]} */
let before = [];

/** @param {HTMLElement} board */
const totals = (board) => all(board, ".points .total b");

/**
 * Save the totals before the board is swapped.
 * @param {HTMLElement} board
 */
export function noteScore(board) {
  before = totals(board).map((total) => total.textContent);
}

/**
 * Count a total up after `wait` milliseconds.
 * @param {HTMLElement} total
 * @param {number} from
 * @param {number} to
 * @param {number} wait
 */
function count(total, from, to, wait) {
  const start = performance.now() + wait;
  /** @param {number} now */
  function step(now) {
    const part = Math.min(1, Math.max(0, (now - start) / COUNTING));
    total.textContent = String(Math.round(from + (to - from) * part));
    if (part < 1 && total.isConnected) requestAnimationFrame(step);
  }
  step(start);
}

/**
 * @param {HTMLElement} board
 * @param {HTMLElement} total
 * @param {string} text
 * @param {number} wait
 */
function carry(board, total, text, wait) {
  const [from, to] = [find(board, ".sums"), total].map((one) => one?.getBoundingClientRect());
  if (!from || !to) return;
  const chip = Object.assign(document.createElement("span"), { className: "gained", textContent: text });
  chip.setAttribute("aria-hidden", "true");
  board.append(chip);
  chip.style.left = `${from.x + from.width / 2}px`;
  chip.style.top = `${from.y}px`;
  const there = `translate(${to.x - from.x - from.width / 2}px, ${to.y - from.y}px) scale(.8)`;
  const flight = chip.animate([{ transform: "none", opacity: 0 }, { opacity: 1, offset: 0.2 }, { transform: there }], {
    duration: COUNTING,
    delay: wait,
    easing: "ease-in-out",
    fill: "backwards",
  });
  flight.finished.then(() => chip.remove(), () => chip.remove());
}

/**
 * Animate the totals of a new board after its cards have landed.
 * @param {HTMLElement} board
 */
export function moveScore(board) {
  const wait = parseFloat(document.documentElement.style.getPropertyValue("--landed")) || 0;
  if (!duration() || !board.matches(".ended")) return;
  for (const [at, total] of totals(board).entries()) {
    const [from, to] = [Number(before[at]), Number(total.textContent)];
    if (!(to > from)) continue;
    carry(board, total, `+${to - from}`, wait);
    count(total, from, to, wait + COUNTING / 2);
  }
}
