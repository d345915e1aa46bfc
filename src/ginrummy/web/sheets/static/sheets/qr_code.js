// Link and QR code of an evening in the offline table, updated whenever they are opened.
import { need } from "../design/elements.js";

const COLOURS = { on: [0, 0, 0], off: [255, 255, 255, 255] };
const place = need(document, ".evening");
const sharing = need(document, "details.sharing", HTMLDetailsElement);
const canvas = need(sharing, "canvas", HTMLCanvasElement);

async function show() {
  const link = need(place, ".coming").dataset.link ?? "";
  need(sharing, "input.link", HTMLInputElement).value = link;
  need(sharing, ".share").hidden = !link;
  need(sharing, ".long").hidden = Boolean(link);
  delete canvas.dataset.drawn;
  if (!link) return;
  const { generate } = await import(canvas.dataset.encoder ?? "");
  generate(link).toCanvas(canvas, COLOURS);
  canvas.dataset.drawn = "";
}

sharing.addEventListener("toggle", () => sharing.open && show());
place.addEventListener("submit", () => (sharing.open = false));
