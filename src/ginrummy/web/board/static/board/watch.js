// A table that is only watched: follows the stream, travels the cards, says aloud what happened.
import { all, find, need } from "../design/elements.js";
import { follow, tellLost } from "../tables/stream.js";
import "./drawers.js";
import "./exchange.js";
import { remember, travel } from "./motion.js";

const AGAIN = 2000;
const board = () => need(document, "#board");
let heard = all(board(), ".log li").length;

function refresh() {
  const found = find(document, "#board");
  if (found) htmx.trigger(found, "moved");
}

function announce() {
  const lines = all(board(), ".log li").map((line) => line.textContent);
  if (lines.length < heard) heard = 0;
  const told = lines.slice(heard).map((text) => Object.assign(document.createElement("p"), { textContent: text }));
  need(document, "#heard").replaceChildren(...told);
  heard = lines.length;
}

document.body.addEventListener("htmx:beforeSwap", (event) => {
  const { xhr } = event.detail;
  tellLost(xhr.status >= 500);
  if (xhr.status >= 500) setTimeout(refresh, AGAIN);
  if (xhr.status < 400) remember(board());
  else event.detail.shouldSwap = xhr.status < 500;
});
document.body.addEventListener("htmx:afterSettle", (event) => {
  if (event.detail.target.id !== "board") return;
  travel(board());
  announce();
});
for (const failure of /** @type {const} */ (["htmx:sendError", "htmx:timeout"])) {
  document.body.addEventListener(failure, () => {
    tellLost(true);
    setTimeout(refresh, AGAIN);
  });
}
follow(board().dataset.key ?? "", {
  moved: (number, isNews) => (isNews || number !== Number(board().dataset.number)) && refresh(),
});
