// Parts of a page that change by themselves: asked for again whenever the stream says that something is new.
import { follow } from "./stream.js";

const parts = [...document.querySelectorAll("[data-live]")];

async function renew(part) {
  const answer = await fetch(part.dataset.live, { headers: { accept: "text/html" } });
  if (!answer.ok) return;
  const text = await answer.text();
  const held = part.contains(document.activeElement) ? document.activeElement.getAttribute("href") : null;
  if (part.dataset.text === text) return;
  part.dataset.text = text;
  part.innerHTML = text;
  if (held) part.querySelector(`[href="${CSS.escape(held)}"]`)?.focus();
}

follow(document.querySelector("script[data-stream]").dataset.stream, () => {
  for (const part of parts) renew(part).catch(() => {});
});
