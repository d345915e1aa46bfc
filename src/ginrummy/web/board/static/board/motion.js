// Every card travels from where it was to where it is; how long is the player's choice.
import { all, find, need } from "../design/elements.js";

/**
 * Where everything lies on a board.
 * @typedef {object} Places
 * @property {Map<string | undefined, DOMRect | undefined>} found
 * @property {DOMRect | undefined} stock
 * @property {DOMRect | undefined} drawn what was drawn and is not known yet
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
    drawn: box(find(board, ".hand .new:not([data-card])")),
    other: box(backs[backs.length - 1]?.querySelector(".drawn") ?? backs[backs.length - 1]) ?? box(board.querySelector(".opponent")),
    backs: backs.length,
    top: pile?.dataset.card ? /** @type {HTMLElement} */ (pile.cloneNode(true)) : null,
    lines: board.querySelectorAll(".log li").length,
    isOver: board.matches(".match-over"),
  };
}

/**
 * Let an element travel to where it lies, from `from`. Returns when it is there, in milliseconds from now.
 * @param {Element} element
 * @param {DOMRect | undefined} from
 * @param {{ wait?: number, turn?: string, most?: number }} [given]
 */
export function fly(element, from, { wait = 0, turn = "", most = LONG } = {}) {
  flights.get(element)?.cancel();
  const place = box(element);
  const to = box(element.matches(".back") ? element.querySelector(".drawn") : null) ?? place; // it stands out of its place
  const length = Math.min(duration(), most);
  if (!from || !place || !to?.width || !length) return 0;
  const [x, y] = [from.x - to.x, from.y - to.y];
  if (Math.hypot(x, y) < 2) return 0;
  const size = from.width / to.width;
  const { transform, transformOrigin } = getComputedStyle(element);
  const [right, down] = transformOrigin.split(" ").map(parseFloat);
  const [inset, drop] = [right - (to.x - place.x), down - (to.y - place.y)];
  // A card in the fan hangs askew, and comes to hang so.
  const rest = transform === "none" ? "" : transform;
  const first = `${rest} translate(${x - inset * (1 - size)}px, ${y - drop * (1 - size)}px) scale(${size}) ${turn}`;
  const last = `${rest} translate(0, 0) scale(1) ${turn && "rotateY(0deg)"}`;
  /** @type {KeyframeAnimationOptions} */
  const how = { duration: length, delay: wait, easing: "cubic-bezier(.2,.7,.2,1)", fill: "backwards" };
  // Where the others lie is asked first: each card that has begun to move would have all of them laid out anew. Nothing is
  // added to what moves the card already: browsers would then draw the whole table for every frame.
  queueMicrotask(() => flights.set(element, element.animate([{ transform: first }, { transform: last }], how)));
  return wait + length;
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
  fly(ghost, from);
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
 * Deal: a card to the one, a card to the other, all from the stock, one's own turning over on the way.
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
 * The cards of a board go where they lie now: what was laid off last, one after another.
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
 * Let what lies elsewhere now travel there. Returns whether anything has moved; the page knows when all is there.
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
  if (find(board, ".scene, .match-end")) board.classList.add("fresh"); // nothing else asks for it
  const landed = isDeal ? deal(board, now.stock) : move(board, before);
  // Only what waits for the cards is told: for it all that lies below is styled anew.
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
