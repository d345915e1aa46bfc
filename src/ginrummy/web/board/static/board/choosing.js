// Selection of a card in the hand, and the labels of the buttons that depend on it.
import { all, find, need } from "../design/elements.js";

/** @type {WeakMap<HTMLButtonElement, HTMLButtonElement>} */
const usual = new WeakMap();

/**
 * Raise a card and part the fan around it.
 * @param {HTMLElement} board
 * @param {HTMLElement} card
 */
function mark(board, card) {
  need(board, ".hand").classList.add("parted");
  for (const place of all(board, ".hand .place")) {
    const isIt = place.contains(card);
    place.classList.toggle("raised", isIt);
    need(place, ".card").classList.toggle("chosen", isIt);
    find(place, "button")?.setAttribute("aria-pressed", String(isIt));
  }
  need(board, ".order").hidden = false;
}

/**
 * Select a card that is not a legal discard. It can still be moved within the hand.
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
 * Select a card to discard and show the discard button with its label.
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
 * Make the hint button ask how safe the selected discard is. Without a selection it asks for a move.
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
 * Return the buttons that end the hand: first the original of the one on the felt, then those for other discards.
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
 * Return whether the hand can be ended by discarding this card.
 * @param {HTMLElement} board
 * @param {string} code
 */
export const closes = (board, code) => closings(board).some((one) => one.dataset.face === code);

/**
 * Set the knock button to the selected card if that is legal, otherwise to the best discard.
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
