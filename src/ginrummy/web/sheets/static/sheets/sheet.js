// Sheet of an evening: shows the entries of other devices and sends own ones, after a loss of the network too.
import { all, find, need } from "../design/elements.js";
import { onReturn, Retries, waitIn } from "../tables/retries.js";
import { follow } from "../tables/stream.js";

/**
 * Queued form: fields, text, reason if it was refused, and whether its values were wrong.
 * @typedef {{ fields: Record<string, string>, says: string, fault: string, isWrong?: boolean }} Entry
 */

const PATIENCE = 15_000;
const place = need(document, ".evening");
const list = need(document, ".waiting");
const store = `ginrummy-evening-${location.pathname}`;
const { part = "", follows = "" } = place.dataset;

/** @type {Entry[]} */
let entries = [];
let hasStore = true;
let isSending = false;
// Whether the form holds refused values, which are to be corrected before other entries.
let isCorrecting = false;
const retries = new Retries(send);
/** Wait requested by the server, in milliseconds. */
let rest = 0;

/** @returns {HTMLFormElement | null} */
const form = () => place.querySelector("form.hand");

/** @returns {string} */
const version = () => find(place, "[data-version]")?.dataset.version ?? "";

/** Read the queue, which all tabs of this sheet share. Without storage it lasts as long as the page. */
function read() {
  try {
    if (hasStore) entries = JSON.parse(localStorage.getItem(store) ?? "[]") ?? [];
  } catch {
    hasStore = false;
  }
}

/**
 * Change the queue of all tabs.
 * @param {(entries: Entry[]) => Entry[]} change
 */
function update(change) {
  read();
  entries = change(entries);
  try {
    localStorage.setItem(store, JSON.stringify(entries));
  } catch {
    hasStore = false;
  }
  draw();
}

/**
 * Return a function that updates the entry with the token of `old`.
 * @param {Entry} old
 * @param {Partial<Entry>} values
 * @returns {(entries: Entry[]) => Entry[]}
 */
const changeEntry = (old, values) => (some) => some.map((one) => (isSame(one, old) ? { ...one, ...values } : one));

/**
 * Return a function that removes `old` and moves the entries from its version to the one that the page shows.
 * @param {Entry} old
 * @returns {(entries: Entry[]) => Entry[]}
 */
const dropEntry = (old) => (some) => catchUp(old)(some.filter((one) => !isSame(one, old)));

/**
 * @param {Entry} old
 * @returns {(entries: Entry[]) => Entry[]}
 */
const catchUp = (old) => (some) =>
  some.map((one) =>
    one.fields.number === old.fields.number ? { ...one, fields: { ...one.fields, number: version() } } : one,
  );

/**
 * @param {Entry} one
 * @param {Entry} other
 */
const isSame = (one, other) => one.fields.token === other.fields.token;

function draw() {
  list.hidden = entries.length === 0;
  list.replaceChildren(...entries.map(entryItem));
  const hand = form();
  // The next hand depends on entries that the server has not seen, so allow every winner.
  if (hand && entries.length) for (const one of all(hand, "input:disabled")) one.removeAttribute("disabled");
}

/** @param {Entry} entry */
function entryItem(entry) {
  const item = document.createElement("li");
  const text = document.createElement("p");
  text.textContent = `${list.dataset.title?.replace("…", () => entry.says)}${entry.fault && ` – ${entry.fault}`}`;
  item.append(text);
  if (!entry.fault) return item;
  const again = button(list.dataset.again ?? "", () => {
    update((some) => catchUp(entry)(changeEntry(entry, { fault: "" })(some)));
    sendNow();
  });
  item.append(
    ...(entry.isWrong ? [] : [again]),
    button(list.dataset.drop ?? "", () => {
      update(dropEntry(entry));
      sendNow();
    }),
  );
  return item;
}

/**
 * @param {string} text
 * @param {() => void} press
 */
function button(text, press) {
  const found = document.createElement("button");
  found.type = "button";
  found.textContent = text;
  found.addEventListener("click", press);
  return found;
}

/**
 * Render the parts in the server's response. Do not replace a form that is being filled in.
 * @param {string} text
 */
function show(text) {
  const page = new DOMParser().parseFromString(text, "text/html");
  for (const name of [".coming", ".paper", ".entry"]) {
    const [old, fresh] = [find(place, name), find(page, name)];
    if (!old || !fresh || (name === ".entry" && isTouched())) continue;
    old.replaceWith(fresh);
  }
  read();
  draw();
}

/** @returns {boolean} */
function isTouched() {
  const hand = form();
  if (!hand) return false;
  const fields = new FormData(hand);
  return ["who", "against", "points", "line"].some((name) => fields.get(name));
}

async function refresh() {
  try {
    const answer = await fetch(part, { headers: { accept: "text/html" }, signal: AbortSignal.timeout(PATIENCE) });
    if (answer.ok) show(await answer.text());
  } catch {
    // Without a network the page stays unchanged.
  }
}

