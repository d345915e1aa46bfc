"""The coach of a real server: its processes find a hint and review a match while pages respond."""

from __future__ import annotations

import re
import time
from pathlib import Path

import pytest

from tests.web.player import Player
from tests.web.server import Server
from tests.web.short_matches import match_of_two

PATIENCE = 400.0
"""On a new machine everything is compiled first."""


def until(player: Player, path: str, sign: str) -> str:
    """Return the page at `path` once it contains `sign`."""
    latest = time.monotonic() + PATIENCE
    while sign not in (text := player.get(path).text):
        assert time.monotonic() < latest, text[-2000:]
        time.sleep(0.5)
    return text


@pytest.mark.long
def test_a_hint_and_a_review_come_from_the_processes_of_the_bots(tmp_path: Path) -> None:
    server = Server(tmp_path).start()
    try:
        me = Player(server.address)
        me.lay(against="steady")
        me.look()
        while len(me.choices) < 3:
            me.say(me.choice())
            me.look()
        hint = f"{me.path}/board?hint={me.number}"
        assert 'class="advice"' in me.get(hint).text
        assert re.search("less chance to win the match|as good", until(me, hint, "Next best"))
        path = match_of_two(server.address) + "/review"
        me.get(path)
        assert me.post(path, {}).status_code == 302
        assert "<progress" in me.get(path).text
        assert "<polyline" in until(me, path, "<svg")
    finally:
        server.kill()
