"""Cache folder of compiled code, keyed so that stale code never runs.

The folder's name is a fingerprint of every source that compiled code may come from, of the versions of
Python, Numba and NumPy, and of the processor. Any change gives a new folder. Old folders are removed.
"""

from __future__ import annotations

import atexit
import hashlib
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, Final

import numba
import numpy
import platformdirs
from numba.core.caching import NullCache
from numba.core.registry import cpu_target

from ginrummy.kernel.cache_cleaning import remove_old_folders

if sys.platform != "win32":
    import fcntl

ROOT_VARIABLE: Final = "NUMBA_CACHE_DIR"
PREFIX: Final = "law-"
_LOCK_FILE: Final = "compiling.lock"
_PACKAGE: Final = Path(__file__).parents[1]
_COMMON_SOURCES: Final = ("rules", "kernel")


def cache_root() -> Path:
    """Return the folder of all compiled code: `NUMBA_CACHE_DIR` if set, else the user's cache."""
    given = os.environ.get(ROOT_VARIABLE)
    return Path(given) if given else platformdirs.user_cache_path("ginrummy")


@cache
def cache_folder() -> Path:
    """Return the folder of code compiled from the current sources. It is created if missing.

    Without a writable location it is a temporary folder that is removed at exit.
    """
    path = cache_root() / f"{PREFIX}{fingerprint()}"
    try:
        path.mkdir(parents=True, exist_ok=True)
        os.utime(path)
        (path / _LOCK_FILE).touch()
    except OSError:
        passing = Path(tempfile.mkdtemp(prefix="ginrummy-"))
        atexit.register(shutil.rmtree, passing, ignore_errors=True)
        return passing
    remove_old_folders(path.parent, PREFIX, keep=path)
    return path


@contextmanager
def compile_lock() -> Iterator[None]:
    """Lock that lets one process compile at a time: the others then find its results in the cache."""
    with (cache_folder() / _LOCK_FILE).open("w") as file:
        if sys.platform != "win32":
            fcntl.flock(file, fcntl.LOCK_EX)
        yield


def is_cached(dispatcher: Any, kinds: tuple[Any, ...]) -> bool:
    """Return whether the code for arguments of these `kinds`, types of Numba, is cached."""
    kept = dispatcher._cache
    if isinstance(kept, NullCache):
        return False
    index: dict[Any, str] = kept._cache_file._load_index()
    return kept._index_key(kinds, dispatcher.targetctx.codegen()) in index


def fingerprint() -> str:
    """Return a fingerprint of the common sources, the versions and the processor, as 16 digits."""
    digest = hashlib.sha256()
    versions = (sys.version, numba.__version__, numpy.__version__, _processor())
    for text in versions:
        digest.update(text.encode() + b"\n")
    for name in _COMMON_SOURCES:
        path = _PACKAGE / name
        for file in [path] if path.is_file() else sorted(path.glob("**/*.py")):
            digest.update(file.relative_to(_PACKAGE).as_posix().encode() + b"\n" + file.read_bytes())
    return digest.hexdigest()[:16]


@cache
def module_fingerprint(name: str) -> str:
    """Return a fingerprint of an imported module's source; the folder's name covers the common ones."""
    path = Path(getattr(sys.modules.get(name), "__file__", None) or "")
    if not path.is_file():  # typed at a prompt
        return str(name)
    if any(path.is_relative_to(_PACKAGE / common) for common in _COMMON_SOURCES):
        return name
    return name + hashlib.sha256(path.read_bytes()).hexdigest()


def _processor() -> str:
    target: Any = cpu_target.target_context
    return str(target.codegen().magic_tuple())
