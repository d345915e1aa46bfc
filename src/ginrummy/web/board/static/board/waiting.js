// Go to the table as soon as it has moved: somebody has joined or declined, a cut was shown. A cut that was sealed in this
// browser is shown here, once the other one has cut.
import { find, need } from "../design/elements.js";
import "../design/share.js";
import { noteCut, sealedCut } from "../tables/notes.js";
import { follow } from "../tables/stream.js";

const { follow: key = "", number } = need(document, "[data-follow]").dataset;
follow(key, { moved: (at, isNews) => (isNews || at !== Number(number)) && location.reload() });

/** @param {HTMLFormElement} form */
function show(form) {
  const { seal = "", theirs = "" } = form.dataset;
  noteCut(key, theirs);
  const own = sealedCut(seal);
  if (!own) return (need(form, ".elsewhere").hidden = false);
  need(form, "[name=cut]", HTMLInputElement).value = own.cut;
  need(form, "[name=nonce]", HTMLInputElement).value = own.nonce;
  form.submit();
}

const sealed = find(document, "form[data-seal]", HTMLFormElement);
if (sealed) show(sealed);
