"""Packages from npm, downloaded at build time by Deno: Pyodide, the interpreter in the browser, QR codes."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

from ginrummy.kernel.installed_extras import install_command
from ginrummy.locale import _
from ginrummy.locale.errors import GinRummyError
from ginrummy.web.site.building.packs import pack_archive, unpack_archive

VERSIONS: Final = {"lean-qr": "2.7.4", "pyodide": "314.0.7"}
HASHES: Final = {
    "lean-qr/nano.mjs": "9f064e870e3ab537ca1f87fadbaa45dd7fa56d8c32440bbddb8b893201b951d7",
    "pyodide/pyodide.asm.mjs": "f7cdc8ece80678ceb712f8e65ebe6d3a83203a180c399865f49612a051693635",
    "pyodide/pyodide.asm.wasm": "cc36e3cab04fdfc9a63ff13eb52eae2b911bf46c025cc7b281f394bd3de1d5e6",
    "pyodide/pyodide.mjs": "6f1d60f7bf529beb300f0f47983c921d3982363640ba20af0e38efdddbc66109",
    "pyodide/pyodide-lock.json": "5dc2fc119108bc148c7457dc86e7675b5c87e1cafd420b9c34c1eaef7b36c010",
    "pyodide/python_stdlib.zip": "fa1957e5777068fc4f7437f96d860ae2fbe9c19732ba06c84e004ec16dd7dd7a",
}
"""SHA-256 of each file in use. Another version needs new hashes."""
_HERE: Final = Path(__file__).parent


def fetch_packages(folder: Path) -> Path:
    """Return the folder with the verified packages, below `folder`.

    Raise `GinRummyError` where the download fails or a hash differs.
    """
    (folder / "package.json").write_text(json.dumps({"dependencies": VERSIONS}))
    _deno("install", "--quiet", "--no-lock", cwd=folder)
    home = folder / "node_modules"
    for name, known in HASHES.items():
        if hashlib.sha256((home / name).read_bytes()).hexdigest() != known:
            package = name.partition("/")[0]
            raise GinRummyError(_("this is not the file of {package} {version} that is known")
                                .format(package=package, version=VERSIONS[package]), where=name)  # fmt: skip
    return home


def compile_files(
    home: Path, library: dict[str, bytes], ours: dict[str, bytes], folder: Path
) -> tuple[dict[str, bytes], dict[str, bytes]]:
    """Return the files of the standard library and ours, with every module compiled by the Pyodide in `home`.

    One Pyodide compiles both, because its start takes as long as the work. The library is first: so its byte
    code does not depend on our files.
    """
    given, made = ([folder / f"{name}-{n}.tar" for n in range(2)] for name in ("given", "made"))
    for path, files in zip(given, (library, ours), strict=True):
        path.write_bytes(pack_archive(files))
    archives = (str(path) for pair in zip(given, made, strict=True) for path in pair)
    _deno("run", "--quiet", "--no-lock", "--allow-read", f"--allow-write={folder}", "--allow-env",
          str(_HERE / "prepare.mjs"), str(home), str(_HERE / "bytecode.py"), *archives,
          cwd=folder)  # fmt: skip
    first, second = (unpack_archive(path.read_bytes()) for path in made)
    return first, second


def _deno(*arguments: str, cwd: Path) -> None:
    """Run Deno from the wheel `deno`. Raise `GinRummyError` where it is missing or fails."""
    beside = Path(sys.executable).with_name("deno")
    program = str(beside) if beside.exists() else shutil.which("deno")
    if program is None:
        what = _("the site is built with Deno: {command}")
        raise GinRummyError(what.format(command=install_command("site")))
    told = os.environ | {"DENO_NO_UPDATE_CHECK": "1", "NO_COLOR": "1"}
    done = subprocess.run(
        [program, *arguments], cwd=cwd, env=told, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise GinRummyError(
            _("Deno has failed: {error}").format(error=done.stderr.strip()), where=arguments[0]
        )
