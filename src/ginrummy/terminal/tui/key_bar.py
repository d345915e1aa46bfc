"""Bar of the active keys at the foot of the screen. Keys are clickable."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from textual.content import Content
from textual.style import Style

from ginrummy.locale import pgettext
from ginrummy.terminal.tui.prose import Prose

NO_BREAK: Final = "\u00a0"


class Cap(NamedTuple):
    """A key with its label, and the screen action that it calls."""

    key: str
    label: str
    action: str


class KeyBar(Prose):
    """Rows of keys with their labels. A click on a key runs its action."""

    auto_links = False

    def show(self, rows: Iterable[Iterable[Cap]]) -> None:
        """Show `rows` of keys."""
        self.update(Content("\n").join([row_content(row) for row in rows]))


def row_content(caps: Iterable[Cap]) -> Content:
    """Return one row of keys."""
    pieces = []
    for cap in caps:
        link = Style.from_meta({"@click": f"screen.do('{cap.action}')"})
        label = cap.label.replace(" ", NO_BREAK)
        pieces.append(Content.assemble((key_name(cap.key), "bold $accent"), NO_BREAK, label).stylize(link))
    return Content("  ").join(pieces)


def key_name(key: str) -> str:
    """Return the label printed on `key`, in the player's language."""
    names = {
        "enter": pgettext("on a key", "enter"),
        "esc": pgettext("on a key", "esc"),
        "space": pgettext("on a key", "space"),
    }
    return names.get(key, key)
