"""Formatting of any error as one line: what, where, and the clause if there is one."""

from __future__ import annotations

import re
from typing import Final

import click

from ginrummy.kernel.installed_extras import compiler_install_hint
from ginrummy.locale import _
from ginrummy.locale.errors import GinRummyError, error_reason, prefix_place

BAD_INPUT: Final = 2  # as Click and argparse do
INTERRUPTED: Final = 130  # as shells do: 128 + SIGINT
_LONGEST_LINE: Final = 500
"""Longest line of an error. Our own sentences fit, with all names of presets: only foreign text is cut."""
_LONGEST_WORD: Final = 200
_TAIL: Final = 60
_NO_BREAK: Final = "\u00a0\u202f"
_BLANKS: Final = re.compile(rf"[^\S{_NO_BREAK}]+")
_CONTROL_PICTURES: Final = 0x2400
"""Code point of Unicode's first picture of a control character."""


def error_line(error: Exception) -> str:
    """Return one line to print about `error`. It is empty for an interruption, which needs no message."""
    if isinstance(error, click.Abort):
        return ""
    if isinstance(error, click.ClickException):
        return as_terminal_line(_usage_complaint(error))
    if isinstance(error, OSError):
        return as_terminal_line(f"ginrummy: {os_error_text(error)}")
    if isinstance(error, GinRummyError):
        return as_terminal_line(f"ginrummy: {error}")
    if isinstance(error, ModuleNotFoundError) and not (error.name or "ginrummy").startswith("ginrummy"):
        return as_terminal_line(f"ginrummy: {_missing_package_text(str(error.name))}")
    raise error


def _missing_package_text(name: str) -> str:
    if name in ("numba", "numpy"):
        return compiler_install_hint()
    return _("this needs the Python package {name}, which is not installed").format(name=name)


def exit_status(error: Exception) -> int:
    """Return the exit status for `error`."""
    return INTERRUPTED if isinstance(error, click.Abort) else BAD_INPUT


def os_error_text(error: OSError) -> str:
    """Return the file and the system's reason, in the current language."""
    reason = error_reason(error)
    return prefix_place(str(error.filename), reason) if error.filename else reason


def as_terminal_line(text: str) -> str:
    """Return `text` on one line that any terminal may print: blanks collapsed, the middle of a long text cut.

    >>> as_terminal_line("a\x1b[31m  b")
    'a␛[31m b'
    """
    words = (_shorten(word, _LONGEST_WORD) for word in _BLANKS.split(text.strip()))
    return replace_control_characters(_shorten(" ".join(words), _LONGEST_LINE))


def _shorten(text: str, most: int) -> str:
    """Return `text` of `most` characters at most, its middle cut between words if it has any."""
    if len(text) <= most:
        return text
    start, end = text[: most - _TAIL], text[-_TAIL:]
    return f"{start.rpartition(' ')[0] or start} … {end.partition(' ')[2] or end}"


def replace_control_characters(text: str) -> str:
    """Return `text` with control characters replaced by their Unicode pictures."""
    return "".join(sign if sign.isprintable() or sign in _NO_BREAK else _picture(sign) for sign in text)


def _picture(character: str) -> str:
    code = ord(character)
    return chr(_CONTROL_PICTURES + code) if code < ord(" ") else "\ufffd"


def _usage_complaint(error: click.ClickException) -> str:
    context = error.ctx if isinstance(error, click.UsageError) else None
    if context is None:
        return f"ginrummy: {error.format_message()}"
    hint = _("Try '{command} {option}' for help.").format(command=context.command_path, option="--help")
    return f"{context.command_path}: {error.format_message()} {hint}"
