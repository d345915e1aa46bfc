// Coach in this browser, for servers that offer the offline table. A worker runs the same Python code as the server. It
// gets only what the page may show.
const { offline: PLACE = "" } = document.documentElement.dataset;
const PATIENCE = 60_000;

const canRun = () => Boolean(navigator.serviceWorker && window.caches) && typeof WebAssembly === "object";

/** Return whether the offline table is installed, null if this browser does not support it. */
export async function isKept() {
  if (!canRun()) return null;
  const known = await navigator.serviceWorker.getRegistration(PLACE).catch(() => null);
  return known === null ? null : Boolean(known?.active);
}

/**
 * Install the offline table.
 * @param {(share: number) => void} onProgress called with the share received
 */
export async function keep(onProgress) {
  /** @param {MessageEvent} event */
  const report = ({ data }) => data.share !== undefined && onProgress(data.share);
  navigator.serviceWorker.addEventListener("message", report);
  try {
    const registration = await navigator.serviceWorker.register(`${PLACE}service_worker.js`, { updateViaCache: "none" });
    await active(registration);
  } finally {
    navigator.serviceWorker.removeEventListener("message", report);
  }
}

/** @param {ServiceWorkerRegistration} registration */
function active(registration) {
  const coming = registration.installing ?? registration.waiting;
  if (registration.active || !coming) return;
  return new Promise((resolve, reject) => {
    coming.addEventListener("statechange", () => {
      if (coming.state === "activated") resolve(undefined);
      if (coming.state === "redundant") reject(new Error("the table could not be fetched"));
    });
  });
}

/** Worker in which the coach handles requests one by one. */
export class OwnCoach {
  #worker = new Worker(`${PLACE}coach_worker.js`, { type: "module" });
  #count = 0;

  /**
   * Return the answer. Reject after a minute without a message.
   * @param {string} task a function of `ginrummy.web.site.coaching`
   * @param {unknown} args
   * @param {(done: number, total: number) => void} [onProgress] called with the progress
   * @returns {Promise<string>}
   */
  async ask(task, args, onProgress = () => {}) {
    const id = ++this.#count;
    const ended = new AbortController();
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let late;
    try {
      return await new Promise((resolve, reject) => {
        const wait = () => {
          clearTimeout(late);
          late = setTimeout(reject, PATIENCE, new Error("the coach is too slow here"));
        };
        const { signal } = ended;
        this.#worker.addEventListener("error", (event) => reject(new Error(event.message)), { signal });
        this.#worker.addEventListener("message", ({ data }) => {
          if (data.id !== id) return;
          if (data.total) onProgress(data.done, data.total);
          if (data.broken !== undefined) reject(new Error(data.broken));
          if (data.answer !== undefined) resolve(data.answer);
          wait();
        }, { signal });
        this.#worker.postMessage({ id, task, asked: JSON.stringify(args) });
        wait();
      });
    } finally {
      clearTimeout(late);
      ended.abort();
    }
  }

  end() {
    this.#worker.terminate();
  }
}
