"""Static files, hashed and compressed. The table without a server is served with them."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path
from typing import Any, Final

import django
from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.storage import CompressedManifestStaticFilesStorage

from ginrummy.locale import _
from ginrummy.locale.errors import GinRummyError

OFFLINE: Final = "offline/"
"""URL prefix of the table without a server, if the server offers one."""


class HashedFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # untyped
    """Storage with content hashes in file names, so that browsers cache for ever.

    Imports are rewritten too.
    """

    support_js_module_import_aggregation = True


class OfflineFiles(WhiteNoiseMiddleware):  # type: ignore[misc]  # untyped
    """WhiteNoise's middleware, which serves the table without a server too."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        if settings.OFFLINE is not None:
            self.add_files(str(settings.OFFLINE), prefix=f"/{OFFLINE}")


STAMP: Final = "static-files"
_WRITTEN: Final = re.compile(r"[0-9a-f ]{0,129}")
"""Possible contents of the stamp: two digests, nothing during collection, less after a full disk."""


def collect_static_files() -> None:
    """Collect the static files unless the present ones are complete and from the same sources."""
    stamp = settings.HOME / STAMP
    wished = _sources()
    if stamp.exists() and stamp.read_text("ascii") == f"{wished} {_files_digest()}":
        return
    stamp.touch(0o600)
    stamp.write_bytes(b"")
    call_command(
        "collectstatic", interactive=False, verbosity=0, ignore_patterns=settings.UNUSED_STATIC_FILES
    )
    stamp.write_text(f"{wished} {_files_digest()}", "ascii")


def refuse_foreign_files() -> None:
    """Raise `GinRummyError` if a foreign file or folder has a name that the server needs."""
    stamp, root = settings.HOME / STAMP, settings.STATIC_ROOT
    if stamp.exists():
        foreign = None if stamp.is_file() and _WRITTEN.fullmatch(stamp.read_text("latin-1")) else stamp
    else:
        foreign = root if any(root.iterdir()) else None
    if foreign is not None:
        raise GinRummyError(_("there is another file of that name already"), where=str(foreign))


def _sources() -> str:
    """Return a digest of the sources and of the storage settings."""
    told = [django.__version__, settings.STATIC_URL, Path(__file__).read_text("utf-8")]
    for finder in get_finders():
        told += [
            _file_version(storage.path(name), Path(storage.path(name)))
            for name, storage in finder.list(settings.UNUSED_STATIC_FILES)
        ]
    return _digest(told)


def _files_digest() -> str:
    """Return a digest of the collected files."""
    root = settings.STATIC_ROOT
    return _digest(
        [_file_version(path.relative_to(root), path) for path in root.rglob("*") if path.is_file()]
    )


def _file_version(name: str | Path, path: Path) -> str:
    found = path.stat()
    return f"{name} {found.st_size} {found.st_mtime_ns}"


def _digest(told: list[str]) -> str:
    return hashlib.sha256("\n".join(sorted(told)).encode()).hexdigest()
