// Requests of the pages' scripts: none waits for ever, and whoever asked is told where one fails.
import { tellLost } from "./stream.js";

const PATIENCE = 15_000;

/**
 * Return the answer of the server, null where none came in time or the server is out of order: then the page says so.
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
