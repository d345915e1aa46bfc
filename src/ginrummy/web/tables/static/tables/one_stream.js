// One event stream for all tables that a browser follows. A change of the tables opens a new stream before the old one
// closes. A broken stream is reopened with back-off. The first events of a stream are the current numbers of its
// tables.
import { Retries } from "./retries.js";
import { openSource } from "./source.js";

const STEADY = 10_000;

/**
 * Callbacks. `moved` gets the current number of a table. `isNews` is true if events may have been missed. `lost` and
 * `found` report the connection.
 * @typedef {{ moved: (key: string, number: number, isNews: boolean) => void, lost: () => void, found: () => void }} Callbacks
 */

export class OneStream {
  /** @type {EventSource | null} */
  #source = null;
  /** @type {EventSource | null} */
  #opening = null;
  /** @type {Map<string, number>} */
  #numbers = new Map();
  /** @type {string[]} */
  #keys = [];
  #retries = new Retries(() => this.#open());
  #since = 0;
  #isLost = false;

  /**
   * @param {string} address
   * @param {Callbacks} callbacks
   */
  constructor(address, callbacks) {
    this.address = address;
    this.callbacks = callbacks;
    addEventListener("online", () => this.#isLost && this.follow(this.#keys));
  }

  get isLost() {
    return this.#isLost;
  }

  /**
   * Replace the set of followed tables.
   * @param {Iterable<string>} keys
   */
  follow(keys) {
    this.#keys = [...new Set(keys)];
    this.#retries.reset();
    this.#opening?.close();
    this.#opening = null;
    if (this.#keys.length) this.#open();
    else this.#end();
  }

  #end() {
    this.#source?.close();
    this.#source = null;
    this.#numbers.clear();
    this.#isLost = false;
  }

  #open() {
    const stream = openSource(`${this.address}?${new URLSearchParams(this.#keys.map((key) => ["at", key]))}`);
    this.#opening = stream;
    let isNews = false;
    stream.addEventListener("open", () => {
      isNews = this.#isLost;
      this.#opened(stream);
    });
    stream.addEventListener("here", (event) => this.#report(event.data, isNews));
    stream.addEventListener("message", (event) => this.#report(event.data, true));
    stream.addEventListener("error", () => this.#broken(stream));
  }

  /** @param {EventSource} stream */
  #opened(stream) {
    if (this.#source !== stream) this.#source?.close();
    this.#source = stream;
    this.#opening = null;
    this.#since = performance.now();
    if (this.#isLost) this.callbacks.found();
    this.#isLost = false;
  }

  /**
   * Report the number of a table even if it is known: the page of a new reader may be older.
   * @param {string} text
   * @param {boolean} isNews
   */
  #report(text, isNews) {
    const [key = "", last] = text.split(" ");
    const number = Math.max(this.#numbers.get(key) ?? -1, Number(last));
    this.#numbers.set(key, number);
    this.callbacks.moved(key, number, isNews);
  }

  /** @param {EventSource} stream */
  #broken(stream) {
    stream.close();
    if (stream !== this.#source && stream !== this.#opening) return;
    if (stream === this.#source && performance.now() - this.#since > STEADY) this.#retries.reset();
    if (stream === this.#source) this.#source = null;
    if (stream === this.#opening) this.#opening = null;
    if (!this.#source) {
      this.#isLost = true;
      this.callbacks.lost();
    }
    this.#retries.again();
  }
}
