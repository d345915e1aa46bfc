// The player's own order of the hand, changed by drag, buttons and keys, and saved in this browser.
import { all, find, need } from "../design/elements.js";
import { readList, storeList } from "../tables/notes.js";
import { ask } from "../tables/requests.js";
import { notify } from "./notice.js";

/**
 * Whether the player took over the order on this page. A board rendered before the server learned of it does not say
 * so.
 */
let isTakenOver = false;
document.addEventListener("submit", ({ submitter }) => {
  if (submitter?.getAttribute("name") === "arrangement") isTakenOver = false;
});

/** @param {HTMLElement} board */
const hand = (board) => need(board, ".hand");
/** @param {HTMLElement} board */
const places = (board) => all(board, ".hand .place");
/** @param {HTMLElement} board */
export const isOwnOrder = (board) => find(board, ".hand")?.dataset.arrangement === "own";
/**
 * Return the index at which a drawn card will lie. The server sends it for a sorted hand if the card is face up.
 * @param {HTMLElement} board
 * @param {HTMLElement} card
 */
export const placeOf = (board, card, end = Infinity) => Number((!isOwnOrder(board) && card.dataset.place) || end);
/** @param {HTMLElement} place */
const codeOf = (place) => need(place, ".card").dataset.card ?? "";
/** @param {HTMLElement} board */
const key = (board) => `order:/tables/${board.dataset.key}/stream`;

/**
 * Save the order of the hand if it is the player's own. A face-down card is saved as an empty code.
 * @param {HTMLElement} board
 */
export function keepOrder(board) {
  if (isOwnOrder(board)) storeList(key(board), places(board).map(codeOf));
}

/**
 * Restore the saved order. A new card goes where it was dropped, otherwise to the right end.
 * @param {HTMLElement} board
 */
export function arrange(board) {
  for (const place of places(board)) need(place, ".card").tabIndex = 0;
  const held = find(board, ".hand");
  if (held && isTakenOver) held.dataset.arrangement = "own";
  if (!isOwnOrder(board)) return;
  /** @type {string[]} */
  const order = readList(key(board));
  const isUnknown = order.includes("");
  /** @param {HTMLElement} place */
  const rank = (place) => {
    const at = order.indexOf(codeOf(place));
    return at >= 0 ? at : isUnknown ? order.indexOf("") : order.length;
  };
  hand(board).append(...places(board).sort((one, other) => rank(one) - rank(other)));
  if (isUnknown) keepOrder(board);
}

/**
 * Switch to the player's own order. Show a notice and tell the server. A puzzle keeps no order.
 * @param {HTMLElement} board
 */
export function takeOver(board) {
  const form = find(board, ".arrange form", HTMLFormElement);
  if (!form || isOwnOrder(board)) return keepOrder(board);
  hand(board).dataset.arrangement = "own";
  isTakenOver = true;
  keepOrder(board);
  notify(hand(board).dataset.taken ?? "");
  const data = new FormData(form);
  data.set("arrangement", "own");
  ask(form.action, { method: "POST", body: data, redirect: "manual" });
}

/**
 * Move a place to index `at`. If it is already in the hand, move only the others, because a dragged element would lose
 * its pointer capture.
 * @param {HTMLElement} board
 * @param {HTMLElement} place
 * @param {number} at
 */
export function put(board, place, at) {
  const present = places(board);
  const from = present.indexOf(place);
  const others = present.filter((one) => one !== place);
  if (from < 0) hand(board).insertBefore(place, others[at] ?? null);
  else if (from < at) place.before(...others.slice(from, at));
  else place.after(...others.slice(at, from));
}

/**
 * Move a card `by` places to the right.
 * @param {HTMLElement} board
 * @param {HTMLElement | null} card
 * @param {number} by
 */
export function shift(board, card, by) {
  const all = places(board);
  const at = all.findIndex((place) => place.contains(card));
  if (!card || at < 0 || !all[at + by]) return;
  put(board, all[at], at + by);
  takeOver(board);
  card.focus();
}
