"""Line-by-line dialogue with a person: print lines, read lines, until the person leaves."""

from __future__ import annotations

import sys
from collections.abc import Callable

from ginrummy.terminal.command_parser import Word, parse_command
from ginrummy.terminal.output import screen_width, write_text
from ginrummy.text.ledger.text_columns import folded

Read = Callable[[str], str]
Write = Callable[[str], object]
_PROMPT = "> "


def typed(prompt: str) -> str:
    """Return the next line of the input. Where input is not a terminal, the prompt is a line of its own."""
    if sys.stdin.isatty():
        *above, last = folded(prompt.rstrip(), screen_width())
        for line in above:
            print(line)
        return input(f"{last} ")
    print(prompt)
    return input()


class Left(Exception):
    """Raised when the person leaves the table."""


class Conversation:
    """Dialogue that prints through `write` and reads through `read`."""

    def __init__(self, read: Read = typed, write: Write = write_text) -> None:
        self.read_line = read
        self.write = write

    def say(self, *lines: str) -> None:
        """Print lines."""
        for line in lines:
            self.write(line)

    def ask(self, prompt: str = _PROMPT) -> str:
        """Return the next line typed. Raise `Left` at the end of the input and where the person quits."""
        try:
            text = self.read_line(prompt).strip()
        except EOFError:
            raise Left from None
        command = parse_command(text)
        if command is not None and command.word is Word.QUIT:
            raise Left
        return text
