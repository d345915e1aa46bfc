// The cut is drawn in the browser, so that the server has no hand in it; whoever likes types another one. Where people
// play it is sealed here, and only the seal is sent: the page of the table shows the cut once the other one has cut.
// What stands there before the cut, the fingerprint and the other's seal, is noted, to compare with it afterwards.
import { all, find } from "../design/elements.js";
import { isKept, keepSealed, noteFingerprint, noteSeal } from "./notes.js";

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
 * Send the form, with the value of the button pressed, and with the seal of its cut; with the cut itself where this
 * browser can keep or seal none.
 * @param {HTMLFormElement} form
 * @param {HTMLElement | null} button
 * @param {HTMLInputElement} cut
 * @param {HTMLInputElement} sealed
 */
async function sendSealed(form, button, cut, sealed) {
  const { newNonce, seal } = await import("./seal.js"); // a first visit plays a bot, and needs none
  const nonce = newNonce();
  const found = await seal(cut.value, nonce);
  keepSealed({ seal: found, cut: cut.value, nonce });
  if (isKept(found)) {
    sealed.value = found;
    cut.disabled = true;
  }
  if (button instanceof HTMLButtonElement && button.name) {
    const pressed = form.appendChild(document.createElement("input"));
    Object.assign(pressed, { type: "hidden", name: button.name, value: button.value });
  }
  form.submit();
}

draw();
for (const change of ["htmx:afterSettle", "renewed"]) document.body.addEventListener(change, draw);
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
  if ("sealing" in form.dataset) return;
  form.dataset.sealing = "";
  sendSealed(form, event.submitter, cut, sealed).catch(() => form.submit());
});
addEventListener("pageshow", () => {
  for (const form of all(document, "form[data-sealing]")) delete form.dataset.sealing;
  for (const field of all(document, "[data-cut]", HTMLInputElement)) field.disabled = false;
  for (const field of all(document, "[data-seal]", HTMLInputElement)) field.value = "";
});
