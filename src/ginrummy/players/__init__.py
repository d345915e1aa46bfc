"""Players: functions from a view and a seed to a move.

Built-in players have names. Any class with a `decide` method is a player too. `judge` returns the worth of
each action of a view and the probable hand of the other seat, computed by the search players' code. Importing
this package is cheap: NumPy and the compiler are loaded on first use.
"""

from __future__ import annotations

from collections.abc import Iterable

from ginrummy.game.moves import Move
from ginrummy.game.view import View
from ginrummy.locale.argument_checks import as_instance, as_number, as_tuple, as_whole_number
from ginrummy.players.judgement import ActionWorth, Endings, Judgement, OtherHand, judgement_json
from ginrummy.players.loading import load_player
from ginrummy.players.player import Player, PlayerError, decision_random, legal_answer, run_to_end
from ginrummy.players.registry import (
    level_titles,
    missing_level_titles,
    player_description,
    player_names,
    player_title,
)

__all__ = [
    "ActionWorth",
    "Endings",
    "Judgement",
    "OtherHand",
    "Player",
    "PlayerError",
    "decision_random",
    "judge",
    "judgement_json",
    "legal_answer",
    "level_titles",
    "load_player",
    "missing_level_titles",
    "player_description",
    "player_names",
    "player_title",
]

WORLDS = 400
MOST_WORLDS = 100_000


def judge(
    view: View,
    *,
    worlds: int = WORLDS,
    seed: int = 0,
    also: Iterable[Move] = (),
    milliseconds: float | None = None,
) -> Judgement:
    """Return the worth of every sensible action of the seat to move, and of the actions in `also`.

    The result depends only on the view, the seed and `worlds`, the number of sampled hands of the other seat,
    100,000 at most. With `milliseconds`, no new worlds are started after that time, so the clock matters as
    well. Raises `GinRummyError` out of turn and when there is nothing to decide.
    """
    from ginrummy.players.judging import judge_in_steps

    as_instance(view, View, "judge")
    moves = tuple(as_instance(move, Move, "judge") for move in as_tuple(also, "judge"))
    return run_to_end(
        judge_in_steps(
            view,
            worlds=as_whole_number(worlds, "judge", least=1, most=MOST_WORLDS),
            seed=as_whole_number(seed, "judge"),
            also=moves,
            milliseconds=None if milliseconds is None else as_number(milliseconds, "judge"),
        )
    )
