"""The offline table's service worker, with requests that are not answered at once."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

import ginrummy

SCRIPT = Path(ginrummy.__file__).parent / "web" / "site" / "browser" / "service_worker.js"
DENO = str(Path(sys.executable).with_name("deno"))

ASKING = """
let lost = Number(Deno.args[2]);
let held = true;
const calls = [];
class Channel {
  addEventListener(_kind, heard) { this.heard = heard; }
  postMessage(told) {
    calls.push(told.method);
    const body = new TextEncoder().encode("a page");
    if (lost-- <= 0) this.heard({ data: { id: told.id, status: 200, body } });
  }
}
const listeners = {};
const self = {
  registration: { scope: "http://here/" },
  location: { origin: "http://here" },
  addEventListener: (kind, listener) => (listeners[kind] = listener),
};
const navigator = {
  languages: ["en"],
  locks: { query: async () => ({ held: held ? [{ name: "ginrummy /" }] : [] }) },
};
const script = Deno.readTextFileSync(Deno.args[0]).replace(/^import .*$/m, "");
const built = { PACKS: [], SHELL: [], BUILD: "", TYPES: {}, POLICY: {} };
const known = { self, navigator, BroadcastChannel: Channel, ...built };
new Function(...Object.keys(known), script)(...Object.values(known));
let answer;
const request = new Request("http://here/tables/", { method: Deno.args[1] });
listeners.fetch({ request, respondWith: (found) => (answer = found) });
setTimeout(() => (held = false), Number(Deno.args[3]));
const found = await answer;
console.log(JSON.stringify([found.status, await found.text(), calls]));
Deno.exit();
"""


@pytest.mark.long
@pytest.mark.parametrize(
    ("method", "lost", "ends_at", "found"),
    [
        ("GET", 1, 2500, [200, "a page", ["GET", "GET"]]),
        ("POST", 1, 2500, [503, "", ["POST"]]),
        ("GET", 99, 7500, [503, "", ["GET"] * 4]),
    ],
    ids=["a page", "a deed", "a page that never comes"],
)
def test_a_page_that_is_not_answered_is_asked_for_again_and_a_deed_is_never_done_twice(
    tmp_path: Path, method: str, lost: int, ends_at: int, found: list[object]
) -> None:
    (tmp_path / "asking.js").write_text(ASKING)
    asking = [DENO, "run", "--quiet", "--no-lock", f"--allow-read={SCRIPT}", "asking.js", str(SCRIPT), method]
    asking += [str(lost), str(ends_at)]
    told = subprocess.run(asking, cwd=tmp_path, stdout=subprocess.PIPE, text=True, check=True)
    assert json.loads(told.stdout) == found
