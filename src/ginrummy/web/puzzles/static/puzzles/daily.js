// The end of the day by the player's own clock. Without scripts the page names midnight UTC alone.
import { all } from "../design/elements.js";

for (const place of all(document, "[data-ends]")) {
  const time = new Date(place.dataset.ends ?? "").toLocaleTimeString(document.documentElement.lang, { hour: "numeric", minute: "2-digit" });
  place.textContent = (place.dataset.words ?? "").replace("{time}", time);
}
