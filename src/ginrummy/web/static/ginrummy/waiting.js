// Go to the table as soon as somebody has joined.
import { follow } from "./stream.js";

const field = document.querySelector("[data-stream]");
let first = null;
follow(field.dataset.stream, (number) => {
  first ??= number;
  if (number > first) location.reload();
});
field.addEventListener("focus", () => field.select());
