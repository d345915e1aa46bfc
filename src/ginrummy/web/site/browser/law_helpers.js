// Helpers for the compiled law: workers that hold the same module, asked by messages, so that no shared memory is needed.
// They are made when the first of them is wanted, and end with the worker that made them.
const PATIENCE = 2000;
const SPARE = 4;

/** @typedef {Uint8Array<ArrayBuffer>} Content */
/** @typedef {{ name: string, kept: Content }} Call */
/** @typedef {{ answer?: Content, done: Promise<void>, end: () => void }} Asked */

export class Helpers {
  #module;
  #most;
  #left;
  /** @type {Helper[]} */
  #hired = [];

  /**
   * @param {WebAssembly.Module} module
   * @param {number} most so many at once; of those that fail some are replaced
   */
  constructor(module, most) {
    this.#module = module;
    this.#most = most;
    this.#left = most + (most && SPARE);
  }

  /** How many can be asked by now; where some are missing, they are sent for. */
  count() {
    while (this.#hired.length < this.#most && this.#left > 0) this.#hire();
    return this.#ready().length;
  }

  /**
   * Let the one that has least to do answer a call, whose bytes it is given for good.
   * @param {Call} call
   * @returns {Asked}
   */
  ask(call) {
    const [helper] = this.#ready().sort((one, other) => one.asked.size - other.asked.size);
    return helper ? helper.ask(call) : { done: Promise.resolve(), end() {} };
  }

  /** What they have been asked and not yet answered. */
  get asked() {
    return this.#hired.flatMap(({ asked }) => [...asked.values()]);
  }

  /** Wait until nothing is asked of any of them. */
  async settled() {
    while (this.asked.length) await Promise.all(this.asked.map(({ done }) => done));
  }

  #ready = () => this.#hired.filter(({ isReady }) => isReady);

  #hire() {
    this.#left -= 1;
    try {
      const helper = new Helper(this.#module, () => (this.#hired = this.#hired.filter((each) => each !== helper)));
      this.#hired.push(helper);
    } catch (error) {
      console.warn("no helper for the champion:", error);
      this.#left = 0;
    }
  }
}

class Helper {
  isReady = false;
  /** @type {Map<number, Asked>} */
  asked = new Map();
  #number = 0;
  #worker;
  #failed;

  /**
   * @param {WebAssembly.Module} module
   * @param {() => void} failed
   */
  constructor(module, failed) {
    this.#failed = failed;
    this.#worker = new Worker(new URL("law_helper.js", import.meta.url), { type: "module" });
    this.#worker.addEventListener("message", ({ data }) => this.#hear(data));
    for (const fault of ["error", "messageerror"]) this.#worker.addEventListener(fault, (event) => this.#fail(event));
    this.#worker.postMessage({ module });
  }

  /** @param {Call} call */
  ask(call) {
    const id = ++this.#number;
    const late = setTimeout(() => this.#fail(), PATIENCE);
    let end = () => {};
    /** @type {Promise<void>} */
    const done = new Promise((resolve) => {
      end = () => {
        clearTimeout(late);
        this.asked.delete(id);
        resolve();
      };
    });
    /** @type {Asked} */
    const asked = { done, end };
    this.asked.set(id, asked);
    this.#worker.postMessage({ id, ...call }, [call.kept.buffer]);
    return asked;
  }

  /** @param {{ ready?: boolean, id: number, kept: Content }} told */
  #hear({ ready, id, kept }) {
    if (ready) this.isReady = true;
    const asked = this.asked.get(id);
    if (!asked) return;
    asked.answer = kept;
    asked.end();
  }

  /** @param {Event} [event] */
  #fail(event) {
    event?.preventDefault();
    this.#worker.terminate();
    this.#failed();
    for (const asked of this.asked.values()) asked.end();
  }
}
