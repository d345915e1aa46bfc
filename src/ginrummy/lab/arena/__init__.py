"""Arena: players against players, every deal twice with seats exchanged, with confidence intervals."""

from ginrummy.lab.arena.confidence_intervals import Interval
from ginrummy.lab.arena.python_api import duel, tournament
from ginrummy.lab.arena.run_plan import ArenaError
from ginrummy.lab.arena.standings import PairingResult, ResultTable, Standing

__all__ = ["ArenaError", "Interval", "PairingResult", "ResultTable", "Standing", "duel", "tournament"]
