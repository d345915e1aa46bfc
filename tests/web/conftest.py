"""What the web tests stand on: a clean shelf and clean counters for each."""

from __future__ import annotations

import pytest

from ginrummy.web.http.limits import counter
from ginrummy.web.tables.state_cache import states


@pytest.fixture(autouse=True)
def clean() -> None:
    """Forget what the tests before left in this process."""
    states.clear()
    counter.clear()
