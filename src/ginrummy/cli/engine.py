"""`ginrummy engine`: a player of ours, and the coach, for whatever program speaks the engine protocol."""

from __future__ import annotations

import sys

import click

from ginrummy.locale import _


def command() -> click.Command:
    """Return the command `engine` in the language spoken."""
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
        ],
    )  # fmt: skip


def engine(*, player: str) -> None:
    """Answer until the input ends."""
    from ginrummy.coach.engine_server import Engine

    for line in Engine(player).answers(sys.stdin):
        print(line, flush=True)
