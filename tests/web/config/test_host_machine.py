"""The host's machine: files readable by the owner only, a clean shutdown, clear refusals."""

from __future__ import annotations

import os
import resource
import signal
import sqlite3
import stat
import subprocess
import sys
import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import closing, suppress
from pathlib import Path

import httpx
import psutil
import pytest

from ginrummy.cli.server import export_settings, validate_host_names
from ginrummy.locale import LANGUAGES
from ginrummy.locale.errors import GinRummyError
from ginrummy.web.config.startup import lock_database
from tests.web.player import NO_CERTIFICATES, Player, send_away
from tests.web.server import DATABASE, Server, environment, furnish

pytestmark = pytest.mark.skipif(os.name == "nt", reason="modes and signals are those of Unix")
TOLD = "other users of this machine could read"


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    home = tmp_path / "home"
    home.mkdir(mode=0o755)
    found = Server(home, has_bots=False)
    yield found
    send_away()
    found.kill()


def log_of(server: Server) -> str:
    return (server.home / "server.log").read_text("utf-8")


def open_to_others(home: Path) -> list[str]:
    """Return the files in `home` that others can access, with their mode."""
    public = home / "static"
    found = [home, *(path for path in home.rglob("*") if public not in path.parents)]
    modes = {path: stat.S_IMODE(path.stat().st_mode) for path in found}
    return [f"{path.name} {mode:o}" for path, mode in modes.items() if mode & 0o077]


REFUSED = """
import sys
from ginrummy.cli import main
for language in LANGUAGES:
    assert main(["--lang", language, *sys.argv[1:]]) == 2
    print(END, file=sys.stderr)
"""
END = "-- said --\n"


def refusals(server: Server, *options: str, languages: Iterable[str] = LANGUAGES) -> dict[str, str]:
    """Return the error of a server that does not start, by language."""
    script = REFUSED.replace("LANGUAGES", repr(tuple(languages))).replace("END", repr(END.strip()))
    told = subprocess.run(
        [sys.executable, "-c", script, "serve", "--port", "0", "--home", str(server.home), *options],
        capture_output=True, text=True, timeout=60, env=environment(),
    )  # fmt: skip
    assert told.returncode == 0, told
    assert "Traceback" not in told.stderr
    return dict(zip(languages, told.stderr.split(END), strict=False))


def refusal(server: Server, *options: str) -> str:
    """Return the error of a server that does not start, in English."""
    return refusals(server, *options, languages=["en"])["en"]


@pytest.mark.long
def test_what_the_server_keeps_is_its_owners_alone_from_the_first_start(server: Server) -> None:
    server.first = server.has_bots = True
    server.start()
    player = Player(server.address)
    player.lay(against="simple")
    player.look()
    names = {path.name for path in server.home.iterdir()}
    assert {"ginrummy.sqlite3", "ginrummy.sqlite3-wal", "secret_key", "database"} <= names
    assert open_to_others(server.home) == []


@pytest.mark.long
def test_a_home_that_was_open_is_corrected_at_the_start_and_that_is_said_once(server: Server) -> None:
    server.start()
    server.stop()
    for path in (server.home, *server.home.rglob("*")):
        path.chmod(0o755 if path.is_dir() else 0o644)
    before = log_of(server).count(TOLD)
    server.start()
    assert open_to_others(server.home) == []
    server.stop()
    server.start()
    assert log_of(server).count(TOLD) == before + 1


@pytest.mark.long
def test_a_clean_end_leaves_everything_in_the_file_itself(server: Server) -> None:
    server.has_bots = True
    server.start()
    player = Player(server.address)
    key = player.lay(against="simple").rpartition("/")[2]
    player.look()
    server.stop()
    wal = server.home / "ginrummy.sqlite3-wal"
    assert not wal.exists() or wal.stat().st_size == 0
    alone = server.home / "copy.sqlite3"
    alone.write_bytes((server.home / "ginrummy.sqlite3").read_bytes())
    with closing(sqlite3.connect(alone)) as copy:
        assert copy.execute("SELECT number FROM tables_table WHERE key = ?", [key]).fetchone()[0] >= 2


