"""Getting the coach ready: compiling takes up to a minute, once a machine, in a process of its own.

    python -m ginrummy.coach.warming

compiles what a judgement needs; it is kept on disk, so that others load it in a second.
"""

from __future__ import annotations

import atexit
import subprocess
import sys
from functools import cache

from ginrummy.players.registry import can_search


class Warming:
    """A process that compiles; it ends with this one."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "ginrummy.coach.warming"],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        atexit.register(self._process.kill)

    @property
    def is_done(self) -> bool:
        """Whether all is compiled."""
        return self._process.poll() == 0


@cache
def _warming() -> Warming:
    return Warming()


def is_warm() -> bool:
    """Return whether the coach answers at once; where it could but does not yet, it is being got ready."""
    return can_search() and _warming().is_done


def warm() -> None:
    """Judge a first decision, so that all is compiled."""
    from ginrummy.coach import judge
    from ginrummy.match import Match
    from ginrummy.view import view_of

    match = Match.start("standard", 0)
    judge(view_of(match, match.game.turn), worlds=1)


if __name__ == "__main__":
    warm()
