"""What the web tests stand on: a clean shelf and clean counters for each."""

from __future__ import annotations

import pytest

from ginrummy.web.config.limits import counter
from ginrummy.web.tables.standings import shelf


@pytest.fixture(autouse=True)
def clean() -> None:
    """Forget what the tests before left in this process."""
    shelf.clear()
    counter.clear()
