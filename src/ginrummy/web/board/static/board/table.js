// The live table: follows the stream, lets a card be chosen before it is thrown, says aloud what happened.
import { all, find, hit, need } from "../design/elements.js";
import { showAtOnce } from "./optimistic_moves.js";
import { choose, lift, offerClosing } from "./choosing.js";
import { count } from "./clocks.js";
import { isCarried, isTouched } from "./drag.js";
import "./drawers.js";
import { arrange, shift } from "./hand.js";
import "./keys.js";
import { remember, travel } from "./motion.js";
import { clearNotice, notify } from "./notice.js";
import { noteSignOut, refresh, refreshUnless } from "./refresh.js";
import { noteHand } from "../tables/notes.js";
import "../tables/cut.js";
import { moveScore, noteScore } from "./score.js";
import { sound, tick } from "./sound.js";
import { noteTurn } from "./turn.js";
import { ask } from "../tables/requests.js";
import { Retries } from "../tables/retries.js";
import { follow } from "../tables/stream.js";

const board = () => need(document, "#board");
let heard = 0;
let isSettled = false;
/** @type {string | null} */
let focused = null;
/** @type {string[]} */
let opened = [];
let chosen = { number: "", code: "" };
let isSaying = false;
/** How many forms of the board are on their way: what stands there stays until they are answered. */
let sent = 0;
/** @type {HTMLElement | undefined} */
let before;
/** Where the table stood when a move was sent to which no answer came. */
let unanswered = "";
/** A clock that is out, and the stream when it is ahead of the board: both are looked at again until the board says so too. */
const overdue = new Retries(refresh);
const behind = new Retries(refresh, { soon: 40 });
/** A hint is looked for as often as this, however long it takes. */
const LONGEST_LOOK = 4000;
let waiting = new Retries(refresh);
let waitsFor = "";
/** What lays hands out comes with the first move, for no page needs it before.
 * @type {typeof import("./ways.js") | undefined} */
let ways;
let awaited = 0;
/** Where the table stands since a move of one's own, until the stream tells of it: that is no news. */
let told = -1;
let absence = "";
/** @type {boolean | undefined} */
let isHandInSight;
/** What is heard of a move of the other player: a pass is silent, and cards that are laid out were heard as the knock. */
/** @type {Record<string, import("./sound.js").Sound>} */
const HEARD = { draw: "draw", take: "draw", discard: "discard", knock: "knock", gin: "knock", biggin: "knock" };
/** Buttons that end a hand take no press for so long: it was meant for what stood there before. */
const UNREADY = 400;
let readyAt = 0;
const LANDINGS = [".hand .card", ".slot .primary:not([hidden])", ".actions button:not([hidden])", ".again .primary", ".match-end summary"];

let room = "";

/** Follow the room of the evening, from the first board that names it: where matches are played, that is the last one. */
function followRoom() {
  const { room: found = "" } = board().dataset;
  if (found && !room) follow(found, { moved: refresh });
  room ||= found;
}

function connect() {
  follow(board().dataset.key ?? "", {
    moved: (number, isNews) => {
      awaited = Math.max(awaited, number);
      const isOwn = isNews && number === told;
      if (number >= told) told = -1;
      if (!isOwn && !sent && (isNews || number !== Number(board().dataset.number))) refresh();
    },
  });
}

