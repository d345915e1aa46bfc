// Refreshes the board after each move. A failed request is retried with back-off. A refused request is shown once and
// retried when the player returns to the page. The swap style `board` replaces the board as a whole: the default of
// htmx would announce removed elements twice, and give the new board the old classes first.
import { find } from "../design/elements.js";
import { onReturn, Retries, waitIn } from "../tables/retries.js";
import { muteLost, tellLost } from "../tables/stream.js";
import { clearNotice, keepNotice, notify, tellOfSignOut } from "./notice.js";

const HELD = 50;
const SIGNED_OUT = [401, 403];
const GONE = [404, 410];
let isRefused = false;
let isLeaving = false;
let isHeld = () => false;
const retries = new Retries(refresh);

htmx.defineExtension("board", {
  handleSwap(style, target, fragment, settling) {
    if (style !== "board") return false;
    const inserted = [...fragment.children];
    target.replaceWith(fragment);
    settling.elts = inserted;
    return inserted;
  },
});

/** Request the board, unless the last request was refused. */
export function refresh() {
  if (!isRefused && !isLeaving) look();
}

function look() {
  const board = find(document, "#board");
  if (isHeld()) setTimeout(look, HELD);
  else if (board) htmx.trigger(board, "moved");
}

/** @param {() => boolean} held returns whether a swap must wait */
export function refreshUnless(held) {
  isHeld = held;
}

/** Show that the player is signed out. Return whether this page belongs to a player. */
export function noteSignOut() {
  if (!tellOfSignOut()) return false;
  isRefused = true;
  muteLost(true);
  return true;
}

/** @param {XMLHttpRequest} xhr */
const isNotice = (xhr) => xhr.status < 500 && xhr.getResponseHeader("HX-Retarget") !== null;

function noteAnswer() {
  if (isRefused) clearNotice();
  isRefused = false;
  retries.reset();
  muteLost(false);
}

/**
 * @param {XMLHttpRequest} [xhr] the response, if any
 */
function noteFailure(xhr) {
  if (xhr?.status !== 429) tellLost(true);
  else if (!isNotice(xhr)) notify(xhr.responseText);
  retries.again(waitIn(xhr?.getResponseHeader("retry-after") ?? null));
}

document.body.addEventListener("htmx:beforeOnLoad", ({ detail }) => {
  isLeaving = detail.xhr.getResponseHeader("HX-Redirect") !== null; // the page navigates away: no further requests
});
document.body.addEventListener("htmx:beforeSwap", ({ detail }) => {
  const { xhr, requestConfig } = detail;
  if (xhr.status < 400) return noteAnswer();
  detail.shouldSwap = false;
  if (SIGNED_OUT.includes(xhr.status) && noteSignOut()) return;
  detail.shouldSwap = isNotice(xhr);
  if (!isNotice(xhr) || xhr.status === 429) return noteFailure(xhr);
  isRefused = requestConfig.verb === "get" || GONE.includes(xhr.status);
});
document.body.addEventListener("htmx:afterSettle", ({ detail }) => {
  if (detail.target.id !== "notice" || isRefused) return;
  keepNotice();
  if (detail.xhr.status !== 429) setTimeout(refresh);
});
for (const failure of /** @type {const} */ (["htmx:sendError", "htmx:timeout"])) {
  document.body.addEventListener(failure, () => noteFailure());
}
onReturn(() => {
  isLeaving = false;
  retries.reset();
  look();
});
