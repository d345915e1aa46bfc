// Shell page of the offline table: installs it, owns the Python worker, shows the pages in a frame. The browser
// navigates only the frame, so the worker lives on from page to page.

const scope = new URL("./", document.baseURI);
const LOCK = `ginrummy ${scope.pathname}`;
const RELOADED = "reloaded";

const wanted = navigator.languages.map((code) => code.slice(0, 2)).find((code) => document.querySelector(`main[lang="${code}"]`));
const main = /** @type {HTMLElement} */ (document.querySelector(`main[lang="${wanted ?? "en"}"]`));
const frame = /** @type {HTMLIFrameElement} */ (document.querySelector("iframe"));
/** @type {Worker | undefined} */
let worker;

document.documentElement.lang = main.lang;
main.hidden = false;

/**
 * @template {HTMLElement} T
 * @param {string} selector
 * @returns {T}
 */
const part = (selector) => /** @type {T} */ (main.querySelector(selector));

const hasEvening = () => location.hash.startsWith("#evening=");

/** @param {string} state */
function show(state) {
  for (const section of main.querySelectorAll("[data-state]")) {
    /** @type {HTMLElement} */ (section).hidden = /** @type {HTMLElement} */ (section).dataset.state !== state;
  }
  part("[data-evening]").hidden = state === "" || !hasEvening();
  frame.hidden = state !== "";
  document.body.classList.toggle("playing", state === "");
}

/**
 * @param {string} note
 * @param {boolean} [isShown]
 */
const say = (note, isShown = true) => (part(`[data-note="${note}"]`).hidden = !isShown);

/** @param {unknown} error */
function showError(error) {
  show("broken");
  part("[data-state=broken] pre").textContent = String(error);
}

/** Acquire the table for this tab, if no other tab has it or `steals` is set. The other tab then stops. */
function sit({ steals = false } = {}) {
  const held = navigator.locks.request(LOCK, steals ? { steal: true } : { ifAvailable: true }, (lock) => {
    if (!lock) return show("elsewhere");
    show("start");
    begin();
    return new Promise(() => {});
  });
  held.catch((error) => (error.name === "AbortError" ? letGo() : showError(error)));
}

function letGo() {
  worker?.terminate();
  frame.src = "about:blank";
  show("elsewhere");
}

function begin() {
  worker = new Worker("python_worker.js", { type: "module" });
  worker.addEventListener("error", (event) => showError(event.message));
  worker.addEventListener("message", ({ data }) => {
    if (data.ready) enter(data.keeps);
    if (data.full !== undefined) say("full", data.full);
    if (data.broken) showError(data.broken);
  });
  worker.postMessage({ scope: scope.href, cores: navigator.hardwareConcurrency ?? 1 });
}

/** Return the page's address. An evening in the fragment, from a QR code, opens its own page. */
const pageAddress = () => (hasEvening() ? new URL(`evenings/${location.hash}`, scope).href : location.href);

/** @param {boolean} keeps */
function enter(keeps) {
  say("forgets", !keeps);
  frame.src = pageAddress();
  frame.addEventListener("load", follow);
  addEventListener("hashchange", () => (frame.src = pageAddress()));
  show("");
  if (keeps) navigator.storage.persist?.().catch(() => {});
}

/** Copy the address and title of the frame's page to this one. */
function follow() {
  const page = frame.contentWindow;
  if (!page || page.location.href === "about:blank") return;
  const titled = () => (document.title = page.document.title);
  const noted = () => history.replaceState(history.state, "", page.location.href);
  new MutationObserver(titled).observe(page.document.head, { subtree: true, childList: true, characterData: true });
  page.addEventListener("hashchange", noted);
  page.document.addEventListener("htmx:afterSettle", noted);
  document.documentElement.lang = page.document.documentElement.lang;
  titled();
  noted();
  page.focus();
}

/** @param {ServiceWorkerRegistration} registration */
function watch(registration) {
  const offer = () => registration.waiting && navigator.serviceWorker.controller && say("newer");
  offer();
  registration.addEventListener("updatefound", () => registration.installing?.addEventListener("statechange", offer));
}

/** Install the table. The service worker reports the progress. */
async function download() {
  show("download");
  const controlled = new Promise((resolve) => {
    navigator.serviceWorker.addEventListener("controllerchange", () => isControlled() && resolve(true));
  });
  const registration = await registerWorker();
  const coming = registration.installing;
  const failed = new Promise((_resolve, reject) => {
    coming?.addEventListener("statechange", () => coming.state === "redundant" && reject(new Error("redundant")));
  });
  try {
    if (!isControlled()) await Promise.race([controlled, failed]);
    sit();
  } catch {
    await registration.unregister();
    show("failed");
  }
}

/** Reload once: a page loaded without the service worker is not controlled by it. */
function again() {
  if (sessionStorage.getItem(RELOADED)) return show("denied");
  sessionStorage.setItem(RELOADED, "yes");
  location.reload();
}

/** Return whether the table's own worker controls this page: on a server, the one of its pages may do so. */
const isControlled = () => navigator.serviceWorker.controller?.scriptURL.startsWith(scope.href) === true;

const registerWorker = () => navigator.serviceWorker.register("service_worker.js", { updateViaCache: "none" });

const ACTIONS = {
  download,
  here: () => sit({ steals: true }),
  reload: () => location.reload(),
  update: async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    navigator.serviceWorker.addEventListener("controllerchange", () => location.reload());
    registration?.waiting?.postMessage("take over");
  },
  dismiss: () => {
    for (const note of main.querySelectorAll("[data-note]")) /** @type {HTMLElement} */ (note).hidden = true;
  },
};

main.addEventListener("click", ({ target }) => {
  const name = target instanceof HTMLElement ? target.dataset.do : undefined;
  if (name) ACTIONS[/** @type {keyof typeof ACTIONS} */ (name)]();
});

async function arrive() {
  if (!navigator.serviceWorker || !navigator.locks || typeof WebAssembly !== "object") return show("denied");
  navigator.serviceWorker.addEventListener("message", ({ data }) => {
    if (data.share !== undefined) part("progress").setAttribute("value", data.share);
  });
  try {
    const found = await navigator.serviceWorker.getRegistration();
    const known = found?.scope === scope.href ? found : undefined;
    if (!isControlled()) return known?.active ? again() : show("offer");
    sessionStorage.removeItem(RELOADED);
    sit();
    watch(known ?? (await registerWorker()));
    await registerWorker();
  } catch {
    if (!isControlled()) show("denied");
  }
}

arrive();
