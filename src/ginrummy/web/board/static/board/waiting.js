// Go to the table as soon as somebody has joined, and tell of whoever has declined.
import { follow } from "../tables/stream.js";

let is_first = true;
follow(document.querySelector("[data-stream]").dataset.stream, () => {
  if (!is_first) location.reload();
  is_first = false;
});
const field = document.querySelector("input.link");
field.addEventListener("focus", () => field.select());
