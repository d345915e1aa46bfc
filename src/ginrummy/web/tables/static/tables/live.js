// Parts of a page that change by themselves: asked for again whenever the stream says that something is new.
import { all, find } from "../design/elements.js";
import { ask } from "./requests.js";
import { onReturn, Retries, waitIn } from "./retries.js";
import { follow } from "./stream.js";

const parts = all(document, "[data-live]");

/**
 * Return what was chosen in a part and differs from what it came with, by the names of the fields.
 * @param {HTMLElement} part
 */
function choicesOf(part) {
  /** @type {Map<string, string | boolean>} */
  const found = new Map();
  for (const one of all(part, "select", HTMLSelectElement))
    if (!one.selectedOptions[0]?.defaultSelected) found.set(one.name, one.value);
  for (const one of all(part, "[type=checkbox]", HTMLInputElement))
    if (one.checked !== one.defaultChecked) found.set(one.name, one.checked);
  return found;
}

/**
 * @param {HTMLElement} part
 * @param {Map<string, string | boolean>} choices
 */
function choose(part, choices) {
  for (const [name, value] of choices) {
    const one = find(part, `[name="${CSS.escape(name)}"]`);
    if (one instanceof HTMLSelectElement && [...one.options].some((each) => each.value === value)) one.value = String(value);
    else if (one instanceof HTMLInputElement) one.checked = value === true;
  }
}

const LONGEST_PRESS = 3000; // milliseconds: a menu that opens at a press takes its end away

/** The end of the last press: a button that is replaced under a finger is not pressed. */
let pressEnd = Promise.resolve();
addEventListener("pointerdown", () => (pressEnd = waitForPressEnd()), true);

/** @returns {Promise<void>} */
function waitForPressEnd() {
  return new Promise((resolve) => {
    const heard = new AbortController();
    const finish = () => {
      heard.abort();
      resolve();
    };
    for (const end of ["pointerup", "pointercancel"]) addEventListener(end, () => setTimeout(finish), { signal: heard.signal });
    setTimeout(finish, LONGEST_PRESS);
  });
}

/** The answers on the way: a part is asked for once at a time. @type {Map<HTMLElement, Promise<Response | null>>} */
const awaited = new Map();

/** Parts that this visitor was refused, until they come back to the page. @type {Set<HTMLElement>} */
const refused = new Set();

/** @param {HTMLElement} part */
function renew(part) {
  const answer = awaited.get(part) ?? fetchPart(part).finally(() => awaited.delete(part));
  awaited.set(part, answer);
  return answer;
}

/** @param {HTMLElement} part */
async function fetchPart(part) {
  const answer = await ask(part.dataset.live ?? "", { headers: { accept: "text/html" } });
  const text = answer?.ok ? await answer.text() : "";
  await pressEnd;
  if (text) show(part, text);
  if (answer && !answer.ok && answer.status !== 429) refused.add(part);
  return answer;
}

/**
 * @param {HTMLElement} part
 * @param {string} text
 */
function show(part, text) {
  const held = part.contains(document.activeElement) ? document.activeElement : null;
  const place = held?.id ? `#${CSS.escape(held.id)}` : held?.getAttribute("href") && `[href="${CSS.escape(held.getAttribute("href") ?? "")}"]`;
  if (part.dataset.text === text) return;
  part.dataset.text = text;
  const choices = choicesOf(part);
  part.innerHTML = text;
  choose(part, choices);
  if (place) find(part, place)?.focus();
  part.dispatchEvent(new CustomEvent("renewed", { bubbles: true }));
}

function renewAll() {
  for (const part of parts) renewAfterNews(part).catch(() => {});
}

/**
 * Ask for a part once more, after the answer on the way: that one may be older than the news.
 * @param {HTMLElement} part
 */
async function renewAfterNews(part) {
  await awaited.get(part);
  if (!refused.has(part)) await renew(part);
}

onReturn(() => refused.clear());

for (const key of new Set(all(document, "script[data-follow]").map((one) => one.dataset.follow ?? ""))) {
  follow(key, { moved: renewAll });
}

/**
 * Ask for a part as often as its `data-every` says, in seconds, while the page is seen: so a room knows who is here. A
 * refusal ends that until the visitor comes back to the page.
 * @param {HTMLElement} part
 */
function keepFresh(part) {
  const soon = Number(part.dataset.every) * 1000;
  const looks = new Retries(() => document.hidden || look().catch(() => looks.again()), { soon, latest: 10 * soon });
  async function look() {
    const answer = await renew(part);
    if (answer?.ok) looks.reset();
    if (!refused.has(part)) looks.again(waitIn(answer?.headers.get("retry-after") ?? null));
  }
  onReturn(() => {
    looks.reset();
    looks.again();
  });
  looks.again();
}

parts.filter((part) => part.dataset.every).forEach(keepFresh);
