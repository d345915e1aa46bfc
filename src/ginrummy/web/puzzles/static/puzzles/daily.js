// Show the end of the day in the player's local time. Without scripts the page gives midnight UTC.
import { all } from "../design/elements.js";

for (const place of all(document, "[data-ends]")) {
  const time = new Date(place.dataset.ends ?? "").toLocaleTimeString(document.documentElement.lang, { hour: "numeric", minute: "2-digit" });
  place.textContent = (place.dataset.words ?? "").replace("{time}", time);
}
