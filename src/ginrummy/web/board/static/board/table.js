// Live table: follows the event stream, handles the selection of cards, announces events to screen readers.
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
let announced = 0;
let isSettled = false;
/** @type {string | null} */
let focused = null;
/** @type {string[]} */
let opened = [];
let chosen = { number: "", code: "" };
let isSending = false;
/** Number of form requests in flight. The board is not swapped until they are answered. */
let sent = 0;
/** @type {HTMLElement | undefined} */
let before;
/** Position at which a move was sent without an answer. */
let unanswered = "";
/** Retries after a clock has run out, and while the stream is ahead of the board. */
const overdue = new Retries(refresh);
const behind = new Retries(refresh, { soon: 40 });
/** Longest interval between two requests for a hint, in milliseconds. */
const LONGEST_LOOK = 4000;
let waiting = new Retries(refresh);
let waitsFor = "";
/**
 * Loaded with the first move, because no page needs it before.
 * @type {typeof import("./ways.js") | undefined}
 */
let ways;
let streamNumber = 0;
/** Number of the own last move until the stream reports it: the board shows it already. */
let ownNumber = -1;
let absence = "";
/** @type {boolean | undefined} */
let isHandInSight;
/** Sound for each action of the opponent. A pass is silent. Melds laid out were heard as the knock. */
/** @type {Record<string, import("./sound.js").Sound>} */
const HEARD = { draw: "draw", take: "draw", discard: "discard", knock: "knock", gin: "knock", biggin: "knock" };
/** Selector of the lines read aloud: the actions of this hand and its result. */
const HEARD_LINES = ".log li, .result li";
/**
 * Buttons that end a hand ignore presses for this many milliseconds after a change of the board, because the press was
 * meant for the button before.
 */
const UNREADY = 400;
let readyAt = 0;
const LANDINGS = [".hand .card", ".slot .primary:not([hidden])", ".actions button:not([hidden])", ".again .primary", ".match-end summary"];

let room = "";

/** Follow the stream of the room from the first board that names one. Only the last board of a match does. */
function followRoom() {
  const { room: found = "" } = board().dataset;
  if (found && !room) follow(found, { moved: refresh });
  room ||= found;
}

