// Coach for pages of a server that offers the offline table. It gets a finished match or the view of a seat, and
// returns the same text as the server's process. It opens no database.
import { interpreter } from "./interpreter.js";

/** @typedef {{ id: number, task: "review_html" | "advice_json", asked: string }} Question */

const begun = interpreter(new URL("./", location.href).href, { HOME: "/", GINRUMMY_HOME: "/", DJANGO_SETTINGS_MODULE: "ginrummy.web.site.settings" });

/** @param {Question} question */
async function answer({ id, task, asked }) {
  try {
    const coach = (await begun).pyimport("ginrummy.web.site.coaching");
    /** @type {(done: number, total: number) => void} */
    const report = (done, total) => globalThis.postMessage({ id, done, total });
    globalThis.postMessage({ id, answer: coach[task](asked, report) });
  } catch (error) {
    globalThis.postMessage({ id, broken: `${/** @type {Error} */ (error).message ?? error}` });
  }
}

globalThis.addEventListener("message", ({ data }) => answer(data));
