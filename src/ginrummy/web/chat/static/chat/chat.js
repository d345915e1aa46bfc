// Announce new phrases of the opponent to screen readers. Close the list after a phrase is sent.
import { all, need } from "../design/elements.js";

const region = need(document, "#talk-heard");
const list = need(document, ".talk details", HTMLDetailsElement);
const announced = new Set();

function takeUnheard() {
  const said = all(document, "[data-said]:not([data-own])");
  return said.filter((one) => !announced.has(one.dataset.said) && announced.add(one.dataset.said));
}

function close() {
  list.open = false;
  need(list, "summary").focus();
}

takeUnheard();
document.body.addEventListener("htmx:afterSettle", () => {
  const fresh = takeUnheard();
  if (fresh.length) region.replaceChildren(...fresh.flatMap((one) => [...one.childNodes].map((node) => node.cloneNode(true))));
});
need(document, ".talk .phrases").addEventListener("htmx:afterRequest", (event) => {
  if (event.detail.successful) close();
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && list.open) close();
});
document.addEventListener("click", (event) => {
  if (!(event.target instanceof Node && list.contains(event.target))) list.open = false;
});
