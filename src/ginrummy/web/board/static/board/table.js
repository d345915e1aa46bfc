// The live table: follows the stream, lets a card be chosen before it is thrown, says aloud what happened.
import { all, find, hit, need } from "../design/elements.js";
import { showAtOnce } from "./optimistic_moves.js";
import { choose, lift } from "./choosing.js";
import { count } from "./clocks.js";
import { isCarried, isTouched } from "./drag.js";
import "./drawers.js";
import "./exchange.js";
import "./pass_on.js";
import { arrange, shift } from "./hand.js";
import "./keys.js";
import { remember, travel } from "./motion.js";
import { clearNotice, keepNotice, notify } from "./notice.js";
import { noteHand } from "../tables/notes.js";
import "../tables/cut.js";
import { moveScore, noteScore } from "./score.js";
import { sound } from "./sound.js";
import { noteTurn } from "./turn.js";
import { ask } from "../tables/requests.js";
import { follow, tellLost } from "../tables/stream.js";
import { offerWays } from "./ways.js";

const board = () => need(document, "#board");
let heard = 0;
let isSettled = false;
/** @type {string | null} */
let focused = null;
/** @type {string[]} */
let opened = [];
let chosen = { number: "", code: "" };
let isSaying = false;
let awaited = 0;
/** Where the table stands since a move of one's own, until the stream tells of it: that is no news. */
let told = -1;
let absence = "";
/** What is heard of a move of the other player: a pass is silent, and cards that are laid out were heard as the knock. */
/** @type {Record<string, import("./sound.js").Sound>} */
const HEARD = { draw: "draw", take: "draw", discard: "discard", knock: "knock", gin: "knock", biggin: "knock" };
const LANDINGS = [".hand .card", ".slot .primary:not([hidden])", ".actions button:not([hidden])", ".again .primary"];

function refresh() {
  const found = find(document, "#board");
  if (isTouched()) setTimeout(refresh, 50);
  else if (found) htmx.trigger(found, "moved");
}

function connect() {
  follow(board().dataset.key ?? "", {
    moved: (number, isNews) => {
      awaited = Math.max(awaited, number);
      const isOwn = isNews && number === told;
      if (number >= told) told = -1;
      if (!isOwn && !isSaying && (isNews || number !== Number(board().dataset.number))) refresh();
    },
  });
}

/** @param {Event} event */
function pressed(event) {
  const by = hit(event, ".order button")?.dataset.by;
  if (by) return shift(board(), find(board(), ".hand .card.chosen"), Number(by));
  const lying = hit(event, ".hand span.card");
  if (lying) return lifted(lying);
  const card = hit(event, ".hand button.card", HTMLButtonElement);
  if (!card || card.classList.contains("chosen")) return;
  event.preventDefault();
  event.stopPropagation();
  choose(board(), card);
}

/**
 * Lift a card that can only be moved, and say why where it is alone among those that may be thrown.
 * @param {HTMLElement} card
 */
function lifted(card) {
  lift(board(), card);
  const { held } = /** @type {HTMLElement} */ (card.closest(".hand")).dataset;
  if (held) notify(held);
}

/** @param {KeyboardEvent} event */
function pressedByKey(event) {
  const lying = ["Enter", " "].includes(event.key) ? hit(event, ".hand span.card") : null;
  if (!lying) return;
  event.preventDefault();
  lifted(lying);
}

/** @param {HTMLElement} region */
function tellOfAbsence(region) {
  const { absent = "", back = "" } = need(board(), ".strip").dataset;
  if (absent !== absence) region.append(Object.assign(document.createElement("p"), { textContent: absent || back }));
  absence = absent;
}

