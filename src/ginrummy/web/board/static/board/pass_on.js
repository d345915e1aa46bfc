// An address to pass on: by the device's own way to share where fingers are used, else copied.
import { hit } from "../design/elements.js";

/**
 * @param {HTMLElement} button
 * @param {string} url
 */
async function pass(button, url) {
  if (matchMedia("(pointer: coarse)").matches && navigator.share) return navigator.share({ url, title: document.title });
  await navigator.clipboard.writeText(url);
  const label = button.textContent;
  button.textContent = button.dataset.passed ?? "";
  setTimeout(() => (button.textContent = label), 3000);
}

document.addEventListener("click", (event) => {
  const button = hit(event, "[data-pass-on]");
  if (!button) return;
  const url = new URL(button.dataset.passOn ?? "", location.href).href;
  pass(button, url).catch((error) => error.name === "AbortError" || location.assign(url));
});
