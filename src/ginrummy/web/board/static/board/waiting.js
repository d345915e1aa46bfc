// Go to the table as soon as it has moved: somebody has joined or declined, a cut was shown. A cut that was sealed in this
// browser is shown here, once the other one has cut.
import { find, need } from "../design/elements.js";
import "../design/share.js";
import { noteCut, sealedCut } from "../tables/notes.js";
import { ask } from "../tables/requests.js";
import { follow } from "../tables/stream.js";

const GONE = [404, 410];
const status = need(document, "[data-follow]");
const { follow: key = "", number } = status.dataset;

/** Look whether the page says still what is so: what happened while it came was told to nobody. A refusal says nothing. */
async function compare() {
  const answer = await ask(location.href);
  if (!answer || !(answer.ok || GONE.includes(answer.status))) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  if (page.querySelector("[data-follow]")?.textContent !== status.textContent) location.reload();
}

follow(key, { moved: (at, isNews) => (isNews || at !== Number(number) ? location.reload() : compare()) });

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
