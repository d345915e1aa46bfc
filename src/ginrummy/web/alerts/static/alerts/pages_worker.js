// Registers the worker of the server's pages, once a page stands still: nothing waits for it. The icon of the installed app
// shows at how many tables it is the player's turn: as a page comes, and as it is left.

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
