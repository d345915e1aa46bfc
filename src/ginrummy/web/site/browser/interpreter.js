// Python in this browser: the interpreter, what the table is made of in its files, the compiled law beside it.
import { files } from "./archive.js";
import { lawBridge } from "./law_bridge.js";
import { loadPyodide } from "./runtime/pyodide.mjs";

/** Where the interpreter finds the table. */
export const TABLE = "/table";
const LAW = `${TABLE}/ginrummy/kernel/law.wasm`;
const PRESSED = "/pressed";

/**
 * Return a file that lies with the table, at `scope`.
 * @param {string} scope
 * @param {string} path
 */
async function bytesOf(scope, path) {
  const answer = await fetch(new URL(path, scope));
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return new Uint8Array(await answer.arrayBuffer());
}

/**
 * Put the files of an archive where the interpreter finds the table.
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
 * Return what lets the interpreter call the compiled law, nothing where this browser cannot run it.
 * @param {any} FS
 * @param {Hire} [hire] who helps with it, if anybody
 */
export function lawFor(FS, hire) {
  const read = () => FS.readFile(LAW);
  if (WebAssembly.validate(read())) return lawBridge(read, hire);
  console.warn("this browser cannot run the compiled law: no champion, no coach");
  return null;
}

/**
 * Return an archive as it was before xz, which the interpreter knows and browsers do not.
 * @param {any} python
 * @param {Uint8Array<ArrayBuffer>} pressed
 */
function decompress(python, pressed) {
  python.FS.writeFile(PRESSED, pressed);
  python.runPython(`import lzma
with lzma.open("${PRESSED}") as pressed, open("${PRESSED}.tar", "wb") as plain:
    plain.write(pressed.read())`);
  const found = python.FS.readFile(`${PRESSED}.tar`);
  for (const path of [PRESSED, `${PRESSED}.tar`]) python.FS.unlink(path);
  return found;
}

/**
 * Return a running interpreter that can import the table, and what that was unpacked from; `scope` is where the table lies.
 * @param {string} scope
 * @param {Record<string, string>} env
 * @param {Hire} [hire]
 * @param {Record<string, unknown>} [more] what else the interpreter is to know
 */
export async function startInterpreter(scope, env, hire, more = {}) {
  const pressed = bytesOf(scope, "table/table.tar.xz");
  const python = await loadPyodide({ indexURL: new URL("runtime/", scope).href, env, ...more });
  const archive = decompress(python, await pressed);
  unpack(python.FS, archive);
  python.runPython(`import sys; sys.path.insert(0, "${TABLE}")`);
  const law = lawFor(python.FS, hire);
  if (law) python.registerJsModule("ginrummy_law", law);
  return { python, archive, law };
}

/**
 * Return a running interpreter that can import the table.
 * @param {string} scope
 * @param {Record<string, string>} env
 * @param {Hire} [hire]
 */
export const interpreter = async (scope, env, hire) => (await startInterpreter(scope, env, hire)).python;
