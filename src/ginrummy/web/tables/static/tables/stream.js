// Subscription to a table. An event carries only a number, and the page fetches the rest. All tabs of a browser share
// one stream in a shared worker. Without shared workers each page opens its own.
import { OneStream } from "./one_stream.js";
import { onReturn } from "./retries.js";

/**
 * Message of a page to the worker. An empty key unsubscribes. The browser frees the lock when the page is gone.
 * @typedef {{ key: string, address: string, lock: string }} Wish
 */

/**
 * `moved` gets the current number, and whether events may have been missed.
 * @typedef {{ moved: (number: number, isNews: boolean) => void, lost: () => void, found: () => void }} Reader
 */

const root = document.documentElement;
const { streams: address = "", worker = "" } = root.dataset;

let isMuted = false;

/**
 * Show or hide the banner of a lost connection.
 * @param {boolean} isLost
 */
export function tellLost(isLost) {
  const banner = document.querySelector("#lost");
  if (banner instanceof HTMLElement) banner.hidden = !isLost || isMuted;
}

/**
 * Mute the banner while the page shows another notice. A signed-out tab loses its stream too.
 * @param {boolean} muted
 */
export function muteLost(muted) {
  isMuted = muted;
  tellLost(false);
}

/**
 * Hold a lock for the lifetime of the page. Return its name, empty without support.
 * @returns {Promise<string>}
 */
function holdLock() {
  const name = `page ${Date.now()} ${Math.random()}`;
  return new Promise((resolve) => {
    if (!navigator.locks) return resolve("");
    navigator.locks.request(name, () => {
      resolve(name);
      return new Promise(() => {});
    });
  });
}

/**
 * Return a function that follows a table by its key and unsubscribes with an empty one. It uses the shared worker if
 * there is one.
 * @param {Reader} reader
 * @returns {(key: string) => void}
 */
function followerFor({ moved, lost, found }) {
  const alone = new OneStream(address, { moved: (_key, number, isNews) => moved(number, isNews), lost, found });
  /** @param {string} key */
  const byOneself = (key) => alone.follow(key ? [key] : []);
  if (typeof SharedWorker === "undefined") return byOneself;
  let wanted = "";
  const shared = new SharedWorker(worker, { type: "module", name: "stream" });
  shared.port.addEventListener("message", ({ data }) => {
    if (data.isLost === undefined) return moved(data.number, data.isNews);
    if (data.isLost) lost();
    else found();
  });
  let follow = (/** @type {string} */ key) => {
    wanted = key;
    if (!key) return shared.port.postMessage({ key });
    lock.then((name) => wanted === key && shared.port.postMessage({ key, address, lock: name }));
  };
  const lock = holdLock();
  shared.addEventListener("error", () => {
    follow = byOneself;
    byOneself(wanted);
  });
  shared.port.start();
  return (key) => follow(key);
}

/**
 * Follow a table for the lifetime of the page.
 * @param {string} key
 * @param {Partial<Reader> & Pick<Reader, "moved">} reader
 */
export function follow(key, { moved, lost = () => tellLost(true), found = () => tellLost(false) }) {
  let isLost = false;
  /**
   * @param {boolean} is
   * @param {() => void} tell
   */
  const note = (is, tell) => {
    isLost = is;
    tell();
  };
  const listen = followerFor({ moved, lost: () => note(true, lost), found: () => note(false, found) });
  onReturn(() => isLost && listen(key)); // retries may be used up
  addEventListener("pagehide", () => listen(""));
  addEventListener("pageshow", (event) => event.persisted && listen(key));
  listen(key);
}
