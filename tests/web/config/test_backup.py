"""A copy of the SQLite file, made while the server runs, is the whole server in another home."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.web.player import Player, send_away
from tests.web.server import Server


@pytest.mark.long
def test_a_backup_made_while_the_server_runs_is_restored_in_another_home(tmp_path: Path) -> None:
    home, other = tmp_path / "home", tmp_path / "other"
    home.mkdir()
    other.mkdir()
    server = Server(home).start()
    player = Player(server.address)
    player.lay(against="simple")
    player.look()
    with (
        closing(sqlite3.connect(home / "ginrummy.sqlite3")) as source,
        closing(sqlite3.connect(other / "ginrummy.sqlite3")) as target,
    ):
        source.backup(target)
    number, page = player.number, player.page
    server.kill()
    shutil.copy2(home / "secret_key", other)
    restored = Server(other).start()
    player.address = restored.address
    assert player.look().status_code == 200
    assert player.number >= number
    assert player.field("csrfmiddlewaretoken")
    assert page
    assert player.say(player.choice()).status_code == 302
    restored.kill()
    send_away()
