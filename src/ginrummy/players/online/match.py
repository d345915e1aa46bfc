"""One match at a table of a server, from taking the seat to the last hand, with retries on network errors."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from typing import Any, Final

from ginrummy.game.shuffle import cut_seal, new_nonce, random_cut
from ginrummy.locale import _
from ginrummy.locale.argument_checks import as_instance
from ginrummy.locale.errors import GinRummyError
from ginrummy.players import Player
from ginrummy.players.online.client import Address, Client, Lost, Refused
from ginrummy.players.online.seat import OnlineSeat
from ginrummy.players.online.table_validation import table_of
from ginrummy.text.json import variant_json
from ginrummy.variants import NamedVariant

Json = dict[str, Any]
OnLoss = Callable[[GinRummyError, float], object]
_PAUSES: Final = (0.5, 1.0, 2.0, 4.0, 8.0, 15.0, 30.0, 60.0)
"""Seconds between tries. Half of each is random, so that many bots do not reconnect at once."""
_TRIES: Final = 60
"""Consecutive tries, some forty minutes, before a server is given up."""
_LONGEST_WAIT: Final = 900.0
"""Longest wait, in seconds, that a server may request. A longer one ends the match at once."""
_STEADY: Final = 10.0
"""Seconds after which a stream counts as having worked, whatever ended it."""


def sit_down(server: Client, address: Address, variant: NamedVariant, *, against: str = "anybody") -> Json:
    """Take the free seat at the table of `address`, or at a new table of `variant`, and return the table.

    Raise `Refused` or `Lost`, and `WireError` where the server's answer is not a table. `against` is the
    possible opponent at a new table: `anybody`, `friend`, or a bot there. The cut is made here. At a new
    table for people it is sealed, and returned under `sealed`, so that `OnlineSeat` can reveal it.
    """
    as_instance(address, Address, "sit_down")
    cut = random_cut()
    if not address.key:
        row = as_instance(variant, NamedVariant, "sit_down").row
        asked = {"rules": variant_json(row)["rules"], "against": against}
        if against not in ("anybody", "friend"):
            return table_of(server.ask("/tables", asked | {"cut": cut}))
        nonce = new_nonce()
        table = table_of(server.ask("/tables", asked | {"seal": cut_seal(cut, nonce)}))
        return table | {"sealed": {"cut": cut, "nonce": nonce}}
    table = table_of(server.ask(f"/tables/{address.key}"))
    if table["seat"] is None and table["status"] == "waiting":
        table = table_of(server.ask(f"/tables/{address.key}/join", {"cut": cut}))
    if table["seat"] is None:
        raise GinRummyError(_("there is no seat free at this table"), where=address.key)
    return table


def play_match(
    server: Client, player: Player, table: Json, *, on_loss: OnLoss = lambda _error, _pause: None
) -> Iterator[str]:
    """Let `player` play the match at `table` to its end, and yield the news, line by line.

    Raise `Refused`, and `WireError` where the server's answer is not a table.
    When the network fails, `on_loss` is called with the error and the seconds until the next try.
    """
    with OnlineSeat(server, player, table) as seat:
        yield from follow_to_end(server, seat, table["key"], on_loss=on_loss)


def follow_to_end(server: Client, seat: OnlineSeat, key: str, *, on_loss: OnLoss) -> Iterator[str]:
    """Yield the news of table `key` until its match is over, or the server is given up."""
    tries = 0
    while True:
        begun, heard = time.monotonic(), seat.number
        try:
            for table in server.follow(key):
                yield from seat.make_due_moves(table)
                if table["status"] == "over":
                    return
            raise Lost(_("the stream has ended"))
        except (Lost, Refused) as error:
            if seat.number != heard or time.monotonic() - begun > _STEADY:
                tries = 0
            if tries == _TRIES or error.wait > _LONGEST_WAIT or not error.is_temporary:
                raise
            seat.retry_moves()
            pause = _pause(tries, error.wait)
            tries += 1
            on_loss(error, pause)
            time.sleep(pause)


def _pause(tries: int, wait: float) -> float:
    """Return the seconds to wait after `tries` failures, at least `wait`."""
    longest = _PAUSES[min(tries, len(_PAUSES) - 1)]
    return round(wait + longest * random.uniform(0.5, 1.0), 1)
