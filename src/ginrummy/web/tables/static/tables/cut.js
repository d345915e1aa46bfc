// The cut is drawn in the browser, so that the server has no hand in it; whoever likes types another one.
// The fingerprint that stands there before the cut is noted, to compare with it when the match is over.
import { noteFingerprint } from "./notes.js";

function draw() {
  for (const field of document.querySelectorAll("[data-cut]:not([data-drawn])")) {
    const [number] = crypto.getRandomValues(new Uint32Array(1));
    field.value = String(number % 100_000_000).padStart(8, "0");
    field.dataset.drawn = "";
  }
}

draw();
document.body.addEventListener("htmx:afterSwap", draw);
document.addEventListener("submit", (event) => {
  const shown = event.target.querySelector("[data-cut]") && event.target.querySelector("code.hash");
  if (shown) noteFingerprint(shown.textContent);
});