function announce() {
  const lines = [...board().querySelectorAll(".log li")].map((line) => line.textContent);
  if (lines.length < heard) heard = lines.length === heard - 1 ? lines.length : 0; // a move taken back, or a new hand
  const region = need(document, "#heard");
  region.replaceChildren(
    ...lines.slice(heard).map((text) => Object.assign(document.createElement("p"), { textContent: text })),
  );
  heard = lines.length;
  tellOfAbsence(region);
  const turn = need(document, "#turn");
  const prompt = board().dataset.mine === "1" ? (board().dataset.prompt ?? "") : "";
  if (turn.textContent !== prompt) turn.textContent = prompt;
}

/** Note where on the board the focus is, a button that is pressed loses it at once, what stands open, which card is chosen. */
function hold() {
  chosen = { number: board().dataset.number ?? "", code: find(board(), ".hand .chosen")?.dataset.card ?? "" };
  const held = document.activeElement;
  opened = all(board(), "details[open]").map((one) => one.className).filter(Boolean);
  if (!held || held === document.body) return;
  if (!held.closest("#board")) focused = null;
  else if (held.closest(".hand")) focused = `.hand [data-card="${held.closest(".card")?.getAttribute("data-card")}"]`;
  else focused = held.matches("summary") ? `details[class="${held.parentElement?.className}"] > summary` : "";
}

/** The card that was chosen is so still, where the table has not moved. */
function chooseAgain() {
  if (chosen.number !== board().dataset.number) return;
  const card = find(board(), `.hand .card[data-card="${chosen.code}"]`);
  if (card instanceof HTMLButtonElement) choose(board(), card);
  else if (card) lift(board(), card);
}

/** Give the focus back to what had it, else to where one goes on from, as soon as there is such a place. */
function land() {
  for (const one of all(board(), "details", HTMLDetailsElement)) if (opened.includes(one.className)) one.open = true;
  if (focused === null) return;
  const same = focused ? find(board(), focused) : null;
  const places = [same, ...LANDINGS.map((place) => find(board(), place))];
  const place = places.find((one) => one && !one.matches(":disabled") && one.checkVisibility({ visibilityProperty: true }));
  if (!place) return;
  place.focus({ preventScroll: place === same });
  focused = null;
}

/** What is written on and on shows its end; in a drawer once that is open, for what is not seen is not laid out. */
function unroll() {
  for (const roll of all(board(), ".log div, .sheet .scroll")) if (roll.checkVisibility()) roll.scrollTop = roll.scrollHeight;
}

/** What the other player did is heard, the end of a hand, and that it is one's turn. */
function sounded() {
  const { last, mine, dealt } = board().dataset;
  if (find(board(), ".scene.gin")) return sound("gin");
  if (dealt === "1" && !last) return sound("deal");
  const [who, kind = ""] = (last ?? "").split(" ");
  if (who !== "other") return;
  if (HEARD[kind]) sound(HEARD[kind]);
  if (mine === "1" && !board().matches(".ended")) sound("turn");
}

/**
 * A move of one's own is heard as it is made.
 * @param {HTMLButtonElement} button
 */
function heardNow(button) {
  if (button.matches(".closing")) sound("knock");
  else if (button.value === "draw" || button.value === "take") sound("draw");
  else if (find(board(), `.hand button.card[value="${CSS.escape(button.value)}"]`)) sound("discard");
}

function settled() {
  unroll();
  arrange(board());
  offerWays(board());
  chooseAgain();
  if (travel(board()) && isSettled) sounded();
  if (isSettled) {
    moveScore(board());
    board().classList.toggle("just-over", board().matches(".match-over.fresh"));
  }
  isSettled = true;
  land();
  if (find(board(), "[data-check]")) import("./check.js"); // what only the end of a match needs comes with it
  noteHand(board());
  noteTurn(board());
  announce();
  count(board(), refresh);
}

/**
 * Return the number that a board which has just come stands at, that of the page where it says none.
 * @param {string} text
 */
function numberIn(text) {
  return Number(/data-number="(\d+)"/.exec(text)?.[1] ?? board().dataset.number);
}

