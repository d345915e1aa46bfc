// The coach of this browser: where the server offers its table for offline, and that is kept here, a worker answers with the
// same Python as the server's own processes. It is told nothing that the page may not show.
const { offline: PLACE = "" } = document.documentElement.dataset;
const PATIENCE = 60_000;

const canRun = () => Boolean(navigator.serviceWorker && window.caches) && typeof WebAssembly === "object";

/** Whether the table is here already, so that nothing has to be fetched; null where this browser cannot have it. */
export async function isKept() {
  if (!canRun()) return null;
  const known = await navigator.serviceWorker.getRegistration(PLACE).catch(() => null);
  return known === null ? null : Boolean(known?.active);
}

/**
 * Fetch the table, which then stays.
 * @param {(share: number) => void} heard is told how much of it has come
 */
export async function keep(heard) {
  /** @param {MessageEvent} event */
  const hear = ({ data }) => data.share !== undefined && heard(data.share);
  navigator.serviceWorker.addEventListener("message", hear);
  try {
    const registration = await navigator.serviceWorker.register(`${PLACE}service_worker.js`, { updateViaCache: "none" });
    await active(registration);
  } finally {
    navigator.serviceWorker.removeEventListener("message", hear);
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

/** A worker in which the coach answers one question after the other. */
export class OwnCoach {
  #worker = new Worker(`${PLACE}coach_worker.js`, { type: "module" });
  #count = 0;

  /**
   * Return the answer; it is refused where nothing is heard for a minute.
   * @param {string} task a function of `ginrummy.web.site.coaching`
   * @param {unknown} told
   * @param {(done: number, total: number) => void} [heard] is told how far it is
   * @returns {Promise<string>}
   */
  async ask(task, told, heard = () => {}) {
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
          if (data.total) heard(data.done, data.total);
          if (data.broken !== undefined) reject(new Error(data.broken));
          if (data.answer !== undefined) resolve(data.answer);
          wait();
        }, { signal });
        this.#worker.postMessage({ id, task, asked: JSON.stringify(told) });
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
