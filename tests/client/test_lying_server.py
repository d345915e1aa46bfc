"""`ginrummy bot` at a server with wrong responses: one sentence, then exit."""

from __future__ import annotations

import gzip
import json
import runpy
import socket
import time
from collections.abc import Iterator
from pathlib import Path
from threading import Event
from typing import Any

import httpx
import pytest

from ginrummy.game.game import Phase
from ginrummy.locale.errors import GinRummyError
from ginrummy.players import load_player
from ginrummy.players.online import Client, Lost, OnlineSeat, Refused, address_of, client, match
from tests.at_random import some_move
from tests.cli.running import Ran, ginrummy
from tests.client.lying_server import Asked, Lie, LyingServer, drips, lying, raw, says
from tests.client.test_match import BadServer, other_than

EXAMPLE = Path(__file__).parents[2] / "examples" / "api_bot.py"
PLACES = ("/me", "/tables", "/stream", "/moves")
HUGE = client._LARGEST + 1


def tables() -> tuple[dict[str, Any], dict[str, Any]]:
    """Return a table with seat 0 to move, and the same after the match."""
    own = BadServer(1)
    first = own.table()
    while not own.match.is_over:
        over = own.match.game.phase is Phase.OVER
        own.match = own.match.next_hand() if over else own.match.play(some_move(own.match.game, own.chance))
    own.number += 1
    return first, own.table()


FIRST, LAST = tables()


def place_of(path: str) -> str:
    """Return the last part of an address."""
    return "/" + path.rpartition("/")[2]


class Tale:
    """Answers all requests as a server does, except one by `lie`."""

    def __init__(self, place: str, lie: Lie) -> None:
        self.place, self.lie = place, lie
        self.is_played = False

    def __call__(self, line: socket.socket, asked: Asked) -> None:
        place = place_of(asked.path)
        table = {"type": "table"} | (LAST if self.is_played else FIRST)
        self.is_played |= place == "/moves" != self.place
        if place == self.place:
            self.lie(line, asked)
        elif place == "/me":
            says({"name": "Ada"})(line, asked)
        elif place == "/stream":
            says(json.dumps(table).encode() + b"\n")(line, asked)
        else:
            says(LAST if self.is_played else FIRST)(line, asked)


def nested(depth: int) -> bytes:
    return b'{"told":' + b"[" * depth + b"]" * depth + b"}"


