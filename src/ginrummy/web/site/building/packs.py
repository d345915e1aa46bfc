"""Packs: compressed archives with a content hash in their names, unpacked in the browser."""

from __future__ import annotations

import hashlib
import io
import tarfile
from collections.abc import Mapping
from pathlib import Path
from typing import Final, NamedTuple

from deflate import gzip_compress

MOST_THOROUGH: Final = 12
"""Highest level of libdeflate: packs are four percent smaller than zlib's best, in a few seconds."""


class Pack(NamedTuple):
    """A pack, as listed in the service worker."""

    name: str
    size: int


def pack_archive(files: Mapping[str, bytes]) -> bytes:
    """Return a tar archive of `files` by path. The output is deterministic."""
    written = io.BytesIO()
    with tarfile.open(fileobj=written, mode="w", format=tarfile.USTAR_FORMAT) as tar:
        for path in sorted(files):
            entry = tarfile.TarInfo(path)
            entry.size = len(files[path])
            tar.addfile(entry, io.BytesIO(files[path]))
    return written.getvalue()


def unpack_archive(content: bytes) -> dict[str, bytes]:
    """Return the files of a tar archive by path."""
    with tarfile.open(fileobj=io.BytesIO(content)) as tar:
        return {entry.name: file.read() for entry in tar if (file := tar.extractfile(entry)) is not None}


def write_pack(folder: Path, name: str, files: Mapping[str, bytes]) -> Pack:
    """Write `files` as one compressed pack into `folder`.

    Its name has no known extension, so that no host sends a Content-Encoding header for it.
    """
    content = bytes(gzip_compress(pack_archive(files), MOST_THOROUGH))
    called = f"{name}-{hashlib.sha256(content).hexdigest()[:16]}.pack"
    (folder / called).write_bytes(content)
    return Pack(called, len(content))
