// Service worker of the offline table: files come from the cache, pages from the Python worker. A pack is an archive
// with a content hash in its name, so that a newer version fetches only changed packs.
import { entries } from "./archive.js";

/** @typedef {{ name: string, size: number }} Pack */

/** @type {ServiceWorkerGlobalScope} */
const worker = /** @type {any} */ (self);
const SCOPE = new URL(worker.registration.scope).pathname;
const LOCK = `ginrummy ${SCOPE}`;
const SHELF = `ginrummy ${SCOPE} `;
const COMPLETE = "complete";
const OWN = /^(?:static|runtime|table)\//;
const START = /^start\//;
const WORKERS = ["python_worker.js", "coach_worker.js", "law_helper.js"];
const PATIENCE = 1000;
const NAVIGATION = "text/html; charset=utf-8";
const FOR_EVER = { "cache-control": "max-age=31536000, immutable" }; // as servers do for hashed names

const requests = new BroadcastChannel(`ginrummy requests ${SCOPE}`);
/** @type {Map<string, (answer: any) => void>} */
const pending = new Map();
requests.addEventListener("message", ({ data }) => data.status && pending.get(data.id)?.(data));

/** @param {number} share */
async function tell(share) {
  for (const client of await worker.clients.matchAll({ includeUncontrolled: true })) client.postMessage({ share });
}

/** Fetch the missing packs and report the progress. */
async function fill() {
  const total = PACKS.reduce((sum, { size }) => sum + size, 0);
  let done = 0;
  for (const pack of PACKS) {
    await fetchPack(pack, (size) => tell((done + size) / total));
    done += pack.size;
  }
  const shell = await caches.open(`${SHELF}shell-${BUILD}`);
  await shell.addAll(SHELL.map((name) => new Request(SCOPE + name, { cache: "reload" })));
}

/**
 * @param {Pack} pack
 * @param {(size: number) => void} onProgress
 */
async function fetchPack({ name }, onProgress) {
  const cache = await caches.open(SHELF + name);
  if (await cache.match(SCOPE + COMPLETE)) return;
  const answer = await fetch(SCOPE + name);
  if (!answer.ok || !answer.body) throw new Error(`${name}: ${answer.status}`);
  for await (const { path, bytes } of entries(answer.body, onProgress)) {
    await cache.put(SCOPE + path, new Response(bytes, { headers: headersOf(path) }));
  }
  await cache.put(SCOPE + COMPLETE, new Response(""));
}

/**
 * Return the headers of a file. Static files are immutable, because browsers would request images again for every board
 * otherwise.
 * @param {string} path
 * @returns {Record<string, string>}
 */
function headersOf(path) {
  const kind = { "content-type": TYPES[path.slice(path.lastIndexOf("."))] ?? "application/octet-stream" };
  if (path.startsWith("runtime/")) return { ...kind, ...POLICY };
  return path.startsWith("static/") ? { ...kind, ...FOR_EVER } : kind;
}

/** Delete caches of old versions. */
async function tidy() {
  const needed = new Set([...PACKS.map(({ name }) => SHELF + name), `${SHELF}shell-${BUILD}`]);
  const old = (await caches.keys()).filter((name) => name.startsWith(SHELF) && !needed.has(name));
  await Promise.all(old.map((name) => caches.delete(name)));
  await worker.clients.claim();
}

/** @param {string} path */
async function storedAnswer(path) {
  for (const name of [...PACKS.map((pack) => pack.name), `shell-${BUILD}`]) {
    const found = await (await caches.open(SHELF + name)).match(SCOPE + path);
    if (found) return found;
  }
  return new Response("", { status: 404 });
}

/** Return the shell page at any address, with its base set to the root. */
async function shell() {
  const text = await (await storedAnswer("index.html")).text();
  const body = text.replace('<base href="./">', `<base href="${SCOPE}">`);
  return new Response(body, { headers: { "content-type": NAVIGATION } });
}

/** @param {string} path */
async function script(path) {
  const found = await storedAnswer(path);
  const headers = { "content-type": found.headers.get("content-type") ?? "", ...POLICY };
  return new Response(found.body, { status: found.status, headers });
}

/**
 * Return the saved snapshot, or the name of the cache for it.
 * @param {string} path
 */
async function start(path) {
  const shelf = `${SHELF}shell-${BUILD}`;
  return (await (await caches.open(shelf)).match(SCOPE + path)) ?? new Response("", { status: 404, headers: { "x-shelf": shelf } });
}

const isOpen = async () => (await navigator.locks.query()).held?.some(({ name }) => name === LOCK);

/**
 * Send a request to the Python worker and wait for the response while that worker exists. A starting worker may miss
 * the message, so it is repeated with back-off. The worker answers each id once.
 * @param {Request} request
 */
async function askWorker(request) {
  const id = crypto.randomUUID();
  const body = await request.arrayBuffer();
  const defaults = {
    "accept-language": navigator.languages.join(","),
    origin: worker.location.origin,
    referer: request.referrer,
    "user-agent": navigator.userAgent,
    "content-length": String(body.byteLength),
  };
  const answered = new Promise((resolve) => pending.set(id, resolve));
  const headers = Object.entries({ ...defaults, ...Object.fromEntries(request.headers) });
  const { method, url: address } = request;
  const call = () => requests.postMessage({ id, method, address, headers, body });
  let looks = 0;
  const watched = setInterval(async () => {
    looks += 1;
    if (!(await isOpen())) pending.get(id)?.({ status: 503 });
    else if (method === "GET" && Number.isInteger(Math.log2(looks))) call();
  }, PATIENCE);
  call();
  const answer = await answered;
  clearInterval(watched);
  pending.delete(id);
  return response(answer, address);
}

/**
 * @param {{ status: number, headers?: [string, string][], body?: Uint8Array<ArrayBuffer> }} answer
 * @param {string} address
 */
function response({ status, headers = [], body }, address) {
  const there = headers.find(([name]) => name.toLowerCase() === "location");
  if (there) return Response.redirect(new URL(there[1], address), status);
  return new Response(body?.length && status !== 204 ? body : null, { status, headers });
}

/** @param {Request} request */
function answer(request) {
  const path = decodeURI(new URL(request.url).pathname).slice(SCOPE.length);
  if (request.mode === "navigate" && request.destination === "document") return shell();
  if (WORKERS.includes(path)) return script(path);
  if (START.test(path)) return start(path);
  if (OWN.test(path) || SHELL.includes(path)) return storedAnswer(path);
  return askWorker(request);
}

worker.addEventListener("install", (event) => event.waitUntil(fill()));
worker.addEventListener("activate", (event) => event.waitUntil(tidy()));
worker.addEventListener("message", ({ data }) => data === "take over" && worker.skipWaiting());
worker.addEventListener("fetch", (event) => {
  const { origin, pathname } = new URL(event.request.url);
  if (origin === worker.location.origin && pathname.startsWith(SCOPE)) event.respondWith(answer(event.request));
});
