// The cut that this browser has sealed is shown once the other one has cut.
import { need } from "../design/elements.js";
import { noteCut, sealedCut } from "./notes.js";

/**
 * Write the sealed cut and its nonce into a form, and return whether this browser has them.
 * @param {HTMLFormElement} form
 */
export function fillIn(form) {
  const { key = "", seal = "", theirs = "" } = form.dataset;
  noteCut(key, theirs);
  const own = sealedCut(seal);
  need(form, "[name=cut]", HTMLInputElement).value = own?.cut ?? "";
  need(form, "[name=nonce]", HTMLInputElement).value = own?.nonce ?? "";
  return own !== undefined;
}
