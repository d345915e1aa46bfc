// Search for an opponent. The page reloads on news from the stream and opens the new table.
import { find, need } from "../design/elements.js";
import { ask, readPage } from "../tables/requests.js";
import { follow } from "../tables/stream.js";

const seek = need(document, "#seek");
const meanwhile = find(seek, ".meanwhile[data-wait]");

let isLeaving = false;

/** Reload if the search has found a table or has ended. A signed-out player sees only the notice of that. */
async function look() {
  const answer = await ask(location.href);
  if (!answer?.ok || isLeaving) return;
  isLeaving = answer.redirected;
  if (isLeaving) return location.assign(answer.url);
  const { page, isSignedIn } = await readPage(answer);
  seek.hidden = !isSignedIn;
  if (isSignedIn && page.getElementById("seek")?.dataset.state !== seek.dataset.state) location.reload();
}

if (meanwhile) setTimeout(() => meanwhile.removeAttribute("data-wait"), Number(meanwhile.dataset.wait));
if (!find(seek, "form[data-now]")) follow("@lobby", { moved: () => look() });
