// Tries again after a pause. Pauses grow, are left to chance by half, and come to an end.
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
   * @param {{ soon?: number, latest?: number }} [pauses] the first and the longest one, in milliseconds
   */
  constructor(work, { soon = 1000, latest = 30_000 } = {}) {
    this.#work = work;
    this.#soon = soon;
    this.#latest = latest;
  }

  /**
   * Try again in a while, in so many milliseconds at least; no more after so many tries.
   * @param {number} [least]
   */
  again(least = 0) {
    clearTimeout(this.#timer);
    if (this.#tries >= MOST) return;
    const pause = Math.min(this.#soon * GROWTH ** this.#tries, this.#latest);
    this.#tries += 1;
    this.#timer = setTimeout(this.#work, least + pause * (0.5 + Math.random() / 2));
  }

  /** Begin with short pauses again: it has worked, or the player has come back. */
  reset() {
    clearTimeout(this.#timer);
    this.#tries = 0;
  }
}

/** @param {() => void} work is done when somebody comes back to the page, or the network does */
export function onReturn(work) {
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && work());
  addEventListener("online", work);
}

const LONGEST_WAIT = 3600;

/**
 * Return how many milliseconds a server asks to wait, 0 where it does not say.
 * @param {string | null} header `Retry-After`
 */
export const waitIn = (header) => 1000 * Math.min(Math.max(Number(header) || 0, 0), LONGEST_WAIT);
