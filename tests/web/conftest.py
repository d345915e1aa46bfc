"""Fixtures of the web tests: a clean process for each; a shared server, browser and PostgreSQL."""

from __future__ import annotations

import fcntl
import json
import shutil
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from ginrummy.web.http.limits import counter
from ginrummy.web.tables.server_heartbeat import heart
from ginrummy.web.tables.table_state import states
from tests.web.browser import LastingBrowser, Visits
from tests.web.player import send_away
from tests.web.postgresql import Cluster
from tests.web.scenes import Scenes, scenes_in
from tests.web.server import Server, share_homes


@pytest.fixture(scope="session", autouse=True)
def shared_homes(tmp_path_factory: pytest.TempPathFactory, testrun_uid: str) -> None:
    """Let the servers of all test processes start from one prepared home."""
    share_homes(tmp_path_factory.getbasetemp().parent / f"home-{testrun_uid}")


@pytest.fixture(autouse=True)
def clean() -> None:
    """Clear the state of earlier tests in this process."""
    states.clear()
    heart.reset()
    counter.clear()


@pytest.fixture(scope="session")
def lasting_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server for all files: a start costs three seconds."""
    found = Server(tmp_path_factory.mktemp("home"), hasty=True).start()
    yield found
    found.kill()


@pytest.fixture
def server(lasting_server: Server) -> Iterator[Server]:
    """A running server with state of earlier tests."""
    if not lasting_server.is_running:
        lasting_server.start()
    yield lasting_server
    send_away()


@pytest.fixture
def fresh_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A running server of one test, without state of earlier tests or of an earlier try."""
    found = Server(tmp_path_factory.mktemp("home"), hasty=True).start()
    yield found
    send_away()
    found.kill()


@pytest.fixture(scope="session")
def laid_out(tmp_path_factory: pytest.TempPathFactory, testrun_uid: str) -> tuple[Path, Scenes]:
    """A home with content on every page, made once for all test processes; to be copied."""
    home = tmp_path_factory.getbasetemp().parent / f"scenes-{testrun_uid}"
    kept = home.with_suffix(".json")
    with home.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not kept.exists():
            home.mkdir()
            kept.write_text(json.dumps(asdict(scenes_in(home))), encoding="utf-8")
    return home, Scenes(**json.loads(kept.read_text(encoding="utf-8")))


@contextmanager
def serving_copy(laid_out: tuple[Path, Scenes], folder: Path) -> Iterator[tuple[Server, Scenes]]:
    home, scenes = laid_out
    found = Server(shutil.copytree(home, folder / "home")).start()
    yield found, scenes
    found.kill()


@pytest.fixture(scope="module")
def served(
    tmp_path_factory: pytest.TempPathFactory, laid_out: tuple[Path, Scenes]
) -> Iterator[tuple[Server, Scenes]]:
    """A running server with content on every page."""
    with serving_copy(laid_out, tmp_path_factory.mktemp("served")) as found:
        yield found


@pytest.fixture
def served_alone(
    tmp_path_factory: pytest.TempPathFactory, laid_out: tuple[Path, Scenes]
) -> Iterator[tuple[Server, Scenes]]:
    """A running server with content on every page, for one test that plays on at its tables."""
    with serving_copy(laid_out, tmp_path_factory.mktemp("served")) as found:
        yield found


@pytest.fixture(scope="session")
def lasting_browser() -> Iterator[LastingBrowser]:
    """A Chromium for all files."""
    found = LastingBrowser()
    yield found
    found.close()


@pytest.fixture
def browser(lasting_browser: LastingBrowser) -> Iterator[Browser]:
    """A running Chromium without a page."""
    with lasting_browser.in_use() as found:
        yield found


@pytest.fixture
def visits(lasting_browser: LastingBrowser) -> Iterator[Visits]:
    """Pages to open. Any complaint of one fails the test."""
    with lasting_browser.in_use() as browser:
        found = Visits(browser)
        yield found
    assert found.complaints == []


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Add the pages to the report of a failed test."""
    report = yield
    visits = getattr(item, "funcargs", {}).get("visits")
    if call.when == "call" and report.failed and visits is not None:
        report.sections.append(("Pages", visits.told()))
    return report


@pytest.fixture
def two_servers(
    postgres: Cluster, tmp_path: Path, request: pytest.FixtureRequest
) -> Iterator[tuple[str, tuple[Server, ...]]]:
    """Two server processes on one real PostgreSQL, and its address."""
    database = postgres.migrated(request.path.stem)
    found = tuple(
        Server(tmp_path, database=database, has_bots=False, hasty=True).start() for _one in range(2)
    )
    yield database, found
    send_away()
    for server in found:
        server.kill()
