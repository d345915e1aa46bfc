"""Where compiled templates are kept between starts of the server: a third of a second each."""

from __future__ import annotations

import hashlib
import os
from contextlib import suppress
from pathlib import Path
from typing import Final

import jinja2
import platformdirs
from jinja2 import BytecodeCache, FileSystemBytecodeCache
from jinja2.bccache import Bucket

from ginrummy.kernel.cache_cleaning import clean

_PREFIX: Final = "templates-"


def kept_templates(root: Path | None = None) -> BytecodeCache | None:
    """Return what is kept under `root`, this user's cache folder unless told otherwise.

    `None` where nothing can be kept, or where others could write what this process would run. A template that
    was edited is compiled anew; another Jinja, or another way to compile, is another folder.
    """
    parent = root or platformdirs.user_cache_path("ginrummy")
    folder = parent / f"{_PREFIX}{_fingerprint()}"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        os.utime(folder)
        found = folder.stat()
    except OSError:
        return None
    if os.name == "posix" and (found.st_uid != os.geteuid() or found.st_mode & 0o022):
        return None
    clean(parent, _PREFIX, keep=folder)
    return _Cache(str(folder), "%s.template")


class _Cache(FileSystemBytecodeCache):
    """Templates compiled for the next start. Pages need none: the folder may be gone, the disk full."""

    def dump_bytecode(self, bucket: Bucket) -> None:
        with suppress(OSError):
            super().dump_bytecode(bucket)


def _fingerprint() -> str:
    """Return what tells apart what Jinja's own check does not: where the package is, and how it compiles."""
    source = Path(__file__).with_name("templating.py")
    told = f"{jinja2.__version__}|{source}|".encode() + source.read_bytes()
    return hashlib.sha256(told).hexdigest()[:16]
