// Polls parts of a page until they no longer wait for anything. The interval grows while nothing changes.
import { all } from "../design/elements.js";
import { ask, readPage } from "./requests.js";
import { onReturn, Retries, waitIn } from "./retries.js";

const LATEST = 8000;

/** @param {HTMLElement} part */
function watch(part) {
  const looks = new Retries(() => look().catch(() => looks.again()), { soon: Number(part.dataset.again), latest: LATEST });
  async function look() {
    const answer = await ask(location.href);
    if (!answer || answer.status === 429) return looks.again(waitIn(answer?.headers.get("retry-after") ?? null));
    if (!answer.ok) return;
    const { page } = await readPage(answer);
    const fresh = page.getElementById(part.id);
    if (!fresh) return location.reload(); // the result is a page of its own
    if (fresh.outerHTML !== part.outerHTML) {
      looks.reset();
      part.replaceWith(fresh);
      part = fresh;
    }
    if (part.dataset.again) looks.again();
  }
  looks.again();
  onReturn(() => {
    looks.reset();
    if (part.dataset.again) looks.again();
  });
}

all(document, "[data-again]").forEach(watch);
