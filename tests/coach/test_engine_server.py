"""Our players as engines of the protocol: they play and judge as they do here."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from ginrummy.coach import judge, judgement_json
from ginrummy.coach.decisions import match_moments
from ginrummy.locale.errors import GinRummyError
from ginrummy.players import load_player
from ginrummy.players.programs.engine_server import Engine
from ginrummy.players.programs.external_engine import EngineFault, EnginePlayer
from ginrummy.players.programs.program_process import kill_all
from ginrummy.text.json import variant_json, view_json
from tests.players.engines import ANSWER, GREETING, PREAMBLE, written
from tests.playing import whole


@pytest.fixture(autouse=True)
def no_program_is_left() -> Iterator[None]:
    yield
    kill_all()


def test_a_program_of_ours_plays_and_judges_as_we_do() -> None:
    moment = list(match_moments(whole("standard", hands=1)))[5]
    engine = EnginePlayer(f"{sys.executable} -m ginrummy engine --player steady", seed=7, move_time=300.0)
    assert engine.decide(moment.view) == load_player("steady").decide(moment.view)
    found = judge(moment.view, worlds=50, seed=7, also=[moment.move])
    assert engine.judge(moment.view, worlds=50, also=(moment.move,)) == judgement_json(found)
    engine.close()


def test_a_program_that_does_not_judge_is_not_asked(tmp_path: Path) -> None:
    bot = written(tmp_path, PREAMBLE + GREETING + ANSWER)
    with pytest.raises(EngineFault, match="does not judge"):
        EnginePlayer(bot).judge(list(match_moments(whole("standard", hands=1)))[5].view, worlds=50)


@pytest.mark.parametrize(
    "line",
    [
        "what?",
        "[]",
        '{"type": "decide"}',
        '{"type": "match"}',
        "[" * 100_000,
        '{"type": "match", "seed": 1e999, "variant": {"rules": {}}}',
    ],
)
def test_what_is_not_of_the_protocol_is_refused(line: str) -> None:
    with pytest.raises(GinRummyError, match=r"protocol|match"):
        list(Engine("steady").answers([line]))


def test_numbers_without_end_are_refused() -> None:
    moment = next(iter(match_moments(whole("standard", hands=1))))
    match = {"type": "match", "seed": 1, "variant": variant_json(moment.view.variant)}
    view = view_json(moment.view)
    endless = float("inf")
    told = view | {"match": view["match"] | {"finished": endless}}
    for line in ({"type": "judge", "view": view, "worlds": endless}, {"type": "decide", "view": told}):
        with pytest.raises(GinRummyError, match=r"protocol|view"):
            list(Engine("steady").answers(map(json.dumps, (match, line))))


def test_what_breaks_in_a_player_is_not_said_to_be_of_the_line(monkeypatch: pytest.MonkeyPatch) -> None:
    moment = next(iter(match_moments(whole("standard", hands=1))))
    lines = [
        json.dumps({"type": "match", "seed": 1, "variant": variant_json(moment.view.variant)}),
        json.dumps({"type": "judge", "view": view_json(moment.view)}),
    ]

    def broken(*_view: object, **_settings: object) -> None:
        raise KeyError("a fault of ours")

    monkeypatch.setattr("ginrummy.players.programs.engine_server.judge", broken)
    with pytest.raises(KeyError, match="a fault of ours"):
        list(Engine("steady").answers(lines))


@pytest.mark.parametrize("encoding", ["utf-8", "latin-1", "ascii", "cp1252"])
def test_a_byte_order_mark_is_passed_over(encoding: str) -> None:
    lines = b'\xef\xbb\xbf{"type": "hello"}\r\n{"type": "quit"}\r\n'
    ran = subprocess.run(
        [sys.executable, "-m", "ginrummy", "engine", "--player", "steady"],
        input=lines, capture_output=True, check=False, env=os.environ | {"PYTHONIOENCODING": encoding},
    )  # fmt: skip
    assert (ran.returncode, ran.stderr) == (0, b"")
    assert json.loads(ran.stdout)["judges"]


def test_a_program_may_begin_with_a_byte_order_mark(tmp_path: Path) -> None:
    first = '    if turn == 0 and kind == "hello":\n        sys.stdout.write("\\ufeff")\n'
    program = EnginePlayer(written(tmp_path, PREAMBLE + first + GREETING + ANSWER))
    view = list(match_moments(whole("standard", hands=1)))[5].view
    assert view.refusal(program.decide(view)) is None


def test_it_says_that_it_judges_and_ends_with_quit() -> None:
    lines = ['{"type": "hello"}', '{"type": "over"}', '{"type": "quit"}', '{"type": "hello"}']
    (hello,) = Engine("steady").answers(lines)
    assert json.loads(hello) == {"type": "hello", "protocol": 1, "name": "steady", "judges": True}