@pytest.mark.long
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_it_ends_at_once_with_streams_open_and_without_a_traceback(
    server: Server, how: signal.Signals
) -> None:
    server.has_bots = True
    server.start()
    player = Player(server.address)
    player.lay(against="simple")
    player.look()
    is_open, is_closed = threading.Event(), threading.Event()

    def read() -> None:
        with (
            suppress(httpx.RemoteProtocolError),
            player.client.stream("GET", f"{server.address}{player.path}/stream", timeout=60) as response,
        ):
            for _line in response.iter_lines():
                is_open.set()
        is_closed.set()

    threading.Thread(target=read, daemon=True).start()
    assert is_open.wait(20)
    process = server.process
    begun = time.monotonic()
    process.send_signal(how)
    assert process.wait(20) == 0
    assert time.monotonic() - begun < 2.5
    assert is_closed.wait(5)
    assert "Traceback" not in log_of(server)
    assert "Error" not in log_of(server)


@pytest.mark.long
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_to_all_its_processes_is_no_failure_of_the_bots(server: Server, how: signal.Signals) -> None:
    server.has_bots = True
    server.start()
    player = Player(server.address)
    player.lay(against="simple")
    for _move in range(3):  # the bot has moved too, so its process runs
        player.look()
        player.say(player.choice())
    player.look()
    bots = psutil.Process(server.pid).children(recursive=True)
    assert bots
    for each in bots:
        each.send_signal(how)
    time.sleep(1.0)  # the supervisor has checked them in the meantime
    server.process.send_signal(how)
    assert server.process.wait(20) == 0
    assert psutil.wait_procs(bots, 20)[1] == []
    assert "another takes over" not in log_of(server)


@pytest.mark.long
def test_a_second_server_on_one_sqlite_file_is_refused_and_a_dead_one_is_not_in_the_way(
    server: Server,
) -> None:
    server.start()
    told = refusals(server)
    assert f"process {server.pid}" in told["en"]
    assert len(set(told.values())) == len(LANGUAGES)
    assert httpx.get(f"{server.address}/healthz").status_code == 200
    server.kill()
    assert (server.home / "ginrummy.sqlite3.lock").exists()
    server.start()


@pytest.mark.parametrize(
    "command", [("tidy",), ("bots", "--database", "postgresql://nobody@127.0.0.1:1/none?connect_timeout=5")]
)
def test_commands_beside_a_server_say_that_there_is_no_database(
    tmp_path: Path, command: tuple[str, ...]
) -> None:
    asked = [sys.executable, "-m", "ginrummy", "--lang", "fr", *command, "--home", str(tmp_path)]
    answer = subprocess.run(asked, capture_output=True, text=True, env=environment(), check=False)
    assert answer.returncode == 2
    assert len(answer.stderr.splitlines()) == 1
    assert "base de données" in answer.stderr
    assert not (tmp_path / "ginrummy.sqlite3").exists()


def tidied(home: Path) -> subprocess.CompletedProcess[str]:
    asked = [sys.executable, "-m", "ginrummy", "--lang", "fr", "tidy", "--home", str(home)]
    return subprocess.run(asked, capture_output=True, text=True, env=environment(), check=False)


def test_a_home_that_is_not_there_is_not_made_by_a_command_beside_a_server(tmp_path: Path) -> None:
    answer = tidied(tmp_path / "typo")
    assert (answer.returncode, len(answer.stderr.splitlines())) == (2, 1)
    assert list(tmp_path.iterdir()) == []


def test_a_database_that_refuses_while_it_is_tidied_is_told_in_a_line(tmp_path: Path) -> None:
    furnish(tmp_path, with_database=True)
    with closing(sqlite3.connect(tmp_path / DATABASE)) as file:
        file.execute("DROP TABLE tables_rules")
    answer = tidied(tmp_path)
    assert (answer.returncode, len(answer.stderr.splitlines())) == (2, 1)
    assert "tables_rules" in answer.stderr


@pytest.mark.parametrize("command", [("serve", "--workers", "2"), ("bots",)])
def test_several_processes_take_their_database_from_the_environment_too(
    tmp_path: Path, command: tuple[str, ...]
) -> None:
    given = environment() | {"GINRUMMY_DATABASE": "postgresql://nobody@127.0.0.1:1/none?connect_timeout=5"}
    asked = [sys.executable, "-m", "ginrummy", "--lang", "en", *command, "--home", str(tmp_path)]
    answer = subprocess.run(asked, capture_output=True, text=True, env=given, check=False)
    assert answer.returncode == 2
    assert "nobody answers at this address" in answer.stderr
    given["GINRUMMY_DATABASE"] = ""
    answer = subprocess.run(asked, capture_output=True, text=True, env=given, check=False)
    assert answer.returncode == 2
    assert "PostgreSQL" in answer.stderr


