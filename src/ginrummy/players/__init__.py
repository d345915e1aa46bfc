"""Players: functions of a view and a seed. Those of ours have names; yours is a class with `decide`."""

from ginrummy.players.loading import load_player
from ginrummy.players.player import Player, PlayerError, asked, chance
from ginrummy.players.registry import (
    bot_name,
    description,
    level_titles,
    missing_level_titles,
    player_names,
)

__all__ = [
    "Player",
    "PlayerError",
    "asked",
    "bot_name",
    "chance",
    "description",
    "level_titles",
    "load_player",
    "missing_level_titles",
    "player_names",
]
