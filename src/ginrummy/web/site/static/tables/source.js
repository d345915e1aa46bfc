// Where a stream comes from: here from the worker that answers the pages too, which says by messages what has moved.

/** What is used of an EventSource: it tells where the tables that it follows stand, and then what moves. */
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
