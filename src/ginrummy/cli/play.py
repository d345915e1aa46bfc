"""`ginrummy play`: a table in the terminal, drawn or line by line."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from ginrummy.cli.error_messages import complaint
from ginrummy.cli.options import variant_option
from ginrummy.errors import GinRummyError
from ginrummy.locale import _
from ginrummy.variants import NamedVariant

if TYPE_CHECKING:
    from ginrummy.table.saved_matches import Saved
    from ginrummy.table.session import Evening

DEFAULT_PLAYER: Final = "steady"
_PACE: Final = 0.7


def command() -> click.Command:
    """Return the command `play` in the language spoken."""
    from ginrummy.players import player_names

    names = ", ".join(player_names())
    return click.Command(
        "play",
        callback=play,
        help=_("Play a match at a table in the terminal. It is kept after every move: leave when you like."),
        params=[
            variant_option(),
            click.Option(
                ["--against"],
                default=DEFAULT_PLAYER,
                show_default=True,
                metavar=_("NAME|module:Class"),
                help=_("The other player: {names}, or a class of your own.").format(names=names),
            ),
            click.Option(["--seed"], type=int, default=None, metavar=_("NUMBER"),
                         help=_("Deal the cards that this number stands for, the same on every machine.")),
            click.Option(["--record"], type=click.Path(path_type=Path), default=None, metavar=_("FILE"),
                         help=_("Write the record of the match to FILE.")),
            click.Option(["--plain"], is_flag=True,
                         help=_("Line by line, without drawing: for a screen reader or a simple terminal.")),
            click.Option(["--new", "start"], flag_value="new",
                         help=_("Start a new match; one that is unfinished is given up.")),
            click.Option(["--resume", "start"], flag_value="resume",
                         help=_("Go on with the unfinished match without being asked.")),
        ],
    )  # fmt: skip


def play(
    *,
    variant: NamedVariant,
    against: str,
    seed: int | None,
    record: Path | None,
    plain: bool,
    start: str | None,
) -> None:
    """Play a match, or several."""
    from ginrummy.players import load_player
    from ginrummy.table.display_settings import settings_file
    from ginrummy.table.saved_matches import Keeper, matches_folder, refuse_record_file
    from ginrummy.table.session import Evening

    load_player(against, seed=0)
    keeper = Keeper(matches_folder(), record)
    kept = keeper.unfinished()
    unfinished = first_readable(kept) if start != "new" else None
    if start == "resume" and unfinished is None:
        raise GinRummyError(_("there is no unfinished match to go on with"))
    if record is not None:
        refuse_record_file(record, unfinished.table.match if unfinished else None)
    quiet = plain or not is_drawable()
    evening = Evening(variant, against, seed, keeper, settings_file(), 0.0 if quiet else _PACE)
    if start == "new":
        for path in kept:
            path.unlink(missing_ok=True)
    _open(evening, unfinished, ask=start is None, plain=quiet)


def _open(evening: Evening, unfinished: Saved | None, *, ask: bool, plain: bool) -> None:
    if plain:
        from ginrummy.cli.plain_table import PlainTable

        PlainTable(evening).spend_evening(unfinished, ask=ask)
        return
    from ginrummy.tui.app import TableApp

    app = TableApp(evening, unfinished=unfinished, ask=ask)
    app.run()
    if app.failure is not None:
        raise app.failure


def first_readable(paths: Sequence[Path]) -> Saved | None:
    """Return the first of these unfinished matches that can go on; say what is wrong with those before it."""
    from ginrummy.table.saved_matches import load_saved

    for path in paths:
        try:
            return load_saved(path)
        except GinRummyError as error:
            print(complaint(error), file=sys.stderr)
    return None


def is_drawable() -> bool:
    """Return whether the terminal can be drawn on."""
    return sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM", "dumb") != "dumb"
