// An address or a file to pass on: by the device's own way to share where fingers are used, else copied or downloaded.
import { hit } from "../design/elements.js";

const hasFingers = () => matchMedia("(pointer: coarse)").matches;

/**
 * @param {HTMLElement} button
 * @param {string} url
 */
async function pass(button, url) {
  if (hasFingers() && navigator.share) return navigator.share({ url, title: document.title });
  await navigator.clipboard.writeText(url);
  const label = button.textContent;
  button.textContent = button.dataset.passed ?? "";
  setTimeout(() => (button.textContent = label), 3000);
}

/** @param {string} url */
async function passFile(url) {
  const found = await fetch(url);
  if (!found.ok) throw new Error(found.statusText);
  await navigator.share({ files: [asFile(url, await found.blob())] });
}

/**
 * @param {string} url
 * @param {Blob} content
 */
function asFile(url, content) {
  const name = new URL(url).pathname.split("/").pop() ?? "";
  return new File([content], name, { type: `image/${name.split(".").pop()}` });
}

/** @param {string} url */
const isShareable = (url) => hasFingers() && navigator.canShare?.({ files: [asFile(url, new Blob())] });

document.addEventListener("click", (event) => {
  const button = hit(event, "[data-pass-on]"), link = hit(event, "a[data-pass-file]");
  const url = new URL(button?.dataset.passOn ?? link?.getAttribute("href") ?? "", location.href).href;
  if (link) {
    if (!isShareable(url)) return;
    event.preventDefault();
  } else if (!button) return;
  const passed = button ? pass(button, url) : passFile(url);
  passed.catch((error) => error.name === "AbortError" || location.assign(url));
});
