// Reload when the table moves: a player joined or declined, or cut the cards. This browser reveals its sealed cut after
// the other player has cut.
import { find, need } from "../design/elements.js";
import "../design/share.js";
import "../tables/live.js";
import { ask, readPage } from "../tables/requests.js";
import { fillIn } from "../tables/reveal.js";
import { follow } from "../tables/stream.js";

const GONE = [404, 410];
const status = need(document, "p[data-follow]");
const { follow: key = "", number } = status.dataset;

/**
 * Reload after news, or if the page is out of date because events during the load were not streamed to it. Ignore a
 * refusal, and an invitation to one's own table: the notice says that the player is signed out.
 * @param {boolean} isNews
 */
async function compare(isNews) {
  const answer = await ask(location.href);
  if (!answer || !(answer.ok || GONE.includes(answer.status))) return;
  const { page, isSignedIn } = await readPage(answer);
  if (!isSignedIn && find(page, "form[action$='/join']")) return;
  if (isNews || find(page, "p[data-follow]")?.textContent !== status.textContent) location.reload();
}

follow(key, { moved: (at, isNews) => compare(isNews || at !== Number(number)) });

const sealed = find(document, "main > form[data-seal]", HTMLFormElement);
if (sealed && fillIn(sealed)) sealed.submit();
else if (sealed) sealed.classList.add("typed");
