// Snapshot of a start: the interpreter's memory after all imports, and its files. The next start of the same version
// restores both and imports nothing.
import { lawFor, startInterpreter, unpack } from "./interpreter.js";
import { loadPyodide } from "./runtime/pyodide.mjs";

const MEMORY = "start/memory";
const ARCHIVE = "start/table.tar";
const SHELF = "x-shelf";
const LAW = "law";
const BLOCK = 1 << 16;

/** @typedef {import("./interpreter.js").Hire} Hire */

/**
 * Restore the interpreter from a snapshot, or start a new one, run `prepare` and save a snapshot.
 * @param {string} scope
 * @param {Record<string, string>} env
 * @param {Hire} hire
 * @param {(python: any) => void} prepare must leave no files open, because they are not part of the snapshot
 */
export async function resumeOrPrepare(scope, env, hire, prepare) {
  const [memory, archive] = await Promise.all([MEMORY, ARCHIVE].map((path) => fetch(new URL(path, scope))));
  if (memory.ok && archive.ok) {
    try {
      return await resume(scope, env, hire, [memory, archive]);
    } catch (error) {
      console.warn("could not restore the snapshot, starting without it:", error);
    }
  }
  const made = await startInterpreter(scope, env, hire, { _makeSnapshot: true });
  prepare(made.python);
  const shelf = memory.headers.get(SHELF) ?? ""; // cache of this version, which a newer version may have replaced
  try {
    if (made.law && (await caches.has(shelf))) {
      keep(scope, shelf, { [ARCHIVE]: made.archive, [MEMORY]: filledBlocks(snapshot(made)) }).catch(lost);
    }
  } catch (error) {
    lost(error);
  }
  return made.python;
}

/** @param {unknown} error */
const lost = (error) => console.warn("could not save a snapshot of the start:", error);

/**
 * Return a snapshot of the interpreter's memory. Take it before first use, because later open files are not part of it.
 * The law is the only JavaScript object that it may refer to.
 * @param {Awaited<ReturnType<typeof startInterpreter>>} made
 * @returns {Uint8Array}
 */
function snapshot({ python, law }) {
  /** @param {unknown} one */
  const serializer = (one) => {
    if (one !== law) throw new Error("not serializable");
    return LAW;
  };
  return python.makeMemorySnapshot({ serializer });
}

/**
 * @param {string} scope
 * @param {string} shelf
 * @param {Record<string, BodyInit>} bodies by path, with the memory last: its presence means that all are complete
 */
async function keep(scope, shelf, bodies) {
  const cache = await caches.open(shelf);
  for (const [path, body] of Object.entries(bodies)) await cache.put(new URL(path, scope), new Response(body));
}

/**
 * Return the non-empty blocks of `memory` after a list of their positions. More than half of the memory is empty.
 * @param {Uint8Array} memory
 */
function filledBlocks(memory) {
  const words = new Uint32Array(memory.slice(0, memory.length & ~3).buffer);
  const places = [];
  for (let place = 0; place * BLOCK < memory.length; place += 1) {
    const end = Math.min((place + 1) * BLOCK / 4, words.length);
    let at = place * BLOCK / 4;
    while (at < end && words[at] === 0) at += 1;
    if (at < end || (place + 1) * BLOCK > memory.length) places.push(place);
  }
  const head = new Uint32Array([memory.length, places.length, ...places]);
  return new Blob([head, ...places.map((place) => memory.slice(place * BLOCK, (place + 1) * BLOCK))]);
}

/**
 * Restore the memory from the result of `filledBlocks`.
 * @param {Uint8Array} kept
 */
function restoreBlocks(kept) {
  const [length, count] = new Uint32Array(kept.buffer, 0, 2);
  const memory = new Uint8Array(length);
  let at = 4 * (2 + count);
  for (const place of new Uint32Array(kept.buffer, 8, count)) {
    memory.set(kept.subarray(at, at + Math.min(BLOCK, length - place * BLOCK)), place * BLOCK);
    at += BLOCK;
  }
  return memory;
}

/** @param {Response} answer */
const content = async (answer) => new Uint8Array(await answer.arrayBuffer());

/**
 * @param {string} scope
 * @param {Record<string, string>} env
 * @param {Hire} hire
 * @param {Response[]} kept
 */
async function resume(scope, env, hire, kept) {
  const archive = content(kept[1]);
  const memory = content(kept[0]).then(restoreBlocks);
  const code = import("./runtime/pyodide.asm.mjs");
  /** @type {any} */
  let table;
  const python = await loadPyodide({
    indexURL: new URL("runtime/", scope).href,
    env,
    _loadSnapshot: memory,
    createPyodideModule: async (/** @type {unknown} */ settings) => {
      table = await (await code).default(settings);
      const { length } = await memory;
      while (table.HEAP8.length < length) table._malloc(length - table.HEAP8.length); // grow the heap: `_malloc` is the only way from outside
      unpack(table.FS, await archive);
      return table;
    },
    _snapshotDeserializer: () => {
      const law = lawFor(table.FS, hire);
      if (!law) throw new Error("the law cannot be run any more");
      return law;
    },
  });
  python.runPython("import random; random.seed()"); // otherwise every start would use the same random seed
  return python;
}
