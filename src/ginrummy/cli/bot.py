"""`ginrummy bot`: connect a built-in or third-party player to a table of a server."""

from __future__ import annotations

import secrets
from typing import Final

import click

from ginrummy.cli.options import debug_option, variant_option
from ginrummy.locale import _
from ginrummy.locale.errors import GinRummyError
from ginrummy.variants import NamedVariant

_TOKEN: Final = "GINRUMMY_TOKEN"
_SEEDS: Final = 2**31


def command() -> click.Command:
    """Return the command `bot` in the current language."""
    return click.Command(
        "bot",
        callback=bot,
        help=_(
            "Let a player play a match at a table of a server, by its API. URL is the link of "
            "a table, or the server: then a table is opened. It reconnects after a network failure."
        ),
        params=[
            click.Argument(["url"], metavar="URL"),
            click.Option(["--token"], envvar=_TOKEN, default="", metavar=_("TOKEN"),
                         help=_("The token made on the settings page; else {name}.").format(name=_TOKEN)),
            click.Option(["--player"], default="steady", show_default=True, metavar=_("NAME|module:Class"),
                         help=_("Who plays: one of ours, a class or a program of your own.")),
            variant_option(),
            click.Option(["--against"], default="anybody", show_default=True, metavar=_("NAME"),
                         help=_("Who may sit down: anybody, friend (with the link), or a bot there.")),
            debug_option(),
        ],
    )  # fmt: skip


def bot(*, url: str, token: str, player: str, variant: NamedVariant, against: str) -> None:
    """Play one match and print its result."""
    from ginrummy.lab.arena.match_play import check_player
    from ginrummy.lab.arena.run_plan import MOVE_TIME
    from ginrummy.players import load_player
    from ginrummy.players.online import Client, address_of, play_match, sit_down
    from ginrummy.players.online.table_validation import printable_name

    address = address_of(url)
    if not token:
        raise GinRummyError(_("a token is needed: --token, or {name}").format(name=_TOKEN))
    server = Client(address.root, token)
    check_player(player, variant.row, move_time=MOVE_TIME)
    mind = load_player(player, seed=secrets.randbelow(_SEEDS), cores=None)
    name = printable_name(server.ask("/me"))
    table = sit_down(server, address, variant, against=against)
    click.echo(_("{name} sits at {link}").format(name=name, link=f"{address.root}/tables/{table['key']}"))
    if table["status"] == "waiting":
        click.echo(_("Waiting for somebody to sit down."))
    for line in play_match(server, mind, table, on_loss=_say_loss):
        click.echo(line)


def _say_loss(error: GinRummyError, pause: float) -> None:
    click.echo(_("{error}; trying again in {seconds}\u00a0s").format(error=error, seconds=pause), err=True)
