// Keeps the table in the browser and answers for it: its files from the cache, its pages by the worker that runs them.
// A pack is an archive whose name tells its content: what has not changed is not fetched again by a newer version.
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
const FOR_EVER = { "cache-control": "max-age=31536000, immutable" }; // as servers say of names that tell the content

const requests = new BroadcastChannel(`ginrummy requests ${SCOPE}`);
/** @type {Map<string, (answer: any) => void>} */
const awaited = new Map();
requests.addEventListener("message", ({ data }) => data.status && awaited.get(data.id)?.(data));

/** @param {number} share */
async function tell(share) {
  for (const client of await worker.clients.matchAll({ includeUncontrolled: true })) client.postMessage({ share });
}

/** Fetch what is missing; the packs tell how far they are. */
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
 * @param {(size: number) => void} heard
 */
async function fetchPack({ name }, heard) {
  const cache = await caches.open(SHELF + name);
  if (await cache.match(SCOPE + COMPLETE)) return;
  const answer = await fetch(SCOPE + name);
  if (!answer.ok || !answer.body) throw new Error(`${name}: ${answer.status}`);
  for await (const { path, bytes } of entries(answer.body, heard)) {
    await cache.put(SCOPE + path, new Response(bytes, { headers: headersOf(path) }));
  }
  await cache.put(SCOPE + COMPLETE, new Response(""));
}

/**
 * Return what is said of a file of a pack. What a page draws, a figure say, the browser asks for anew at every board
 * unless it is told that it need not.
 * @param {string} path
 * @returns {Record<string, string>}
 */
function headersOf(path) {
  const kind = { "content-type": TYPES[path.slice(path.lastIndexOf("."))] ?? "application/octet-stream" };
  if (path.startsWith("runtime/")) return { ...kind, ...POLICY };
  return path.startsWith("static/") ? { ...kind, ...FOR_EVER } : kind;
}

/** Forget what no version that is here needs. */
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

/** Our own page, from wherever it is asked for: its files lie beside the root. */
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
 * Answer with what the worker that runs the pages has kept of its start, or say where it may be kept.
 * @param {string} path
 */
async function start(path) {
  const shelf = `${SHELF}shell-${BUILD}`;
  return (await (await caches.open(shelf)).match(SCOPE + path)) ?? new Response("", { status: 404, headers: { "x-shelf": shelf } });
}

const isOpen = async () => (await navigator.locks.query()).held?.some(({ name }) => name === LOCK);

/**
 * Hand a request on to the worker that runs the pages, and wait for its answer while that is there. A worker that has just
 * begun may not hear the call for its first page: it is called again, more and more rarely, until it answers, which it does once.
 * @param {Request} request
 */
async function askWorker(request) {
  const id = crypto.randomUUID();
  const body = await request.arrayBuffer();
  const told = {
    "accept-language": navigator.languages.join(","),
    origin: worker.location.origin,
    referer: request.referrer,
    "user-agent": navigator.userAgent,
    "content-length": String(body.byteLength),
  };
  const answered = new Promise((resolve) => awaited.set(id, resolve));
  const headers = Object.entries({ ...told, ...Object.fromEntries(request.headers) });
  const { method, url: address } = request;
  const call = () => requests.postMessage({ id, method, address, headers, body });
  let looks = 0;
  const watched = setInterval(async () => {
    looks += 1;
    if (!(await isOpen())) awaited.get(id)?.({ status: 503 });
    else if (method === "GET" && Number.isInteger(Math.log2(looks))) call();
  }, PATIENCE);
  call();
  const answer = await answered;
  clearInterval(watched);
  awaited.delete(id);
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
