// Go to the table as soon as somebody has joined, and tell of whoever has declined.
import { need } from "../design/elements.js";
import { follow } from "../tables/stream.js";

let is_first = true;
follow(need(document, "[data-stream]").dataset.stream ?? "", () => {
  if (!is_first) location.reload();
  is_first = false;
});
const field = need(document, "input.link", HTMLInputElement);
field.addEventListener("focus", () => field.select());
