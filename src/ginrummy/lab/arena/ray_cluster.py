"""Work on Ray, on this machine or a cluster. A piece whose worker is lost is run again elsewhere."""

from __future__ import annotations

import os
import socket
from collections import deque
from collections.abc import Generator, Iterable
from itertools import islice
from pathlib import Path
from typing import Any, Final

from ginrummy.kernel.installed_extras import install_command
from ginrummy.lab.arena.run_plan import ArenaError
from ginrummy.lab.arena.workers import AHEAD, Found, Item, Shared, Work
from ginrummy.locale import _
from ginrummy.locale.numbers import parse_number

LOCAL: Final = "local"
ANSWER_WITHIN: Final = 5.0
MOST_LOSSES: Final = 20


def run_on_cluster(
    work: Work[Shared, Item, Found],
    shared: Shared,
    items: Iterable[Item],
    *,
    address: str = LOCAL,
    workers: int | None = None,
    ahead: int = AHEAD,
) -> Generator[Found]:
    """Yield the results of `work(shared, item)` for `items`, in order, from the Ray cluster at `address`.

    `local` starts Ray on this machine with `workers` processes. `ahead` is as for `run_in_threads`. Raises
    `ArenaError` without Ray, without the cluster, and for an item whose worker is lost repeatedly.
    """
    ray = _ray()
    _connect(ray, address, workers)
    try:
        task = ray.remote(max_retries=MOST_LOSSES, num_cpus=1)(work)
        sent = ray.put(shared)
        begun = ahead * max(1, int(ray.cluster_resources().get("CPU", 1)))
        rest = iter(items)
        waiting: deque[Any] = deque()
        while True:
            waiting.extend(task.remote(sent, item) for item in islice(rest, begun - len(waiting)))
            if not waiting:
                return
            yield _result(ray, waiting.popleft())
    finally:
        ray.shutdown()


def _ray() -> Any:
    try:
        import ray
    except ImportError as error:
        needed = _("--cluster needs Ray: {command}").format(command=install_command("cluster"))
        raise ArenaError(needed) from error
    return ray


def _connect(ray: Any, address: str, workers: int | None) -> None:
    options: dict[str, Any] = {
        "log_to_driver": False,
        "logging_level": "error",
        "runtime_env": {"env_vars": {"PYTHONPATH": _module_path()}},
    }
    if address == LOCAL:
        options |= {"num_cpus": workers, "include_dashboard": False}
    try:
        _knock_at(address)
        ray.init(address=address, **options)
    except (OSError, RuntimeError, ValueError) as error:
        raise ArenaError(
            _("the cluster cannot be reached: {error}").format(error=error), where=address
        ) from error


def _knock_at(address: str) -> None:
    """Raise `OSError` if no server answers at `host:port`; Ray itself would notice only after minutes."""
    host, _colon, port = address.rpartition(":")
    if host and (number := parse_number(port, most=65535)):
        socket.create_connection((host, number), timeout=ANSWER_WITHIN).close()


def _module_path() -> str:
    """Return the workers' import path for Python players: the current folder first, as in this process."""
    return os.pathsep.join(filter(None, [str(Path.cwd()), os.environ.get("PYTHONPATH", "")]))


def _result(ray: Any, reference: Any) -> Any:
    try:
        return ray.get(reference)
    except ray.exceptions.WorkerCrashedError as error:
        raise ArenaError(
            _("a worker was lost {times} times over the same piece").format(times=MOST_LOSSES)
        ) from error
