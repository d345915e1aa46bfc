// Animation of cards from their old to their new positions. The player's setting gives the duration.
import { all, find, need } from "../design/elements.js";

/**
 * Positions of the cards on a board.
 * @typedef {object} Places
 * @property {Map<string | undefined, DOMRect | undefined>} found
 * @property {DOMRect | undefined} stock
 * @property {DOMRect | undefined} drawn the face-down card just drawn
 * @property {DOMRect | undefined} other
 * @property {number} backs
 * @property {HTMLElement | null} top
 * @property {number} lines
 * @property {boolean} isOver
 */

const LONG = 320;
const SHORT = 130;
/** @type {Places | null} */
let last = null;
/** @type {WeakMap<Element, Animation>} */
const flights = new WeakMap();

/** Return the duration of an animation in milliseconds by the player's setting, 0 if motion is off. */
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
    drawn: box(find(board, ".hand .new:not([data-card])")),
    other: box(backs[backs.length - 1]?.querySelector(".drawn") ?? backs[backs.length - 1]) ?? box(board.querySelector(".opponent")),
    backs: backs.length,
    top: pile?.dataset.card ? /** @type {HTMLElement} */ (pile.cloneNode(true)) : null,
    lines: board.querySelectorAll(".log li").length,
    isOver: board.matches(".match-over"),
  };
}

/**
 * Animate an element from `from` to its current position. Return the end in milliseconds from now.
 * @param {Element} element
 * @param {DOMRect | undefined} from
 * @param {{ wait?: number, turn?: string, most?: number }} [given]
 */
export function fly(element, from, { wait = 0, turn = "", most = LONG } = {}) {
  flights.get(element)?.cancel();
  const place = box(element);
  const to = box(element.matches(".back") ? element.querySelector(".drawn") : null) ?? place; // the drawn card sticks out of its place
  const length = Math.min(duration(), most);
  if (!from || !place || !to?.width || !length) return 0;
  const [x, y] = [from.x - to.x, from.y - to.y];
  if (Math.hypot(x, y) < 2) return 0;
  const size = from.width / to.width;
  const { transform, transformOrigin } = getComputedStyle(element);
  const [right, down] = transformOrigin.split(" ").map(parseFloat);
  const [inset, drop] = [right - (to.x - place.x), down - (to.y - place.y)];
  // A card of the fan ends with its own rotation.
  const rest = transform === "none" ? "" : transform;
  const first = `${rest} translate(${x - inset * (1 - size)}px, ${y - drop * (1 - size)}px) scale(${size}) ${turn}`;
  const last = `${rest} translate(0, 0) scale(1) ${turn && "rotateY(0deg)"}`;
  /** @type {KeyframeAnimationOptions} */
  const how = { duration: length, delay: wait, easing: "cubic-bezier(.2,.7,.2,1)", fill: "backwards" };
  // Start all animations after all positions are read: each started one would force another layout. Set no further
  // styles on a moving card: browsers would repaint the whole table in every frame.
  queueMicrotask(() => flights.set(element, element.animate([{ transform: first }, { transform: last }], how)));
  return wait + length;
}

/**
 * Animate the upcard that the opponent took into the opponent's hand.
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
  fly(ghost, from);
  setTimeout(() => ghost.remove(), duration());
}

/**
 * Save the positions of all cards before the board is swapped.
 * @param {HTMLElement | null} board
 */
export function remember(board) {
  last = board ? places(board) : null;
}

/**
 * Animate the deal from the stock, alternately to both hands. Own cards turn face up on the way.
 * @param {HTMLElement} board
 * @param {DOMRect | undefined} stock
 */
function deal(board, stock) {
  const step = duration() / 7;
  const own = all(board, ".hand .card[data-card]");
  const landed = own.map((card, at) => fly(card, stock, { wait: 2 * at * step, turn: "rotateY(90deg)" }));
  for (const [at, back] of all(board, ".back").entries()) fly(back, stock, { wait: (2 * at + 1) * step });
  const top = find(board, ".pile > .card[data-card]");
  if (top) landed.push(fly(top, stock, { wait: 2 * own.length * step, turn: "rotateY(90deg)" }));
  return Math.max(0, ...landed);
}

/**
 * Animate the cards of a board from their old positions. Cards laid off come last, one after another.
 * @param {HTMLElement} board
 * @param {Places} before
 */
function move(board, before) {
  const step = duration() / 6;
  const cards = all(board, ".play .card[data-card]");
  const isLaid = (/** @type {HTMLElement} */ card) => card.matches(".laid");
  let landed = 0;
  let place = 0;
  for (const card of cards.filter((one) => !isLaid(one))) {
    const old = before.found.get(card.dataset.card);
    const isOthers = card.closest(".opponent, .theirs, .centre");
    const opens = !old && (before.drawn || card.closest(".opponent, .theirs")) ? "rotateY(90deg)" : "";
    const from = old ?? (isOthers ? before.other : (before.drawn ?? before.stock));
    landed = Math.max(landed, fly(card, from, { wait: old ? 0 : step * place++, turn: opens }));
  }
  for (const card of cards.filter(isLaid)) {
    const landing = fly(card, before.found.get(card.dataset.card) ?? before.other, { wait: landed });
    landed = Math.max(landed, landing);
  }
  return landed;
}

/**
 * Animate all cards that changed their position. Return whether the table has moved. The page gets the end time in
 * `--landed`.
 * @param {HTMLElement} board
 */
export function travel(board) {
  const now = places(board);
  const isDeal = now.lines === 0 && (!last || last.lines > 0);
  const before = last ?? { ...now, found: new Map(), top: null };
  last = null;
  const moved = isDeal || now.lines !== before.lines || now.isOver !== before.isOver;
  document.documentElement.style.removeProperty("--landed");
  if (!duration() || !moved) return moved;
  if (find(board, ".scene, .match-end")) board.classList.add("fresh"); // no other rule uses this class
  const landed = isDeal ? deal(board, now.stock) : move(board, before);
  // Set `--landed` only if something waits for the cards, because it restyles the whole page.
  if (board.matches(".ended, .match-over")) document.documentElement.style.setProperty("--landed", `${landed}ms`);
  const { top } = before;
  const taken = top?.dataset.card;
  if (isDeal || now.backs <= before.backs) return moved;
  if (top && taken && !now.found.has(taken)) carryOff(board, top, before.found.get(taken), now.other);
  else {
    const drawn = find(board, ".back:last-child");
    if (drawn) fly(drawn, now.stock);
  }
  return moved;
}
