"""Text pages over the table: the help, the rules, the score sheet, the pile."""

from __future__ import annotations

from collections.abc import Iterable

from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.content import Content

from ginrummy.locale import _, language, pgettext
from ginrummy.terminal.local_table import LocalTable
from ginrummy.terminal.match_ledger import table_sheet
from ginrummy.terminal.tui.card_colours import chips, inked
from ginrummy.terminal.tui.help_text import help_lines
from ginrummy.terminal.tui.key_bar import Cap, KeyBar
from ginrummy.terminal.tui.once_screens import OnceModal
from ginrummy.terminal.tui.prose import Prose
from ginrummy.text.game_text import cards_text
from ginrummy.text.rulebook import chapters_of, in_short, tips_of

_CLOSING_KEYS = ("escape", "enter", "q", "й", "space")


MARGINS = 6
"""Characters of a line outside the text of these pages."""


class TextScreen(OnceModal[None]):
    """Scrollable page with a title."""

    def __init__(self, title: str, body: Content) -> None:
        super().__init__()
        self.heading = title
        self.body = body

    def compose(self) -> ComposeResult:
        """Return the page and the keys below it."""
        with Vertical(classes="paper"):
            yield Prose(self.heading, classes="heading", markup=False)
            with VerticalScroll(classes="text"):
                yield Prose(self.body)
            yield KeyBar()

    def on_mount(self) -> None:
        """Show the keys, and let the arrow keys scroll the page."""
        self.query_one(KeyBar).show(
            [[Cap("↑↓", pgettext("key", "scroll"), "scroll"), Cap("esc", pgettext("key", "back"), "close")]]
        )
        self.query_one(VerticalScroll).focus()

    def on_key(self, event: events.Key) -> None:
        """Close the page."""
        if event.key in _CLOSING_KEYS or event.character in _CLOSING_KEYS:
            event.stop()
            self.dismiss()

    def action_do(self, action: str) -> None:
        """Run the action of a click on a key."""
        if action == "close":
            self.dismiss()
        else:
            self.query_one(VerticalScroll).scroll_page_down()


def lines_content(lines: Iterable[str]) -> Content:
    """Return lines with their cards in colour."""
    return Content("\n").join([inked(line) for line in lines])


def rules_screen(table: LocalTable) -> TextScreen:
    """Return the rules of the variant in words."""
    variant = table.variant
    parts = [Content(in_short(variant.row))]
    for chapter in chapters_of(variant.row):
        parts.append(Content.styled(f"{chapter.number}  {chapter.title}", "bold $accent"))
        parts += [inked(f"{clause}  {text}") for clause, text in chapter.paragraphs]
    parts.append(Content.styled(_("Tips"), "bold $accent"))
    parts += [inked(f"• {tip}") for tip in tips_of(variant.row)]
    return TextScreen(variant.title(language()), Content("\n\n").join(parts))


def help_screen(width: int) -> TextScreen:
    """Return the help page, for a window of `width` characters."""
    return TextScreen(_("Keys and words"), lines_content(help_lines(width - MARGINS)))


def pile_screen(table: LocalTable) -> TextScreen:
    """Return the page with the visible part of the pile."""
    faces = tuple(reversed(table.view.pile))
    body = chips(cards_text(faces)) if faces else Content(_("The pile is empty."))
    return TextScreen(_("The discard pile, the top first"), body)


def sheet_screen(table: LocalTable, width: int) -> TextScreen:
    """Return the score sheet as players write it, for a window of `width` characters."""
    lines = table_sheet(table, width - MARGINS)
    return TextScreen(_("Score sheet"), Content("\n".join(lines)))
