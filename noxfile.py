"""The tests on every Python that is here or that uv can fetch, with the lowest versions and with the newest.

`make test-all` runs all of it; `make test-all NOX_FLAGS="-s 'tests-3.12(lowest)' -- tests/rules"` a part.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import nox

nox.options.default_venv_backend = "uv"
PYTHONS = ["3.11", "3.12", "3.13", "3.14"]
RESOLUTIONS = {"lowest": "lowest-direct", "newest": "highest"}

if shutil.which("pyenv"):  # its `python3.12` does nothing until it is told that it may
    found = subprocess.run(["pyenv", "versions", "--bare"], capture_output=True, text=True).stdout.split()
    os.environ["PYENV_VERSION"] = ":".join(["system", *found])


@nox.session(python=PYTHONS, venv_params=["--seed"])  # with pip, which the pages tell people to run
@nox.parametrize("versions", [nox.param(name, id=name) for name in RESOLUTIONS])
def tests(session: nox.Session, versions: str) -> None:
    """Install what `.[test]` says, at one end of what it says, and run the tests.

    Lowest is the lowest that this Python has wheels of: NumPy 2.0 would be built for an hour on Python 3.13.
    """
    pins = f"{session.create_tmp()}/constraints-{versions}.txt"
    resolution = ["--resolution", RESOLUTIONS[versions], "--python-version", str(session.python)]
    resolution += ["--only-binary", ":all:"]
    session.run_install(
        sys.executable, "-m", "uv", "pip", "compile", "pyproject.toml", "--extra", "test", *resolution,
        "--quiet", "--no-header", "--no-annotate", "--output-file", pins, external=True,
    )  # fmt: skip
    session.install("--constraint", pins, "--editable", ".[test]")
    options = session.posargs or ["-n", "auto", "--dist", "worksteal"]
    # Nox has a folder for temporary files of its own: too long a name for the sockets of Ray.
    session.run("python", "-m", "pytest", *options, env={"TMPDIR": tempfile.gettempdir()})


@nox.session(python="3.11")
def torch(session: nox.Session) -> None:
    """Install PyTorch and its learners, and run their tests, which `make test-torch` runs too."""
    pinned = ["--requirement", "tests/torch/requirements.txt", "--constraint", "constraints.txt"]
    session.install(*pinned, "pytest", "--editable", ".[envs,fast]")
    session.run("python", "-m", "pytest", "tests/torch")


@nox.session
def pins(session: nox.Session) -> None:
    """Tell whether constraints.txt has a pin that nobody needs, or lacks one."""
    before = Path("constraints.txt").read_text(encoding="utf-8")
    session.run(sys.executable, "tools/pin", "--keep", external=True)
    if Path("constraints.txt").read_text(encoding="utf-8") != before:
        session.error("constraints.txt was not what the extras bring: it is now")