def test_a_link_to_a_database_is_no_other_database(tmp_path: Path) -> None:
    link = tmp_path / "elsewhere" / "link.sqlite3"
    link.parent.mkdir()
    link.symlink_to(tmp_path / "ginrummy.sqlite3")
    with lock_database(link), pytest.raises(GinRummyError, match=f"process {os.getpid()}"):
        lock_database(tmp_path / "ginrummy.sqlite3")
    lock_database(tmp_path / "ginrummy.sqlite3").close()


@pytest.mark.skipif(sys.platform != "linux", reason="a range of a file is locked for its opener on Linux")
def test_a_second_name_of_a_database_file_is_no_other_database(tmp_path: Path) -> None:
    first, second = tmp_path / "ginrummy.sqlite3", tmp_path / "second.sqlite3"
    sqlite3.connect(first).execute("CREATE TABLE kept (number INTEGER)").connection.close()
    second.hardlink_to(first)
    with lock_database(first):
        with pytest.raises(GinRummyError, match="another server"):
            lock_database(second)
        with closing(sqlite3.connect(second)) as other:
            other.execute("INSERT INTO kept VALUES (1)")
            other.commit()
    lock_database(second).close()


@pytest.mark.long
def test_an_emptied_database_is_not_begun_anew_in_silence(server: Server) -> None:
    server.start()
    server.stop()
    database = server.home / "ginrummy.sqlite3"
    kept = database.read_bytes()
    database.unlink()
    assert "the database is empty" in refusal(server)
    database.write_bytes(b"")
    told = refusals(server)
    assert all("--new-database" in text for text in told.values())
    assert len(set(told.values())) == len(LANGUAGES)
    database.write_bytes(kept)
    server.start()
    server.stop()
    database.unlink()
    server.options = ("--new-database",)
    server.start()
    assert "the database is another one than before" in log_of(server)
    server.stop()
    database.write_bytes(kept)
    assert "another database before" in refusal(server)


def health(server: Server) -> httpx.Response:
    time.sleep(1.1)
    return httpx.get(f"{server.address}/healthz", timeout=30, verify=NO_CERTIFICATES)


@pytest.mark.long
def test_healthz_says_that_nothing_can_be_written(server: Server) -> None:
    server.start()
    assert health(server).status_code == 200
    kept = resource.prlimit(server.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (0, kept[1]))
    told = health(server)
    resource.prlimit(server.pid, resource.RLIMIT_FSIZE, kept)
    assert told.status_code == 503
    assert "cannot be used" in told.text
    assert health(server).status_code == 200


@pytest.mark.long
def test_healthz_says_that_changes_of_the_database_are_missing(server: Server) -> None:
    server.start()
    with closing(sqlite3.connect(server.home / "ginrummy.sqlite3")) as database:
        database.execute("DELETE FROM django_migrations WHERE app = 'chat'")
        database.commit()
    told = health(server)
    assert told.status_code == 503
    assert "chat.0001_initial" in told.text


@pytest.mark.long
def test_only_the_names_of_the_server_are_answered(server: Server) -> None:
    assert "--domain" in refusal(server, "--host", "0.0.0.0")
    server.options = ("--host", "0.0.0.0", "--domain", "gin.example.org")
    server.start()
    names = ("gin.example.org", "localhost", "evil.example", "10.0.0.1")
    assert [status(server, name) for name in names] == [200, 200, 400, 400]
    server.stop()
    server.options += ("--https",)
    server.start()
    assert "The table is open at https://gin.example.org/ " in log_of(server)
    assert [status(server, name) for name in names] == [301, 301, 400, 400]
    assert [status(server, name, scheme="https") for name in names] == [200, 200, 400, 400]


def status(server: Server, name: str, *, scheme: str = "http") -> int:
    headers = {"host": name, "x-forwarded-proto": scheme}
    return httpx.get(f"{server.address}/", headers=headers, verify=NO_CERTIFICATES).status_code


