"""The API on a real server: streams, the example bot, `ginrummy bot`, lost connections."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from ginrummy.players.online import Client, Lost, Refused, address_of
from ginrummy.web.tables.sse import PER_PERSON
from tests.cli.running import ginrummy, refused
from tests.web.player import Player, newcomer, send_away
from tests.web.server import Server, free_port

EXAMPLE = Path(__file__).parents[3] / "examples" / "api_bot.py"
PAGE = Path(__file__).parents[3] / "docs" / "api.md"
ENGINE = Path(__file__).parents[3] / "examples" / "bots" / "ten_lines.py"
SHORT = 'base = "standard"\ngame_target = 1\n'
WON_AT_ONCE = {"game_target": 1}
PATIENCE = 60.0
_programs: list[httpx.Client] = []


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    found = Server(tmp_path_factory.mktemp("home")).start()
    yield found
    send_away()
    while _programs:
        _programs.pop().close()
    found.kill()


@pytest.fixture
def short(tmp_path: Path) -> str:
    """A game that one hand with a winner decides."""
    file = tmp_path / "short.toml"
    file.write_text(SHORT, encoding="utf-8")
    return str(file)


def new_token(server: Server) -> str:
    """Return a token of a new person, created on the page."""
    player = newcomer(server.address)
    player.get("/settings")
    found = re.search(r"GINRUMMY_TOKEN=(\S+)", player.post("/settings/tokens", {"name": "bot"}).text)
    assert found is not None
    return found[1]


def program(server: Server, token: str = "") -> httpx.Client:
    """Return a program with `token`, or a new one."""
    headers = {"authorization": f"Bearer {token or new_token(server)}", "accept-language": "en"}
    _programs.append(httpx.Client(base_url=f"{server.address}/api", headers=headers, timeout=PATIENCE))
    return _programs[-1]


@pytest.mark.long
def test_a_stream_tells_every_change_and_ends_with_the_match(server: Server) -> None:
    host, guest = program(server), program(server)
    key = host.post("/tables", json={}).json()["key"]
    with host.stream("GET", f"/tables/{key}/stream") as stream:
        assert stream.headers["content-type"].startswith("application/x-ndjson")
        told: Iterator[dict[str, Any]] = map(json.loads, stream.iter_lines())
        assert next(told)["status"] == "waiting"
        guest.post(f"/tables/{key}/join", json={})
        seen = next(told)
        assert (seen["type"], seen["status"], seen["number"]) == ("table", "playing", 3)
        assert seen["view"] == host.get(f"/tables/{key}").json()["view"]
        assert guest.get("/tables/nowhere/stream").status_code == 404
        assert program(server).get(f"/tables/{key}/stream").status_code == 403
        guest.post(f"/tables/{key}/moves", json={"number": 3, "move": "resign"})
        rest = [line for line in told if line["type"] == "table"]
        assert rest[-1]["status"] == "over"
        assert rest[-1]["ending"] == "resign"


def streams_open(server: Server) -> float:
    """Return the server's number of open streams."""
    text = httpx.get(f"{server.address}/metrics").text
    return float(re.findall(r"^ginrummy_streams (\S+)", text, re.MULTILINE)[0])


def test_a_stream_that_nobody_reads_any_more_is_closed(server: Server) -> None:
    own = program(server)
    key = own.post("/tables", json={}).json()["key"]
    before = streams_open(server)
    with own.stream("GET", f"/tables/{key}/stream") as stream:
        told = stream.iter_lines()
        assert json.loads(next(told))["type"] == "table"
        assert streams_open(server) == before + 1
    wait_for(lambda: streams_open(server) == before)


def test_a_token_taken_back_ends_its_stream(server: Server) -> None:
    player = Player(server.address)
    player.get("/settings")
    made = re.search(r"GINRUMMY_TOKEN=(\S+)", player.post("/settings/tokens", {"name": "bot"}).text)
    assert made is not None
    own, guest = program(server, made[1]), program(server)
    key = own.post("/tables", json={}).json()["key"]
    with own.stream("GET", f"/tables/{key}/stream") as stream:
        told = map(json.loads, stream.iter_lines())
        assert next(told)["type"] == "table"
        player.get("/settings")
        found = re.search(r"/settings/tokens/\d+", player.page)
        assert found is not None
        player.post(found[0], {})
        guest.post(f"/tables/{key}/join", json={})
        last = list(told)[-1]
        assert (last["type"], last["kind"]) == ("refused", "wrong_token")


def test_a_body_that_is_too_large_is_refused_in_json(server: Server) -> None:
    own = program(server)
    answer = own.post("/tables", content=b"x" * 70_000, headers={"accept-language": "fr"})
    assert answer.status_code == 413
    assert answer.json()["kind"] == "too_large"
    assert "serveur" in answer.json()["told"]


def run_bot(server: Server, *arguments: str, url: str = "") -> subprocess.Popen[str]:
    """Start `ginrummy bot` with a new token."""
    environment = os.environ | {"GINRUMMY_TOKEN": new_token(server), "LC_ALL": "C.UTF-8"}
    words = [sys.executable, "-m", "ginrummy", "bot", url or server.address, *arguments]
    return subprocess.Popen(
        words, env=environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8"
    )


@pytest.mark.long
def test_the_example_bot_plays_a_match(server: Server) -> None:
    environment = os.environ | {"GINRUMMY_TOKEN": new_token(server)}
    words = [sys.executable, str(EXAMPLE), server.address, "random"]
    ran = subprocess.run(words, env=environment, text=True, capture_output=True, timeout=240, check=False)
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout in ("won\n", "lost\n")


