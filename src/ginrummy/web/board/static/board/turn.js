// Shows whose turn it is, in the tab's title and, if the player wishes, by one notification a browser. The tabs of a
// browser tell each other where it is the player's turn and which tab is visible.
import { all, hit } from "../design/elements.js";

/** @typedef {{ id: string, key: string, mine: boolean, seen: boolean, isNew?: boolean, isGone?: boolean }} Tab */

const WISH = "notify";
const TAG = "ginrummy";
const id = `${Date.now()} ${Math.random()}`;
const plain = document.title;
const channel = "BroadcastChannel" in globalThis ? new BroadcastChannel("turns") : null;
/** @type {Map<string, Tab>} */
const tabs = new Map();
/** @type {Tab} */
let own = { id, key: "", mine: false, seen: isSeen() };
let words = "";

function isSeen() {
  return document.visibilityState === "visible";
}

const isWished = () => localStorage.getItem(WISH) === "on" && Notification.permission === "granted";

/** @param {Partial<Tab>} more */
function tell(more = {}) {
  channel?.postMessage({ ...own, ...more });
}

/** Return the number of tables in this browser where it is the player's turn. */
function turns() {
  const open = [own, ...tabs.values()].filter((tab) => tab.mine);
  return new Set(open.map((tab) => tab.key)).size;
}

function entitle() {
  const count = turns();
  const head = count > 1 || (count && !own.mine) ? `(${count}) ` : "";
  const turn = own.mine ? `${head ? "" : "● "}${words} · ` : "";
  document.title = head + turn + plain;
}

/** Show a notification if no tab is visible. Only the first tab of a table shows it. */
function notify() {
  const others = [...tabs.values()];
  const isFirst = others.every((tab) => tab.key !== own.key || tab.id > id);
  if (!("Notification" in globalThis) || !isWished() || !isFirst || own.seen || others.some((tab) => tab.seen)) return;
  const about = { body: plain, tag: TAG, data: location.pathname };
  try {
    const shown = new Notification(words, about);
    shown.addEventListener("click", () => {
      focus();
      shown.close();
    });
  } catch {
    // Chrome on Android allows notifications only through the service worker.
    navigator.serviceWorker?.getRegistration().then((worker) => worker?.showNotification(words, about));
  }
}

/**
 * Remove a closed tab. Its lock is free even if it sent no message.
 * @param {string} gone
 */
function forget(gone) {
  tabs.delete(gone);
  entitle();
  tell({ isNew: true }); // open tabs answer
}

/** Show the setting on its button. */
function offer() {
  for (const button of all(document, "[data-notify]", HTMLButtonElement)) {
    button.hidden = !("Notification" in globalThis) || Notification.permission === "denied";
    if (!button.hidden) button.setAttribute("aria-pressed", String(isWished()));
  }
}

/** @param {Event} event */
async function changeWish(event) {
  if (!hit(event, "[data-notify]")) return;
  if (isWished()) localStorage.removeItem(WISH);
  else if ((await Notification.requestPermission()) === "granted") localStorage.setItem(WISH, "on");
  offer();
}

/**
 * Update the turn from a new board.
 * @param {HTMLElement} board
 */
export function noteTurn(board) {
  const { key = "", mine, turn = "", shared } = board.dataset;
  const before = own.mine;
  words = turn;
  own = { id, key, mine: mine === "1" && !shared, seen: isSeen() };
  tell();
  entitle();
  offer();
  if (own.mine && !before) notify();
}

channel?.addEventListener("message", ({ data }) => {
  const tab = /** @type {Tab} */ (data);
  if (!tab.isGone && !tabs.has(tab.id)) navigator.locks?.request(tab.id, () => forget(tab.id));
  if (tab.isGone) tabs.delete(tab.id);
  else tabs.set(tab.id, tab);
  if (tab.isNew) tell();
  entitle();
});
document.addEventListener("visibilitychange", () => {
  own.seen = isSeen();
  tell();
});
document.addEventListener("click", changeWish);
addEventListener("pagehide", () => tell({ isGone: true }));
addEventListener("pageshow", (event) => event.persisted && tell({ isNew: true }));
navigator.locks?.request(id, () => new Promise(() => {}));
tell({ isNew: true });
