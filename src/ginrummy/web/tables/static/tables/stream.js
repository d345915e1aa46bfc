// Hear that a table has moved. The stream says a number and nothing else; what it means, the page asks itself. All tabs
// of a browser share one stream, held by a worker; where there are no such workers, each page holds its own.
import { OneStream } from "./one_stream.js";
import { onReturn } from "./retries.js";

/** What a page wishes to hear of, nothing where it leaves; the lock is free once the page is gone.
 * @typedef {{ key: string, address: string, lock: string }} Wish */

/** `moved` hears where the table stands, and whether something may have happened besides.
 * @typedef {{ moved: (number: number, isNews: boolean) => void, lost: () => void, found: () => void }} Reader */

const root = document.documentElement;
const { streams: address = "", worker = "" } = root.dataset;

let isMuted = false;

/** Show or hide what the page says of a lost connection.
 * @param {boolean} isLost */
export function tellLost(isLost) {
  const banner = document.querySelector("#lost");
  if (banner instanceof HTMLElement) banner.hidden = !isLost || isMuted;
}

/** Say nothing of a lost connection while the page says something else: a signed-out tab loses its stream too.
 * @param {boolean} muted */
export function muteLost(muted) {
  isMuted = muted;
  tellLost(false);
}

/**
 * Hold a lock for as long as the page is there, where locks can be had, and return its name.
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
 * Return what follows a table, by its key, and nothing where that is none: by the worker of all tabs, else alone.
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
 * Hear of a table, by its key, as long as the page is there.
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
  onReturn(() => isLost && listen(key)); // it may have been given up meanwhile
  addEventListener("pagehide", () => listen(""));
  addEventListener("pageshow", (event) => event.persisted && listen(key));
  listen(key);
}