@pytest.mark.long
def test_the_program_on_the_page_plays_a_match(server: Server, short: str) -> None:
    (program,) = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    own = {
        "http://localhost:8000": server.address,
        "gin_…": new_token(server),
        "oklahoma": short,
        "champion": "random",
    }
    for shown, ours in own.items():
        assert program.count(shown) == 1
        program = program.replace(shown, ours)
    words = [sys.executable, "-c", program]
    ran = subprocess.run(words, text=True, capture_output=True, timeout=240, check=False)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert len(ran.stdout.splitlines()) >= 2


@pytest.mark.long
def test_two_bots_of_ours_play_each_other_one_of_them_any_program(server: Server, short: str) -> None:
    host = run_bot(server, "--player", str(ENGINE), "--variant", short, "--against", "friend")
    assert host.stdout is not None
    link = host.stdout.readline().split()[-1]
    assert "Waiting" in host.stdout.readline()
    guest = run_bot(server, "--player", "simple", url=link)
    told = [process.communicate(timeout=120) for process in (host, guest)]
    assert (host.returncode, guest.returncode) == (0, 0), told
    results = [out.strip().splitlines()[-1] for out, _errors in told]
    assert sorted(line.split()[3] for line in results) == ["lost", "won"], results
    assert all("Hand 1: " in out for out, _errors in told)


@pytest.mark.long
def test_a_bot_goes_on_after_the_server_was_away(tmp_path: Path, short: str) -> None:
    home = tmp_path / "home"
    home.mkdir()
    own = Server(home).start()
    try:
        playing = run_bot(own, "--variant", short, "--against", "friend")
        assert playing.stdout is not None
        key = playing.stdout.readline().strip().rpartition("/")[2]
        guest = program(own)
        own.kill()
        assert playing.stderr is not None
        assert "trying again" in playing.stderr.readline()
        own.start()
        guest.post(f"/tables/{key}/join", json={}).raise_for_status()
        wait_for(lambda: guest.get(f"/tables/{key}").json()["awaited"] == [1])
        number = guest.get(f"/tables/{key}").json()["number"]
        assert guest.post(f"/tables/{key}/moves", json={"number": number, "move": "resign"}).is_success
        out, _errors = playing.communicate(timeout=PATIENCE)
        assert playing.returncode == 0
        assert "won" in out.splitlines()[-1]
    finally:
        own.kill()


def wait_for(is_so: Any) -> None:
    """Wait until the condition holds."""
    latest = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < latest
        time.sleep(0.2)


def test_a_bot_sits_down_again_at_its_own_table(server: Server) -> None:
    token = new_token(server)
    table = program(server, token).post("/tables", json={"against": "simple", "rules": WON_AT_ONCE}).json()
    link = f"{server.address}{table['path']}"
    ran = ginrummy("bot", link, "--token", token, "--lang", "fr")
    assert ran.status == 0, ran.err
    assert "Le match" in ran.out.splitlines()[-1]
    again = ginrummy("bot", link, "--token", token)
    assert again.out.splitlines()[-1].startswith("The match is")


def test_what_a_bot_is_refused_is_told_in_one_line(server: Server) -> None:
    assert "no web address" in refused("bot", "localhost")
    assert "a token is needed" in refused("bot", server.address)
    assert "this token is unknown" in refused("bot", server.address, "--token", "gin_forged")
    token = new_token(server)
    assert "no such player" in refused("bot", server.address, "--token", token, "--player", "nobody")
    assert "no such table" in refused("bot", f"{server.address}/tables/nowhere", "--token", token)
    first, second = program(server), program(server)
    key = first.post("/tables", json={}).json()["key"]
    second.post(f"/tables/{key}/join", json={})
    assert "both seats are taken" in refused("bot", f"{server.address}/tables/{key}", "--token", token)
    assert "does not answer" in refused("bot", f"http://127.0.0.1:{free_port()}", "--token", token)


def test_an_address_is_a_server_or_a_table_there() -> None:
    assert address_of("https://gin.example/play/tables/a-b_c/").root == "https://gin.example/play"
    assert address_of("https://gin.example/play/tables/a-b_c/").key == "a-b_c"
    assert address_of("http://localhost:8000/") == ("http://localhost:8000", "")


def test_who_reads_too_many_tables_at_once_is_told_to_wait(server: Server) -> None:
    token = new_token(server)
    key = program(server, token).post("/tables", json={"against": "simple"}).json()["key"]
    reading = [Client(server.address, token).follow(key) for _stream in range(PER_PERSON)]
    assert [next(stream)["type"] for stream in reading] == ["table"] * PER_PERSON
    with pytest.raises(Refused) as held:
        next(Client(server.address, token).follow(key))
    assert (held.value.status, held.value.kind) == (429, "too_fast")


def test_a_server_that_says_to_wait_is_waited_for(server: Server) -> None:
    own = Client(server.address, new_token(server))
    refusals: list[Refused] = []
    while not refusals or refusals[-1].status == 404:
        with pytest.raises(Refused) as held:
            own.ask("/tables/nowhere/moves", {"number": 1, "move": "draw"})
        refusals.append(held.value)
    assert (refusals[-1].status, refusals[-1].kind) == (429, "too_fast")
    assert refusals[-1].wait >= 1
    with pytest.raises(Lost):
        Client(f"http://127.0.0.1:{free_port()}", "").ask("/me")