/** Put the first entry back into an empty form with its error, if its values are wrong. */
function refill() {
  read();
  const [entry, hand] = [entries[0], form()];
  if (!entry?.isWrong || !hand || isTouched()) return;
  update(dropEntry(entry));
  isCorrecting = true;
  for (const field of all(hand, "input:not([type=hidden], :disabled)", HTMLInputElement)) {
    const value = entry.fields[field.name] ?? "";
    if (field.type === "radio" || field.type === "checkbox") field.checked = field.value === value;
    else field.value = value;
  }
  const line = find(hand, "details", HTMLDetailsElement);
  if (line && entry.fields.line) line.open = true;
  complain(hand, entry.fault);
}

/**
 * @param {HTMLFormElement} hand
 * @param {string} fault
 */
function complain(hand, fault) {
  const [place, points] = [find(hand, "#e-hand"), find(hand, "#points")];
  if (!place) return;
  place.textContent = fault;
  points?.setAttribute("aria-invalid", String(Boolean(fault)));
  points?.setAttribute("aria-describedby", place.id);
  if (fault) place.scrollIntoView({ block: "center" });
}

/** Send the entries in order. A refused entry waits for the user, and so do the later ones. */
async function send() {
  if (!isSending) refill();
  draw();
  isCorrecting &&= isTouched();
  if (isSending) return;
  isSending = true;
  rest = 0;
  try {
    while (!isCorrecting && entries[0] && !entries[0].fault && (await sendEntry(entries[0]))) retries.reset();
  } finally {
    isSending = false;
    read();
    draw();
    if (entries[0] && !entries[0].fault) retries.again(rest);
  }
}

/** Send at once after an action of the user, or when the user or the network returns. */
function sendNow() {
  retries.reset();
  send();
}

/**
 * Return whether the server has accepted the entry.
 * @param {Entry} entry
 * @returns {Promise<boolean>}
 */
async function sendEntry(entry) {
  const hand = form();
  const pass = hand?.querySelector("[name=csrfmiddlewaretoken]");
  const body = new URLSearchParams(entry.fields);
  if (pass instanceof HTMLInputElement) body.set("csrfmiddlewaretoken", pass.value);
  let answer, text;
  try {
    const headers = { "HX-Request": "true" };
    const signal = AbortSignal.timeout(PATIENCE);
    answer = await fetch(entry.fields.action ?? "", { method: "POST", body, headers, signal });
    text = await answer.text();
  } catch {
    return false;
  }
  rest = waitIn(answer.headers.get("retry-after"));
  if (answer.status >= 500 || answer.status === 429) return false;
  if (!answer.ok) {
    const fault = answer.headers.get("content-type")?.startsWith("text/plain") ? text : answer.statusText;
    update(changeEntry(entry, { fault, isWrong: answer.status === 422 }));
    await refresh();
    refill();
    return false;
  }
  show(text);
  update(dropEntry(entry));
  return true;
}

/** @param {HTMLFormElement} hand */
function handText(hand) {
  const words = all(hand, ".tap input:checked + span").map((one) => one.textContent);
  return [...words, new FormData(hand).get("points"), new FormData(hand).get("line")].filter(Boolean).join(" ");
}

place.addEventListener("submit", (event) => {
  const hand = event.target;
  if (!(hand instanceof HTMLFormElement) || !hand.matches(".hand")) return;
  event.preventDefault();
  const fields = Object.fromEntries([...new FormData(hand)].map(([name, value]) => [name, String(value)]));
  fields.action = hand.action;
  fields.token = `${Date.now()}-${Math.random().toString(36).slice(2)}`;
  const entry = { fields, says: handText(hand), fault: "" };
  update((some) => (isCorrecting ? [entry, ...some] : [...some, entry]));
  isCorrecting = false;
  complain(hand, "");
  hand.reset();
  sendNow();
});

place.addEventListener("click", (event) => {
  const pressed = event.target instanceof Element ? event.target.closest("button[data-key]") : null;
  const field = form()?.elements.namedItem("points");
  if (!(pressed instanceof HTMLElement) || !(field instanceof HTMLInputElement)) return;
  field.value = pressed.dataset.key ? (field.value + pressed.dataset.key).slice(0, field.maxLength) : field.value.slice(0, -1);
});

/**
 * Propose the only one whom the chosen winner plays now. A choice of the user stays.
 * @param {HTMLInputElement} winner
 * @param {HTMLFormElement} hand
 */
function propose(winner, hand) {
  const others = all(hand, "[name=against]", HTMLInputElement);
  const chosen = others.find((one) => one.checked);
  if (chosen && !chosen.hasAttribute("data-proposed") && chosen.value !== winner.value) return;
  for (const one of others) {
    one.checked = one.value === winner.dataset.against;
    one.toggleAttribute("data-proposed", one.checked);
  }
}

place.addEventListener("change", ({ target }) => {
  if (!(target instanceof HTMLInputElement) || !target.form) return;
  if (target.name === "who") propose(target, target.form);
  if (target.name === "against") target.removeAttribute("data-proposed");
});
for (const one of all(place, "[name=who]:checked", HTMLInputElement)) if (one.form) propose(one, one.form);

onReturn(sendNow);
addEventListener("storage", (event) => {
  if (event.key !== store) return;
  read();
  draw();
  retries.again(PATIENCE); // the tab that wrote it sends it, unless it is closed
});
if (follows) follow(follows, { moved: refresh });
send();
