"""Warm-up of a searching bot process before its first turn: loads and compiles all it needs."""

from __future__ import annotations

import hashlib
import logging
import time
from contextlib import suppress
from pathlib import Path
from typing import Final

from ginrummy import players
from ginrummy.game.match import Match
from ginrummy.game.shuffle import seeds_from_number
from ginrummy.game.view import view_of
from ginrummy.kernel.targets import Target, target
from ginrummy.players.registry import SEARCHING
from ginrummy.variants import load_variant
from ginrummy.web.bots import lane_readiness
from ginrummy.web.bots.bot_turn import decide_move
from ginrummy.web.tables.models import Lane

_COMPILING_SECONDS: Final = 75.0
_LOADING_SECONDS: Final = 5.0
"""Estimates of the warm-up with and without compilation, shown to players who wait."""
_DECISIONS: Final = 6
_log = logging.getLogger(__name__)


def warm_up() -> None:
    """Make a few decisions for no table, without a lease or a transaction."""
    mark = _mark()
    seconds = _LOADING_SECONDS if mark is None or mark.exists() else _COMPILING_SECONDS
    lane_readiness.warms_up(Lane.SEARCH, seconds=seconds)
    if seconds == _COMPILING_SECONDS:
        _log.info("the strong bots are compiled for this machine, once: about %.0f s", seconds)
    begun = time.monotonic()
    for level in SEARCHING:
        _play_a_little(f"{level}@50")
    lane_readiness.sign_of_life(Lane.SEARCH)
    if mark is not None:
        with suppress(OSError):
            mark.touch()
    _log.info("the strong bots are ready after %.0f s", time.monotonic() - begun)


def _mark() -> Path | None:
    """Return the file that exists once everything was compiled from the current sources.

    Return `None` where nothing is compiled, because the law runs as it comes with the package.
    """
    if target() is Target.WASM:
        return None
    from ginrummy.kernel import compile_cache

    digest = hashlib.sha256()
    for source in sorted(Path(players.__file__).parent.glob("*.py")):
        digest.update(source.read_bytes())
    return compile_cache.folder() / f"bots-{digest.hexdigest()[:12]}"


def _play_a_little(level: str) -> None:
    match = Match.start(load_variant("standard").row, seeds_from_number(0))
    for number in range(_DECISIONS):
        match = match.play(decide_move(level, number, view_of(match, match.game.turn)))
