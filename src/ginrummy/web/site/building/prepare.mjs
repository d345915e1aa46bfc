// Python compiled by the interpreter that will run it: CODE, run by the Pyodide in HOME, makes each archive OUT of IN.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [home, code, ...archives] = Deno.args;
const { loadPyodide } = await import(pathToFileURL(join(home, "pyodide.mjs")).href);
const python = await loadPyodide({ indexURL: home, env: { HOME: "/", PYTHONHASHSEED: "0" } }); // sets keep their order
for (let place = 0; place < archives.length; place += 2) {
  python.FS.writeFile("/in.tar", readFileSync(archives[place]));
  python.runPython(readFileSync(code, "utf8"));
  writeFileSync(archives[place + 1], python.FS.readFile("/out.tar"));
}
