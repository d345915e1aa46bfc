// Share an address or a file: by the share sheet on touch screens, otherwise by copy or download.
import { hit } from "../design/elements.js";

const DRAWING = /\.svg$/;
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
 * Share a picture as PNG, because messengers do not show SVG.
 * @param {string} url
 */
async function passDrawing(url) {
  const image = Object.assign(new Image(), { src: url });
  await image.decode();
  const { width, height } = image;
  const canvas = Object.assign(document.createElement("canvas"), { width, height });
  canvas.getContext("2d")?.drawImage(image, 0, 0);
  const content = await new Promise((done) => canvas.toBlob(done));
  const file = asFile(url.replace(DRAWING, ".png"), content);
  if (isShareable(file)) return navigator.share({ files: [file] });
  const href = URL.createObjectURL(file);
  Object.assign(document.createElement("a"), { href, download: file.name }).click();
  setTimeout(() => URL.revokeObjectURL(href), 60_000);
}

/**
 * @param {string} url
 * @param {Blob} content
 */
function asFile(url, content) {
  const name = new URL(url).pathname.split("/").pop() ?? "";
  return new File([content], name, { type: `image/${name.split(".").pop()}` });
}

/** @param {File} file */
const isShareable = (file) => hasFingers() && navigator.canShare?.({ files: [file] });

document.addEventListener("click", (event) => {
  const button = hit(event, "[data-pass-on]"), link = hit(event, "a[data-pass-file]");
  const url = new URL(button?.dataset.passOn ?? link?.getAttribute("href") ?? "", location.href).href;
  if (link) {
    if (!DRAWING.test(url) && !isShareable(asFile(url, new Blob()))) return;
    event.preventDefault();
  } else if (!button) return;
  const passed = button ? pass(button, url) : DRAWING.test(url) ? passDrawing(url) : passFile(url);
  passed.catch((error) => error.name === "AbortError" || location.assign(url));
});
