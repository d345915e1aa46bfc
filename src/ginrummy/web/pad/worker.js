// Keeps the score pad in the browser: the page from the network while there is one, its files at once.
/** @type {ServiceWorkerGlobalScope} */
const worker = /** @type {any} */ (self);
const [PAGE] = KEPT;
const SHELF = `pad ${KEPT.join(" ")}`;

const fill = async () => {
  await (await caches.open(SHELF)).addAll(KEPT);
  await worker.skipWaiting();
};
const tidy = async () => {
  const old = (await caches.keys()).filter((name) => name.startsWith("pad ") && name !== SHELF);
  await Promise.all(old.map((name) => caches.delete(name)));
  await worker.clients.claim();
};
/** @param {Request} request */
const kept = async (request) =>
  (await (await caches.open(SHELF)).match(request, { ignoreVary: true, ignoreSearch: true })) ?? fetch(request);
/** @param {Request} request */
const fresh = async (request) => {
  try {
    const answer = await fetch(request);
    if (!answer.ok) return answer.status < 500 ? answer : await kept(request);
    await (await caches.open(SHELF)).put(PAGE, answer.clone());
    return answer;
  } catch {
    return kept(request);
  }
};

worker.addEventListener("install", (event) => event.waitUntil(fill()));
worker.addEventListener("activate", (event) => event.waitUntil(tidy()));
worker.addEventListener("fetch", (event) => {
  const { pathname, origin } = new URL(event.request.url);
  if (event.request.method !== "GET" || origin !== worker.location.origin || !KEPT.includes(pathname)) return;
  event.respondWith(pathname === PAGE ? fresh(event.request) : kept(event.request));
});
