"""Score pads without a file of their own, kept after every line: an evening survives its terminal."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from platformdirs import user_state_path

from ginrummy.errors import GinRummyError
from ginrummy.ledger import Ledger, read_ledger
from ginrummy.locale import _, language, ngettext

_SUFFIX = ".ledger.txt"


class Draft(NamedTuple):
    """A pad that was left: its file and its ledger."""

    path: Path
    ledger: Ledger


def drafts_folder() -> Path:
    """Return where pads without a file are kept."""
    return user_state_path("ginrummy", appauthor=False) / "pads"


def new_draft() -> Path:
    """Return a path for a new pad, named by the time, at which nothing is kept yet."""
    stem = datetime.now().strftime("%Y-%m-%d_%H.%M.%S")
    names = [stem, *(f"{stem}_{number}" for number in range(2, 100))]
    return next(path for name in names if not (path := drafts_folder() / f"{name}{_SUFFIX}").exists())


def drafts() -> list[Draft]:
    """Return the pads that can be gone on with, the last one written to first."""
    folder = drafts_folder()
    paths = sorted(folder.glob(f"*{_SUFFIX}"), key=lambda path: path.stat().st_mtime_ns, reverse=True)
    found = [_draft_at(path) for path in paths]
    return [draft for draft in found if draft is not None]


def _draft_at(path: Path) -> Draft | None:
    try:
        return Draft(path, read_ledger(path.read_text("utf-8"), where=str(path)))
    except (GinRummyError, OSError, UnicodeDecodeError):
        return None


def draft_title(draft: Draft) -> str:
    """Return what a pad is known by: when it was last written to, who plays, what, and how far it is."""
    ledger = draft.ledger
    when = datetime.fromtimestamp(draft.path.stat().st_mtime).strftime("%Y-%m-%d %H:%M")
    count = len(ledger.entries)
    hands = ngettext("{count} hand", "{count} hands", count).format(count=count)
    parts = [when, " – ".join(ledger.players), ledger.variant.title(language()), hands]
    return ", ".join([*parts, _("over")] if ledger.is_over else parts)
