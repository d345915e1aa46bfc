// The cut is drawn in the browser, so that the server has no hand in it; whoever likes types another one. Where people
// play it is sealed here, and only the seal is sent: the page of the table shows the cut once the other one has cut.
// What stands there before the cut, the fingerprint and the other's seal, is noted, to compare with it afterwards.
import { all, find } from "../design/elements.js";
import { isKept, keepSealed, noteFingerprint, noteSeal } from "./notes.js";
import { newNonce, seal } from "./seal.js";

const PEOPLE = ["friend", "anybody"];

function draw() {
  for (const field of all(document, "[data-cut]:not([data-drawn])", HTMLInputElement)) {
    const [number] = crypto.getRandomValues(new Uint32Array(1));
    field.value = String(number % 100_000_000).padStart(8, "0");
    field.dataset.drawn = "";
  }
}

/** @param {HTMLFormElement} form */
function isForPeople(form) {
  const against = new FormData(form).get("against");
  return against === null || PEOPLE.includes(String(against));
}

/**
 * Send the form with the seal of its cut; with the cut itself where this browser can keep or seal none.
 * @param {HTMLFormElement} form
 * @param {HTMLInputElement} cut
 * @param {HTMLInputElement} sealed
 */
async function sendSealed(form, cut, sealed) {
  const nonce = newNonce();
  const found = await seal(cut.value, nonce);
  keepSealed({ seal: found, cut: cut.value, nonce });
  if (isKept(found)) {
    sealed.value = found;
    cut.disabled = true;
  }
  form.submit();
}

draw();
document.body.addEventListener("htmx:afterSwap", draw);
document.addEventListener("submit", (event) => {
  const form = event.target;
  const cut = form instanceof HTMLFormElement ? find(form, "[data-cut]", HTMLInputElement) : null;
  if (!(form instanceof HTMLFormElement) || !cut) return;
  const shown = find(form, "code.hash");
  if (shown) noteFingerprint(shown.textContent);
  const theirs = find(form, "[data-theirs]");
  if (theirs) noteSeal(form.action, theirs.textContent);
  const sealed = find(form, "[data-seal]", HTMLInputElement);
  if (!sealed || !crypto.subtle || !isForPeople(form)) return;
  event.preventDefault();
  sendSealed(form, cut, sealed);
});
addEventListener("pageshow", () => {
  for (const field of all(document, "[data-cut]", HTMLInputElement)) field.disabled = false;
  for (const field of all(document, "[data-seal]", HTMLInputElement)) field.value = "";
});
