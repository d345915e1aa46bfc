// Replay of a finished match: card animation, keyboard navigation, one address for each moment.
import { all, find, hit, need } from "../design/elements.js";
import "../design/share.js";
import { remember, travel } from "./motion.js";
import "./pass_on.js";
import { printedKey } from "./printed_key.js";

const replay = () => need(document, "#replay");
/** @type {Record<string, string>} */
const TURNS = { ArrowLeft: "#back", ArrowRight: "#on" };
/** @type {Record<string, string>} */
const LEAPS = { ArrowLeft: "#hand-before", ArrowRight: "#hand-after" };
const EYES = ".eyes [aria-current] + .button, .eyes .button:first-child:not([aria-current])";

/** @param {KeyboardEvent} event */
function targetOf(event) {
  const key = printedKey(event);
  if (event.shiftKey) return LEAPS[key];
  const isWished = document.documentElement.dataset.shortcuts !== "off";
  return key === "E" && isWished ? EYES : TURNS[key];
}

function settle() {
  for (const part of all(document, "#replay .scripted")) part.hidden = false;
  for (const list of all(replay(), ".hands, .moves-list")) {
    const current = find(list, "[aria-current]");
    if (current) list.scrollTop = current.offsetTop - list.clientHeight / 2;
  }
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  if (hit(event, "input, select, textarea, .moves-list, .fan, .scroll")) return;
  const wish = targetOf(event);
  if (!wish) return;
  event.preventDefault();
  all(replay(), wish).at(-1)?.click();
});
/** The moment on the page, and the selector of the focused link that has no id. */
let moment = "";
let focused = "";
document.body.addEventListener("htmx:beforeSwap", (event) => {
  if (event.detail.target !== replay()) return;
  remember(replay());
  moment = replay().dataset.lines ?? "";
  const link = document.activeElement?.closest("#replay a:not([id])");
  const list = link?.closest("nav, section, details");
  focused = link && list ? `.${list.className} a[href="${link.getAttribute("href")}"]` : "";
});
document.body.addEventListener("htmx:afterSettle", () => {
  travel(replay());
  const isSame = replay().dataset.lines === moment;
  const view = find(replay(), ".eyes [aria-current]")?.textContent;
  need(document, "#said").textContent = (isSame && view) || (replay().dataset.said ?? "");
  settle();
  if (focused) find(replay(), focused)?.focus({ preventScroll: true });
});
for (const failure of /** @type {const} */ (["htmx:sendError", "htmx:timeout"])) {
  document.body.addEventListener(failure, (event) => location.assign(event.detail.requestConfig.path));
}

settle();
