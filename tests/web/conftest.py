"""What the web tests stand on: a clean process for each; a server, a browser and a PostgreSQL for a file."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, sync_playwright

from ginrummy.web.http.limits import counter
from ginrummy.web.tables.heartbeat import heart
from ginrummy.web.tables.state_cache import states
from tests.web.browser import Visits, launch
from tests.web.player import send_away
from tests.web.postgresql import Cluster, cluster
from tests.web.scenes import Scenes, scenes_in
from tests.web.server import Server


@pytest.fixture(autouse=True)
def clean() -> None:
    """Forget what the tests before left in this process."""
    states.clear()
    heart.forget()
    counter.clear()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that runs, with a home of its own."""
    found = Server(tmp_path_factory.mktemp("home")).start()
    yield found
    send_away()
    found.kill()


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, Scenes]]:
    """A server that runs, with something on every page."""
    home = tmp_path_factory.mktemp("home")
    scenes = scenes_in(home)
    found = Server(home).start()
    yield found, scenes
    found.kill()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A Chromium that runs."""
    with sync_playwright() as playwright:
        found = launch(playwright)
        yield found
        found.close()


@pytest.fixture
def visits(browser: Browser) -> Iterator[Visits]:
    """Pages to open; whatever one of them complains of fails the test."""
    found = Visits(browser)
    yield found
    found.close()
    assert found.complaints == []


@pytest.fixture(scope="module")
def postgres() -> Iterator[Cluster]:
    """A PostgreSQL that runs."""
    with cluster() as found:
        yield found
