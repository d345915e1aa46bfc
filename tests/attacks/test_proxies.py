"""The example configurations for nginx and Caddy: pages and streams pass, costly requests do not."""

from __future__ import annotations

import re
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from ginrummy.web.accounts.passwords import PER_NETWORK
from ginrummy.web.http.limits import STRANGER
from tests.attacks.floods import flooded
from tests.attacks.tries import tried
from tests.web.player import Player, send_away
from tests.web.server import Server, free_port

EXAMPLES = Path(__file__).parents[2] / "examples" / "proxy"
FINDER = Path(__file__).parents[2] / "tools" / "find-proxy"
SLOW = 3
ELSEWHERE = "127.0.0.2"
"""Address of the flood: nginx limits by address and would refuse the other tests afterwards."""
TOO_LARGE = (413, 502)
"""Caddy before 2.7 returns 502 for a truncated body."""


def nginx(folder: Path, port: int, behind: int, path: str) -> list[str]:
    """Write the example as a complete configuration without TLS. Return the command to run it."""
    text = (EXAMPLES / "nginx.conf").read_text("utf-8").replace("location / {", f"location {path}/ {{")
    text = text.replace("~ ^/", f"~ ^{path}/").replace("= /metrics", f"= {path}/metrics")
    lines = [line for line in text.splitlines() if "ssl_certificate" not in line]
    site = "\n".join(lines).replace("listen 443 ssl", f"listen 127.0.0.1:{port}")
    site = site.replace("127.0.0.1:8000", f"127.0.0.1:{behind}").replace("gin.example.org", "127.0.0.1")
    site = site.replace("timeout 10s", f"timeout {SLOW}s")
    (folder / "site.conf").write_text(site, "utf-8")
    paths = "".join(
        f"{name}_temp_path {folder}/{name};" for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    whole = f"pid {folder}/pid; error_log {folder}/log; daemon off; events {{}}\n"
    whole += f"http {{ access_log off; {paths} include {folder}/site.conf; }}\n"
    (folder / "nginx.conf").write_text(whole, "utf-8")
    return [tool("nginx"), "-e", str(folder / "log"), "-c", str(folder / "nginx.conf")]


def caddy(folder: Path, port: int, behind: int, path: str) -> list[str]:
    """Write the example for plain HTTP. Return the command to run it."""
    text = (EXAMPLES / "Caddyfile").read_text("utf-8").replace("respond /metrics", f"respond {path}/metrics")
    text = text.replace("reverse_proxy 127", f"reverse_proxy {path}/* 127")
    text = text.replace("gin.example.org {", f"http://127.0.0.1:{port} {{")
    text = text.replace("127.0.0.1:8000", f"127.0.0.1:{behind}").replace(" 10s", f" {SLOW}s")
    (folder / "Caddyfile").write_text(text.replace("\tgrace", "\tadmin off\n\tgrace", 1), "utf-8")
    return [tool("caddy"), "run", "--adapter", "caddyfile", "--config", str(folder / "Caddyfile")]


def tool(name: str) -> str:
    """Return the path of a proxy, found or installed by tools/find-proxy. Raise `RuntimeError` otherwise."""
    found = subprocess.run([FINDER, name], capture_output=True, text=True, check=False)
    if found.returncode != 0:
        raise RuntimeError(found.stderr)
    return found.stdout.strip().splitlines()[-1]


@pytest.fixture(params=[nginx, caddy], ids=["nginx", "caddy"])
def proxied(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Return the address of a proxy in front of a server."""
    with served(request.param, tmp_path_factory, "") as address:
        yield address


@pytest.fixture(scope="module", params=[nginx, caddy], ids=["nginx", "caddy"])
def below(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Return the address of a server below a path of a proxy."""
    with served(request.param, tmp_path_factory, "/gin") as address:
        yield address


@contextmanager
def served(
    proxy_command: Callable[[Path, int, int, str], list[str]], folders: pytest.TempPathFactory, path: str
) -> Iterator[str]:
    """Run a server and a proxy in front of it. Yield the proxy's address."""
    given = {"FORWARDED_ALLOW_IPS": "127.0.0.1"}
    server = Server(folders.mktemp("home"), has_bots=False, given=given, options=("--path", path)).start()
    port, folder = free_port(), folders.mktemp("proxy")
    with (folder / "out").open("wb") as log:
        proxy = subprocess.Popen(proxy_command(folder, port, server.port, path), stdout=log, stderr=log)
    latest = time.monotonic() + 30
    while time.monotonic() < latest:
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
            break
        except OSError:
            assert proxy.poll() is None, (folder / "out").read_text("utf-8")
            time.sleep(0.1)
    yield f"http://127.0.0.1:{port}{path}"
    send_away()
    proxy.terminate()
    proxy.wait(20)
    server.stop()


@pytest.mark.long
def test_a_match_is_played_through_it_and_its_stream_does_not_wait(proxied: str) -> None:
    begin_match(proxied)


@pytest.mark.long
def test_all_of_it_lies_below_a_path(below: str) -> None:
    begin_match(below)
    assert httpx.get(f"{below}/metrics").status_code == 403
    assert httpx.get(f"{below}/healthz").status_code == 200


def begin_match(address: str) -> None:
    """Play the first move of a match and wait for its event."""
    host, guest = Player(address), Player(address)
    guest.join(host.lay())
    host.look()
    with host.hearing() as numbers:
        number = next(numbers)
        mover = host if host.is_awaited else guest
        mover.look()
        since = time.monotonic()
        assert mover.say(mover.choice()).status_code == 302
        assert next(numbers) > number
        assert time.monotonic() - since < 5


def test_several_phones_of_one_house_get_all_files_of_a_table(below: str) -> None:
    player = Player(below)
    player.get(player.lay(against="steady"))
    files = set(re.findall(r'"(/gin/static/[^"]+)"', player.page))
    origin = below.removesuffix("/gin")
    with ThreadPoolExecutor(4) as threads, httpx.Client() as client:
        several = [f"{origin}{file}" for file in files] * (240 // len(files))
        assert {answer.status_code for answer in threads.map(client.get, several)} == {200}


@pytest.mark.long
def test_it_does_not_wait_for_who_says_nothing_more(proxied: str) -> None:
    port = int(proxied.rpartition(":")[2])
    head = b"POST /settings HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: 9\r\n\r\n"
    for begun in (b"GET / HTTP/1.1\r\n", head + b"x"):
        with socket.create_connection(("127.0.0.1", port), timeout=30) as connection:
            since = time.monotonic()
            connection.sendall(begun)
            while connection.recv(4096):
                pass
            assert time.monotonic() - since < 20


def test_it_takes_no_heads_and_bodies_beyond_the_limits(proxied: str) -> None:
    sent = {f"x-{number}": "y" * 4000 for number in range(40)}
    assert httpx.get(proxied, headers=sent).status_code in (400, 431)
    assert httpx.post(f"{proxied}/settings", content=b"x" * 100_000).status_code in TOO_LARGE


def test_nobody_is_counted_under_an_address_that_is_made_up(proxied: str) -> None:
    player = Player(proxied)
    player.get("/recover")
    answers = [tried(player, f"10.0.{place}.1") for place in range(PER_NETWORK.times + 1)]
    assert answers == [403] * PER_NETWORK.times + [429]


def test_no_flood_of_settings_makes_people(proxied: str) -> None:
    since = time.monotonic()
    answers = flooded(proxied, come_from=ELSEWHERE)
    windows = 1 + (time.monotonic() - since) // STRANGER.seconds
    assert 429 in answers
    assert 0 < answers.count(302) <= STRANGER.times * windows


def test_it_keeps_the_figures_inside(proxied: str) -> None:
    assert httpx.get(f"{proxied}/metrics").status_code == 403
    assert httpx.get(f"{proxied}/healthz").status_code == 200
