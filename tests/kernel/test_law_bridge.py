"""The bridge from Python to the compiled law in a browser: calls of players, answered by its script."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import ginrummy
from ginrummy.kernel.runtimes import VARIABLE
from ginrummy.variants import preset_names
from tests.players.test_without_numba import moves

BROWSER = Path(ginrummy.__file__).parent / "web" / "site" / "browser"
LAW = Path(ginrummy.__file__).parent / "kernel" / "law.wasm"
CONFIG = Path(__file__).parents[2] / "deno.worker.json"
DENO = str(Path(sys.executable).with_name("deno"))
DECISIONS = 2

HELPERS = 2

PLAYING = """
import json, sys
for name in ("numba", "llvmlite", "numpy"):
    sys.modules[name] = None
from tests.kernel.law_bridge import installed
calls = installed(HELPERS)
from tests.players.test_without_numba import moves
played = {name: moves("champion@150", name, DECISIONS, cores=None) for name in NAMES}
json.dump({"played": played, "calls": calls}, open(sys.argv[1], "w"))
"""

ANSWERING = """
import { lawBridge } from "BRIDGE";
const law = lawBridge(() => Deno.readFileSync("LAW"));
const bytes = (text) => Uint8Array.fromBase64(text);
const buffer = (data) => ({ getBuffer: () => ({ data, release() {} }) });
let wrong = 0;
const { calls } = JSON.parse(Deno.readTextFileSync(Deno.args[0]));
for (const { name, before, after, found } of calls) {
  const kept = bytes(before);
  const result = law.call(name, buffer(kept));
  const isSame = found === null ? result === undefined : Number(result) === Number(found);
  if (!isSame || kept.toBase64() !== after) wrong += 1;
}
console.log(JSON.stringify([calls.length, wrong, law.first() % 16]));
"""

HELPING = """
import { Helpers } from "HELPERS";
import { lawBridge } from "BRIDGE";
const bytes = (text) => Uint8Array.fromBase64(text);
const buffer = (data) => ({ getBuffer: () => ({ data, release() {} }) });
const read = () => Deno.readFileSync("LAW");
let helpers;
const law = lawBridge(read, (module) => (helpers = new Helpers(module, 2)));
const alone = [lawBridge(read), lawBridge(read, (module) => new Helpers(module, 0))];
const said = [law, ...alone].map((each) => each.helpers());
async function bothThere() {
  const pause = (resolve) => setTimeout(resolve, 5);
  for (let left = 2000; law.helpers() < 2 && left; left--) await new Promise(pause);
}
function ask(name, { before }) {
  return law.ask(name, buffer(bytes(before)));
}
function answer(taken, { before }) {
  const kept = bytes(before);
  return taken(buffer(kept)) ? kept.toBase64() : null;
}
await bothThere();
const calls = JSON.parse(Deno.readTextFileSync(Deno.args[0])).calls.filter(({ asked }) => asked);
let wrong = 0;
for (const call of calls) {
  const asked = [ask(call.name, call), ask(call.name, call)];
  await helpers.settled();
  if (asked.some((taken) => answer(taken, call) !== call.after)) wrong += 1;
}
said.push(calls.length, wrong);
for (let time = 0; time < 7; time++) {
  const asked = ["no such function", calls[0].name, calls[0].name].map((name) => ask(name, calls[0]));
  await helpers.settled();
  said.push(asked.map((taken) => answer(taken, calls[0]) === calls[0].after));
  if (time < 4) await bothThere();
}
console.log(JSON.stringify([...said, law.helpers()]));
Deno.exit();
"""


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Calls of a Python for browsers with two workers, a fifth of whose answers are missing."""
    path = tmp_path_factory.mktemp("bridge") / "calls.json"
    code = PLAYING.replace("DECISIONS", str(DECISIONS)).replace("NAMES", repr(list(preset_names())))
    code = code.replace("HELPERS", str(HELPERS))
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path), VARIABLE: "browser"}
    subprocess.run([sys.executable, "-c", code, str(path)], env=environment, check=True)
    return path


def said_by(script: str, told: Path) -> list[Any]:
    """Return the output of a script that imports the browser's modules and gets those calls."""
    path = told.with_suffix(".mjs")
    for name, module in (("BRIDGE", "law_bridge.js"), ("HELPERS", "law_helpers.js")):
        script = script.replace(name, (BROWSER / module).as_uri())
    path.write_text(script.replace("LAW", str(LAW)), "utf-8")
    command = [DENO, "run", "--allow-read", f"--config={CONFIG}", str(path), str(told)]
    done = subprocess.run(command, capture_output=True, check=True, text=True, timeout=300)
    found: list[Any] = json.loads(done.stdout)
    return found


@pytest.mark.long
def test_the_champion_in_a_browser_plays_as_the_native_one_seed_for_seed(told: Path) -> None:
    """Every preset: the script answers the interpreter's calls to the last bit.

    Large calls are sampled.
    """
    names = preset_names()
    played = json.loads(told.read_text("utf-8"))["played"]
    assert played == {name: moves("champion@150", name, DECISIONS) for name in names}
    calls, wrong, place = said_by(ANSWERING, told)
    assert calls > 3 * len(names)
    assert (wrong, place) == (0, 0)


@pytest.mark.long
def test_helpers_answer_to_the_last_bit_and_who_fails_is_replaced_a_few_times(told: Path) -> None:
    """No worker at first, and none if the number is 0. Two share the calls."""
    first, nobody, none, asked, wrong, *lost, left = said_by(HELPING, told)
    assert (first, nobody, none, wrong, left) == (0, 0, 0, 0, 0)
    assert asked > 3 * len(preset_names())
    assert lost == [[False, True, False]] * 4 + [[False, True, False], [False] * 3, [False] * 3]