@pytest.mark.long
def test_a_server_says_where_it_is_open_once_it_is(server: Server) -> None:
    said = f"The table is open at {server.address}/"
    server.home.joinpath("server.log").write_text("")
    starting = threading.Thread(target=server.start)
    starting.start()
    while said not in log_of(server):
        time.sleep(0.01)
    assert httpx.get(f"{server.address}/healthz").status_code == 200
    starting.join()


@pytest.mark.parametrize(
    ("host", "domains", "names"),
    [
        ("127.0.0.1", (), None),
        ("192.168.1.5", (), "192.168.1.5"),
        ("2001:db8::1", (), "[2001:db8::1]"),
        ("::", ("gin.example.org", "2001:db8::1"), "gin.example.org,[2001:db8::1]"),
        ("0.0.0.0", ("*",), "*"),
    ],
)
def test_the_names_are_those_told_or_the_address_listened_at(
    monkeypatch: pytest.MonkeyPatch, host: str, domains: tuple[str, ...], names: str | None
) -> None:
    monkeypatch.setattr(os, "environ", {"PATH": ""})
    monkeypatch.setattr(os, "umask", lambda _mask: 0)
    export_settings(host, "", None, domains, https=False)
    assert os.environ.get("GINRUMMY_DOMAINS") == names
    if not domains and host != "127.0.0.1":
        os.environ.pop("GINRUMMY_DOMAINS")
        with pytest.raises(GinRummyError):
            export_settings("0.0.0.0", "", None, (), https=False)


SHOWN = """
import os, asyncio
os.cpu_count = lambda: 32
import django
django.setup()
from django.conf import settings
from ginrummy.web.frameworks import threaded_handler
from ginrummy.web.config.lifespan import Lifespan
async def threads():
    lifespan = Lifespan()
    lifespan._start()
    found = asyncio.get_running_loop()._default_executor._max_workers
    await lifespan._stop()
    return found
print(settings.SECURE_HSTS_INCLUDE_SUBDOMAINS, settings.SECURE_HSTS_PRELOAD, settings.SECURE_HSTS_SECONDS > 0)
print(threaded_handler._THREADS, asyncio.run(threads()))
"""


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--domain", "bad domain/x"), "--domain bad domain/x: this is no name such as gin.example.org"),
        (("--domain", "https://gin.example.org"), "this is no name such as gin.example.org"),
        (("--domain", "gin.example.org:8443"), "this is no name such as gin.example.org"),
        (("--domain", "192.0.2.7", "--domain", ""), "this is no name such as gin.example.org"),
        (("--hsts", "preload"), "--hsts: this is of use with --https only"),
    ],
)
def test_what_would_serve_nobody_is_refused_before_it_begins(
    server: Server, options: tuple[str, ...], said: str
) -> None:
    assert said in refusal(server, *options)


@pytest.mark.parametrize("name", ["gin.example.org", ".example.org", "192.0.2.7", "*", "[2001:db8::7]"])
def test_a_name_or_an_address_is_a_domain(name: str) -> None:
    validate_host_names((name,))


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ({}, "False False False 3 4"),
        ({"GINRUMMY_HTTPS": "1"}, "False False True 3 4"),
        ({"GINRUMMY_HTTPS": "1", "GINRUMMY_HSTS": "subdomains,preload"}, "True True True 3 4"),
        ({"GINRUMMY_THREADS": "9"}, "False False False 9 4"),
    ],
)
def test_hsts_goes_as_far_as_asked_and_threads_do_not_follow_the_cores(
    tmp_path: Path, given: dict[str, str], shown: str
) -> None:
    told = {"GINRUMMY_HOME": str(tmp_path), "DJANGO_SETTINGS_MODULE": "ginrummy.web.config.settings"} | given
    found = subprocess.run(
        [sys.executable, "-c", SHOWN], capture_output=True, text=True, env=environment() | told
    )
    assert found.stdout.split() == shown.split(), found.stderr


@pytest.mark.parametrize("number", ["0", "-1", "x", "9" * 5000, "1e3"])
@pytest.mark.parametrize("name", ["GINRUMMY_THREADS", "GINRUMMY_READ_SECONDS", "GINRUMMY_BOT_SECONDS"])
def test_a_number_in_the_environment_that_is_none_is_said(
    monkeypatch: pytest.MonkeyPatch, name: str, number: str
) -> None:
    from ginrummy.web.http.limits import number_from_environment

    monkeypatch.setenv(name, number)
    with pytest.raises(GinRummyError, match=name):
        number_from_environment(name, 3, most=64)
