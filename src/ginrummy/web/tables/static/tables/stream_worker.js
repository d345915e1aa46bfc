// Shared worker: holds the stream of all tabs and forwards each event to the tabs that follow its table.
import { OneStream } from "./one_stream.js";

/** @typedef {import("./stream.js").Wish} Wish */

/** @type {Map<MessagePort, string>} */
const readers = new Map();
/** @type {OneStream | undefined} */
let stream;

/** @param {object} message */
function tellAll(message) {
  for (const port of readers.keys()) port.postMessage(message);
}

/**
 * @param {string} key
 * @param {number} number
 * @param {boolean} isNews
 */
function publish(key, number, isNews) {
  for (const [port, followed] of readers) if (followed === key) port.postMessage({ number, isNews });
}

/** @param {MessagePort} port */
function leave(port) {
  if (readers.delete(port)) stream?.follow(readers.values());
}

/**
 * Subscribe a tab. A killed tab sends no message, but its lock becomes free.
 * @param {MessagePort} port
 * @param {Wish} wish
 */
function join(port, { key, address, lock }) {
  if (!key) return leave(port);
  stream ??= new OneStream(address, {
    moved: publish,
    lost: () => tellAll({ isLost: true }),
    found: () => tellAll({ isLost: false }),
  });
  readers.set(port, key);
  if (stream.isLost) port.postMessage({ isLost: true });
  stream.follow(readers.values());
  if (lock) navigator.locks.request(lock, () => leave(port));
}

globalThis.addEventListener("connect", (event) => {
  const [port] = /** @type {MessageEvent} */ (event).ports;
  if (!port) return;
  port.addEventListener("message", ({ data }) => join(port, data));
  port.start();
});
