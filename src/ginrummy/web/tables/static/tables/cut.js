// The cut is drawn in the browser, so that the server has no hand in it; whoever likes types another one.
// The fingerprint that stands there before the cut is noted, to compare with it when the match is over.
import { all, find } from "../design/elements.js";
import { noteFingerprint } from "./notes.js";

function draw() {
  for (const field of all(document, "[data-cut]:not([data-drawn])", HTMLInputElement)) {
    const [number] = crypto.getRandomValues(new Uint32Array(1));
    field.value = String(number % 100_000_000).padStart(8, "0");
    field.dataset.drawn = "";
  }
}

draw();
document.body.addEventListener("htmx:afterSettle", draw);
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!(form instanceof HTMLFormElement) || !find(form, "[data-cut]")) return;
  const shown = find(form, "code.hash");
  if (shown) noteFingerprint(shown.textContent);
});
