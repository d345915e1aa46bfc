// Source of an event stream: here messages of the Python worker.

/** The used part of EventSource: reports the current numbers of the followed tables, then each change. */
class Heard extends EventTarget {
  #channel = new BroadcastChannel("ginrummy moves");

  /** @param {string} address */
  constructor(address) {
    super();
    const keys = new URL(address, location.href).searchParams.getAll("at");
    this.#channel.addEventListener("message", ({ data }) => {
      if (data.here) this.#tell("here", data.here, keys);
      if (data.moved) this.#tell("message", data.moved, keys);
    });
    setTimeout(() => {
      this.dispatchEvent(new Event("open"));
      this.#channel.postMessage({ asked: keys });
    });
  }

  /**
   * @param {string} kind
   * @param {Record<string, number>} numbers
   * @param {string[]} keys
   */
  #tell(kind, numbers, keys) {
    for (const key of keys) {
      if (key in numbers) this.dispatchEvent(new MessageEvent(kind, { data: `${key} ${numbers[key]}` }));
    }
  }

  close() {
    this.#channel.close();
  }
}

/**
 * @param {string} address
 * @returns {EventSource}
 */
export const openSource = (address) => /** @type {any} */ (new Heard(address));
