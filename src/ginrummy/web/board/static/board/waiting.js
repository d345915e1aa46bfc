// Go to the table as soon as somebody has joined, and tell of whoever has declined.
import { need } from "../design/elements.js";
import "../design/share.js";
import { follow } from "../tables/stream.js";

const { follow: key = "", number } = need(document, "[data-follow]").dataset;
follow(key, { moved: (at, isNews) => (isNews || at !== Number(number)) && location.reload() });
