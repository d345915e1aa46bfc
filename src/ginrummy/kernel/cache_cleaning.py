"""Clean-up of cache folders, one per state of the sources: the most recently used ones stay."""

from __future__ import annotations

import shutil
from contextlib import suppress
from pathlib import Path
from typing import Final

FOLDERS_KEPT: Final = 4


def remove_old_folders(parent: Path, prefix: str, *, keep: Path) -> None:
    """Remove all but the latest few folders of `parent` whose names begin with `prefix`, never `keep`."""
    old = [path for path in parent.glob(f"{prefix}*") if path != keep]
    for path in sorted(old, key=_last_used, reverse=True)[FOLDERS_KEPT - 1 :]:
        shutil.rmtree(path, ignore_errors=True)


def _last_used(path: Path) -> float:
    with suppress(OSError):
        return path.stat().st_mtime
    return 0.0
