// Requests of the page's scripts, with a timeout. A failure shows the banner of a lost connection.
import { find } from "../design/elements.js";
import { tellLost } from "./stream.js";

const PATIENCE = 15_000;

/**
 * Return the response, null after a timeout or a server error. Both show the banner.
 * @param {string} address
 * @param {RequestInit} [options]
 * @returns {Promise<Response | null>}
 */
export async function ask(address, options) {
  try {
    const answer = await fetch(address, { ...options, signal: AbortSignal.timeout(PATIENCE) });
    tellLost(answer.status >= 500);
    return answer.status >= 500 ? null : answer;
  } catch {
    tellLost(true);
    return null;
  }
}

/**
 * Return the page of a response, and whether its reader is signed in: the header then names the player.
 * @param {Response} answer
 */
export async function readPage(answer) {
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  return { page, isSignedIn: find(page, "header .own") !== null };
}
