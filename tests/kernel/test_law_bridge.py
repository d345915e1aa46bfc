"""The bridge from Python to the compiled law in a browser: calls of players, answered by its script."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import ginrummy
from ginrummy.kernel.targets import VARIABLE
from ginrummy.variants import preset_names
from tests.players.test_without_numba import moves

BRIDGE = Path(ginrummy.__file__).parent / "web" / "site" / "browser" / "law_bridge.js"
LAW = Path(ginrummy.__file__).parent / "kernel" / "law.wasm"
DENO = str(Path(sys.executable).with_name("deno"))
DECISIONS = 2

PLAYING = """
import json, sys
for name in ("numba", "llvmlite", "numpy"):
    sys.modules[name] = None
from tests.kernel.law_bridge import installed
calls = installed()
from tests.players.test_without_numba import moves
played = {name: moves("champion@50", name, DECISIONS) for name in NAMES}
json.dump({"played": played, "calls": calls}, open(sys.argv[1], "w"))
"""

ANSWERING = """
import { lawBridge } from "BRIDGE";
const law = lawBridge(() => Deno.readFileSync("LAW"));
const bytes = (text) => Uint8Array.fromBase64(text);
const buffer = (data) => ({ getBuffer: () => ({ data, release() {} }) });
let wrong = 0;
const { calls } = JSON.parse(Deno.readTextFileSync(Deno.args[0]));
for (const { name, kinds, values, before, after, found } of calls) {
  const kept = bytes(before);
  const result = law.call(name, kinds, buffer(bytes(values)), buffer(kept));
  const isSame = found === null ? result === undefined : Number(result) === Number(found);
  if (!isSame || kept.toBase64() !== after) wrong += 1;
}
console.log(JSON.stringify([calls.length, wrong, law.first() % 16]));
"""


def test_the_champion_in_a_browser_plays_as_the_native_one_seed_for_seed(tmp_path: Path) -> None:
    """Every preset; what the interpreter asks of the script is answered by it to the last bit.

    Large calls are asked of it now and then.
    """
    names, told = list(preset_names()), tmp_path / "calls.json"
    code = PLAYING.replace("DECISIONS", str(DECISIONS)).replace("NAMES", repr(names))
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path), VARIABLE: "browser"}
    subprocess.run([sys.executable, "-c", code, str(told)], env=environment, check=True)
    played = json.loads(told.read_text("utf-8"))["played"]
    assert played == {name: moves("champion@50", name, DECISIONS) for name in names}
    script = tmp_path / "answering.mjs"
    script.write_text(ANSWERING.replace("BRIDGE", BRIDGE.as_uri()).replace("LAW", str(LAW)), "utf-8")
    command = [DENO, "run", "--allow-read", "--no-config", str(script), str(told)]
    done = subprocess.run(command, capture_output=True, check=True, text=True)
    calls, wrong, place = json.loads(done.stdout)
    assert calls > 3 * len(names)
    assert (wrong, place) == (0, 0)
