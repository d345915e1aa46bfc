"""Players: functions of a view and a seed. Those of ours have names; yours is a class with `decide`."""

from ginrummy.players.loading import description, load_player, player_names
from ginrummy.players.player import Player, PlayerError, asked, chance

__all__ = ["Player", "PlayerError", "asked", "chance", "description", "load_player", "player_names"]
