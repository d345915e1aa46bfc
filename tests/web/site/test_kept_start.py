"""The snapshot of the offline table's start: its content, and messages about its faults."""

from __future__ import annotations

import io
import json
import marshal
import shutil
import subprocess
import sys
import tarfile
import traceback
from pathlib import Path

import pytest

import ginrummy

BROWSER = Path(ginrummy.__file__).parent / "web" / "site" / "browser"
DENO = str(Path(sys.executable).with_name("deno"))

INTERPRETER = """
export const startInterpreter = async () => ({
  python: { state: "", makeMemorySnapshot() { return new TextEncoder().encode(this.state.padEnd(16)); } },
  archive: new Uint8Array(1),
  law: {},
});
export const unpack = () => {};
export const lawFor = () => {};
"""

STARTING = """
const kept = new Map();
const soon = (found) => new Promise((resolve) => setTimeout(() => resolve(found), 50));
const shelf = { put: async (url, body) => kept.set(url.pathname, await body.bytes()) };
Object.defineProperty(globalThis, "caches", { value: { has: () => soon(HAS), open: async () => shelf } });
globalThis.fetch = async () => new Response("", { status: 404, headers: { "x-shelf": "shelf" } });
const { resumeOrPrepare } = await import("./kept_start.js");
const python = await resumeOrPrepare("http://here/", {}, undefined, (python) => (python.state = "prepared"));
python.state = "opened";
await soon();
const memory = new TextDecoder().decode(kept.get("/start/memory")?.slice(12)).trim();
console.log(JSON.stringify([...kept.keys(), memory]));
"""


def kept(folder: Path, *, has: str) -> list[str]:
    """The files saved by a first start, with the state of the interpreter in its memory."""
    shutil.copy(BROWSER / "kept_start.js", folder)
    (folder / "runtime").mkdir()
    (folder / "runtime" / "pyodide.mjs").write_text("export const loadPyodide = async () => {};")
    (folder / "interpreter.js").write_text(INTERPRETER)
    (folder / "start.js").write_text(STARTING.replace("HAS", has))
    told = subprocess.run(
        [DENO, "run", "--quiet", "--no-lock", "start.js"],
        cwd=folder,
        capture_output=True,
        text=True,
        check=True,
    )
    return list(json.loads(told.stdout))


def test_the_start_is_kept_as_it_was_before_anything_was_opened(tmp_path: Path) -> None:
    assert kept(tmp_path, has="true") == ["/start/table.tar", "/start/memory", "prepared"]


def test_no_start_is_kept_where_another_version_has_taken_over(tmp_path: Path) -> None:
    assert kept(tmp_path, has="false") == [""]


FAULTY = """
def outer(number):
    return [inner(one) for one in range(number)]

def inner(number):
    if number == 3:
        raise ValueError("three " * 3)
    return {"a": number, "b": -number, "c": number * 2}
"""


def test_a_fault_in_what_was_compiled_for_the_browser_is_told(tmp_path: Path) -> None:
    given, made = tmp_path / "in.tar", tmp_path / "out.tar"
    with tarfile.open(given, "w") as archive:
        entry = tarfile.TarInfo("faulty.py")
        entry.size = len(FAULTY)
        archive.addfile(entry, io.BytesIO(FAULTY.encode()))
    script = (BROWSER.parent / "building" / "bytecode.py").read_text(encoding="utf-8")
    exec(script.replace('"/in.tar"', repr(str(given))).replace('"/out.tar"', repr(str(made))), {})
    with tarfile.open(made) as archive:
        file = archive.extractfile("faulty.pyc")
        assert file is not None
        names: dict[str, object] = {}
        exec(marshal.loads(file.read()[16:]), names)
    with pytest.raises(ValueError, match="three") as fault:
        names["outer"](5)  # type: ignore[operator]
    said = "".join(traceback.format_exception(fault.value))
    assert "in outer" in said
    assert "in inner" in said
    assert "ValueError: three three three" in said
