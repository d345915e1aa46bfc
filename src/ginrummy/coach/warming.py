"""Warm-up of the coach: compilation in a subprocess, up to a minute, once per machine.

python -m ginrummy.coach.warming

compiles the code of an evaluation and caches it on disk. Other processes then load it in a second.
"""

from __future__ import annotations

import atexit
import logging
import subprocess
import sys
import time
from functools import cache
from tempfile import TemporaryFile
from typing import Final

from ginrummy.players.registry import can_search

_PROGRAM: Final = (sys.executable, "-m", "ginrummy.coach.warming")
_AFTER_FAILURE: Final = 60.0
_log = logging.getLogger(__name__)
_log.addHandler(
    logging.NullHandler()
)  # a server logs it, but nothing is printed over a table in the terminal


class Warming:
    """A subprocess that compiles and ends with this process. A minute after a failure a new one starts."""

    def __init__(self) -> None:
        self._errors = TemporaryFile()  # noqa: SIM115 - the process writes to it for as long as this lives
        self._process = self._started()
        self._failed: float | None = None
        atexit.register(lambda: self._process.kill())

    @property
    def is_done(self) -> bool:
        """Whether everything is compiled."""
        status = self._process.poll()
        if status and self._failed is None:
            self._failed = time.monotonic()
            self._errors.seek(0)
            last = self._errors.read().decode(errors="replace").strip().rpartition("\n")[2]
            _log.error("the coach could not be got ready (status %s): %s", status, last)
        elif self._failed is not None and time.monotonic() - self._failed >= _AFTER_FAILURE:
            self._process, self._failed = self._started(), None
        return status == 0

    def _started(self) -> subprocess.Popen[bytes]:
        self._errors.seek(0)
        self._errors.truncate()
        return subprocess.Popen(
            _PROGRAM, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=self._errors
        )


@cache
def _warming() -> Warming:
    return Warming()


def is_warm() -> bool:
    """Return whether the coach answers at once. If it could but does not yet, start the warm-up."""
    return can_search() and _warming().is_done


def warm() -> None:
    """Evaluate a first decision, which compiles everything."""
    from ginrummy.coach import judge
    from ginrummy.game.match import Match
    from ginrummy.game.view import view_of

    match = Match.start("standard", 0)
    judge(view_of(match, match.game.turn), worlds=1)


if __name__ == "__main__":
    warm()
