// The table in a worker: Python interpreter, the server's Django application, a database in the browser's own files.
// The service worker sends the requests. Between them bots move and clocks run, in short tasks.
import { TABLE } from "./interpreter.js";
import { keptFiles, openFiles } from "./kept_files.js";
import { resumeOrPrepare } from "./kept_start.js";
import { Helpers } from "./law_helpers.js";

const KEPT = "/kept";
const DATABASE = "ginrummy.sqlite3";
const JOURNALS = ["-wal", "-journal"].map((kind) => DATABASE + kind); // the second for databases of older versions
const MOST_CORES = 4; // as in kernel/background_calls.py

/** @type {any} */
let application;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let next;
/** @type {BroadcastChannel} */
let moves;
/** @type {BroadcastChannel} */
let requests;
/** @type {Helpers | undefined} */
let helpers;
/** @type {Set<string>} ids of received requests, which may be repeated during and after their answer */
const received = new Set();
const MOST_RECEIVED = 1000;

/** @param {unknown} message */
const tell = (message) => globalThis.postMessage(message);

let wasFull = false;
/** @param {boolean} isFull */
function noteRoom(isFull) {
  if (isFull !== wasFull) tell({ full: isFull });
  wasFull = isFull;
}

/** Return the database of a new table. */
const blank = (/** @type {any} */ FS) => FS.readFile(`${TABLE}/${DATABASE}`);

/**
 * Mount the browser's files. Return whether they are persistent.
 * @param {any} FS
 * @param {string} scope
 */
async function keep(FS, scope) {
  FS.mkdirTree(KEPT);
  try {
    const handles = await openFiles(`ginrummy ${encodeURIComponent(new URL(scope).pathname)}`, [DATABASE, ...JOURNALS]);
    const database = /** @type {FileSystemSyncAccessHandle} */ (handles.get(DATABASE));
    if (!database.getSize()) {
      database.write(blank(FS), { at: 0 });
      database.flush();
    }
    FS.mount(keptFiles(FS, handles, noteRoom), {}, KEPT);
    return true;
  } catch (error) {
    console.warn("nothing is kept:", error);
    FS.writeFile(`${KEPT}/${DATABASE}`, blank(FS));
    return false;
  }
}

/**
 * Import what a start needs, and render the first page from a temporary database.
 * @param {any} python
 */
function prepare(python) {
  const { FS } = python;
  python.runPython("import gc; gc.disable()");
  FS.mkdirTree(KEPT);
  FS.writeFile(`${KEPT}/${DATABASE}`, blank(FS));
  python.pyimport("ginrummy.web.site.start").warm_up_pages();
  for (const name of FS.readdir(KEPT)) if (name.startsWith(DATABASE)) FS.unlink(`${KEPT}/${name}`);
  python.runPython("gc.collect(); gc.freeze()");
}

/**
 * @param {string} scope
 * @param {number} cores number of CPU cores
 */
async function begin(scope, cores) {
  const marks = [performance.now()];
  const { pathname } = new URL(scope);
  const env = {
    HOME: KEPT,
    DJANGO_SETTINGS_MODULE: "ginrummy.web.site.settings",
    DJANGO_ALLOW_ASYNC_UNSAFE: "1", // single-threaded: one call at a time
    GINRUMMY_HOME: KEPT,
    GINRUMMY_SITE: pathname,
  };
  const most = Math.min(cores, MOST_CORES) - 1;
  const python = await resumeOrPrepare(scope, env, (module) => (helpers = new Helpers(module, most)), prepare);
  marks.push(performance.now());
  const keeps = await keep(python.FS, scope);
  marks.push(performance.now());
  application = python.pyimport("ginrummy.web.site.start").start_application();
  python.runPython("gc.freeze(); gc.enable()"); // all objects so far are permanent
  marks.push(performance.now());
  moves = new BroadcastChannel("ginrummy moves");
  moves.addEventListener("message", ({ data }) => {
    if (data.asked) moves.postMessage({ here: numbersOf(python, data.asked) });
  });
  requests = new BroadcastChannel(`ginrummy requests ${pathname}`);
  requests.addEventListener("message", ({ data }) => data.method && answer(python, data));
  tell({ ready: true, keeps, marks: marks.map((mark) => Math.round(mark)) });
  work();
}

/**
 * @param {any} python
 * @param {string[]} keys
 */
const numbersOf = (python, keys) => application.event_numbers(python.toPy(keys)).toJs();

/**
 * @param {any} python
 * @param {{ id: string, method: string, address: string, headers: [string, string][], body: ArrayBuffer }} asked
 */
function answer(python, { id, method, address, headers, body }) {
  if (received.has(id)) return;
  received.add(id);
  for (const old of received) if (received.size > MOST_RECEIVED) received.delete(old);
  const found = application.answer(method, address, python.toPy(headers), python.toPy(new Uint8Array(body)));
  const [status, fields, content] = found.toJs({ create_pyproxies: false });
  found.destroy();
  requests.postMessage({ id, status, headers: fields, body: content });
  soon(0);
}

/** @param {number} pause */
function soon(pause) {
  clearTimeout(next);
  if (pause >= 0) next = setTimeout(work, pause * 1000);
}

function work() {
  if (helpers?.asked.length) return; // `settled` continues
  const [moved, pause] = application.take_turn().toJs();
  if (Object.keys(moved).length) moves.postMessage({ moved });
  if (helpers?.asked.length) helpers.settled().then(() => soon(0));
  else soon(pause);
}

globalThis.addEventListener("message", ({ data }) => {
  begin(data.scope, data.cores).catch((error) => tell({ broken: `${error.message ?? error}` }));
});
