// Notice over the felt, for example of a refused move. It stays until the next move, at most ten seconds.
import { find, need } from "../design/elements.js";

const notice = need(document, "#notice");
const READ = 10_000;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let reading;

export function clearNotice() {
  clearTimeout(reading);
  notice.replaceChildren();
}

/** Restart the time after which the notice disappears. */
export function keepNotice() {
  clearTimeout(reading);
  reading = setTimeout(clearNotice, READ);
}

/** Show that the player is signed out. Return whether this page belongs to a player. */
export function tellOfSignOut() {
  const words = find(document, "#signed-out", HTMLTemplateElement);
  clearTimeout(reading);
  if (words) notice.replaceChildren(words.content.cloneNode(true));
  return words !== null;
}

/** @param {string} text */
export function notify(text) {
  notice.textContent = text;
  keepNotice();
}
