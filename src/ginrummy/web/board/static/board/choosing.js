// A card is chosen before it is thrown: what the buttons of the bar then say.
import { all, find, need } from "../design/elements.js";

/** @type {WeakMap<HTMLButtonElement, HTMLButtonElement>} */
const usual = new WeakMap();

/**
 * Raise a card of the hand, with the fan parted around it.
 * @param {HTMLElement} board
 * @param {HTMLElement} card
 */
function mark(board, card) {
  need(board, ".hand").classList.add("parted");
  for (const place of all(board, ".hand .place")) {
    place.classList.toggle("raised", place.contains(card));
    find(place, ".card")?.classList.toggle("chosen", place.contains(card));
  }
  need(board, ".order").hidden = false;
}

/**
 * Lift a card that may not be thrown; the one that was chosen before it is so no longer.
 * @param {HTMLElement} board
 * @param {HTMLElement} card
 */
export function lift(board, card) {
  mark(board, card);
  const button = find(board, "#discard", HTMLButtonElement);
  if (button) button.hidden = true;
  askAbout(board, "");
  offerClosing(board, card.dataset.card ?? "");
}

/**
 * Choose a card to throw: the button at the right says so.
 * @param {HTMLElement} board
 * @param {HTMLButtonElement} card
 */
export function choose(board, card) {
  mark(board, card);
  const button = need(board, "#discard", HTMLButtonElement);
  button.value = card.value;
  button.textContent = card.dataset.label ?? "";
  button.setAttribute("aria-label", card.dataset.spoken ?? "");
  button.hidden = false;
  askAbout(board, card.value);
  offerClosing(board, card.dataset.card ?? "");
}

/**
 * Let the button for a hint ask how safe the card chosen is; for a hint where none is.
 * @param {HTMLElement} board
 * @param {string} move
 */
function askAbout(board, move) {
  const asked = find(board, "#asked", HTMLInputElement);
  const hint = find(board, ".actions a.hint[data-safe]");
  if (!asked || !hint) return;
  asked.value = move;
  hint.dataset.hint ??= hint.title;
  hint.classList.toggle("asks", move !== "");
  hint.title = (move ? hint.dataset.safe : hint.dataset.hint) ?? "";
  need(hint, ".unseen").textContent = hint.title;
}

/**
 * Return the buttons that close the hand: the one on the felt as it was at first, and those for other cards.
 * @param {HTMLElement} board
 */
function closings(board) {
  const button = find(board, ".knock-place > .closing", HTMLButtonElement);
  if (!button) return [];
  const best = usual.get(button) ?? /** @type {HTMLButtonElement} */ (button.cloneNode(true));
  usual.set(button, best);
  return [best, ...all(board, ".others .closing", HTMLButtonElement)];
}

/**
 * Return whether a card closes the hand.
 * @param {HTMLElement} board
 * @param {string} code
 */
export const closes = (board, code) => closings(board).some((one) => one.dataset.face === code);

/**
 * Let the one button that closes the hand do so with the card chosen, where that card may; else with the best.
 * @param {HTMLElement} board
 * @param {string} code
 */
export function offerClosing(board, code) {
  const [best, ...others] = closings(board);
  if (!best) return;
  const button = need(board, ".knock-place > .closing", HTMLButtonElement);
  const other = others.find((one) => one.dataset.face === code) ?? best;
  button.value = other.value;
  button.className = other.className;
  button.classList.toggle("primary", best.matches(".primary"));
  button.dataset.face = other.dataset.face;
  button.setAttribute("aria-label", other.getAttribute("aria-label") ?? "");
  button.replaceChildren(...[...other.childNodes].map((node) => node.cloneNode(true)));
}
