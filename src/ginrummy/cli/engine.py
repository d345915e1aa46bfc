"""`ginrummy engine`: a built-in player and the coach, over the engine protocol."""

from __future__ import annotations

import io
import sys

import click

from ginrummy.cli.command_group import WITHOUT_MARK
from ginrummy.cli.options import debug_option
from ginrummy.locale import _


def command() -> click.Command:
    """Return the command `engine` in the current language."""
    return click.Command(
        "engine",
        callback=engine,
        help=_(
            "Answer the lines of the engine protocol on standard input: play as one of our players, and "
            "say what each move is worth."
        ),
        params=[
            click.Option(["--player"], default="champion", show_default=True, metavar=_("NAME|module:Class"),
                         help=_("Who plays: one of ours, a class or a program of your own.")),
            debug_option(),
        ],
    )  # fmt: skip


def engine(*, player: str) -> None:
    """Answer commands until the input ends."""
    from ginrummy.players.programs.engine_server import Engine

    for stream, encoding in ((sys.stdin, WITHOUT_MARK), (sys.stdout, "utf-8")):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding=encoding)  # the protocol's encoding, whatever the locale
    for line in Engine(player).answers(sys.stdin):
        print(line, flush=True)
