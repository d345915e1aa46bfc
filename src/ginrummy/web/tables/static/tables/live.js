// Live parts of a page, fetched again on each event of the stream.
import { all, find } from "../design/elements.js";
import { ask } from "./requests.js";
import { onReturn, Retries, waitIn } from "./retries.js";
import { follow } from "./stream.js";

const parts = all(document, "[data-live]");

/**
 * Return the changed form fields of a part by name.
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

const LONGEST_PRESS = 3000; // milliseconds; a native menu swallows the end of a press

/** Resolves at the end of the last press. Replacing a button during a press would lose the click. */
let pressEnd = Promise.resolve();
addEventListener("pointerdown", () => (pressEnd = waitForPressEnd()), true);

/** @returns {Promise<void>} */
function waitForPressEnd() {
  return new Promise((resolve) => {
    const listening = new AbortController();
    const finish = () => {
      listening.abort();
      resolve();
    };
    for (const end of ["pointerup", "pointercancel"]) addEventListener(end, () => setTimeout(finish), { signal: listening.signal });
    setTimeout(finish, LONGEST_PRESS);
  });
}

/**
 * Return whether a response is to be shown: a success, or the notice that the player is signed out. The board has its
 * own notice.
 * @param {Response} answer
 */
const isShown = (answer) => answer.ok || (answer.status === 401 && !find(document, "#signed-out"));

/** Requests in flight, at most one a part. @type {Map<HTMLElement, Promise<Response | null>>} */
const inFlight = new Map();

/** Parts with a refused request, requested again when the visitor returns to the page. @type {Set<HTMLElement>} */
const refused = new Set();

/** @param {HTMLElement} part */
function renew(part) {
  const answer = inFlight.get(part) ?? fetchPart(part).finally(() => inFlight.delete(part));
  inFlight.set(part, answer);
  return answer;
}

/** @param {HTMLElement} part */
async function fetchPart(part) {
  const answer = await ask(part.dataset.live ?? "", { headers: { accept: "text/html" } });
  const text = answer && isShown(answer) ? await answer.text() : null;
  await pressEnd;
  if (text !== null) show(part, text);
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
 * Fetch a part after the request in flight, because that one may be older than the event.
 * @param {HTMLElement} part
 */
async function renewAfterNews(part) {
  await inFlight.get(part);
  if (!refused.has(part)) await renew(part);
}

onReturn(() => {
  const waiting = [...refused];
  refused.clear();
  for (const part of waiting) renewAfterNews(part).catch(() => {});
});

for (const key of new Set(all(document, "script[data-follow]").map((one) => one.dataset.follow ?? ""))) {
  follow(key, { moved: renewAll });
}

/**
 * Poll a part every `data-every` seconds while the page is visible, which tells the room who is present. Stop after a
 * refusal until the visitor returns to the page.
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
