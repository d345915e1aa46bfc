// Puzzle on the felt. A card is selected first and confirmed by a button, so that a slip of the finger is not an
// answer.
import { find, hit, need } from "../design/elements.js";
import { choose } from "../board/choosing.js";
import { arrange, shift } from "../board/hand.js";
import "../board/keys.js";

const board = need(document, "#board");

/** @param {Event} event */
function pressCard(event) {
  const by = hit(event, ".order button")?.dataset.by;
  if (by) return shift(board, find(board, ".hand .card.chosen"), Number(by));
  const card = hit(event, ".hand button.card", HTMLButtonElement);
  if (!card || card.classList.contains("chosen")) return;
  event.preventDefault();
  choose(board, card);
}

board.addEventListener("click", pressCard);
if (find(board, ".actions")) arrange(board);
find(board, ".answer .primary")?.focus();
