// Every card travels from where it was to where it is; how long is the player's choice.
import { all, find, need } from "../design/elements.js";

/**
 * Where everything lies on a board.
 * @typedef {object} Places
 * @property {Map<string | undefined, DOMRect | undefined>} found
 * @property {DOMRect | undefined} stock
 * @property {DOMRect | undefined} other
 * @property {number} backs
 * @property {HTMLElement | null} top
 * @property {number} lines
 */

const LONG = 320;
const SHORT = 130;
/** @type {Places | null} */
let last = null;

/** Return how many milliseconds a card travels by the player's wish, 0 where nothing moves. */
export function duration() {
  const wish = document.documentElement.dataset.motion;
  if (wish === "off") return 0;
  if (wish === "short") return SHORT;
  return wish === "system" && matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : LONG;
}

/** @param {Element | null | undefined} element */
const box = (element) => element?.getBoundingClientRect();

/**
 * @param {HTMLElement} board
 * @returns {Places}
 */
function places(board) {
  const found = new Map();
  for (const card of all(board, ".play .card[data-card]")) found.set(card.dataset.card, box(card));
  const [stock, pile] = all(board, ".centre .heap > .card:not(.thrown)");
  const backs = board.querySelectorAll(".back");
  return {
    found,
    stock: box(stock),
    other: box(backs[backs.length - 1]?.querySelector(".drawn") ?? backs[backs.length - 1]) ?? box(board.querySelector(".opponent")),
    backs: backs.length,
    top: pile?.dataset.card ? /** @type {HTMLElement} */ (pile.cloneNode(true)) : null,
    lines: board.querySelectorAll(".log li").length,
  };
}

/**
 * @param {Element} element
 * @param {DOMRect | undefined} from
 * @param {DOMRect | undefined} to
 * @param {number} wait
 */
function fly(element, from, to, wait, turn = "") {
  if (!from || !to || !to.width) return;
  const [x, y] = [from.x - to.x, from.y - to.y];
  if (Math.hypot(x, y) < 2) return;
  const scale = from.width / to.width;
  const first = `translate(${x}px, ${y}px) scale(${scale}) ${turn}`;
  const frames = [{ transform: first, transformOrigin: "0 0" }, { transform: "none", transformOrigin: "0 0" }];
  /** @type {KeyframeAnimationOptions} */
  const times = { duration: duration(), delay: wait, easing: "cubic-bezier(.2,.7,.2,1)", fill: "backwards" };
  element.animate(frames, times);
}

/**
 * A card of the pile that the other player took goes to its hand, and is gone.
 * @param {HTMLElement} board
 * @param {HTMLElement} card
 * @param {DOMRect | undefined} from
 * @param {DOMRect | undefined} to
 */
function carryOff(board, card, from, to) {
  if (!to) return;
  const ghost = Object.assign(document.createElement("span"), { className: `${card.className} ghost`, inert: true });
  ghost.append(...card.childNodes);
  ghost.setAttribute("aria-hidden", "true");
  need(board, ".play").append(ghost);
  ghost.style.left = `${to.x + scrollX}px`;
  ghost.style.top = `${to.y + scrollY}px`;
  fly(ghost, from, box(ghost), 0);
  setTimeout(() => ghost.remove(), duration());
}

/**
 * Note where everything lies, before the board changes.
 * @param {HTMLElement | null} board
 */
export function remember(board) {
  last = board ? places(board) : null;
}

/**
 * Let what lies elsewhere now travel there. Returns whether anything has moved.
 * @param {HTMLElement} board
 */
export function travel(board) {
  const now = places(board);
  const isDeal = now.lines === 0 && (!last || last.lines > 0);
  const before = last ?? { ...now, found: new Map(), top: null };
  last = null;
  const moved = isDeal || now.lines !== before.lines;
  if (!duration() || !moved) return moved;
  const step = duration() / 6;
  let place = 0;
  for (const card of all(board, ".play .card[data-card]")) {
    const old = isDeal ? undefined : before.found.get(card.dataset.card);
    const isOthers = card.closest(".opponent, .theirs") || (card.closest(".centre") && !isDeal);
    const from = old ?? (isOthers ? before.other : before.stock);
    const opens = !old && card.closest(".opponent, .theirs") ? "rotateY(90deg)" : "";
    fly(card, from, box(card), old ? 0 : step * place++, opens);
  }
  const { top } = before;
  const taken = top?.dataset.card;
  if (isDeal) {
    for (const [at, back] of board.querySelectorAll(".back").entries()) fly(back, now.stock, box(back), step * at);
  } else if (top && taken && !now.found.has(taken) && now.backs > before.backs) {
    carryOff(board, top, before.found.get(taken), now.other);
  } else if (now.backs > before.backs) {
    const drawn = find(board, ".back:last-child");
    if (drawn) fly(drawn, now.stock, now.other, 0);
  }
  return moved;
}
