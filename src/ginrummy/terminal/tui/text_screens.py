"""Text pages over the table: the help, the rules, the score sheet, the pile."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable

from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.content import Content

from ginrummy.locale import _, language, pgettext
from ginrummy.terminal.command_parser import CommandWord, command_help_line
from ginrummy.terminal.local_table import LocalTable, table_sheet_lines
from ginrummy.terminal.tui.card_widgets import card_chip_content, card_colour_content
from ginrummy.terminal.tui.key_bindings import action_key
from ginrummy.terminal.tui.once_screens import OnceModal
from ginrummy.terminal.tui.widgets import Cap, KeyBar, Prose, key_name
from ginrummy.text.ledger.text_columns import NARROWEST
from ginrummy.text.rulebook.advice import playing_tips
from ginrummy.text.rulebook.chapters import game_summary, rule_chapters
from ginrummy.text.sentences import cards_text

WIDTH, INDENT = 70, 18
BESIDE = 54
"""Least line width, in characters, for two columns. In narrower lines the meaning is below the key."""


def help_lines(most: int = WIDTH) -> list[str]:
    """Return the help in the current language, in lines of at most `most` characters."""
    width = min(max(most, NARROWEST), WIDTH)
    keys = [
        ("1-9 0 -", _("raise a card; the arrows ← → do so too, and a click")),
        ("d, t", _("draw from the stock, take the top of the pile")),
        (f"x, {key_name('enter')}", _("discard the raised card")),
        ("k, g, b", _("knock, go gin with the raised card or the best one; big gin")),
        ("p", _("pass, where a card is offered")),
        ("a", _("sort the hand by melds, by rank, by suit or in your own order")),
        ("[ ], shift+← →", _("move the raised card; or drag it with the mouse")),
        (action_key("undo"), _("take your last move back, if it showed you nothing hidden")),
        (action_key("hint"), _("what a strong player would do")),
        ("s, r, v", _("score sheet, rules, the pile where it may be looked at")),
        (action_key("type"), _("type a card or a word: see below")),
        ("q", _("leave; the match is saved and resumes next time")),
    ]
    lines = [line for key, text in keys for line in entry_lines(key, text, width)]
    lines += [
        "",
        _("By mouse: click the stock, the pile or a card; drag a card to the pile or within the hand."),
    ]
    lines += [_("On another keyboard layout the same keys do the same."), "", _("Words that may be typed:")]
    return [
        *lines,
        *(line for word in CommandWord for line in _wrap(command_help_line(word), width, indent=2)),
    ]


def entry_lines(key: str, text: str, width: int) -> list[str]:
    """Return a key and its meaning, in two columns or below each other."""
    if width < BESIDE:
        return [key, *_wrap(f"  {text}", width, indent=2)]
    return _wrap(key.ljust(INDENT) + text, width, indent=INDENT)


def _wrap(text: str, width: int, *, indent: int) -> list[str]:
    return textwrap.wrap(text, width, subsequent_indent=" " * indent, break_on_hyphens=False)


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
    return Content("\n").join([card_colour_content(line) for line in lines])


def rules_screen(table: LocalTable) -> TextScreen:
    """Return the rules of the variant in words."""
    variant = table.variant
    parts = [Content(game_summary(variant.row))]
    for chapter in rule_chapters(variant.row):
        parts.append(Content.styled(f"{chapter.number}  {chapter.title}", "bold $accent"))
        parts += [card_colour_content(f"{clause}  {text}") for clause, text in chapter.paragraphs]
    parts.append(Content.styled(_("Tips"), "bold $accent"))
    parts += [card_colour_content(f"• {tip}") for tip in playing_tips(variant.row)]
    return TextScreen(variant.title(language()), Content("\n\n").join(parts))


def help_screen(width: int) -> TextScreen:
    """Return the help page, for a window of `width` characters."""
    return TextScreen(_("Keys and words"), lines_content(help_lines(width - MARGINS)))


def pile_screen(table: LocalTable) -> TextScreen:
    """Return the page with the visible part of the pile."""
    faces = tuple(reversed(table.view.pile))
    body = card_chip_content(cards_text(faces)) if faces else Content(_("The pile is empty."))
    return TextScreen(_("The discard pile, the top first"), body)


def sheet_screen(table: LocalTable, width: int) -> TextScreen:
    """Return the score sheet as players write it, for a window of `width` characters."""
    lines = table_sheet_lines(table, width - MARGINS)
    return TextScreen(_("Score sheet"), Content("\n".join(lines)))
