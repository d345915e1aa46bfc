"""Line-by-line dialogue with a person: print lines, read lines, until the person leaves."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from enum import Enum, auto
from typing import Final

from ginrummy.locale import _
from ginrummy.locale.ascii_text import ascii_text
from ginrummy.locale.errors import prefix_place
from ginrummy.locale.numbers import parse_number
from ginrummy.terminal.command_parser import CommandWord, parse_command
from ginrummy.terminal.output import screen_width, write_text
from ginrummy.text.ledger.text_columns import fold_line

Read = Callable[[str], str]
Write = Callable[[str], object]
_PROMPT = "> "


def read_line(prompt: str) -> str:
    """Return the next line of the input. Where input is not a terminal, the prompt is a line of its own."""
    if sys.stdin.isatty():
        *above, last = fold_line(prompt.rstrip(), screen_width())
        for line in above:
            print(line)
        return input(f"{last} ")
    print(prompt)
    return input()


class PersonLeft(Exception):
    """Raised when the person leaves the table."""


class Conversation:
    """Dialogue that prints through `write` and reads through `read`."""

    def __init__(self, read: Read = read_line, write: Write = write_text) -> None:
        self.read_line = read
        self.write = write

    def say(self, *lines: str) -> None:
        """Print lines."""
        for line in lines:
            self.write(line)

    def ask(self, prompt: str = _PROMPT) -> str:
        """Return the next line. Raise `PersonLeft` at the end of the input and when the person quits."""
        try:
            text = self.read_line(prompt).strip()
        except EOFError:
            raise PersonLeft from None
        command = parse_command(text)
        if command is not None and command.word is CommandWord.QUIT:
            raise PersonLeft
        return text


def _spellings(*words: str) -> frozenset[str]:
    """Return `words` with their transliterations for keyboards that have only ASCII."""
    return frozenset(words) | {ascii_text(word) for word in words if len(word) > 1}


_YES: Final = _spellings("yes", "y", "oui", "o", "да", "д")
_NEW: Final = _spellings("new", "n", "nouveau", "nouvelle", "новый", "новая", "новое", "заново")
_QUIT: Final = _spellings("quit", "q", "exit", "quitter", "quitte", "выход", "выйти")
_DELETE: Final = _spellings("delete", "supprimer", "effacer", "удалить")


class MenuAnswer(Enum):
    """Answers other than a saved item."""

    NEW = auto()
    QUIT = auto()


def is_yes(text: str) -> bool:
    """Return whether `text` is a yes in any of the three languages."""
    return text.strip().casefold() in _YES


def choose_item(
    titles: Sequence[str], *, read: Read, write: Write, delete: Callable[[int], None]
) -> int | MenuAnswer:
    """Return the index of the item that the person resumes, or another answer.

    `delete` removes the item at an index, after a yes. Raise `EOFError` at the end of the input.
    """
    left = list(range(len(titles)))
    while left:
        for number, place in enumerate(left, start=1):
            write(prefix_place(str(number), titles[place]))
        text = read(_("Enter for 1, another number, “new”, “delete 1”, or “quit”: "))
        word, _blank, rest = text.strip().casefold().partition(" ")
        if word in _NEW:
            return MenuAnswer.NEW
        if word in _QUIT:
            return MenuAnswer.QUIT
        number = _number_in(rest if word in _DELETE else word or "1", len(left))
        if number == 0:
            write(_("“{text}” is none of these.").format(text=text.strip()))
        elif word not in _DELETE:
            return left[number - 1]
        elif is_yes(read(_("Delete {title}? It cannot be brought back (yes or no): ").format(
            title=titles[left[number - 1]]
        ))):  # fmt: skip
            delete(left.pop(number - 1))
    return MenuAnswer.NEW


def _number_in(text: str, most: int) -> int:
    """Return the number that `text` is, or 0 unless it is one from 1 to `most`."""
    return parse_number(text, most=most) or 0
