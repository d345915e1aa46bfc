"""The server's secret key: generated once, or given; never a weak one."""

from __future__ import annotations

import errno
import os
import random
import subprocess
import sys
from pathlib import Path
from string import ascii_letters, digits

import pytest

from ginrummy.locale.errors import GinRummyError
from ginrummy.web.config.secret_key import is_strong, server_key
from tests.web.server import environment

NOWHERE = "postgresql://nobody@127.0.0.1:1/nothing"
WEAK_KEYS = (
    "x",
    "x" * 31,
    "x" * 64,
    " " * 40,
    "changeme-" * 5,
    "changeme-" * 5 + "chan",
    "0123456789abcdef" * 4,
    "abcdefghijklmnopqrstuvwxyz0123456789",
    "zyxwvutsrqponmlkjihgfedcba9876543210",
    "1234567890" * 5,
)


@pytest.mark.parametrize("key", WEAK_KEYS)
def test_a_key_that_could_be_guessed_is_refused(key: str, tmp_path: Path) -> None:
    with pytest.raises(GinRummyError, match="GINRUMMY_SECRET_KEY"):
        server_key(tmp_path, key)
    assert not list(tmp_path.iterdir())
    for kept in (key, ""):
        (tmp_path / "secret_key").write_text(kept + "\n", "ascii")
        with pytest.raises(GinRummyError, match="secret_key"):
            server_key(tmp_path)


def test_a_key_that_is_no_text_is_refused(tmp_path: Path) -> None:
    (tmp_path / "secret_key").write_bytes(bytes(range(64, 256)))
    for given in ("", "\udc80" * 40):
        with pytest.raises(GinRummyError, match="UTF-8"):
            server_key(tmp_path, given)


@pytest.mark.parametrize("signs", ["0123456789", "0123456789abcdef", ascii_letters + digits + "-_"])
def test_a_key_that_was_drawn_is_taken(signs: str) -> None:
    drawn = random.Random(1)
    assert all(is_strong("".join(drawn.choices(signs, k=32))) for _key in range(2000))


@pytest.mark.parametrize("command", [["serve", "--port", "0"], ["bots", "--database", NOWHERE], ["tidy"]])
def test_no_command_starts_with_a_weak_key(command: list[str], tmp_path: Path) -> None:
    asked = [sys.executable, "-m", "ginrummy", "--lang", "en", *command, "--home", str(tmp_path)]
    told = subprocess.run(
        asked,
        env=environment() | {"GINRUMMY_SECRET_KEY": "x" * 64},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert told.returncode != 0
    assert "GINRUMMY_SECRET_KEY" in told.stderr
    assert "Traceback" not in told.stderr


def test_a_key_that_was_given_goes_before_the_one_that_is_kept(tmp_path: Path) -> None:
    kept = server_key(tmp_path)
    assert server_key(tmp_path) == kept
    assert server_key(tmp_path, "ключ, которого не угадать: тридцать два") != kept


def test_a_full_disk_leaves_no_draft_of_a_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def is_full(_handle: int) -> None:
        raise OSError(errno.ENOSPC, "full")

    monkeypatch.setattr(os, "fsync", is_full)
    with pytest.raises(OSError, match="full"):
        server_key(tmp_path)
    assert list(tmp_path.iterdir()) == []
