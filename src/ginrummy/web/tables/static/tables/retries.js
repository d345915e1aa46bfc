// Retries with exponential back-off and jitter, limited in number.
const GROWTH = 1.5;
const MOST = 60;

export class Retries {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #tries = 0;
  #work;
  #soon;
  #latest;

  /**
   * @param {() => void} work
   * @param {{ soon?: number, latest?: number }} [pauses] shortest and longest interval in milliseconds
   */
  constructor(work, { soon = 1000, latest = 30_000 } = {}) {
    this.#work = work;
    this.#soon = soon;
    this.#latest = latest;
  }

  /**
   * Schedule a retry after at least `least` milliseconds, unless the number of retries is used up.
   * @param {number} [least]
   */
  again(least = 0) {
    clearTimeout(this.#timer);
    if (this.#tries >= MOST) return;
    const pause = Math.min(this.#soon * GROWTH ** this.#tries, this.#latest);
    this.#tries += 1;
    this.#timer = setTimeout(this.#work, least + pause * (0.5 + Math.random() / 2));
  }

  /** Return to the shortest interval, after a success or when the player returns to the page. */
  reset() {
    clearTimeout(this.#timer);
    this.#tries = 0;
  }
}

/** @param {() => void} work called when the page becomes visible or the network returns */
export function onReturn(work) {
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && work());
  addEventListener("online", work);
}

const LONGEST_WAIT = 3600;

/**
 * Return the wait in milliseconds from a `Retry-After` header, 0 without one.
 * @param {string | null} header `Retry-After`
 */
export const waitIn = (header) => 1000 * Math.min(Math.max(Number(header) || 0, 0), LONGEST_WAIT);
