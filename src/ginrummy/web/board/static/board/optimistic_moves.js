// Optimistic moves: a move is drawn in the next frame. The server's board corrects it if necessary.
import { all, find, need } from "../design/elements.js";
import { keepOrder, placeOf, put } from "./hand.js";
import { fly } from "./motion.js";

const AT_ONCE = 200;

/** @param {HTMLElement} one */
const box = (one) => one.getBoundingClientRect();

/**
 * Return a plain copy of a card, without marks.
 * @param {HTMLElement} card
 */
export function bare(card) {
  const copy = document.createElement("span");
  copy.className = card.className.replace(/\b(chosen|new|pulled|advised)\b/g, "");
  copy.append(...[...card.childNodes].map((node) => node.cloneNode(true)));
  if (card.dataset.card) copy.dataset.card = card.dataset.card;
  copy.setAttribute("aria-hidden", "true");
  return copy;
}

/**
 * Move a card from the hand to the pile, or face down to the knock place.
 * @param {HTMLElement} board
 * @param {HTMLElement} card
 * @param {DOMRect} from
 * @param {boolean} isClosing
 */
function toPile(board, card, from, isClosing) {
  const pile = board.querySelector(isClosing ? ".knock-place" : ".pile");
  if (!pile) return;
  const lying = isClosing ? bare(need(board, ".stock .card")) : bare(card);
  lying.classList.add("thrown");
  const place = card.closest(".place");
  if (place?.matches(".raised")) need(board, ".hand").classList.remove("parted");
  place?.remove();
  pile.append(lying);
  fly(lying, from, { most: AT_ONCE });
}

/**
 * Move the top of stock or pile to the gap in the hand, otherwise to its sorted position.
 * @param {HTMLElement} board
 * @param {HTMLElement} card
 * @param {DOMRect} from
 */
function toHand(board, card, from) {
  const place = find(board, ".hand .gap") ?? document.createElement("span");
  place.className = "place";
  const drawn = bare(card);
  drawn.classList.add("new");
  place.append(drawn);
  if (!place.isConnected) put(board, place, placeOf(board, card));
  keepOrder(board);
  fly(drawn, from, { most: AT_ONCE });
}

/**
 * Draw the move of a button on `board`. `from` is the rectangle at which the card was dropped.
 * @param {HTMLElement} board
 * @param {HTMLButtonElement} button
 * @param {DOMRect} [from]
 */
export function showAtOnce(board, button, from) {
  const { value } = button;
  const hand = all(board, ".hand .card");
  button.classList.add("pressed");
  if (value === "draw" || value === "take") {
    const top = find(board, value === "draw" ? ".stock .card" : ".pile > .card");
    if (top) toHand(board, top, from ?? box(top));
    return;
  }
  const isClosing = button.classList.contains("closing");
  const code = isClosing ? button.dataset.face : value;
  const card = hand.find((one) => one.dataset.card === code && (isClosing || (one instanceof HTMLButtonElement && one.value === value)));
  if (card) toPile(board, card, from ?? box(card), isClosing);
}
