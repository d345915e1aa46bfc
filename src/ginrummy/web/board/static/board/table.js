// The live table: follows the stream, lets a card be chosen before it is thrown, says aloud what happened.
import { showAtOnce } from "./at_once.js";
import { count } from "./clocks.js";
import { isCarried } from "./drag.js";
import "./drawers.js";
import { arrange, shift } from "./hand.js";
import "./keys.js";
import { remember, travel } from "./motion.js";
import { noteHand } from "../tables/notes.js";
import { sound } from "./sound.js";
import { follow } from "../tables/stream.js";

const board = () => document.getElementById("board");
const notice = document.getElementById("notice");
const lostBanner = document.getElementById("lost");
let chosen = null;
let heard = 0;
let isSettled = false;
let focused = null;
let opened = [];
let isSaying = false;
let awaited = 0;
const LANDINGS = [".hand .card", ".slot .primary:not([hidden])", ".actions button:not([hidden])", ".again .primary"];

function refresh() {
  if (isCarried() || board()?.classList.contains("htmx-added")) setTimeout(refresh, 50); // it does not listen yet
  else if (board()) htmx.trigger(board(), "moved");
}

function connect() {
  let first = true;
  follow(
    board().dataset.stream,
    (number) => {
      awaited = Math.max(awaited, number);
      if (!isSaying && (!first || number !== Number(board().dataset.number))) refresh();
      first = false;
    },
    { lost: () => (lostBanner.hidden = false), found: () => (lostBanner.hidden = true) },
  );
}

function mark(card) {
  for (const other of board().querySelectorAll(".hand .card")) other.classList.toggle("chosen", other === card);
  board().querySelector(".order").hidden = false;
}

function choose(card) {
  chosen = card.dataset.card;
  mark(card);
  const button = document.getElementById("discard");
  button.value = card.value;
  button.textContent = card.dataset.label;
  button.setAttribute("aria-label", card.dataset.spoken);
  button.hidden = false;
  offerClosing(chosen);
}

/** Let the one button that closes the hand do so with the card chosen, where that card may; else with the best. */
function offerClosing(code) {
  const button = board().querySelector(".slot.first > .closing");
  if (!button) return;
  button.usual ??= button.cloneNode(true);
  const other = board().querySelector(`.others .closing[data-face="${code}"]`) ?? button.usual;
  button.value = other.value;
  button.className = `${other.className.replace(/\b(other|primary)\b/g, "")} first primary`;
  button.dataset.face = other.dataset.face;
  button.setAttribute("aria-label", other.getAttribute("aria-label"));
  button.replaceChildren(...[...other.childNodes].map((node) => node.cloneNode(true)));
}

function pressed(event) {
  const by = event.target.closest?.(".order button")?.dataset.by;
  if (by) return shift(board(), board().querySelector(".hand .card.chosen"), Number(by));
  const lying = event.target.closest?.(".hand span.card");
  if (lying) return mark(lying);
  const card = event.target.closest?.(".hand button.card");
  if (!card || card.classList.contains("chosen")) return;
  event.preventDefault();
  event.stopPropagation();
  choose(card);
}

function announce() {
  const lines = [...board().querySelectorAll(".log li")].map((line) => line.textContent);
  if (lines.length < heard) heard = lines.length === heard - 1 ? lines.length : 0; // a move taken back, or a new hand
  const region = document.getElementById("heard");
  region.replaceChildren(
    ...lines.slice(heard).map((text) => Object.assign(document.createElement("p"), { textContent: text })),
  );
  heard = lines.length;
  const turn = document.getElementById("turn");
  const prompt = board().dataset.mine === "1" ? board().dataset.prompt : "";
  if (turn.textContent !== prompt) turn.textContent = prompt;
}

