"""Basis of all tests: English by default, and Hypothesis without deadlines."""

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
# The tests start hundreds of processes: write .pyc files even if the container says not to.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False
# A process ends if its bot takes too long: tests use their own limit, because it may have to compile first.
os.environ.setdefault("GINRUMMY_BOT_SECONDS", "600")
# Each core already has a test process: more threads for matrix products would only wait.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
# Thousands of tests stay in memory: run the garbage collector seldom.
gc.set_threshold(20_000, 20, 50)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Return one process more than cores: many tests wait for their server or browser."""
    return (os.cpu_count() or 1) + 1


def pytest_collection_finish() -> None:
    """Freeze permanent objects for the garbage collector: thousands of tests, and all imports."""
    gc.collect()
    gc.freeze()


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    """Run the test in English and restore the language."""
    with using_language("en"):
        yield


@pytest.fixture(scope="session")
def postgres() -> Iterator[Cluster]:
    """A running PostgreSQL, for all tests of this process."""
    from tests.web.postgresql import cluster

    with cluster() as found:
        yield found
