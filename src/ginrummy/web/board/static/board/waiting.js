// Go to the table as soon as somebody has joined, and tell of whoever has declined.
import { need } from "../design/elements.js";
import { follow } from "../tables/stream.js";

const { follow: key = "", number } = need(document, "[data-follow]").dataset;
follow(key, { moved: (at, isNews) => (isNews || at !== Number(number)) && location.reload() });
const field = need(document, "input.link", HTMLInputElement);
field.addEventListener("focus", () => field.select());
