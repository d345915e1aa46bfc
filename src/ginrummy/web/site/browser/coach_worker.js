// The coach for a page of a server that offers this table: a match that is over, or what a seat may know, comes in, and
// the words go back that a process of the server would have written. No database is needed, and none is opened.
import { interpreter } from "./interpreter.js";

/** @typedef {{ id: number, task: "review_html" | "advice_json", asked: string }} Question */

const begun = interpreter(new URL("./", location.href).href, { HOME: "/", GINRUMMY_HOME: "/", DJANGO_SETTINGS_MODULE: "ginrummy.web.site.settings" });

/** @param {Question} question */
async function answer({ id, task, asked }) {
  try {
    const coach = (await begun).pyimport("ginrummy.web.site.coaching");
    /** @type {(done: number, total: number) => void} */
    const heard = (done, total) => globalThis.postMessage({ id, done, total });
    globalThis.postMessage({ id, answer: coach[task](asked, heard) });
  } catch (error) {
    globalThis.postMessage({ id, broken: `${/** @type {Error} */ (error).message ?? error}` });
  }
}

globalThis.addEventListener("message", ({ data }) => answer(data));
