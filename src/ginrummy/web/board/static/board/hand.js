// The hand in the player's own order, moved by drag, buttons and keys, and kept in this browser.
import { all, find, need } from "../design/elements.js";
import { ask } from "../tables/requests.js";

/** @param {HTMLElement} board */
const hand = (board) => need(board, ".hand");
/** @param {HTMLElement} board */
const places = (board) => all(board, ".hand .place");
/** @param {HTMLElement} place */
const codeOf = (place) => need(place, ".card").dataset.card ?? "";
/** @param {HTMLElement} board */
const key = (board) => `order:/tables/${board.dataset.key}/stream`;

/**
 * @param {HTMLElement} board
 * @returns {string[]}
 */
function kept(board) {
  try {
    return JSON.parse(localStorage.getItem(key(board)) ?? "[]") ?? [];
  } catch {
    return [];
  }
}

/** @param {HTMLElement} board */
function keep(board) {
  try {
    localStorage.setItem(key(board), JSON.stringify(places(board).map(codeOf)));
  } catch {
    return;
  }
}

/**
 * Lay the hand as it was last laid by hand; cards that are new stand at the end.
 * @param {HTMLElement} board
 */
export function arrange(board) {
  for (const place of places(board)) need(place, ".card").tabIndex = 0;
  if (find(board, ".hand")?.dataset.arrangement !== "own") return;
  const order = kept(board);
  /** @param {HTMLElement} place */
  const rank = (place) => (order.indexOf(codeOf(place)) + order.length + 1) % (order.length + 1);
  hand(board).append(...places(board).sort((one, other) => rank(one) - rank(other)));
}

/**
 * From now on the hand is held in the player's own order, the server knows it too.
 * @param {HTMLElement} board
 */
function takeOver(board) {
  if (hand(board).dataset.arrangement === "own") return;
  hand(board).dataset.arrangement = "own";
  const form = need(board, ".arrange form", HTMLFormElement);
  const data = new FormData(form);
  data.set("arrangement", "own");
  ask(form.action, { method: "POST", body: data, redirect: "manual" });
}

/**
 * Put a card at a place of the hand, counted from the left without it. Returns whether that changed anything.
 * @param {HTMLElement} board
 * @param {HTMLElement} card
 * @param {number} at
 */
export function put(board, card, at) {
  const place = card.closest(".place");
  if (!(place instanceof HTMLElement)) return false;
  const others = places(board).filter((one) => one !== place);
  const to = Math.min(others.length, Math.max(0, at));
  if (places(board).indexOf(place) === to) return false;
  takeOver(board);
  if (others[to]) others[to].before(place);
  else hand(board).append(place);
  keep(board);
  return true;
}

/**
 * Move a card by so many places to the right.
 * @param {HTMLElement} board
 * @param {HTMLElement | null} card
 * @param {number} by
 */
export function shift(board, card, by) {
  const at = places(board).findIndex((place) => place.contains(card));
  if (!card || at < 0) return;
  put(board, card, at + by);
  card.focus();
}