function connect() {
  follow(board().dataset.key ?? "", {
    moved: (number, isNews) => {
      streamNumber = Math.max(streamNumber, number);
      const isOwn = isNews && number === ownNumber;
      if (number >= ownNumber) ownNumber = -1;
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
 * Select a card that can only be moved. Explain why if every other card is legal to discard.
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
function announceAbsence(region) {
  const { absent = "", back = "" } = need(board(), ".strip").dataset;
  if (absent !== absence) region.append(Object.assign(document.createElement("p"), { textContent: absent || back }));
  absence = absent;
}

function announce() {
  const lines = all(board(), HEARD_LINES).map((line) => line.textContent);
  if (lines.length < announced) announced = lines.length === announced - 1 ? lines.length : 0; // an undone move, or a new hand
  const region = need(document, "#heard");
  region.replaceChildren(
    ...lines.slice(announced).map((text) => Object.assign(document.createElement("p"), { textContent: text })),
  );
  announced = lines.length;
  announceAbsence(region);
  const turn = need(document, "#turn");
  const prompt = board().dataset.mine === "1" ? (board().dataset.prompt ?? "") : "";
  if (turn.textContent !== prompt) turn.textContent = prompt;
}

/** Save the focus, the open drawers and the selected card before a swap. A pressed button loses the focus at once. */
function saveFocus() {
  chosen = { number: board().dataset.number ?? "", code: find(board(), ".hand .chosen")?.dataset.card ?? "" };
  const held = document.activeElement;
  opened = all(board(), "details[open]").map((one) => one.className).filter(Boolean);
  if (!held || held === document.body) return;
  if (!held.closest("#board")) focused = null;
  else if (held.closest(".hand")) focused = `.hand [data-card="${held.closest(".card")?.getAttribute("data-card")}"]`;
  else focused = held.matches("summary") ? `details[class="${held.parentElement?.className}"] > summary` : "";
}

/** Select the same card again if the position has not changed. */
function restoreSelection() {
  if (chosen.number !== board().dataset.number) return;
  const card = find(board(), `.hand .card[data-card="${chosen.code}"]`);
  if (card instanceof HTMLButtonElement) choose(board(), card);
  else if (card) lift(board(), card);
}

/** Restore the focus. If its element is gone, focus the most useful one that exists. */
function restoreFocus() {
  for (const one of all(board(), "details", HTMLDetailsElement)) if (opened.includes(one.className)) one.open = true;
  if (focused === null) return;
  const same = focused ? find(board(), focused) : null;
  const places = [same, ...LANDINGS.map((place) => find(board(), place))];
  const place = places.find((one) => one && !one.matches(":disabled") && one.checkVisibility({ visibilityProperty: true }));
  if (!place) return;
  place.focus({ preventScroll: place === same });
  focused = null;
}

/** Scroll logs and score sheets to the end. In a closed drawer this waits until it opens. */
function scrollToEnd() {
  for (const roll of all(board(), ".log div, .sheet .scroll")) if (roll.checkVisibility()) roll.scrollTop = roll.scrollHeight;
}

/** Play the sounds of the opponent's move, of the end of a hand and of one's own turn. */
function playSounds() {
  const { last, mine, dealt } = board().dataset;
  if (find(board(), ".bloom")) return sound("gin"); // the loser hears the knock
  if (board().matches(".match-over:not(.ended)")) return; // a player resigned or timed out: no card has moved
  if (dealt === "1" && !last) return sound("deal");
  const [who, kind = ""] = (last ?? "").split(" ");
  if (who !== "other") return;
  if (HEARD[kind]) sound(HEARD[kind]);
  if (mine !== "1" || board().matches(".ended")) return;
  sound("turn");
  tick("turn");
}

/**
 * Play the sound of the own move at once.
 * @param {HTMLButtonElement} button
 */
function playOwnSound(button) {
  if (button.matches(".closing")) {
    sound("knock");
    tick("knock");
  } else if (button.value === "draw" || button.value === "take") sound("draw");
  else if (find(board(), `.hand button.card[value="${CSS.escape(button.value)}"]`)) sound("discard");
}

/** Retry while a hint is being computed. */
function retryHint() {
  const { again = "", number = "" } = board().dataset;
  const wish = again && `${number} ${again} ${find(board(), ".advice")?.dataset.about}`;
  if (wish !== waitsFor) {
    waiting.reset();
    waiting = new Retries(refresh, { soon: Number(again), latest: LONGEST_LOOK });
    waitsFor = wish;
  }
  if (wish) waiting.again();
}

/** Disable the buttons that end a hand for a moment after the position has changed. */
function delayClosing() {
  const current = board();
  if (chosen.number !== current.dataset.number) readyAt = performance.now() + UNREADY;
  const rest = readyAt - performance.now();
  current.classList.toggle("unready", rest > 0);
  if (rest > 0) setTimeout(() => current.classList.remove("unready"), rest);
}

/** Show a notice if the board proves that the last move never reached the server. */
function reportLostMove() {
  if (unanswered && unanswered === board().dataset.number) notify(need(document, "#notice").dataset.undone ?? "");
  unanswered = "";
}

/** Undo the optimistic drawing of a refused move. */
function undoDrawing() {
  if (!before) return;
  remember(board());
  board().replaceWith(before);
  htmx.process(before);
  before = undefined;
  isSettled = false;
  settle();
}

async function loadWays() {
  ways = await import("./ways.js");
}

function settle() {
  if (!ways && find(board(), "[data-ways]")) return void loadWays().then(settle);
  scrollToEnd();
  arrange(board());
  ways?.offerWays(board());
  restoreSelection();
  if (travel(board()) && isSettled) playSounds();
  if (isSettled) {
    delayClosing();
    moveScore(board());
    board().classList.toggle("just-over", board().matches(".match-over.fresh"));
  }
  collapseResult();
  isSettled = true;
  restoreFocus();
  if (find(board(), "[data-check]")) import("./check.js"); // load these scripts only at the end of a match
  if (find(board(), "[data-pass-on], [data-pass-file]")) import("./pass_on.js");
  if (find(board(), "[data-asks]")) import("./ask_first.js");
  followRoom();
  noteHand(board());
  noteTurn(board());
  announce();
  count(board(), () => overdue.again());
  retryHint();
}

/** Collapse the result after the last hand until the player opens it. An offer of a rematch opens it. */
function collapseResult() {
  const result = find(board(), ".match-end > details", HTMLDetailsElement);
  if (!result) return;
  isHandInSight ??= isSettled && Boolean(find(board(), ".scene"));
  result.open = !isHandInSight || Boolean(find(result, "[data-said=rematch]"));
  result.addEventListener("toggle", () => (isHandInSight = !result.open));
}

/**
 * Return the event number of a response, or that of the page if it has none.
 * @param {string} text
 */
function numberIn(text) {
  return Number(/data-number="(\d+)"/.exec(text)?.[1] ?? board().dataset.number);
}

/**
 * Return whether a request sends a form of the board.
 * @param {HtmxDetail} detail
 */
const isOfBoard = ({ requestConfig: { verb, elt } }) => verb === "post" && elt.closest("#board") !== null;

/** @param {SubmitEvent} event */
const formOf = (event) => (event.target instanceof HTMLFormElement ? event.target : null);

/**
 * Send a move, only one at a time, and draw it before the server has answered.
 * @param {SubmitEvent} event
 */
function submitMove(event) {
  if (!formOf(event)?.matches("#board form.play")) return;
  if (isSending) return event.preventDefault();
  isSending = true;
  if (!ways) loadWays().catch(() => {}); // the board that needs it loads it again
  clearNotice();
  if (event.submitter instanceof HTMLButtonElement) {
    playOwnSound(event.submitter);
    showAtOnce(board(), event.submitter, thrownFrom);
  }
  thrownFrom = undefined;
}

/**
 * Sort the hand without leaving the page.
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
document.addEventListener("toggle", scrollToEnd, { capture: true });
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
      queueMicrotask(undoDrawing); // after htmx has finished with the form
      tick("refused");
    }
  }
  if (requestConfig.verb === "post") isSending = false;
  if (!isOk) return;
  const isMove = requestConfig.verb === "post" && requestConfig.path.endsWith("/say");
  const [stands, answer] = [Number(board().dataset.number), numberIn(xhr.responseText)];
  if (isMove && answer === stands && answer > streamNumber) ownNumber = answer;
  if (requestConfig.path.endsWith("/watching")) {
    notify(find(board(), "[data-kept]")?.dataset.kept ?? "");
    refresh();
  }
  if (streamNumber > Math.max(stands, answer)) behind.again();
  else behind.reset();
});
document.body.addEventListener("htmx:afterSettle", ({ detail }) => {
  if (detail.target.id === "notice") return;
  settle();
  reportLostMove();
});
document.body.addEventListener("htmx:beforeSwap", ({ detail }) => {
  const { xhr, requestConfig } = detail;
  if (xhr.status >= 400 || detail.target.id !== "board") return;
  // Keep the board until the submitted form is answered.
  const isStranger = requestConfig.verb === "get" && !xhr.responseText.includes(" data-seat=");
  if ((sent && requestConfig.verb === "get") || (isStranger && noteSignOut())) return (detail.shouldSwap = false);
  const isHeld = requestConfig.verb === "get" ? isTouched() : isCarried();
  if (isHeld) setTimeout(refresh, 50);
  if (isHeld || numberIn(xhr.responseText) < Number(board().dataset.number)) return (detail.shouldSwap = false);
  saveFocus();
  remember(board());
  noteScore(board());
  overdue.reset();
});
document.body.addEventListener("htmx:beforeRequest", ({ detail }) => {
  saveFocus();
  if (!isOfBoard(detail)) return;
  sent += 1;
  before = /** @type {HTMLElement} */ (board().cloneNode(true));
});
refreshUnless(isTouched);
if (board().dataset.shared) {
  // On a shared device the Back button must not show the previous player's hand.
  addEventListener("pagehide", () => board().remove());
  addEventListener("pageshow", (event) => event.persisted && location.reload());
}
announced = all(board(), HEARD_LINES).length;
connect();
settle();
