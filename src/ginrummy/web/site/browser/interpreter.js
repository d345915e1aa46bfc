// Python in this browser: the interpreter, what the table is made of in its files, the compiled law beside it.
import { files } from "./archive.js";
import { lawBridge } from "./law_bridge.js";
import { loadPyodide } from "./runtime/pyodide.mjs";

/** Where the interpreter finds the table. */
export const TABLE = "/table";
const LAW = `${TABLE}/ginrummy/kernel/law.wasm`;
const PRESSED = "/pressed";

/**
 * @param {string} scope
 * @param {string} path
 */
async function bytesOf(scope, path) {
  const answer = await fetch(new URL(path, scope));
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return new Uint8Array(await answer.arrayBuffer());
}

/**
 * @param {any} FS
 * @param {Uint8Array<ArrayBuffer>} archive
 */
function unpack(FS, archive) {
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
 * Let the interpreter call the compiled law, where this browser can run it.
 * @param {any} python
 * @param {Hire} hire
 */
function offerLaw(python, hire) {
  const read = () => python.FS.readFile(LAW);
  if (WebAssembly.validate(read())) python.registerJsModule("ginrummy_law", lawBridge(read, hire));
  else console.warn("this browser cannot run the compiled law: no champion, no coach");
}

/**
 * Return an archive as it was before xz, which the interpreter knows and browsers do not.
 * @param {any} python
 * @param {Uint8Array<ArrayBuffer>} pressed
 */
function unpressed(python, pressed) {
  python.FS.writeFile(PRESSED, pressed);
  python.runPython(`import lzma
with lzma.open("${PRESSED}") as pressed, open("${PRESSED}.tar", "wb") as plain:
    plain.write(pressed.read())`);
  const found = python.FS.readFile(`${PRESSED}.tar`);
  for (const path of [PRESSED, `${PRESSED}.tar`]) python.FS.unlink(path);
  return found;
}

/**
 * Return a running interpreter that can import the table; `scope` is where the table lies.
 * @param {string} scope
 * @param {Record<string, string>} env
 * @param {Hire} [hire] who helps with the compiled law, if anybody
 */
export async function interpreter(scope, env, hire) {
  const archive = bytesOf(scope, "table/table.tar.xz");
  const python = await loadPyodide({ indexURL: new URL("runtime/", scope).href, env });
  unpack(python.FS, unpressed(python, await archive));
  python.runPython(`import sys; sys.path.insert(0, "${TABLE}")`);
  offerLaw(python, hire);
  return python;
}