/** @param {Event} event */
function pressCard(event) {
  const by = hit(event, ".order button")?.dataset.by;
  if (by) return shift(board(), find(board(), ".hand .card.chosen"), Number(by));
  const lying = hit(event, ".hand span.card");
  if (lying) return liftCard(lying);
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
function liftCard(card) {
  lift(board(), card);
  const { held } = /** @type {HTMLElement} */ (card.closest(".hand")).dataset;
  if (held) notify(held);
}

/** @param {KeyboardEvent} event */
function pressByKey(event) {
  const lying = ["Enter", " "].includes(event.key) ? hit(event, ".hand span.card") : null;
  if (!lying) return;
  event.preventDefault();
  liftCard(lying);
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
function playSounds() {
  const { last, mine, dealt } = board().dataset;
  if (find(board(), ".bloom")) return sound("gin"); // who has lost hears the knock
  if (board().matches(".match-over:not(.ended)")) return; // somebody has left: no card has moved
  if (dealt === "1" && !last) return sound("deal");
  const [who, kind = ""] = (last ?? "").split(" ");
  if (who !== "other") return;
  if (HEARD[kind]) sound(HEARD[kind]);
  if (mine !== "1" || board().matches(".ended")) return;
  sound("turn");
  tick("turn");
}

/**
 * A move of one's own is heard as it is made.
 * @param {HTMLButtonElement} button
 */
function playOwnSound(button) {
  if (button.matches(".closing")) {
    sound("knock");
    tick("knock");
  } else if (button.value === "draw" || button.value === "take") sound("draw");
  else if (find(board(), `.hand button.card[value="${CSS.escape(button.value)}"]`)) sound("discard");
}

/** Ask again for a hint that is being computed. */
function lookAgain() {
  const { again = "", number = "" } = board().dataset;
  const wish = again && `${number} ${again} ${find(board(), ".advice")?.dataset.about}`;
  if (wish !== waitsFor) {
    waiting.reset();
    waiting = new Retries(refresh, { soon: Number(again), latest: LONGEST_LOOK });
    waitsFor = wish;
  }
  if (wish) waiting.again();
}

/** Let the buttons that end a hand take no press at first on a board that has moved on. */
function holdBack() {
  const come = board();
  if (chosen.number !== come.dataset.number) readyAt = performance.now() + UNREADY;
  const rest = readyAt - performance.now();
  come.classList.toggle("unready", rest > 0);
  if (rest > 0) setTimeout(() => come.classList.remove("unready"), rest);
}

/** Say that a move has not arrived, once a board has come that stands where the table stood before it. */
function sayWhatIsUndone() {
  if (unanswered && unanswered === board().dataset.number) notify(need(document, "#notice").dataset.undone ?? "");
  unanswered = "";
}

/** What was shown of a move that was not taken goes back. */
function putBack() {
  if (!before) return;
  remember(board());
  board().replaceWith(before);
  htmx.process(before);
  before = undefined;
  isSettled = false;
  settle();
}

async function bringWays() {
  ways = await import("./ways.js");
}

function settle() {
  if (!ways && find(board(), "[data-ways]")) return void bringWays().then(settle);
  unroll();
  arrange(board());
  ways?.offerWays(board());
  chooseAgain();
  if (travel(board()) && isSettled) playSounds();
  if (isSettled) {
    holdBack();
    moveScore(board());
    board().classList.toggle("just-over", board().matches(".match-over.fresh"));
  }
  leaveHandInSight();
  isSettled = true;
  land();
  if (find(board(), "[data-check]")) import("./check.js"); // what only the end of a match needs comes with it
  if (find(board(), "[data-pass-on], [data-pass-file]")) import("./pass_on.js");
  if (find(board(), "[data-asks]")) import("./ask_first.js");
  followRoom();
  noteHand(board());
  noteTurn(board());
  announce();
  count(board(), () => overdue.again());
  lookAgain();
}

/** Keep the result of a match shut until it is asked for, where its last hand has just ended; a wish for a rematch opens it. */
function leaveHandInSight() {
  const result = find(board(), ".match-end > details", HTMLDetailsElement);
  if (!result) return;
  isHandInSight ??= isSettled && Boolean(find(board(), ".scene"));
  result.open = !isHandInSight || Boolean(find(result, "[data-said=rematch]"));
  result.addEventListener("toggle", () => (isHandInSight = !result.open));
}

/**
 * Return the number that a board which has just come stands at, that of the page where it says none.
 * @param {string} text
 */
function numberIn(text) {
  return Number(/data-number="(\d+)"/.exec(text)?.[1] ?? board().dataset.number);
}

/**
 * Return whether a form of the board is sent.
 * @param {HtmxDetail} detail
 */
const isOfBoard = ({ requestConfig: { verb, elt } }) => verb === "post" && elt.closest("#board") !== null;

/** @param {SubmitEvent} event */
const formOf = (event) => (event.target instanceof HTMLFormElement ? event.target : null);

/**
 * Say a move: once at a time, shown before the server has answered.
 * @param {SubmitEvent} event
 */
function submitMove(event) {
  if (!formOf(event)?.matches("#board form.play")) return;
  if (isSaying) return event.preventDefault();
  isSaying = true;
  if (!ways) bringWays().catch(() => {}); // the board that needs it asks again
  clearNotice();
  if (event.submitter instanceof HTMLButtonElement) {
    playOwnSound(event.submitter);
    showAtOnce(board(), event.submitter, thrownFrom);
  }
  thrownFrom = undefined;
}

/**
 * Sort the hand another way, without leaving the table.
 * @param {SubmitEvent} event
 */
async function sortHand(event) {
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
document.addEventListener("throw", ({ detail: { card, from, isClosing } }) => {
  thrownFrom = from;
  if (isClosing) {
    offerClosing(board(), card.dataset.card ?? "");
    need(board(), ".knock-place > .closing").click();
  } else if (card instanceof HTMLButtonElement && card.closest(".hand")) {
    choose(board(), card);
    need(document, "#discard").click();
  } else card.click();
}, { capture: true });
document.addEventListener("toggle", unroll, { capture: true });
document.addEventListener("submit", submitMove);
document.addEventListener("submit", sortHand);
document.addEventListener("click", pressCard, { capture: true });
document.addEventListener("keydown", pressByKey);
document.body.addEventListener("htmx:afterRequest", ({ detail }) => {
  const { xhr, requestConfig } = detail;
  const isOk = xhr.status >= 200 && xhr.status < 400;
  if (isOfBoard(detail)) {
    sent -= 1;
    if (xhr.status === 0 || xhr.status >= 500) unanswered = board().dataset.number ?? "";
    if (isOk) before = undefined;
    else {
      queueMicrotask(putBack); // when htmx is done with the form that was sent
      tick("refused");
    }
  }
  if (requestConfig.verb === "post") isSaying = false;
  if (!isOk) return;
  const isMove = requestConfig.verb === "post" && requestConfig.path.endsWith("/say");
  const [stands, answer] = [Number(board().dataset.number), numberIn(xhr.responseText)];
  if (isMove && answer === stands && answer > awaited) told = answer;
  if (requestConfig.path.endsWith("/watching")) {
    notify(find(board(), "[data-kept]")?.dataset.kept ?? "");
    refresh();
  }
  if (awaited > Math.max(stands, answer)) behind.again();
  else behind.reset();
});
document.body.addEventListener("htmx:afterSettle", ({ detail }) => {
  if (detail.target.id === "notice") return;
  settle();
  sayWhatIsUndone();
});
document.body.addEventListener("htmx:beforeSwap", ({ detail }) => {
  const { xhr, requestConfig } = detail;
  if (xhr.status >= 400 || detail.target.id !== "board") return;
  // The answer to a form is heard where it was sent: that place stays until then.
  const isStranger = requestConfig.verb === "get" && !xhr.responseText.includes(" data-seat=");
  if ((sent && requestConfig.verb === "get") || (isStranger && noteSignOut())) return (detail.shouldSwap = false);
  const isHeld = requestConfig.verb === "get" ? isTouched() : isCarried();
  if (isHeld) setTimeout(refresh, 50);
  if (isHeld || numberIn(xhr.responseText) < Number(board().dataset.number)) return (detail.shouldSwap = false);
  hold();
  remember(board());
  noteScore(board());
  overdue.reset();
});
document.body.addEventListener("htmx:beforeRequest", ({ detail }) => {
  hold();
  if (!isOfBoard(detail)) return;
  sent += 1;
  before = /** @type {HTMLElement} */ (board().cloneNode(true));
});
refreshUnless(isTouched);
if (board().dataset.shared) {
  // The device is passed on: what was seen here is not to be found by going back.
  addEventListener("pagehide", () => board().remove());
  addEventListener("pageshow", (event) => event.persisted && location.reload());
}
heard = board().querySelectorAll(".log li").length;
connect();
settle();
