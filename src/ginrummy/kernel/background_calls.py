"""Helpers: other cores that answer calls of compiled functions while this one goes on.

They are threads, where compiled code lets other threads run; in a browser they are workers that hold the same
module, to whom the arrays of a call go as a message. Whatever becomes of a helper, the call is answered.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any, Final, NamedTuple, Protocol

from ginrummy.kernel.parallel import begun, core_count
from ginrummy.kernel.targets import Target, compiled, target

MOST_CORES: Final = 4
"""More gain nothing: the worlds of a search come one from the other, and drawing them takes a third of it."""


class Answer(Protocol):
    """A call that a helper answers."""

    def take(self) -> None:
        """Let all that the function writes be written, here if nobody has done it elsewhere.

        Threads are waited for; messages come only while no Python runs.
        """


class Helpers(Protocol):
    """Other cores, as many as may be asked at once."""

    @property
    def count(self) -> int:
        """How many there are by now."""

    def ask(self, function: Callable[..., Any], *arguments: Any) -> Answer:
        """Call `function`, which returns nothing, on another core; of its arrays only results may change."""


class ThreadAnswer(NamedTuple):
    """A call that a thread answers."""

    future: Future[object]

    def take(self) -> None:
        """Wait for the thread; raise what failed there."""
        self.future.result()


@dataclass(frozen=True, slots=True)
class Threads:
    """Threads of this process."""

    count: int

    def ask(self, function: Callable[..., Any], *arguments: Any) -> ThreadAnswer:
        """Call `function`, compiled, in a thread."""
        return ThreadAnswer(begun(compiled(function), *arguments, workers=self.count))


def helpers_on(cores: int | None) -> Helpers:
    """Return what helps whoever thinks on so many cores, this one among them; `None` for all there are."""
    if target() is Target.BROWSER:
        from ginrummy.kernel.wasm_in_browser import Workers

        return Workers(MOST_CORES if cores is None else cores)
    return Threads(min(core_count() if cores is None else cores, MOST_CORES) - 1)
