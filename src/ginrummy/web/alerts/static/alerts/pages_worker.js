// Registers the service worker when the page is idle. Also sets the badge of the installed app to the number of tables
// where it is the player's turn, on each load and unload.

const ADDRESS = new URL("../../worker.js", import.meta.url);

/** @returns {Promise<ServiceWorkerRegistration>} */
export const registered = () => navigator.serviceWorker.register(ADDRESS, { updateViaCache: "none" });

const begin = () => Promise.all([registered(), mark()]).catch(() => {});

async function mark() {
  if (!navigator.setAppBadge || !matchMedia("(display-mode: standalone)").matches) return;
  const answer = await fetch(new URL("../../turns", import.meta.url), { keepalive: true });
  const { turns } = answer.ok ? await answer.json() : { turns: 0 };
  await (turns ? navigator.setAppBadge(turns) : navigator.clearAppBadge());
}

const soon = () => (globalThis.requestIdleCallback ?? setTimeout)(begin);

if (navigator.serviceWorker) {
  if (document.readyState === "complete") soon();
  else addEventListener("load", soon, { once: true });
}
document.addEventListener("visibilitychange", () => document.visibilityState === "hidden" && mark().catch(() => {}));
