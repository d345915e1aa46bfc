// Go to the table as soon as it has moved: somebody has joined or declined, a cut was shown. A cut that was sealed in this
// browser is shown here, once the other one has cut.
import { find, need } from "../design/elements.js";
import { noteCut, sealedCut } from "../tables/notes.js";
import { follow } from "../tables/stream.js";

const place = need(document, "[data-stream]");
let isFirst = true;
follow(place.dataset.stream ?? "", (number) => {
  if (!isFirst || number !== Number(place.dataset.number)) location.reload();
  isFirst = false;
});

const link = find(document, "input.link", HTMLInputElement);
link?.addEventListener("focus", () => link.select());

/** @param {HTMLFormElement} form */
function show(form) {
  const { seal = "", key = "", theirs = "" } = form.dataset;
  noteCut(key, theirs);
  const own = sealedCut(seal);
  if (!own) return (need(form, ".elsewhere").hidden = false);
  need(form, "[name=cut]", HTMLInputElement).value = own.cut;
  need(form, "[name=nonce]", HTMLInputElement).value = own.nonce;
  form.submit();
}

const sealed = find(document, "form[data-seal]", HTMLFormElement);
if (sealed) show(sealed);
