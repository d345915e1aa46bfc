"""A server's database with content on every page, for Ada, Bob, Cleo, Dina and a new visitor."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import BrowserContext

from tests.web.server import environment

PASSWORD = "a long good one"
"""Password of every account."""
_ROOT = Path(__file__).parents[2]
_START = (
    "from ginrummy.web.config.startup import prepare_server; prepare_server(); "
    "from tests.web.scene_tables import lay_out; print(lay_out())"
)


@dataclass(frozen=True, slots=True)
class Scenes:
    """The addresses of tables and puzzles by name, and the session cookies of Ada, Bob, Cleo and Dina."""

    tables: dict[str, str]
    sessions: dict[str, str]
    people: dict[str, int]

    def admit(self, context: BrowserContext, who: str, address: str) -> None:
        """Sign a browser in as `who` at the server at `address`. An empty `who` stays a visitor."""
        if who:
            session = self.sessions[who]
            context.add_cookies([{"name": "ginrummy_session", "value": session, "url": address}])


def scenes_in(home: Path) -> Scenes:
    """Return the scenes in the home of a server that has not been started yet."""
    told = environment() | {
        "GINRUMMY_HOME": str(home),
        "DJANGO_SETTINGS_MODULE": "ginrummy.web.config.settings",
    }
    found = subprocess.run(
        [sys.executable, "-c", _START], env=told, cwd=_ROOT, stdout=subprocess.PIPE, text=True, check=True
    )
    return Scenes(**json.loads(found.stdout))
