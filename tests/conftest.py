"""What every test stands on: English unless a test says otherwise, and Hypothesis without a clock."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

from ginrummy.locale import using_language

if TYPE_CHECKING:
    from tests.web.postgresql import Cluster

settings.register_profile("ginrummy", deadline=None, derandomize=bool(os.environ.get("CI")))
settings.load_profile("ginrummy")
for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
    os.environ[variable] = "C.UTF-8"
# The tests start hundreds of processes: keep what is compiled even where the container says not to.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False
# A process whose bot thinks for long ends: in tests it is the tests' own, which may have to compile it first.
os.environ.setdefault("GINRUMMY_BOT_SECONDS", "600")
# Each core already has a process of the tests: more threads for a product of matrices only wait.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
# Thousands of tests are collected and stay: seldom look for garbage among them.
gc.set_threshold(20_000, 20, 50)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Return one process more than there are cores: many a test waits for its server or its browser."""
    return (os.cpu_count() or 1) + 1


def pytest_collection_finish() -> None:
    """Let the collector of garbage leave alone what stays: thousands of tests, and all that was imported."""
    gc.collect()
    gc.freeze()


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    """Run the test in English and leave no language behind."""
    with using_language("en"):
        yield


@pytest.fixture(scope="session")
def postgres() -> Iterator[Cluster]:
    """A PostgreSQL that runs, for all tests of this process."""
    from tests.web.postgresql import cluster

    with cluster() as found:
        yield found
