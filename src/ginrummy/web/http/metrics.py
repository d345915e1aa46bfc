"""Prometheus metrics of a server process. Several processes behind one port share their counts."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead

FOLDER: Final = "PROMETHEUS_MULTIPROC_DIR"
_registry = CollectorRegistry()
requests = Counter("ginrummy_requests", "Requests answered.", ("method", "status"), registry=_registry)
seconds = Histogram(
    "ginrummy_request_seconds",
    "How long a request took, streams left out.",
    buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5),
    registry=_registry,
)
events = Counter("ginrummy_events", "Events written: cuts, moves, ends.", registry=_registry)
streams = Gauge("ginrummy_streams", "Open streams.", multiprocess_mode="livesum", registry=_registry)


def metrics_text() -> bytes:
    """Return the metrics in the text format of Prometheus."""
    if FOLDER not in os.environ:
        return generate_latest(_registry)
    _forget_the_dead(Path(os.environ[FOLDER]))
    together = CollectorRegistry()
    MultiProcessCollector(together)  # type: ignore[no-untyped-call]  # prometheus_client
    return generate_latest(together)


def _forget_the_dead(folder: Path) -> None:
    """Remove the stream counts of processes that were killed."""
    for file in folder.glob("gauge_live*.db"):
        found = re.search(r"_(\d+)\.db$", file.name)
        if found is not None and not _is_alive(int(found[1])):
            mark_process_dead(int(found[1]))  # type: ignore[no-untyped-call]  # prometheus_client


def _is_alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
