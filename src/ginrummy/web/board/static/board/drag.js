// Cards carried by mouse or finger: within the hand, to the pile, to the knock place, from stock and pile to the hand.
import { all, find, hit } from "../design/elements.js";
import { put } from "./hand.js";
import { duration } from "./motion.js";

const SLIP = 8;
const LONGEST_PRESS = 5000;
const CLICK_FOLLOWS = 50;
/** @type {{ card: HTMLElement, isOwn: boolean, x: number, y: number, id: number } | null} */
let drag = null;
let wasDragged = false;
let pressedAt = -LONGEST_PRESS;

/** Return whether a card is being carried: the board must not change beneath it. */
export const isCarried = () => Boolean(drag && wasDragged && drag.card.isConnected);

/** Return whether a finger is down on the board: a press whose button is exchanged before it ends would be lost. */
export const isTouched = () => isCarried() || performance.now() - pressedAt < LONGEST_PRESS;

const untouched = () => (pressedAt = -LONGEST_PRESS);
/** What ends a press; another press that follows at once is none of its business. */
let ending = 0;

/**
 * @param {DOMRect | undefined} box
 * @param {number} x
 * @param {number} y
 */
const within = (box, x, y, margin = 0) =>
  box && x >= box.left - margin && x <= box.right + margin && y >= box.top - margin && y <= box.bottom + margin;

/**
 * Return where the hand would take a card that hangs at `x`: how many of the other cards stay to its left.
 * @param {HTMLElement} board
 * @param {HTMLElement} card
 * @param {number} x
 */
function placeAt(board, card, x) {
  const others = all(board, ".hand .place").filter((place) => !place.contains(card));
  return others.filter((place) => {
    const box = place.getBoundingClientRect();
    return box.left + Math.min(box.width, box.height / 2) / 2 < x;
  }).length;
}

/**
 * @param {HTMLElement} board
 * @param {{ card: HTMLElement, isOwn: boolean }} dragged
 * @param {number} x
 * @param {number} y
 */
function targetAt(board, { card, isOwn }, x, y) {
  const [pile, knock, hand] = [".pile", ".knock-place", ".hand"].map((one) => find(board, one));
  const boxes = [pile, knock, hand].map((one) => one?.getBoundingClientRect());
  if (isOwn) {
    if (within(boxes[0], x, y, 24)) return card instanceof HTMLButtonElement && card.value ? pile : null;
    if (within(boxes[1], x, y, 12)) return closing(board, card) ? knock : null;
  }
  return within(boxes[2], x, y, (boxes[2]?.height ?? 0) / 2) ? hand : null;
}

/**
 * Return the button that closes the hand with a card, if there is one.
 * @param {HTMLElement} board
 * @param {HTMLElement} card
 */
function closing(board, card) {
  return find(board, `.actions button.closing[data-face="${card.dataset.card}"]`);
}

/** @param {PointerEvent} event */
function start(event) {
  const card = hit(event, ".hand .card, .piles button.card");
  wasDragged = false;
  clearTimeout(ending);
  if (hit(event, "#board")) pressedAt = performance.now();
  if (!card || event.button !== 0 || drag) return;
  drag = { card, isOwn: card.matches(".hand .card"), x: event.clientX, y: event.clientY, id: event.pointerId };
}

/** @param {PointerEvent} event */
function pull(event) {
  if (!drag || event.pointerId !== drag.id) return;
  if (!drag.card.isConnected) return (drag = null);
  const [x, y] = [event.clientX - drag.x, event.clientY - drag.y];
  if (!wasDragged && Math.hypot(x, y) < SLIP) return;
  if (!wasDragged) {
    drag.card.setPointerCapture(drag.id);
    for (const flight of drag.card.getAnimations()) flight.cancel();
  }
  wasDragged = true;
  drag.card.classList.add("pulled");
  drag.card.style.transform = `translate(${x}px, ${y}px)`;
  const board = boardOf(drag.card);
  const target = board && targetAt(board, drag, event.clientX, event.clientY);
  for (const one of document.querySelectorAll(".over-it")) one.classList.toggle("over-it", one === target);
  if (target && !target.matches(".hand")) target.classList.add("over-it");
}

/** @param {HTMLElement} card */
const boardOf = (card) => /** @type {HTMLElement | null} */ (card.closest("#board"));

/** @param {HTMLElement} card */
function release(card) {
  const from = card.style.transform;
  card.classList.remove("pulled");
  card.style.transform = "";
  for (const one of document.querySelectorAll(".over-it")) one.classList.remove("over-it");
  return from;
}

/** @param {PointerEvent} event */
function drop(event) {
  ending = setTimeout(untouched, CLICK_FOLLOWS);
  if (!drag || event.pointerId !== drag.id) return;
  const dragged = drag;
  const { card, isOwn } = dragged;
  const board = boardOf(card);
  const target = wasDragged && board && event.type === "pointerup" ? targetAt(board, dragged, event.clientX, event.clientY) : null;
  const before = card.getBoundingClientRect();
  release(card);
  drag = null;
  if (!wasDragged && event.type === "pointerup" && !(event.target instanceof Node && card.contains(event.target))) {
    return card.click(); // it flew on beneath the finger that pressed it
  }
  if (!wasDragged || !board) return;
  if (target?.matches(".pile")) board.dispatchEvent(new CustomEvent("throw", { detail: { card, from: before } }));
  else if (target?.matches(".knock-place")) closing(board, card)?.click();
  else if (target && !isOwn) card.click();
  else {
    if (target) put(board, card, placeAt(board, card, event.clientX));
    settle(card, before);
  }
  setTimeout(() => (wasDragged = false), 0);
}

/**
 * Let a card that was dropped glide to where it lies.
 * @param {HTMLElement} card
 * @param {DOMRect} before
 */
function settle(card, before) {
  const now = card.getBoundingClientRect();
  const [x, y] = [before.x - now.x, before.y - now.y];
  if (!duration() || Math.hypot(x, y) < 2) return;
  const end = getComputedStyle(card).transform;
  const rest = end === "none" ? "" : end;
  card.animate([{ transform: `translate(${x}px, ${y}px) ${rest}` }, { transform: rest || "none" }], {
    duration: Math.min(duration(), 180),
    easing: "ease-out",
  });
}

document.addEventListener("pointerdown", start);
document.addEventListener("pointermove", pull);
document.addEventListener("pointerup", drop);
document.addEventListener("pointercancel", drop);
document.addEventListener("dragstart", (event) => hit(event, "#board") && event.preventDefault());
document.addEventListener(
  "click",
  (event) => {
    untouched();
    if (!wasDragged || !event.isTrusted) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  },
  { capture: true },
);
