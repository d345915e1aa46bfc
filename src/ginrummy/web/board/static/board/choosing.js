// A card is chosen before it is thrown: what the buttons of the bar then say.
import { find, need } from "../design/elements.js";

/** @type {WeakMap<HTMLButtonElement, HTMLButtonElement>} */
const usual = new WeakMap();

/**
 * @param {HTMLElement} board
 * @param {HTMLElement} card
 */
function mark(board, card) {
  for (const other of board.querySelectorAll(".hand .card")) other.classList.toggle("chosen", other === card);
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
  if (!button) return;
  button.hidden = true;
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
 * Let the button for a hint ask how safe the card chosen is.
 * @param {HTMLElement} board
 * @param {string} move
 */
function askAbout(board, move) {
  const asked = find(board, "#asked", HTMLInputElement);
  const hint = find(board, ".actions a.hint[data-safe]");
  if (!asked || !hint) return;
  asked.value = move;
  hint.title = hint.dataset.safe ?? "";
  need(hint, ".unseen").textContent = hint.title;
}

/** @param {HTMLButtonElement} button */
function usually(button) {
  const found = usual.get(button) ?? /** @type {HTMLButtonElement} */ (button.cloneNode(true));
  usual.set(button, found);
  return found;
}

/**
 * Let the one button that closes the hand do so with the card chosen, where that card may; else with the best.
 * @param {HTMLElement} board
 * @param {string} code
 */
function offerClosing(board, code) {
  const button = find(board, ".slot.first > .closing", HTMLButtonElement);
  if (!button) return;
  const best = usually(button);
  const other = find(board, `.others .closing[data-face="${code}"]`, HTMLButtonElement) ?? best;
  button.value = other.value;
  button.className = `${other.className.replace(/\b(other|primary)\b/g, "")} first primary`;
  button.dataset.face = other.dataset.face;
  button.setAttribute("aria-label", other.getAttribute("aria-label") ?? "");
  button.replaceChildren(...[...other.childNodes].map((node) => node.cloneNode(true)));
}
