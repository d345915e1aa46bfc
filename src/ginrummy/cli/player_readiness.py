"""Check and warm-up of a player before the first deal."""

from __future__ import annotations

from rich.console import Console

from ginrummy.game.match import Match
from ginrummy.game.shuffle import seeds_from_number
from ginrummy.game.view import View, view_of
from ginrummy.lab.arena.player_reuse import greet
from ginrummy.lab.arena.run_plan import MOVE_TIME
from ginrummy.locale import _
from ginrummy.players import asked, bot_name, load_player
from ginrummy.players.registry import SEARCHING
from ginrummy.variants import Variant


def made_ready(player: str, row: Variant) -> None:
    """Raise a `GinRummyError` unless `player` can play `row`. Compile one that searches, with a notice."""
    greet(player, row, move_time=MOVE_TIME)
    if player.partition("@")[0] not in SEARCHING:
        return
    text = _("{name} is getting ready; the first time on a machine that takes a minute or two…")
    console = Console(stderr=True)
    if not console.is_terminal:
        console.print(text.format(name=bot_name(player)), highlight=False, soft_wrap=True)
    with console.status(text.format(name=bot_name(player))):
        asked(load_player(player, cores=None), _view_to_decide(row))


def _view_to_decide(row: Variant) -> View:
    """Return the first decision of a match with arbitrary cards."""
    match = Match.start(row, seeds_from_number(0))
    return view_of(match, match.game.turn)
