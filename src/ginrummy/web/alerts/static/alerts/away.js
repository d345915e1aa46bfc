// Links on the offline page to what this browser has stored: the score pad and the offline table.
import { all } from "../design/elements.js";

const shelves = await caches.keys();
for (const link of all(document, "[data-shelf]")) {
  link.hidden = !shelves.some((name) => name.startsWith(link.dataset.shelf ?? "?"));
}
