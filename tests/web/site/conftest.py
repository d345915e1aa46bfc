"""The site, built once for all tests that look at it."""

from __future__ import annotations

import fcntl
import os
import subprocess
import sys
from pathlib import Path

import pytest

BASE = "/some/where/"
"""The path below which it lies."""


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder that the command writes: built by whichever process of the tests comes first."""
    base = tmp_path_factory.getbasetemp()
    folder = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    out = folder / "site" / BASE.strip("/")
    with (folder / "site.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (out / "index.html").exists():
            subprocess.run([sys.executable, "-m", "ginrummy", "site", str(out)], check=True)
    return out
