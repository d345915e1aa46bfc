// Random cut made in the browser, so that the server cannot choose it. The player may type another. Against people the
// form sends only its seal, and the page of the table reveals the cut after the opponent has cut. The fingerprint and
// the opponent's seal are saved for the check after the match. A form with `data-now` is sent by itself.
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
 * Submit the form with the pressed button and the seal of its cut. Send the cut itself if this browser cannot store or
 * hash it.
 * @param {HTMLFormElement} form
 * @param {HTMLElement | null} button
 * @param {HTMLInputElement} cut
 * @param {HTMLInputElement} sealed
 */
async function sendSealed(form, button, cut, sealed) {
  const { newNonce, seal } = await import("./seal.js"); // loaded late: matches against bots need no seal
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
  submitAnyway(form);
}

/**
 * Submit a form, also one that news of the page have replaced since the press: a browser sends no detached form.
 * @param {HTMLFormElement} form
 */
function submitAnyway(form) {
  if (!form.isConnected) {
    form.hidden = true;
    document.body.append(form);
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
  if (!sealed || !crypto.subtle || !isForPeople(form) || find(form, "[data-entrust]:checked")) return;
  event.preventDefault();
  if ("sealing" in form.dataset) return;
  form.dataset.sealing = "";
  sendSealed(form, event.submitter, cut, sealed).catch(() => submitAnyway(form));
});
find(document, "form[data-now]", HTMLFormElement)?.requestSubmit();
addEventListener("pageshow", () => {
  for (const form of all(document, "form[data-sealing]")) delete form.dataset.sealing;
  for (const field of all(document, "[data-cut]", HTMLInputElement)) field.disabled = false;
  for (const field of all(document, "[data-seal]", HTMLInputElement)) field.value = "";
});