/** Note where on the board the focus is, a button that is pressed loses it at once, and what stands open. */
function hold() {
  const held = document.activeElement;
  opened = [...board().querySelectorAll("details[open]")].map((one) => one.className).filter(Boolean);
  if (!held || held === document.body) return;
  if (!held.closest("#board")) focused = null;
  else if (held.closest(".hand")) focused = `.hand [data-card="${held.closest(".card")?.dataset.card}"]`;
  else focused = held.matches("summary") ? `details[class="${held.parentElement.className}"] > summary` : "";
}

/** Give the focus back to what had it, else to where one goes on from, as soon as there is such a place. */
function land() {
  for (const one of board().querySelectorAll("details")) if (opened.includes(one.className)) one.open = true;
  if (focused === null) return;
  const same = focused && board().querySelector(focused);
  const places = [same, ...LANDINGS.map((place) => board().querySelector(place))];
  const place = places.find((one) => one && !one.disabled && one.checkVisibility());
  if (!place) return;
  place.focus({ preventScroll: place === same });
  focused = null;
}

/** What is written on and on shows its end. */
function unroll() {
  for (const roll of board().querySelectorAll(".log div, .sheet .scroll")) roll.scrollTop = roll.scrollHeight;
}

function settled() {
  chosen = null;
  unroll();
  arrange(board());
  if (travel(board()) && isSettled) sound();
  isSettled = true;
  land();
  noteHand(board());
  announce();
  count(board(), refresh);
}

/** Return the number that a board which has just come stands at, that of the page where it says none. */
function numberIn(text) {
  return Number(/data-number="(\d+)"/.exec(text)?.[1] ?? board().dataset.number);
}

/** Say a move: once at a time, shown before the server has answered. */
function said(event) {
  if (!event.target.matches?.("#board form.play")) return;
  if (isSaying) return event.preventDefault();
  isSaying = true;
  if (event.submitter) showAtOnce(board(), event.submitter, thrownFrom);
  thrownFrom = undefined;
}

/** Sort the hand another way, without leaving the table. */
async function sorted(event) {
  if (!event.target.matches?.("#sort")) return;
  event.preventDefault();
  await fetch(event.target.action, { method: "POST", body: new FormData(event.target, event.submitter), redirect: "manual" });
  refresh();
}

let thrownFrom;
document.addEventListener("throw", (event) => {
  choose(event.detail.card);
  thrownFrom = event.detail.from;
  document.getElementById("discard").click();
}, { capture: true });
document.addEventListener("submit", said);
document.addEventListener("submit", sorted);
document.addEventListener("click", pressed, { capture: true });
document.body.addEventListener("htmx:afterRequest", (event) => {
  if (event.detail.requestConfig.verb === "post") isSaying = false;
  if (event.detail.successful && awaited > Number(board().dataset.number)) refresh();
});
document.body.addEventListener("htmx:afterSwap", (event) => {
  if (event.detail.target.id === "notice") return refresh();
  notice.replaceChildren();
  settled();
});
document.body.addEventListener("htmx:beforeSwap", (event) => {
  const { xhr } = event.detail;
  if (xhr.status >= 400 && !xhr.getResponseHeader("HX-Retarget")) {
    event.detail.shouldSwap = false;
    if (xhr.status >= 500) lostBanner.hidden = false;
    else notice.textContent = xhr.status === 429 ? xhr.responseText : "";
    setTimeout(refresh, 2000);
  } else if (xhr.status < 400) {
    lostBanner.hidden = true;
    if (event.detail.target.id !== "board") return;
    if (isCarried()) setTimeout(refresh, 50);
    if (isCarried() || numberIn(xhr.responseText) < Number(board().dataset.number)) {
      return (event.detail.shouldSwap = false);
    }
    hold();
    remember(board());
  }
});
document.body.addEventListener("htmx:beforeRequest", hold);
document.body.addEventListener("htmx:sendError", () => {
  lostBanner.hidden = false;
  setTimeout(refresh, 2000);
});
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "visible") refresh();
});
heard = board().querySelectorAll(".log li").length;
connect();
settled();