/** @param {SubmitEvent} event */
const formOf = (event) => (event.target instanceof HTMLFormElement ? event.target : null);

/**
 * Say a move: once at a time, shown before the server has answered.
 * @param {SubmitEvent} event
 */
function said(event) {
  if (!formOf(event)?.matches("#board form.play")) return;
  if (isSaying) return event.preventDefault();
  isSaying = true;
  clearNotice();
  if (event.submitter instanceof HTMLButtonElement) {
    heardNow(event.submitter);
    showAtOnce(board(), event.submitter, thrownFrom);
  }
  thrownFrom = undefined;
}

/**
 * Sort the hand another way, without leaving the table.
 * @param {SubmitEvent} event
 */
async function sorted(event) {
  const form = formOf(event);
  if (!form?.matches("#sort")) return;
  event.preventDefault();
  const answer = await ask(form.action, {
    method: "POST",
    body: new FormData(form, event.submitter),
    redirect: "manual",
  });
  if (answer) refresh();
}

/** @type {DOMRect | undefined} */
let thrownFrom;
document.addEventListener("throw", (event) => {
  choose(board(), event.detail.card);
  thrownFrom = event.detail.from;
  need(document, "#discard").click();
}, { capture: true });
document.addEventListener("toggle", unroll, { capture: true });
document.addEventListener("submit", said);
document.addEventListener("submit", sorted);
document.addEventListener("click", pressed, { capture: true });
document.addEventListener("keydown", pressedByKey);
document.body.addEventListener("htmx:afterRequest", (event) => {
  const { successful, xhr, requestConfig } = event.detail;
  if (requestConfig.verb === "post") isSaying = false;
  if (!successful) return;
  const isMove = requestConfig.verb === "post" && requestConfig.path.endsWith("/say");
  const [stands, answer] = [Number(board().dataset.number), numberIn(xhr.responseText)];
  if (isMove && answer === stands && answer > awaited) told = answer;
  if (requestConfig.path.endsWith("/watching")) {
    notify(find(board(), "[data-kept]")?.dataset.kept ?? "");
    refresh();
  }
  if (awaited > Math.max(stands, answer)) refresh();
});
document.body.addEventListener("htmx:afterSettle", (event) => {
  if (event.detail.target.id !== "notice") return settled();
  keepNotice();
  refresh();
});
document.body.addEventListener("htmx:beforeSwap", (event) => {
  const { xhr, requestConfig } = event.detail;
  if (xhr.status >= 400 && !xhr.getResponseHeader("HX-Retarget")) {
    event.detail.shouldSwap = false;
    if (xhr.status >= 500) tellLost(true);
    else notify(xhr.status === 429 ? xhr.responseText : "");
    setTimeout(refresh, 2000);
  } else if (xhr.status < 400) {
    tellLost(false);
    if (event.detail.target.id !== "board") return;
    // The answer to a move is heard where it was said: that place stays until then.
    if (isSaying && requestConfig.verb === "get") return (event.detail.shouldSwap = false);
    const isHeld = requestConfig.verb === "get" ? isTouched() : isCarried();
    if (isHeld) setTimeout(refresh, 50);
    if (isHeld || numberIn(xhr.responseText) < Number(board().dataset.number)) {
      return (event.detail.shouldSwap = false);
    }
    hold();
    remember(board());
    noteScore(board());
  }
});
document.body.addEventListener("htmx:beforeRequest", hold);
for (const failure of /** @type {const} */ (["htmx:sendError", "htmx:timeout"])) {
  document.body.addEventListener(failure, () => {
    tellLost(true);
    setTimeout(refresh, 2000);
  });
}
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "visible") refresh();
});
if (board().dataset.shared) {
  // The device is passed on: what was seen here is not to be found by going back.
  addEventListener("pagehide", () => board().remove());
  addEventListener("pageshow", (event) => event.persisted && location.reload());
}
heard = board().querySelectorAll(".log li").length;
connect();
settled();
