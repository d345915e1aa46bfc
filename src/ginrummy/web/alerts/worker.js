// Service worker of the server's pages: push alerts, the offline score pad, an offline page. All other pages are
// fetched from the network only.
/** @type {ServiceWorkerGlobalScope} */
const worker = /** @type {any} */ (self);
const [PAD_PAGE] = PAD;
const [AWAY_PAGE] = AWAY;
const PAD_SHELF = `pad ${PAD.join(" ")}`;
const AWAY_SHELF = `away ${AWAY.join(" ")}`;

/** @typedef {{ title: string, body: string, tag: string, url: string, turns: number }} Alert */

/**
 * @param {string} name
 * @param {string[]} files
 */
const fill = async (name, files) => (await caches.open(name)).addAll(files);

/** @param {string} name */
const has = async (name) => (await caches.keys()).some((one) => one.startsWith(name));

const install = async () => {
  await fill(AWAY_SHELF, AWAY);
  if (await has("pad ")) await fill(PAD_SHELF, PAD);
  await worker.skipWaiting();
};
const tidy = async () => {
  const old = (await caches.keys()).filter((name) => /^(?:pad|away) /.test(name) && name !== PAD_SHELF && name !== AWAY_SHELF);
  await Promise.all(old.map((name) => caches.delete(name)));
  await worker.registration.navigationPreload?.enable();
  await worker.clients.claim();
};

/** @param {Request} request */
const storedAnswer = async (request) =>
  (await caches.match(request, { cacheName: PAD_SHELF, ignoreVary: true, ignoreSearch: true })) ?? fetch(request);

/**
 * Return the score pad, network first, and update the cached copy.
 * @param {FetchEvent} event
 */
const pad = async (event) => {
  try {
    const answer = (await event.preloadResponse) ?? (await fetch(event.request));
    if (!answer.ok) return answer.status < 500 ? answer : await storedAnswer(event.request);
    if (await caches.has(PAD_SHELF)) await (await caches.open(PAD_SHELF)).put(PAD_PAGE, answer.clone());
    return answer;
  } catch {
    return storedAnswer(event.request);
  }
};

/** @param {FetchEvent} event */
const page = async (event) => {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
  } catch (error) {
    const away = await caches.match(AWAY_PAGE, { cacheName: AWAY_SHELF });
    if (!away) throw error;
    return away;
  }
};

/** @param {FetchEvent} event */
function answer(event) {
  const { pathname } = new URL(event.request.url);
  if (pathname === PAD_PAGE) event.respondWith(pad(event));
  else if (event.request.mode === "navigate") event.respondWith(page(event));
  else if (PAD.includes(pathname) || AWAY.includes(pathname)) event.respondWith(file(event.request));
}

/** @param {Request} request */
const file = async (request) => (await caches.match(request, { ignoreVary: true })) ?? fetch(request);

/** @param {number} turns */
const badge = (turns) => (turns ? navigator.setAppBadge?.(turns) : navigator.clearAppBadge?.());

/**
 * Show an alert unless a page of this site is visible. Safari withdraws the permission if a push shows nothing.
 * @param {Alert} alert
 */
async function show({ title, body, tag, url, turns }) {
  await badge(turns)?.catch(() => {});
  const pages = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const isSeen = pages.some((one) => one.visibilityState === "visible" && one.focused);
  if (isSeen && /Chrome|Firefox/.test(navigator.userAgent)) return;
  await worker.registration.showNotification(title, { body, tag, icon: ICON, data: url });
}

/** @param {string} url */
async function open(url) {
  const address = new URL(url, worker.location.origin).href;
  const pages = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = pages.find((one) => one.url.split(/[?#]/)[0] === address);
  await (there ? there.focus() : worker.clients.openWindow(address));
}

worker.addEventListener("install", (event) => event.waitUntil(install()));
worker.addEventListener("activate", (event) => event.waitUntil(tidy()));
worker.addEventListener("message", (event) => event.data === "keep the pad" && event.waitUntil(fill(PAD_SHELF, PAD)));
worker.addEventListener("fetch", (event) => {
  if (event.request.method === "GET" && new URL(event.request.url).origin === worker.location.origin) answer(event);
});
worker.addEventListener("push", (event) => event.data && event.waitUntil(show(event.data.json())));
worker.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data));
});
