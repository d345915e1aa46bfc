// Reveals the own sealed cut after the opponent has cut.
import { need } from "../design/elements.js";
import { noteCut, sealedCut } from "./notes.js";

/**
 * Fill the stored cut and its nonce into a form. Return whether this browser has them.
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
