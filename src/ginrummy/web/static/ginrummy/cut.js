// The cut is drawn in the browser, so that the server has no hand in it; whoever likes types another one.
// The browser notes the fingerprint that stands there before the cut, to compare with it when the match is over.
const MOST = 200;
const NOTES = "fingerprints";

/** Return the fingerprints that this browser saw before a cut. */
export function noted() {
  try {
    return JSON.parse(localStorage.getItem(NOTES)) ?? [];
  } catch {
    return [];
  }
}

function note(event) {
  const shown = event.target.querySelector("[data-cut]") && event.target.querySelector("code.hash");
  if (!shown) return;
  try {
    localStorage.setItem(NOTES, JSON.stringify([...noted(), shown.textContent].slice(-MOST)));
  } catch {
    return;
  }
}

function draw() {
  for (const field of document.querySelectorAll("[data-cut]:not([data-drawn])")) {
    const [number] = crypto.getRandomValues(new Uint32Array(1));
    field.value = String(number % 100_000_000).padStart(8, "0");
    field.dataset.drawn = "";
  }
}

draw();
document.body.addEventListener("htmx:afterSwap", draw);
document.addEventListener("submit", note);
