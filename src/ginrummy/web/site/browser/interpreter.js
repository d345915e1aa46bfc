// Python in this browser: loads the interpreter, the files of the table and the compiled law.
import { files } from "./archive.js";
import { lawBridge } from "./law_bridge.js";
import { loadPyodide } from "./runtime/pyodide.mjs";

/** Path of the table in the interpreter's file system. */
export const TABLE = "/table";
const LAW = `${TABLE}/ginrummy/kernel/law.wasm`;
const COMPRESSED = "/compressed";

/**
 * Fetch a file next to the table, at `scope`.
 * @param {string} scope
 * @param {string} path
 */
async function bytesOf(scope, path) {
  const answer = await fetch(new URL(path, scope));
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return new Uint8Array(await answer.arrayBuffer());
}

/**
 * Unpack an archive into the interpreter's file system.
 * @param {any} FS
 * @param {Uint8Array<ArrayBuffer>} archive
 */
export function unpack(FS, archive) {
  const made = new Set();
  for (const { path, bytes } of files(archive)) {
    const place = `${TABLE}/${path}`;
    const folder = place.slice(0, place.lastIndexOf("/"));
    if (!made.has(folder)) FS.mkdirTree(folder);
    made.add(folder);
    FS.writeFile(place, bytes, { canOwn: true });
  }
}

/** @typedef {Parameters<typeof lawBridge>[1]} Hire */

/**
 * Return the bridge to the compiled law, null if this browser does not support it.
 * @param {any} FS
 * @param {Hire} [hire] starts workers for the law
 */
export function lawFor(FS, hire) {
  const read = () => FS.readFile(LAW);
  if (WebAssembly.validate(read())) return lawBridge(read, hire);
  console.warn("this browser cannot run the compiled law: no champion, no coach");
  return null;
}

/**
 * Decompress an xz archive by Python, because browsers cannot.
 * @param {any} python
 * @param {Uint8Array<ArrayBuffer>} compressed
 */
function decompress(python, compressed) {
  python.FS.writeFile(COMPRESSED, compressed);
  python.runPython(`import lzma
with lzma.open("${COMPRESSED}") as compressed, open("${COMPRESSED}.tar", "wb") as plain:
    plain.write(compressed.read())`);
  const found = python.FS.readFile(`${COMPRESSED}.tar`);
  for (const path of [COMPRESSED, `${COMPRESSED}.tar`]) python.FS.unlink(path);
  return found;
}

/**
 * Start an interpreter that can import the table. Return it with its archive. `scope` is the address of the table.
 * @param {string} scope
 * @param {Record<string, string>} env
 * @param {Hire} [hire]
 * @param {Record<string, unknown>} [more] settings of Pyodide
 */
export async function startInterpreter(scope, env, hire, more = {}) {
  const compressed = bytesOf(scope, "table/table.tar.xz");
  const python = await loadPyodide({ indexURL: new URL("runtime/", scope).href, env, ...more });
  const archive = decompress(python, await compressed);
  unpack(python.FS, archive);
  python.runPython(`import sys; sys.path.insert(0, "${TABLE}")`);
  const law = lawFor(python.FS, hire);
  if (law) python.registerJsModule("ginrummy_law", law);
  return { python, archive, law };
}

/**
 * Start an interpreter that can import the table.
 * @param {string} scope
 * @param {Record<string, string>} env
 * @param {Hire} [hire]
 */
export const interpreter = async (scope, env, hire) => (await startInterpreter(scope, env, hire)).python;
