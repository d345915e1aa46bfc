"""Arena: players against players, every deal twice with seats exchanged, with confidence intervals."""

from ginrummy.arena.confidence_intervals import Interval
from ginrummy.arena.python_api import duel, tournament
from ginrummy.arena.run_plan import ArenaError
from ginrummy.arena.standings import PairingResult, Standing, Table

__all__ = ["ArenaError", "Interval", "PairingResult", "Standing", "Table", "duel", "tournament"]
