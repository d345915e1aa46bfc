"""A real server for tests: `ginrummy serve` in a process, with its own port and home."""

from __future__ import annotations

import atexit
import fcntl
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

import psutil
from platformdirs import user_cache_path

_START = (
    "import sys; from ginrummy.cli.serve import command; "
    "sys.exit(command().main(sys.argv[1:], standalone_mode=False))"
)
_HASTY = (
    "from ginrummy.web.http import limits; "
    "limits.CREATE = limits.STRANGER = limits.SIGN_UP = limits.Limit(1000, 60); "
)
_QUICK = "from django.contrib.auth import hashers; hashers.PBKDF2PasswordHasher.iterations = 1; "
_CALM = "from tests.web.calm_deals import only_calm_deals; only_calm_deals(); "
_BRIEF = "from tests.web.short_matches import only_brief_matches; only_brief_matches(); "
_PATIENCE = 150.0
DATABASE = "ginrummy.sqlite3"
KEY = "secret_key"
_shared: Path | None = None


class Server:
    """One process of the server; `start` again after `kill` keeps port, home and database.

    A `hasty` one allows many people from this machine in a minute, hashes passwords quickly, and has calm
    deals. The state of a first start, a second or two of work, is copied unless `first`. Without waiting bots
    their processes are omitted (`has_bots`). A `brief` one plays the plain game and the game of two sides by
    rules of short matches.
    """

    def __init__(
        self,
        home: Path,
        *,
        database: str = "",
        workers: int = 1,
        options: tuple[str, ...] = (),
        given: Mapping[str, str] | None = None,
        hasty: bool = False,
        first: bool = False,
        has_bots: bool = True,
        brief: bool = False,
    ) -> None:
        self.hasty = hasty
        self.brief = brief
        self.first = first
        self.has_bots = has_bots
        self.given = given or {}
        self.workers = workers
        self.options = options
        self.home = home
        self.database = database
        self.port = free_port()
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> str:
        """Its URL."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def process(self) -> subprocess.Popen[bytes]:
        """The running process."""
        assert self._process is not None
        return self._process

    @property
    def is_running(self) -> bool:
        """Whether it was started, and neither stopped nor killed."""
        return self._process is not None

    @property
    def pid(self) -> int:
        """The process id."""
        return self.process.pid

    @property
    def _patches(self) -> str:
        return (_BRIEF if self.brief else _CALM * self.hasty) + (_HASTY + _QUICK) * self.hasty

    def start(self) -> Server:
        """Start it and wait for its first response."""
        options = ["--port", str(self.port), "--home", str(self.home), "--workers", str(self.workers)]
        options += [*self.options, *(() if self.has_bots else ("--bots", "0"))]
        if not (self.first or (self.home / KEY).exists() or (self.home / DATABASE).exists()):
            furnish(self.home, with_database=not self.database)
        if self.database:
            options += ["--database", self.database]
        with (self.home / "server.log").open("ab") as log:
            self._process = subprocess.Popen(
                [sys.executable, "-c", self._patches + _START, *options],
                stdout=log,
                stderr=log,
                env=environment() | dict(self.given),
            )
        self._await()
        return self

    def _await(self) -> None:
        latest = time.monotonic() + _PATIENCE
        while time.monotonic() < latest:
            assert self._process is not None
            if self._process.poll() is not None:
                break
            try:
                with urlopen(f"{self.address}/healthz", timeout=2):
                    return
            except (URLError, OSError):
                time.sleep(0.1)
        raise RuntimeError(f"the server did not start:\n{(self.home / 'server.log').read_text('utf-8')}")

    def stop(self) -> None:
        """Ask it and its child processes to exit."""
        self.kill(how=signal.SIGTERM)

    def kill(self, *, how: signal.Signals = signal.SIGKILL) -> None:
        """Kill it, by SIGKILL unless given otherwise."""
        if self._process is not None:
            workers = psutil.Process(self.pid).children() if self.workers > 1 else []
            self._process.send_signal(how)
            for worker in workers if how == signal.SIGKILL else ():
                with suppress(psutil.NoSuchProcess):
                    worker.kill()
            self._process.wait(20)
            assert psutil.wait_procs(workers, _PATIENCE)[1] == []
            self._process = None


def furnish(home: Path, *, with_database: bool) -> None:
    """Put the static files and an empty database into `home`."""
    made = prepared_home()
    shutil.copytree(made / "static", home / "static")
    for name in ("static-files", *(("database", DATABASE) if with_database else ())):
        shutil.copy2(made / name, home)


def share_homes(folder: Path) -> None:
    """Put prepared homes into `folder`, shared with other test processes."""
    global _shared
    _shared = folder


@cache
def prepared_home() -> Path:
    """Return a home as after a first start."""
    if _shared is not None:
        return _shared_home(_shared)
    folder = tempfile.mkdtemp(prefix="ginrummy-home-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    prepare(folder)
    return Path(folder)


def _shared_home(folder: Path) -> Path:
    """Return a home in `folder`, prepared by the first test process."""
    with folder.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not folder.exists():
            folder.mkdir()
            prepare(str(folder))
    return folder


def migrate(database: str) -> None:
    """Create all tables in the database at this address."""
    with tempfile.TemporaryDirectory(prefix="ginrummy-home-") as folder:
        prepare(folder, database)


def prepare(home: str, database: str = "") -> None:
    """Do the work of a first start."""
    own = {"GINRUMMY_HOME": home, "GINRUMMY_DATABASE": database}
    own["DJANGO_SETTINGS_MODULE"] = "ginrummy.web.config.settings"
    done = (
        "from ginrummy.web.config import databases, startup; "
        "startup.prepare_server(); databases.checkpoint_wal()"
    )
    subprocess.run([sys.executable, "-c", done], check=True, env=environment() | own)


def environment() -> dict[str, str]:
    """Return this process's environment without server settings, with one compile cache."""
    kept = {name: text for name, text in os.environ.items() if not name.startswith(("GINRUMMY_", "DJANGO_"))}
    return {"NUMBA_CACHE_DIR": str(user_cache_path("ginrummy"))} | kept


def free_port() -> int:
    """Return a free port."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
