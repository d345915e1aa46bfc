// Pool of workers that run the compiled law. They communicate by messages, without shared memory. The pool starts on
// first use and ends with the worker that owns it.
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
   * @param {number} most workers at once; a limited number of failed ones is replaced
   */
  constructor(module, most) {
    this.#module = module;
    this.#most = most;
    this.#left = most + (most && SPARE);
  }

  /** Return the number of ready workers. Start missing ones. */
  count() {
    while (this.#hired.length < this.#most && this.#left > 0) this.#hire();
    return this.#ready().length;
  }

  /**
   * Send a call to the least busy worker. Its bytes are transferred.
   * @param {Call} call
   * @returns {Asked}
   */
  ask(call) {
    const [helper] = this.#ready().sort((one, other) => one.asked.size - other.asked.size);
    return helper ? helper.ask(call) : { done: Promise.resolve(), end() {} };
  }

  /** Calls in flight. */
  get asked() {
    return this.#hired.flatMap(({ asked }) => [...asked.values()]);
  }

  /** Wait until no call is in flight. */
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
    this.#worker.addEventListener("message", ({ data }) => this.#receive(data));
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

  /** @param {{ ready?: boolean, id: number, kept: Content }} message */
  #receive({ ready, id, kept }) {
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
