// A finished match, turned page by page: cards travel, keys turn, the address says where one is.
import { remember, travel } from "./motion.js";

const replay = () => document.getElementById("replay");
const TURNS = { ArrowLeft: "#back", ArrowRight: "#on" };
const LEAPS = { ArrowLeft: "#hand-before", ArrowRight: "#hand-after" };
const EYES = ".eyes [aria-current] + .button, .eyes .button:first-child:not([aria-current])";

function meant(event) {
  if (event.shiftKey) return LEAPS[event.code];
  return event.code === "KeyE" ? EYES : TURNS[event.code];
}

function settled() {
  for (const part of document.querySelectorAll("#replay .scripted")) part.hidden = false;
  const list = replay().querySelector(".moves-list");
  const current = list?.querySelector("[aria-current]");
  if (current) list.scrollTop = current.offsetTop - list.clientHeight / 2;
  const chapter = replay().querySelector(".hands [aria-current]");
  if (chapter) chapter.parentElement.scrollLeft = chapter.offsetLeft - chapter.parentElement.offsetLeft - 40;
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  if (event.target.closest?.("input, select, textarea, .moves-list, .fan, .scroll")) return;
  const wish = meant(event);
  if (!wish) return;
  event.preventDefault();
  [...replay().querySelectorAll(wish)].at(-1)?.click();
});
document.body.addEventListener("htmx:beforeSwap", (event) => {
  if (event.detail.target === replay()) remember(replay());
});
document.body.addEventListener("htmx:afterSwap", () => {
  travel(replay());
  document.getElementById("said").textContent = replay().dataset.said;
  settled();
});
document.body.addEventListener("htmx:sendError", (event) => {
  location.assign(event.detail.requestConfig.path);
});

const copy = document.querySelector("[data-copy]");
const field = document.querySelector("input.link");
copy.hidden = false;
field.addEventListener("focus", () => field.select());
copy.addEventListener("click", async () => {
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    field.select();
    document.execCommand("copy");
  }
  copy.textContent = copy.dataset.copied;
});
settled();
