"""Help page: the keys, and the commands that may be typed instead."""

from __future__ import annotations

import textwrap

from ginrummy.locale import _
from ginrummy.terminal.command_help import meaning_line
from ginrummy.terminal.command_parser import Word
from ginrummy.terminal.tui.key_bar import key_name
from ginrummy.terminal.tui.key_bindings import letter_of
from ginrummy.text.ledger.text_columns import NARROWEST

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
        (letter_of("undo"), _("take your last move back, if it showed you nothing hidden")),
        (letter_of("hint"), _("what a strong player would do")),
        ("s, r, v", _("score sheet, rules, the pile where it may be looked at")),
        (letter_of("type"), _("type a card or a word: see below")),
        ("q", _("leave; the match is kept, and goes on the next time")),
    ]
    lines = [line for key, text in keys for line in entry_lines(key, text, width)]
    lines += [
        "",
        _("By mouse: click the stock, the pile or a card; drag a card to the pile or within the hand."),
    ]
    lines += [_("On another keyboard layout the same keys do the same."), "", _("Words that may be typed:")]
    return [*lines, *(line for word in Word for line in _wrapped(meaning_line(word), width, indent=2))]


def entry_lines(key: str, text: str, width: int) -> list[str]:
    """Return a key and its meaning, in two columns or below each other."""
    if width < BESIDE:
        return [key, *_wrapped(f"  {text}", width, indent=2)]
    return _wrapped(key.ljust(INDENT) + text, width, indent=INDENT)


def _wrapped(text: str, width: int, *, indent: int) -> list[str]:
    return textwrap.wrap(text, width, subsequent_indent=" " * indent, break_on_hyphens=False)
