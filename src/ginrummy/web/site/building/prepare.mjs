// Our Python, compiled by the interpreter that will run it: CODE, run by the Pyodide in HOME, makes the archive OUT of IN.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [home, source, target, code] = Deno.args;
const { loadPyodide } = await import(pathToFileURL(join(home, "pyodide.mjs")).href);
const python = await loadPyodide({ indexURL: home, env: { HOME: "/", PYTHONHASHSEED: "0" } }); // sets keep their order
python.FS.writeFile("/in.tar", readFileSync(source));
python.runPython(readFileSync(code, "utf8"));
writeFileSync(target, python.FS.readFile("/out.tar"));
