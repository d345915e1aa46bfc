// Drag and drop by mouse or finger: within the hand, to the pile, to the knock place, from stock or pile to the hand.
import { all, find, hit } from "../design/elements.js";
import { closes } from "./choosing.js";
import { isOwnOrder, placeOf, put, takeOver } from "./hand.js";
import { fly } from "./motion.js";
import { bare } from "./optimistic_moves.js";

/**
 * A drag in progress. `copy` follows the pointer. `place` is the card's place in the hand, a new one if the card comes
 * from a pile. `home` is the original index of `place` and `at` the current one, -1 outside the hand. `edges` are the
 * left edges of the other places.
 * @typedef {object} Drag
 * @property {HTMLElement} card
 * @property {boolean} isOwn
 * @property {number} x
 * @property {number} y
 * @property {number} id
 * @property {HTMLElement} place
 * @property {number} home
 * @property {number} at
 * @property {number[]} edges
 * @property {HTMLElement | null} copy
 */

const SLIP = 8;
/** Duration in milliseconds: SHIFT for neighbours that make room, GLIDE for a card that snaps to its place. */
const SHIFT = 120;
const GLIDE = 180;
const LONGEST_PRESS = 5000;
const CLICK_FOLLOWS = 50;
/** @type {Drag | null} */
let drag = null;
let wasDragged = false;
let pressedAt = -LONGEST_PRESS;

/** Return whether a card is being dragged. The board must not be swapped meanwhile. */
export const isCarried = () => Boolean(drag && wasDragged && drag.card.isConnected);

/** Return whether a pointer is down on the board. A swap would replace the pressed button and lose the press. */
export const isTouched = () => isCarried() || performance.now() - pressedAt < LONGEST_PRESS;

const forgetTouch = () => (pressedAt = -LONGEST_PRESS);
/** Timer that ends a press. A new press cancels it. */
let ending = 0;

/**
 * @param {DOMRect | undefined} box
 * @param {number} x
 * @param {number} y
 */
const within = (box, x, y, margin = 0) =>
  box && x >= box.left - margin && x <= box.right + margin && y >= box.top - margin && y <= box.bottom + margin;

/** @param {HTMLElement} board */
const placesOf = (board) => all(board, ".hand .place");

/**
 * @param {HTMLElement} board
 * @param {Drag} drag
 * @param {PointerEvent} event
 */
function targetAt(board, { card, isOwn }, { clientX: x, clientY: y }) {
  const [pile, knock, hand] = [".pile", ".knock-place", ".hand"].map((one) => find(board, one));
  const boxes = [pile, knock, hand].map((one) => one?.getBoundingClientRect());
  if (isOwn) {
    if (within(boxes[0], x, y, 24)) return card instanceof HTMLButtonElement && card.value ? pile : null;
    if (within(boxes[1], x, y, 12)) return closes(board, card.dataset.card ?? "") ? knock : null;
  }
  return within(boxes[2], x, y, (boxes[2]?.height ?? 0) / 2) ? hand : null;
}

/** @param {PointerEvent} event */
function start(event) {
  const card = hit(event, ".hand .card, .piles button.card");
  wasDragged = false;
  clearTimeout(ending);
  if (hit(event, "#board")) pressedAt = performance.now();
  const board = card && boardOf(card);
  if (!board || event.button !== 0 || drag) return;
  const own = /** @type {HTMLElement | null} */ (card.closest(".hand .place"));
  const place = own ?? Object.assign(document.createElement("span"), { className: "place gap" });
  const home = placesOf(board).indexOf(place);
  const { clientX: x, clientY: y, pointerId: id } = event;
  drag = { card, isOwn: own !== null, x, y, id, place, home, at: home, edges: [], copy: null };
}

/**
 * Show a copy of the card above everything. The card keeps its place in the layout but is hidden, except on a pile.
 * @param {HTMLElement} board
 * @param {Drag} drag
 */
