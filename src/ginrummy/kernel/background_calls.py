"""Background calls of compiled functions on other cores.

Natively the helpers are threads, because compiled code releases the GIL. In a browser they are workers with
the same module, which receive the arrays of a call as a message. A call completes even if its helper fails.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any, Final, NamedTuple, Protocol

from ginrummy.kernel.parallel import core_count, submit_work
from ginrummy.kernel.runtimes import Target, current_runtime
from ginrummy.kernel.targets import compile_function
from ginrummy.kernel.wasm_bindings import CallLayout, WasmFunction, exported_function
from ginrummy.kernel.wasm_in_browser import worker_module

MOST_CORES: Final = 4
"""More cores gain nothing: the worlds of a search are drawn one after the other, a third of the work."""


class PendingCall(Protocol):
    """A call in progress on a helper."""

    def finish(self) -> None:
        """Complete the call: wait for the helper's results, or compute them here if no helper has.

        Threads are waited for. Messages from workers arrive only while no Python runs.
        """


class Helpers(Protocol):
    """Other cores, up to the number that can work at once."""

    @property
    def count(self) -> int:
        """The current number of helpers."""

    def submit(self, function: Callable[..., Any], *arguments: Any) -> PendingCall:
        """Call `function`, which returns nothing, on another core. Of its arrays only results may change."""


class ThreadCall(NamedTuple):
    """A call in progress on a thread."""

    future: Future[object]

    def finish(self) -> None:
        """Wait for the thread. Raise its exception."""
        self.future.result()


@dataclass(frozen=True, slots=True)
class Threads:
    """Threads of this process."""

    count: int

    def submit(self, function: Callable[..., Any], *arguments: Any) -> ThreadCall:
        """Call `function`, compiled, in a thread."""
        return ThreadCall(submit_work(compile_function(function), *arguments, workers=self.count))


class WorkerCall(NamedTuple):
    """A call in progress on a worker."""

    function: WasmFunction
    arguments: tuple[Any, ...]
    layout: CallLayout
    room: bytearray
    taken: Callable[[bytearray], bool]

    def finish(self) -> None:
        """Write the worker's results. Call the function here if no answer has come."""
        if self.taken(self.room):
            self.layout.copy_back(memoryview(self.room))
        else:
            self.function(*self.arguments)


@dataclass(frozen=True, slots=True)
class Workers:
    """Workers next to this one, up to `cores` including it."""

    cores: int

    @property
    def count(self) -> int:
        """The number of workers. The first use starts them."""
        return min(int(worker_module().helpers()), self.cores - 1) if self.cores > 1 else 0

    def submit(self, function: Callable[..., Any], *arguments: Any) -> WorkerCall:
        """Have a worker call the export for `function`."""
        export = exported_function(function)
        layout = export.lay_out_call(arguments, int(worker_module().first()))
        room = bytearray(layout.size)
        layout.copy_out(memoryview(room))
        taken = worker_module().ask(export.name, room)
        return WorkerCall(export, arguments, layout, room, taken)


def make_helpers(cores: int | None) -> Helpers:
    """Return the helpers of a search that uses `cores` cores including this one; `None` means all."""
    if current_runtime() is Target.BROWSER:
        return Workers(MOST_CORES if cores is None else cores)
    return Threads(min(core_count() if cores is None else cores, MOST_CORES) - 1)
