// Our own page around the pages: fetches the table once, holds the worker that answers them, shows them in a frame.
// Only this page is ever loaded by the browser itself; so the worker lives while one goes from page to page.

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

/** @param {string} state */
function show(state) {
  for (const section of main.querySelectorAll("[data-state]")) {
    /** @type {HTMLElement} */ (section).hidden = /** @type {HTMLElement} */ (section).dataset.state !== state;
  }
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

/** Take the table to this tab, where no other has it, or `steals` it: the other one then lets go. */
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

/** Return the page of this address. An evening in the fragment, from the QR code of another phone, has a page of its own. */
const pageAddress = () => (location.hash.startsWith("#evening=") ? new URL(`evenings/${location.hash}`, scope).href : location.href);

/** @param {boolean} keeps */
function enter(keeps) {
  say("forgets", !keeps);
  frame.src = pageAddress();
  frame.addEventListener("load", follow);
  addEventListener("hashchange", () => (frame.src = pageAddress()));
  show("");
  if (keeps) navigator.storage.persist?.().catch(() => {});
}

/** Show the address and the title of what is in the frame, whose document has just been loaded. */
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

/** Fetch the table; the service worker says how far it is. */
async function download() {
  show("download");
  const controlled = new Promise((resolve) => navigator.serviceWorker.addEventListener("controllerchange", resolve));
  const registration = await registerWorker();
  const coming = registration.installing;
  const failed = new Promise((_resolve, reject) => {
    coming?.addEventListener("statechange", () => coming.state === "redundant" && reject(new Error("redundant")));
  });
  try {
    if (!navigator.serviceWorker.controller) await Promise.race([controlled, failed]);
    sit();
  } catch {
    await registration.unregister();
    show("failed");
  }
}

/** Load this page again, once: one that was loaded past the service worker is not answered by it. */
function again() {
  if (sessionStorage.getItem(RELOADED)) return show("denied");
  sessionStorage.setItem(RELOADED, "yes");
  location.reload();
}

const registerWorker = () => navigator.serviceWorker.register("service_worker.js", { updateViaCache: "none" });

const DEEDS = {
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
  if (name) DEEDS[/** @type {keyof typeof DEEDS} */ (name)]();
});

async function arrive() {
  if (!navigator.serviceWorker || !navigator.locks || typeof WebAssembly !== "object") return show("denied");
  navigator.serviceWorker.addEventListener("message", ({ data }) => {
    if (data.share !== undefined) part("progress").setAttribute("value", data.share);
  });
  try {
    const known = await navigator.serviceWorker.getRegistration();
    if (!navigator.serviceWorker.controller) return known?.active ? again() : show("offer");
    sessionStorage.removeItem(RELOADED);
    sit();
    watch(known ?? (await registerWorker()));
    await registerWorker();
  } catch {
    if (!navigator.serviceWorker.controller) show("denied");
  }
}

arrive();