LIES: dict[str, Lie] = {
    "nothing": raw(),
    "an empty body": says(b""),
    "a list": says([]),
    "null": says(b"null"),
    "a text": says("table"),
    "half of it": says(b'{"key": "a", "num'),
    "no UTF-8": says(b'{"told": "\xff\xfe"}'),
    "half of a sign": says(b'{"told": "\\ud800\\u001b[31m", "type": "refused", "kind": "\\ud800"}'),
    "UTF-16": says(json.dumps(FIRST).encode("utf-16")),
    "packed": says(gzip.compress(json.dumps(FIRST).encode()), Content_Encoding="gzip"),
    "a page": says(b"<!doctype html>\n<title>Welcome</title>\n", Content_Type="text/html"),
    "very deep": says(nested(100_000)),
    "a number without end": says(b'{"number": ' + b"9" * 5000 + b"}"),
    "not a number": says(b'{"number": NaN, "seat": Infinity}'),
    "megabytes": says(b"x" * HUGE),
    "megabytes of lines": says(b"{}\n" * (HUGE // 3 + 1)),
    "cut off": raw(b"HTTP/1.1 200 OK\r\nContent-Length: 900\r\n\r\n{}"),
    "cut off in a part": raw(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nff\r\n{}"),
    "parts of no size": raw(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n"),
    "a refusal cut off": raw(b"HTTP/1.1 403 No\r\nTransfer-Encoding: chunked\r\n\r\nff\r\n{}"),
    "another protocol": raw(b"SSH-2.0-OpenSSH\r\n"),
    "no protocol": raw(b"HTTP/9.9 200 OK\r\n\r\n{}"),
    "a line without end": raw(b"HTTP/1.1 200 " + b"x" * 70_000),
    "headers without end": raw(b"HTTP/1.1 200 OK\r\n", b"a: b\r\n" * 200, b"\r\n{}"),
    "an early answer": raw(b"HTTP/1.1 103 Early\r\n\r\n"),
    "signs of life": says(b'{"type": "here"}\n' * 3),
    "a refusal that says nothing": says(b'{"type": "refused", "status": "no", "told": [1]}\n'),
    "a refusal in two lines": says({"type": "refused", "told": "one\ntwo\x1b[2J", "where": ["\n"]}),
    **{f"HTTP {code}": says(b"no", code) for code in (204, 304, 400, 401, 404, 409, 418, 422, 500, 501)},
    **{f"HTTP {code}, {wait}": says({"told": "wait"}, code, Retry_After=wait)
       for code in (429, 503) for wait in ("3", "0", "-3", "soon", "9" * 30, "999999999", "Wed, 21 Oct")},
    "HTTP 429": says({"told": "wait"}, 429),
    "HTTP 502": says(b"<html>", 502),
    **{f"without {name}": says({key: value for key, value in FIRST.items() if key != name})
       for name in FIRST},
}  # fmt: skip
SLOW: dict[str, Lie] = {
    "a byte now and then": drips(b" ", lambda: Event().wait(0.05)),
    "nothing for long": drips(b"", lambda: Event().wait(0.5)),
}


@pytest.fixture
def waits(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Return the waits between retries. No time passes here."""
    found: list[float] = []
    monkeypatch.setattr("time.sleep", found.append)
    monkeypatch.setattr(match, "_TRIES", 4)
    monkeypatch.setattr(match, "_STEADY", 1000.0)
    return found


def at(liar: LyingServer) -> Ran:
    return ginrummy("bot", liar.address, "--token", "gin_1", "--player", "simple")


def assert_clear(ran: Ran) -> None:
    """The output is readable lines, and the last one names the fault."""
    lines = [*ran.out.splitlines(), *ran.err.splitlines()]
    assert all(line.replace("\xa0", " ").isprintable() and 0 < len(line) < 500 for line in lines), lines
    assert ran.status == 2, ran
    assert ran.err.endswith("\n")
    assert "trying again" not in ran.err.splitlines()[-1]
    assert "Error" not in ran.err


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("name", LIES)
def test_a_lie_ends_in_a_sentence(name: str, place: str, waits: list[float]) -> None:
    with lying(Tale(place, LIES[name])) as liar:
        ran = at(liar)
    if name.startswith("without") and ran.status == 0:  # a stream need not say it all again
        return
    assert_clear(ran)
    assert len(liar.asked) < 20
    assert sum(waits) < 4 * match._LONGEST_WAIT


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("name", SLOW)
def test_whoever_takes_too_long_is_left(
    name: str, place: str, waits: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(client, "_PATIENCE", 0.2)
    with lying(Tale(place, SLOW[name])) as liar:
        ran = at(liar)
    assert_clear(ran)
    assert "takes too long" in ran.err


def test_a_server_that_tells_the_truth_is_played_at(waits: list[float]) -> None:
    with lying(Tale("", raw())) as liar:
        ran = at(liar)
    assert (ran.status, "The match is" in ran.out.splitlines()[-1]) == (0, True), ran
    assert all("Authorization: Bearer gin_1" in asked.headers for asked in liar.asked)


def elsewhere(own: str, other: str) -> Iterator[str]:
    """Yield addresses to which a server may redirect."""
    yield from (f"{own}/api/me", "/api/me", f"{other}/api/me", f"{other.replace('http', 'https')}/api/me")
    yield from ("file:///etc/hostname", "ftp://127.0.0.1/x", "//" + other.partition("//")[2], "", "\x1b[2J")


@pytest.mark.parametrize("code", [301, 302, 303, 307, 308])
@pytest.mark.parametrize("place", PLACES)
def test_a_token_goes_to_no_other_server(code: int, place: str, waits: list[float]) -> None:
    with lying(raw()) as other, lying(raw()) as liar:
        for address in elsewhere(liar.address, other.address):
            liar.answer = Tale(place, says({"told": "there"}, code, Location=address))
            liar.asked.clear()
            ran = at(liar)
            assert_clear(ran)
            assert "elsewhere" in ran.err
            assert len([one for one in liar.asked if place_of(one.path) == place]) == 1
    assert other.asked == []


def test_tries_are_further_and_further_apart_and_end(
    waits: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.undo()
    found: list[float] = []
    monkeypatch.setattr("time.sleep", found.append)
    with lying(Tale("/stream", raw())) as liar:
        ran = at(liar)
    assert_clear(ran)
    assert len(found) == match._TRIES
    assert all(longest / 2 <= one <= longest for one, longest in zip(found, match._PAUSES, strict=False))
    assert 1200 < sum(found) < 3600
    assert len(set(found)) > match._TRIES / 4, "many bots do not come back at once"


def test_a_stream_that_ends_at_once_and_again_is_asked_for_more_and_more_rarely(waits: list[float]) -> None:
    with lying(Tale("/moves", says({"kind": "stale", "told": "look again"}, 409))) as liar:
        assert_clear(at(liar))
    assert len(waits) == match._TRIES


@pytest.mark.parametrize("place", ["/stream", "/moves"])
@pytest.mark.parametrize("code", [429, 503])
def test_whoever_is_asked_to_wait_waits_and_goes_on(code: int, place: str, waits: list[float]) -> None:
    tale = Tale(place, raw())

    def relents(line: socket.socket, asked: Asked) -> None:
        tale.place = ""
        says({"told": "wait"}, code, Retry_After="7")(line, asked)

    tale.lie = relents
    with lying(tale) as liar:
        ran = at(liar)
    assert ran.status == 0, ran
    assert 7.2 <= waits[0] <= 7.5
    assert len(waits) <= 2


@pytest.mark.parametrize(
    "address",
    ["localhost", "ftp://a/b", "http://", "http://[::1", "http://h:99999999", "http://h:x", "http://h:0",
     "http://" + "a" * 70 + ".example", "http://a..b", "http://\ud800", "http://a\x1b[2J:y"],
)  # fmt: skip
def test_what_is_no_web_address_is_refused(address: str) -> None:
    with pytest.raises(GinRummyError, match="no web address") as held:
        address_of(address)
    assert str(held.value).isprintable()


def test_an_address_may_have_signs_of_its_own() -> None:
    assert address_of("http://127.0.0.1:9/джин/tables/a") == (
        "http://127.0.0.1:9/%D0%B4%D0%B6%D0%B8%D0%BD", "a"
    )  # fmt: skip
    with pytest.raises(Lost):
        Client("http://127.0.0.1:9/%D0%B4", "").ask("/me")


@pytest.mark.parametrize("token", ["жетон", "gin_1\r\nHost: b", "gin\x00"])
def test_what_can_be_no_token_is_refused_and_not_shown(token: str) -> None:
    ran = ginrummy("bot", "http://127.0.0.1:9", "--token", token, "--player", "simple")
    assert (ran.status, ran.out) == (2, "")
    assert "this token is unknown" in ran.err
    assert token not in ran.err


def test_a_token_from_a_file_may_end_in_a_newline() -> None:
    with lying(says({"name": "Ada"})) as liar:
        assert Client(liar.address, "gin_1\n").ask("/me") == {"name": "Ada"}
    assert "Bearer gin_1\r\n" in liar.asked[0].headers


def inside(value: Any, place: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the paths of the parts of a value, of long lists the first two."""
    yield place
    items = enumerate(value[:2]) if isinstance(value, list) else ()
    for name, part in value.items() if isinstance(value, dict) else items:
        yield from inside(part, (*place, name))


def changed(value: Any, place: tuple[Any, ...], wrong: Any) -> Any:
    """Return `value` with `wrong` at `place`, or without that part if `wrong` is `...`."""
    if not place:
        return wrong
    copy = value.copy()
    copy[place[0]] = changed(value[place[0]], place[1:], wrong)
    if len(place) == 1 and wrong is ...:
        del copy[place[0]]
    return copy


WRONG: tuple[Any, ...] = (
    ...,
    None,
    "",
    -1,
    3.5,
    10**30,
    True,
    [],
    {},
    [[[]]],
    "\x1b[31m\ud800\n",
    "XX",
    float("nan"),
    52,
)


@pytest.mark.parametrize("table", [FIRST, LAST], ids=["first", "last"])
@pytest.mark.parametrize("wrong", WRONG, ids=repr)
def test_every_part_of_a_table_may_be_a_lie(table: dict[str, Any], wrong: Any) -> None:
    table = json.loads(json.dumps(table))
    refused = 0
    for place in list(inside(table))[WRONG.index(wrong) % 3 :: 3]:
        own = BadServer(1)
        told = changed(table, place, wrong) if place else table
        try:
            with OnlineSeat(own, load_player("simple"), told) as far:
                lines = list(far.make_due_moves(told))
        except (GinRummyError, Lost, Refused) as error:
            lines, refused = [str(error)], refused + 1
        assert all(line.isprintable() for line in lines), (place, lines)
    assert refused > 8


def test_what_is_no_table_is_refused() -> None:
    told = list(other_than(FIRST))
    assert len(told) > 40
    for one in told:
        with pytest.raises(GinRummyError), OnlineSeat(BadServer(1), load_player("simple"), one) as far:
            list(far.make_due_moves(one))


@pytest.mark.parametrize("place", ["/tables", "/moves"])
@pytest.mark.parametrize(("wait", "times"), [("7", 8), ("3600", 1)])
def test_the_example_waits_as_long_as_it_has_to_and_gives_up(
    place: str, wait: str, times: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    pauses: list[float] = []
    monkeypatch.setattr(time, "sleep", pauses.append)
    monkeypatch.setenv("GINRUMMY_TOKEN", "gin_x")
    with lying(Tale(place, says({}, 429, Retry_After=wait))) as server:
        monkeypatch.setattr("sys.argv", ["api_bot.py", server.address, "simple"])
        with pytest.raises(httpx.HTTPStatusError):
            runpy.run_path(str(EXAMPLE))
    assert [place_of(asked.path) for asked in server.asked].count(place) == times
    assert pauses == [float(wait)] * (times if times > 1 else 0)
