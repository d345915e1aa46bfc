"""`ginrummy bot`: a player, of ours or of yours, at a table of a server."""

from __future__ import annotations

import secrets
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

import click

from ginrummy.cli.options import variant_option
from ginrummy.client.server import Address, FarServer, Lost, Refused, address_of
from ginrummy.errors import GinRummyError
from ginrummy.locale import _
from ginrummy.variants import NamedVariant

if TYPE_CHECKING:
    from ginrummy.client.table import FarTable

Json = dict[str, Any]
_TOKEN: Final = "GINRUMMY_TOKEN"
_PAUSES: Final = (0.5, 1.0, 2.0, 4.0, 8.0, 15.0)
_SEEDS: Final = 2**31


def command() -> click.Command:
    """Return the command `bot` in the language spoken."""
    return click.Command(
        "bot",
        callback=bot,
        help=_(
            "Let a player play a match at a table of a server, by its API. URL is the link of "
            "a table, or the server: then a table is laid. When the network fails, it goes on by itself."
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
        ],
    )  # fmt: skip


def bot(*, url: str, token: str, player: str, variant: NamedVariant, against: str) -> None:
    """Play one match to its end, and say how it went."""
    from ginrummy.cli.player_start import made_ready
    from ginrummy.client.table import FarTable
    from ginrummy.players import load_player

    address = address_of(url)
    if not token:
        raise GinRummyError(_("a token is needed: --token, or {name}").format(name=_TOKEN))
    server = FarServer(address.root, token)
    made_ready(player, variant.row)
    mind = load_player(player, seed=secrets.randbelow(_SEEDS))
    name = server.ask("/me")["name"]
    table = _seated(server, address, variant, against)
    click.echo(_("{name} sits at {link}").format(name=name, link=address.root + table["path"]))
    if table["status"] == "waiting":
        click.echo(_("Waiting for somebody to sit down."))
    with FarTable(server, mind, table) as far:
        for line in _played(server, far, table["key"]):
            click.echo(line)


def _seated(server: FarServer, address: Address, variant: NamedVariant, against: str) -> Json:
    """Return the table of `address`, its free seat taken; a new one where none is named."""
    if not address.key:
        from ginrummy.wire import variant_json

        rules = variant_json(variant.row)["rules"]
        return server.ask("/tables", {"rules": rules, "against": against})
    table = server.ask(f"/tables/{address.key}")
    if table["seat"] is None and table["status"] == "waiting":
        table = server.ask(f"/tables/{address.key}/join", {})
    if table["seat"] is None:
        raise GinRummyError(_("there is no seat free at this table"), where=address.key)
    return table


def _played(server: FarServer, far: FarTable, key: str) -> Iterator[str]:
    """Play until the match is over, whatever becomes of the network, and yield what there is to tell."""
    losses = 0
    while True:
        try:
            for table in server.follow(key):
                losses = 0
                yield from far.go_on(table)
                if table["status"] == "over":
                    return
            raise Lost(_("the stream has ended"))
        except (Lost, Refused) as error:
            if isinstance(error, Refused) and error.status not in (429, 500):
                raise
            far.look_again()
            pause = _PAUSES[min(losses, len(_PAUSES) - 1)]
            losses += 1
            click.echo(_("{error}; trying again in {seconds} s").format(error=error, seconds=pause), err=True)
            time.sleep(pause)
