// Review of a match, computed in this browser if the server offers the offline table. It replaces the content of the
// page and stays in the cache. If it fails, the page requests the server's review.
import { all, find, need } from "../design/elements.js";
import { isKept, keep, OwnCoach } from "./own_coach.js";

const SHELF = "ginrummy reviews";
const MOST_KEPT = 20;

/** Cache key of the review, by match and language. */
const address = () => `${location.pathname}?own=${document.documentElement.lang}`;
const box = need(document, "#own-review");
const button = need(box, "button", HTMLButtonElement);
const form = find(document, "#review form", HTMLFormElement);

/** @param {string} state */
function show(state) {
  for (const part of all(box, "[data-when]")) part.hidden = part.dataset.when !== state;
}

/**
 * @param {string} state
 * @param {number} share
 */
const tell = (state, share) => (need(box, `[data-when=${state}] progress`, HTMLProgressElement).value = share);

/** @param {string} text HTML from the worker */
function open(text) {
  need(document, "main").innerHTML = text.replaceAll("cards.svg#", `${box.dataset.cards}#`);
  if (location.hash) location.replace(location.hash); // the fragment's target did not exist before
  import("./review_moments.js");
}

/** @param {string} text */
async function store(text) {
  const shelf = await caches.open(SHELF);
  await shelf.put(address(), new Response(text));
  const old = (await shelf.keys()).slice(0, -MOST_KEPT);
  await Promise.all(old.map((request) => shelf.delete(request)));
}

async function makeReview() {
  const record = await fetch(box.dataset.record ?? "");
  if (!record.ok) throw new Error(`${record.status}`);
  const told = { ...JSON.parse(box.dataset.asked ?? ""), record: await record.text() };
  const coach = new OwnCoach();
  try {
    return await coach.ask("review_html", told, (done, total) => tell("thinking", done / total));
  } finally {
    coach.end();
  }
}

async function review() {
  button.disabled = true;
  try {
    if (!(await isKept())) {
      show("coming");
      await keep((share) => tell("coming", share));
    }
    show("thinking");
    const text = await makeReview();
    await store(text).catch((error) => console.warn("the review is not kept:", error));
    open(text);
  } catch (error) {
    console.warn("no review in this browser:", error);
    show("failed");
    form?.requestSubmit();
  }
}

async function arrive() {
  const kept = await isKept();
  if (kept === null) return;
  const before = await caches.match(address(), { cacheName: SHELF });
  if (before) return open(await before.text());
  if (kept) {
    show("");
    button.classList.add("primary");
    find(document, "#review form .primary")?.classList.remove("primary");
  }
  box.hidden = false;
  button.addEventListener("click", review);
}

arrive();
