"""Players: functions of a view and a seed. Those of ours have names; yours is a class with `decide`.

`judge` says what each action of a view is worth, and what the other seat may hold, by what the players that
search are made of. Importing this package costs nothing; NumPy and a compiler are loaded when they are used.
"""

from __future__ import annotations

from collections.abc import Iterable

from ginrummy.argument_checks import amount_given, given, items_given, number_given
from ginrummy.moves import Move
from ginrummy.players.judgement import ActionWorth, Endings, Judgement, OtherHand, judgement_json
from ginrummy.players.loading import load_player
from ginrummy.players.player import Player, PlayerError, asked, chance
from ginrummy.players.registry import (
    bot_name,
    description,
    level_titles,
    missing_level_titles,
    player_names,
)
from ginrummy.view import View

__all__ = [
    "ActionWorth",
    "Endings",
    "Judgement",
    "OtherHand",
    "Player",
    "PlayerError",
    "asked",
    "bot_name",
    "chance",
    "description",
    "judge",
    "judgement_json",
    "level_titles",
    "load_player",
    "missing_level_titles",
    "player_names",
]

WORLDS = 400


def judge(
    view: View,
    *,
    worlds: int = WORLDS,
    seed: int = 0,
    also: Iterable[Move] = (),
    milliseconds: float | None = None,
) -> Judgement:
    """Return what every sensible action of the seat to move is worth, and those of `also`.

    All comes from the view, the seed and the number of worlds, hands that the other seat may hold. With
    `milliseconds` no further worlds are begun after that time: then the clock decides too. Raises
    `GinRummyError` out of turn and where nothing is left to decide.
    """
    from ginrummy.players.judging import judged

    given(view, View, "judge")
    moves = tuple(given(move, Move, "judge") for move in items_given(also, "judge"))
    return judged(
        view,
        worlds=number_given(worlds, "judge", least=1),
        seed=number_given(seed, "judge"),
        also=moves,
        milliseconds=None if milliseconds is None else amount_given(milliseconds, "judge"),
    )
