// Share a link: by the device's share sheet or by copy.
import { all, find, need } from "./elements.js";

/** @param {HTMLInputElement} field */
async function copyField(field) {
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    field.select();
    document.execCommand("copy");
  }
}

/** @param {HTMLElement} part */
function offer(part) {
  const field = need(part, "input.link", HTMLInputElement);
  const copy = need(part, "[data-copy]");
  copy.hidden = false;
  field.addEventListener("focus", () => field.select());
  copy.addEventListener("click", async () => {
    await copyField(field);
    copy.textContent = copy.dataset.copied ?? "";
  });
  const share = find(part, "[data-share]");
  if (!share || !navigator.share) return;
  share.hidden = false;
  share.addEventListener("click", () => {
    navigator.share({ title: document.title, url: field.value }).catch(() => {});
  });
}

for (const part of all(document, ".share")) offer(part);
