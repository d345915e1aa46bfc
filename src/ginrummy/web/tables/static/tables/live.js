// Parts of a page that change by themselves: asked for again whenever the stream says that something is new.
import { all, find, need } from "../design/elements.js";
import { ask } from "./requests.js";
import { follow } from "./stream.js";

const parts = all(document, "[data-live]");

/** @param {HTMLElement} part */
async function renew(part) {
  const answer = await ask(part.dataset.live ?? "", { headers: { accept: "text/html" } });
  if (!answer?.ok) return;
  const text = await answer.text();
  const held = part.contains(document.activeElement) ? document.activeElement?.getAttribute("href") : null;
  if (part.dataset.text === text) return;
  part.dataset.text = text;
  part.innerHTML = text;
  if (held) find(part, `[href="${CSS.escape(held)}"]`)?.focus();
}

follow(need(document, "script[data-follow]").dataset.follow ?? "", {
  moved: () => {
    for (const part of parts) renew(part).catch(() => {});
  },
});
