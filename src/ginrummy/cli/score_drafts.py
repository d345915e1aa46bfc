"""Drafts of score pads without a file, saved after every line: closing the terminal loses nothing.

A pad is open in one terminal at a time. It can be resumed from any folder, because a file of house rules is
stored with its absolute path.
"""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime
from itertools import chain, count
from pathlib import Path
from typing import NamedTuple

from platformdirs import user_state_path

from ginrummy.locale import _, language, ngettext
from ginrummy.locale.errors import GinRummyError, reason_of
from ginrummy.terminal.match_lock import claim, give_back
from ginrummy.text.ledger import Ledger, LedgerText, decoded, read_ledger
from ginrummy.variants import preset_names

_SUFFIX = ".ledger.txt"


class Draft(NamedTuple):
    """An unfinished pad: its file, its text, and its ledger."""

    path: Path
    text: LedgerText
    ledger: Ledger


def drafts_folder() -> Path:
    """Return the folder of the drafts."""
    return user_state_path("ginrummy", appauthor=False) / "pads"


def new_draft() -> Path:
    """Return the path of a new pad, named by the time, that no other terminal uses."""
    with suppress(OSError):  # reported when the first line cannot be saved
        drafts_folder().mkdir(parents=True, exist_ok=True)
    stem = datetime.now().strftime("%Y-%m-%d_%H.%M.%S")
    names = chain([stem], (f"{stem}_{number}" for number in count(2)))
    paths = (drafts_folder() / f"{name}{_SUFFIX}" for name in names)
    return next(path for path in paths if not path.exists() and claim(path))


def drafts() -> tuple[list[Draft], list[str]]:
    """Return the pads that can be resumed, the latest first, and the errors of the others.

    This process holds their locks until `let_go`. Pads that are open in another terminal are left out.
    """
    folder = drafts_folder()
    paths = sorted(folder.glob(f"*{_SUFFIX}"), key=lambda path: path.stat().st_mtime_ns, reverse=True)
    found, faults = list[Draft](), list[str]()
    for path in filter(claim, paths):
        try:
            text = decoded(path.read_bytes(), path.name)
            found.append(Draft(path, LedgerText.of(text), read_ledger(text, where=path.name)))
        except (GinRummyError, OSError) as error:
            told = _("{file} cannot be read and is left as it is: {error}")
            faults.append(told.format(file=path, error=reason_of(error)))
            give_back(path)
    return found, faults


def let_go(draft: Draft) -> None:
    """Release the lock of `draft`."""
    give_back(draft.path)


def delete(draft: Draft) -> None:
    """Delete `draft`."""
    draft.path.unlink(missing_ok=True)
    let_go(draft)


def draft_text(text: LedgerText) -> str:
    """Return `text` with the absolute path of its file of house rules, readable from any folder."""
    variant = text.value("variant")
    if variant is None or variant in preset_names() or not Path(variant).is_file():
        return str(text)
    return str(text.retitled(f"variant: {Path(variant).absolute()}"))


def draft_title(draft: Draft) -> str:
    """Return the title of a pad: when it was last written, its players, its variant and its progress."""
    ledger = draft.ledger
    when = datetime.fromtimestamp(draft.path.stat().st_mtime).strftime("%Y-%m-%d %H:%M")
    count = len(ledger.entries)
    hands = ngettext("{count} hand", "{count} hands", count).format(count=count)
    parts = [when, " – ".join(ledger.players), ledger.variant.title(language()), hands]
    return ", ".join([*parts, _("over")] if ledger.is_over else parts)
