// Table for spectators: follows the event stream, animates the cards, announces events to screen readers.
import { all, need } from "../design/elements.js";
import { follow } from "../tables/stream.js";
import "./drawers.js";
import { remember, travel } from "./motion.js";
import { refresh } from "./refresh.js";

const board = () => need(document, "#board");
let announced = all(board(), ".log li").length;

function announce() {
  const lines = all(board(), ".log li").map((line) => line.textContent);
  if (lines.length < announced) announced = 0;
  const paragraphs = lines.slice(announced).map((text) => Object.assign(document.createElement("p"), { textContent: text }));
  need(document, "#heard").replaceChildren(...paragraphs);
  announced = lines.length;
}

document.body.addEventListener("htmx:beforeSwap", ({ detail }) => {
  if (detail.xhr.status < 400) remember(board());
});
document.body.addEventListener("htmx:afterSettle", (event) => {
  if (event.detail.target.id !== "board") return;
  travel(board());
  announce();
});
follow(board().dataset.key ?? "", {
  moved: (number, isNews) => (isNews || number !== Number(board().dataset.number)) && refresh(),
});
