// What is told over the felt, of a refusal above all: it stays until the next move is made, or for so long.
import { find, need } from "../design/elements.js";

const notice = need(document, "#notice");
const READ = 10_000;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let reading;

/** What was told has been read, or is past. */
export function clearNotice() {
  clearTimeout(reading);
  notice.replaceChildren();
}

/** What stands there stays to be read. */
export function keepNotice() {
  clearTimeout(reading);
  reading = setTimeout(clearNotice, READ);
}

/** Say that the player is signed out; return whether this is the page of a player. */
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
