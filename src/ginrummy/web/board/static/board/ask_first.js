// Confirmation before the button next to the piles ends a hand. The first press shows the question and a cancel button,
// the second press plays the move.
import { find, hit, need } from "../design/elements.js";

/** Ignore the second press for this many milliseconds, so that a double tap does not confirm. */
const DOUBLE = 400;
const board = () => need(document, "#board");
let askedAt = "";

/** @param {boolean} isAsking */
function show(isAsking) {
  const place = find(board(), "[data-asks]");
  if (!place) return;
  place.classList.toggle("asking", isAsking);
  need(place, ".question").textContent = isAsking ? (place.dataset.asks ?? "") : "";
}

function ask() {
  askedAt = board().dataset.number ?? "";
  show(true);
  board().classList.add("unready");
  setTimeout(() => board().classList.remove("unready"), DOUBLE);
}

function drop() {
  askedAt = "";
  show(false);
}

document.addEventListener("click", (event) => {
  const button = hit(event, "[data-asks] > .closing");
  if (!button) {
    if (askedAt) drop();
    if (hit(event, ".not-yet")) need(board(), "[data-asks] > .closing").focus();
  } else if (!askedAt) {
    event.preventDefault();
    event.stopPropagation();
    ask();
  }
}, { capture: true });
document.addEventListener("keydown", (event) => {
  if (!askedAt) return;
  if (event.key === "Escape") drop();
  if (event.repeat && hit(event, "[data-asks] > .closing")) event.preventDefault();
});
document.body.addEventListener("htmx:afterSettle", () => {
  if (askedAt && askedAt === board().dataset.number) show(true);
  else askedAt = "";
});