function takeUp(board, drag) {
  const { card, place } = drag;
  card.setPointerCapture(drag.id);
  for (const flight of card.getAnimations()) flight.cancel();
  const { left, top, width, height } = card.getBoundingClientRect();
  const { offsetWidth, offsetHeight } = card; // a card of the fan is rotated, the copy is not
  const copy = bare(card);
  copy.classList.add("carried");
  copy.style.left = `${left + (width - offsetWidth) / 2}px`;
  copy.style.top = `${top + (height - offsetHeight) / 2}px`;
  copy.style.setProperty("--card-width", `${offsetWidth}px`);
  find(board, ".play")?.append(copy);
  card.classList.add("pulled");
  place.classList.add("emptied");
  drag.edges = placesOf(board).filter((one) => one !== place).map((one) => {
    const box = one.getBoundingClientRect();
    return box.left + Math.min(box.width, box.height / 2) / 2;
  });
  drag.copy = copy;
}

/**
 * Open a gap in the hand at the drop position. In a sorted hand a drawn card goes to its sorted position instead.
 * @param {HTMLElement} board
 * @param {Drag} drag
 * @param {number | null} x horizontal position of the pointer, null outside the hand
 */
function makeRoom(board, drag, x) {
  const { card, place, isOwn, edges, home } = drag;
  const isFree = isOwn || isOwnOrder(board);
  const at = x === null ? home : isFree ? edges.filter((edge) => edge < x).length : placeOf(board, card, edges.length);
  if (at === drag.at) return;
  drag.at = at;
  const before = new Map(all(board, ".hand .card").map((one) => [one, one.getBoundingClientRect()]));
  if (at < 0) place.remove();
  else put(board, place, at);
  for (const [one, from] of before) fly(one, from, { most: SHIFT });
}

/** @param {PointerEvent} event */
function pull(event) {
  if (!drag || event.pointerId !== drag.id) return;
  const board = boardOf(drag.card);
  if (!board) return (drag = null);
  const [x, y] = [event.clientX - drag.x, event.clientY - drag.y];
  if (!wasDragged && Math.hypot(x, y) < SLIP) return;
  wasDragged = true;
  if (!drag.copy) takeUp(board, drag);
  if (drag.copy) drag.copy.style.transform = `translate(${x}px, ${y}px)`;
  const target = targetAt(board, drag, event);
  makeRoom(board, drag, target?.matches(".hand") ? event.clientX : null);
  for (const one of document.querySelectorAll(".over-it")) one.classList.toggle("over-it", one === target);
  if (target && !target.matches(".hand")) target.classList.add("over-it");
}

/** @param {HTMLElement} card */
const boardOf = (card) => /** @type {HTMLElement | null} */ (card.closest("#board"));

/** @param {PointerEvent} event */
function drop(event) {
  ending = setTimeout(forgetTouch, CLICK_FOLLOWS);
  if (!drag || event.pointerId !== drag.id) return;
  const dragged = drag;
  const { card, isOwn, copy, place, home } = dragged;
  drag = null;
  const board = boardOf(card);
  if (!wasDragged && event.type === "pointerup" && !(event.target instanceof Node && card.contains(event.target))) {
    return card.click(); // the card was still in flight when it was pressed
  }
  if (!copy || !board) return;
  const target = event.type === "pointerup" ? targetAt(board, dragged, event) : null;
  const from = copy.getBoundingClientRect();
  copy.remove();
  card.classList.remove("pulled");
  place.classList.remove("emptied");
  for (const one of document.querySelectorAll(".over-it")) one.classList.remove("over-it");
  const isHeld = target?.matches(".hand") && isOwn;
  if (target && !isHeld) {
    const isClosing = target.matches(".knock-place");
    board.dispatchEvent(new CustomEvent("throw", { detail: { card, from, isClosing } }));
    if (!place.childElementCount) place.remove();
  } else {
    makeRoom(board, dragged, isHeld ? event.clientX : null);
    if (dragged.at !== home) takeOver(board);
    if (!card.matches(".stock .card")) fly(card, from, { most: GLIDE });
  }
  setTimeout(() => (wasDragged = false), 0);
}

document.addEventListener("pointerdown", start);
document.addEventListener("pointermove", pull);
document.addEventListener("pointerup", drop);
document.addEventListener("pointercancel", drop);
document.addEventListener("dragstart", (event) => hit(event, "#board") && event.preventDefault());
document.addEventListener(
  "click",
  (event) => {
    forgetTouch();
    if (!wasDragged || !event.isTrusted) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  },
  { capture: true },
);
