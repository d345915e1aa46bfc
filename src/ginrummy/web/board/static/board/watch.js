// Table for spectators: follows the event stream, animates the cards, announces events to screen readers.
import { all, need } from "../design/elements.js";
import { follow } from "../tables/stream.js";
import "./drawers.js";
import { remember, travel } from "./motion.js";
import { refresh } from "./refresh.js";

/** Selector of the lines read aloud: the actions of this hand and its result. */
const HEARD_LINES = ".log li, .how p, .sums, .outcome";
const board = () => need(document, "#board");
const lines = () => all(board(), HEARD_LINES).map((line) => line.textContent.replace(/\s+/g, " ").trim());
let announced = lines().length;

function announce() {
  const found = lines();
  if (found.length < announced) announced = 0;
  const paragraphs = found.slice(announced).map((text) => Object.assign(document.createElement("p"), { textContent: text }));
  need(document, "#heard").replaceChildren(...paragraphs);
  announced = found.length;
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
