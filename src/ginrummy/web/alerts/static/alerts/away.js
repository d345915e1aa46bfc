// Shows on the page without a network what this browser has kept: the score pad, the table for offline play.
import { all } from "../design/elements.js";

const shelves = await caches.keys();
for (const link of all(document, "[data-shelf]")) {
  link.hidden = !shelves.some((name) => name.startsWith(link.dataset.shelf ?? "?"));
}
