// Notice on any page that a player has joined a table. Also reveals the sealed cut of that table.
import { all, find, need } from "../design/elements.js";
import "../tables/live.js";
import { ask } from "../tables/requests.js";
import { fillIn } from "../tables/reveal.js";

const notices = need(document, ".notices");
const plain = document.title;

/** @param {HTMLFormElement} form */
async function reveal(form) {
  if (fillIn(form)) await ask(form.action, { method: "POST", body: new FormData(form), redirect: "manual" });
}

function heed() {
  const arrived = find(notices, "form:has([name=nonce]) p");
  document.title = arrived ? `● ${arrived.textContent} · ${plain}` : plain;
  for (const form of all(notices, "form[data-seal]", HTMLFormElement)) reveal(form);
}

new MutationObserver(heed).observe(notices, { childList: true });
heed();
