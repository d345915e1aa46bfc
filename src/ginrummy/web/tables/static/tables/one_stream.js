// One stream for everything that a browser follows. It is opened anew where that changes, the old one ends only then,
// and where it breaks, after a pause that grows. The server says first where each table stands.
import { Retries } from "./retries.js";
import { openSource } from "./source.js";

const STEADY = 10_000;

/**
 * What is told of a stream: that a table stands at a number, `isNews` where something may have happened besides;
 * that the stream is lost, and found again.
 * @typedef {{ moved: (key: string, number: number, isNews: boolean) => void, lost: () => void, found: () => void }} Told
 */

export class OneStream {
  /** @type {EventSource | null} */
  #source = null;
  /** @type {EventSource | null} */
  #coming = null;
  /** @type {Map<string, number>} */
  #numbers = new Map();
  /** @type {string[]} */
  #keys = [];
  #retries = new Retries(() => this.#open());
  #since = 0;
  #isLost = false;

  /**
   * @param {string} address
   * @param {Told} told
   */
  constructor(address, told) {
    this.address = address;
    this.told = told;
    addEventListener("online", () => this.#isLost && this.follow(this.#keys));
  }

  get isLost() {
    return this.#isLost;
  }

  /**
   * Follow these tables from now on, by their keys, and no others.
   * @param {Iterable<string>} keys
   */
  follow(keys) {
    this.#keys = [...new Set(keys)];
    this.#retries.reset();
    this.#coming?.close();
    this.#coming = null;
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
    this.#coming = stream;
    let isNews = false;
    stream.addEventListener("open", () => {
      isNews = this.#isLost;
      this.#opened(stream);
    });
    stream.addEventListener("here", (event) => this.#heard(event.data, isNews));
    stream.addEventListener("message", (event) => this.#heard(event.data, true));
    stream.addEventListener("error", () => this.#broken(stream));
  }

  /** @param {EventSource} stream */
  #opened(stream) {
    if (this.#source !== stream) this.#source?.close();
    this.#source = stream;
    this.#coming = null;
    this.#since = performance.now();
    if (this.#isLost) this.told.found();
    this.#isLost = false;
  }

  /**
   * Whoever has come last may have a page from before: where a table stands is told to all, known or not.
   * @param {string} said
   * @param {boolean} isNews
   */
  #heard(said, isNews) {
    const [key = "", text] = said.split(" ");
    const number = Math.max(this.#numbers.get(key) ?? -1, Number(text));
    this.#numbers.set(key, number);
    this.told.moved(key, number, isNews);
  }

  /** @param {EventSource} stream */
  #broken(stream) {
    stream.close();
    if (stream !== this.#source && stream !== this.#coming) return;
    if (stream === this.#source && performance.now() - this.#since > STEADY) this.#retries.reset();
    if (stream === this.#source) this.#source = null;
    if (stream === this.#coming) this.#coming = null;
    if (!this.#source) {
      this.#isLost = true;
      this.told.lost();
    }
    this.#retries.again();
  }
}
