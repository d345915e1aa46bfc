"""The engine protocol: messages to a program, its answers, and the limits of a failing one."""

from __future__ import annotations

import gc
import json
import os
import re
import shutil
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright._impl._driver import compute_driver_executable

from ginrummy.game.match import Match
from ginrummy.game.moves import Move
from ginrummy.game.view import View, view_of
from ginrummy.lab.arena import run_plan
from ginrummy.players import load_player
from ginrummy.players.programs.external_engine import EngineFault, EnginePlayer, command_of
from ginrummy.players.programs.isolated import IsolatedPlayer
from ginrummy.players.programs.program_process import Program, ProgramError, kill_all
from ginrummy.variants import load_variant
from tests.arena.processes import running_below
from tests.players.engines import ANSWER, GREETING, LOG, PREAMBLE, bot, indented, written

PROJECT = Path(__file__).parents[2]
PAGE = PROJECT / "docs" / "engine-protocol.md"
BOTS = PROJECT / "examples" / "bots"
STANDARD = load_variant("standard").row
MORE = "…"


@pytest.fixture(autouse=True)
def no_program_is_left() -> Iterator[None]:
    yield
    kill_all()


def match_of(deal: int = 38, *, dealer: int = 1, variant: str = "standard") -> Match:
    row = load_variant(variant).row
    return Match.from_deck(row, run_plan.deck(run_plan.seed_key(7), deal, row.decks), dealer=dealer)


def played(match: Match, engine: EnginePlayer, seat: int = 0) -> Match:
    """Return the hand finished by `engine` against `simple`."""
    other = load_player("simple", seed=0)
    while match.game.score is None:
        turn = match.game.turn
        match = match.play((engine if turn == seat else other).decide(view_of(match, turn)))
    engine.over(view_of(match, seat))
    return match


def first_view() -> View:
    match = match_of()
    return view_of(match, match.game.turn)


def decided(engine: EnginePlayer, times: int) -> list[Move]:
    """Return the first moves of `engine`, which draws and discards."""
    match = match_of()
    found: list[Move] = []
    while len(found) < times:
        turn = match.game.turn
        player = engine if turn == 0 else load_player("simple", seed=0)
        move = player.decide(view_of(match, turn))
        found += [move] if turn == 0 else []
        match = match.play(move)
    return found


def lines_said(log: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in log.read_text().splitlines()]


@pytest.mark.parametrize(
    ("spec", "command"),
    [
        ("./my-bot", ("./my-bot",)),
        ("/opt/bot --depth 3", ("/opt/bot", "--depth", "3")),
        ("'./my bot' 'a b'", ("./my bot", "a b")),
        ("simple", None),
        ("my_module:MyPlayer", None),
        ("", None),
        ("'", None),
    ],
)
def test_which_names_are_programs(spec: str, command: tuple[str, ...] | None) -> None:
    assert command_of(spec) == command


def test_a_file_without_a_slash_is_a_program_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert command_of("bot") is None
    bot(tmp_path, GREETING, ANSWER)
    assert command_of("bot.py 1") == ("bot.py", "1")
    assert decided(EnginePlayer("bot.py"), 1)


def test_load_player_knows_programs() -> None:
    player = load_player(str(BOTS / "ten_lines.py"), seed=7)
    assert isinstance(player, EnginePlayer)
    assert played(match_of(), player).game.is_over


def test_a_program_is_told_what_it_has_to_know(tmp_path: Path) -> None:
    log = tmp_path / "log"
    engine = EnginePlayer(f"{bot(tmp_path, LOG, GREETING, ANSWER)} {log}", seed=99, move_time=3)
    match = played(match_of(3), engine)
    played(match.next_hand(run_plan.deck(1, 1, 1)), engine)
    engine.begin(100)
    played(match_of(4), engine)
    engine.close()
    said = lines_said(log)
    told = [line for line in said if line["type"] != "decide"]
    assert [line["type"] for line in told] == [
        "hello", "match", "hand", "over", "hand", "over", "match", "hand", "over", "quit",
    ]  # fmt: skip
    assert told[0]["move_time"] == 3
    assert [line["seed"] for line in told if line["type"] == "match"] == [99, 100]
    assert told[1]["variant"]["name"] == "standard"
    assert told[1]["variant"]["rules"]["knock_limit"] == {"type": "fixed", "value": 10}
    assert [line["number"] for line in told if line["type"] == "hand"] == [0, 1, 0]
    assert [line["view"]["phase"] for line in told if line["type"] == "over"] == ["over"] * 3


def test_hands_and_matches_are_told_without_being_announced(tmp_path: Path) -> None:
    log = tmp_path / "log"
    engine = EnginePlayer(f"{bot(tmp_path, LOG, GREETING, ANSWER)} {log}")
    for deal in (3, 4):
        match = match_of(deal)
        other = load_player("simple", seed=0)
        while match.game.score is None:
            turn = match.game.turn
            match = match.play((engine if turn == 0 else other).decide(view_of(match, turn)))
    engine.close()
    kinds = [line["type"] for line in lines_said(log) if line["type"] in ("match", "hand")]
    assert kinds == ["match", "hand", "match", "hand"]


@pytest.mark.parametrize(
    "variant", ["eleven_card", "two_pack", "hollywood", "straight", "russian_tournament"]
)
def test_hands_of_other_variants_are_played(variant: str) -> None:
    engine = EnginePlayer(str(BOTS / "ten_lines.py"))
    assert played(match_of(5, variant=variant), engine).game.is_over
    engine.close()


@pytest.mark.parametrize(
    ("does", "why"),
    [
        ("time.sleep(9)", "no answer in 0.3\u00a0s"),
        ('sys.exit("I give up")', "it ended with status 1: I give up"),
        ("raise ValueError('a bug')", "it ended with status 1: ValueError: a bug"),
        ("sys.exit(0)", "it ended with status 0"),
        ("os = __import__('os'); os.close(1); time.sleep(9)", "it closed its output"),
        ("os = __import__('os'); os.kill(os.getpid(), 9)", "it ended with status -9"),
        ('print("what?", flush=True)', "it answered no JSON object: what?"),
        ('print("[1]", flush=True)', "it answered no JSON object: [1]"),
        ("sys.stdout.buffer.write(b'\\xff\\xfe\\n'); sys.stdout.flush()", "it answered no JSON object"),
        ("while True: print('x' * 1000)", "it answered no JSON object: xxx"),
        ("while True: sys.stdout.write('x' * 100000)", "it does not end its line"),
        ("say(answer=1)", "is not a card"),
        ("say(move=None)", "is not a card"),
        ("say(move='ZZ')", "“ZZ” is not a card"),
        ("say(move='biggin')", "biggin: "),
        ("say(move='knock:AS')", "knock:AS: "),
        ("say(move='spread:')", "spread:: nobody has closed the hand yet (RULES 6.1)"),
    ],
)
def test_a_failing_program_is_a_clear_fault(tmp_path: Path, does: str, why: str) -> None:
    engine = EnginePlayer(bot(tmp_path, GREETING, indented(does), ANSWER), move_time=0.3)
    with pytest.raises(EngineFault) as raised:
        decided(engine, 4)
    assert why in raised.value.what
    assert "\n" not in str(raised.value)
    assert len(decided(engine, 2)) == 2  # it is started again
    engine.close()


def test_a_program_that_speaks_out_of_turn_is_at_fault(tmp_path: Path) -> None:
    twice = '    if kind == "decide":\n        say(move=legal(told)[0])\n        say(move="draw")\n'
    engine = EnginePlayer(bot(tmp_path, GREETING, twice))
    engine.decide(first_view())
    time.sleep(0.2)
    with pytest.raises(EngineFault, match="it spoke without being asked"):
        engine.decide(first_view())


@pytest.mark.parametrize(
    ("greeting", "why"),
    [
        ("", "it ended with status 0"),
        ("say(type='hello', protocol=2)", "it does not answer the greeting of protocol 1"),
        ("say(type='hi')", "it does not answer the greeting of protocol 1"),
        ("say(type='hello', protocol=1, variants=['classic'])", "it does not play this variant"),
    ],
)
def test_a_program_that_does_not_fit_is_refused_at_once(tmp_path: Path, greeting: str, why: str) -> None:
    text = f"{PREAMBLE}    {greeting}\n" if greeting else ""
    engine = EnginePlayer(written(tmp_path, text))
    with pytest.raises(EngineFault, match=why):
        engine.start(STANDARD)


def test_a_program_may_list_the_variants_that_it_plays(tmp_path: Path) -> None:
    greeting = (
        '    if kind == "hello":\n        say(type="hello", protocol=1, variants=["standard"], name="few")\n'
    )
    engine = EnginePlayer(bot(tmp_path, greeting, ANSWER))
    assert len(decided(engine, 2)) == 2
    assert engine.name == "few"


def test_programs_that_cannot_be_started(tmp_path: Path) -> None:
    plain = written(tmp_path, "", name="plain", executable=False)
    (tmp_path / "odd").write_bytes(b"\x7fELF nonsense")
    (tmp_path / "odd").chmod(0o755)
    for spec, why in (
        (str(tmp_path / "nothing"), "there is no such program"),
        (str(tmp_path), "there is no such program"),
        (plain, "may not be executed"),
        (str(tmp_path / "odd"), "it cannot be started"),
    ):
        with pytest.raises(EngineFault, match=why):
            EnginePlayer(spec).start(STANDARD)


def test_a_python_file_need_not_be_executable(tmp_path: Path) -> None:
    spec = written(tmp_path, PREAMBLE + GREETING + ANSWER, executable=False)
    assert decided(EnginePlayer(spec), 1)


def test_a_program_that_reads_nothing_does_not_hold_us_up() -> None:
    program = Program((sys.executable, "-c", "import time; time.sleep(60)"))
    start = time.monotonic()
    for _time in range(50):
        program.send_line("x" * 100_000)
    with pytest.raises(ProgramError, match=r"no answer in 0\.1\u00a0s"):
        program.read_line(0.1)
    program.close()
    assert time.monotonic() - start < 10


def test_what_a_program_has_started_ends_with_it(tmp_path: Path) -> None:
    note = tmp_path / "pid"
    script = f"sleep 60 & echo $! > {note}; cat > /dev/null"
    program = Program((shutil.which("sh") or "sh", "-c", script))
    while not note.exists() or not note.read_text().strip():
        time.sleep(0.01)
    program.kill()
    child = int(note.read_text())
    for _attempt in range(100):
        if not is_running(child):
            return
        time.sleep(0.05)
    pytest.fail("it is still there")


@pytest.mark.parametrize("kind", [EnginePlayer, IsolatedPlayer])
@pytest.mark.parametrize("is_closed", [True, False], ids=["closed", "dropped"])
def test_a_player_leaves_no_thread_and_no_process(
    tmp_path: Path, kind: type[EnginePlayer | IsolatedPlayer], *, is_closed: bool
) -> None:
    threads = set(threading.enumerate())
    specs = {
        EnginePlayer: bot(tmp_path, GREETING, ANSWER),
        IsolatedPlayer: "tests.arena.misbehaving:Misbehaving",
    }
    player = kind(specs[kind])
    player.start(STANDARD)
    assert running_below(os.getpid(), specs[kind])
    if is_closed:
        player.close()
    else:
        del player
        gc.collect()
    assert set(threading.enumerate()) == threads
    assert not running_below(os.getpid(), specs[kind])


def test_a_fork_does_not_kill_the_program_of_its_parent() -> None:
    program = Program((sys.executable, "-c", "print(input(), flush=True)"))
    child = os.fork()
    if not child:
        program.kill()
        os._exit(0)
    os.waitpid(child, 0)
    program.send_line("{}")
    assert program.read_line(10) == "{}"
    program.close()


def is_running(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    state = Path(f"/proc/{process}/stat")
    return not state.exists() or state.read_text().rpartition(")")[2].split()[0] != "Z"


def node() -> str:
    """Return a Node.js: the system's or Playwright's."""
    return shutil.which("node") or str(compute_driver_executable()[0])


@pytest.mark.parametrize(
    "spec", [str(BOTS / "ten_lines.py"), f"{node()} {BOTS / 'ten_lines.js'}"], ids=["py", "js"]
)
def test_the_examples_play(spec: str) -> None:
    engine = EnginePlayer(spec)
    moves = [str(move) for deal in range(30, 45) for move in played(match_of(deal), engine).game.moves]
    engine.close()
    assert any(move.startswith("knock") for move in moves)
    assert any(move.startswith("lay") for move in moves)


def test_the_examples_are_short() -> None:
    for file in BOTS.iterdir():
        code = [
            line for line in file.read_text().splitlines() if line and not line.startswith(("#", "//", '"""'))
        ]
        assert len(code) <= 14, file


def transcript() -> list[tuple[str, Any]]:
    text = re.search(r"```transcript\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert text is not None
    return [(line[0], json.loads(line[2:])) for line in text[1].splitlines()]


def shows(page: Any, real: Any) -> bool:
    """Return whether the page's dialogue is the real one, except for omissions."""
    if isinstance(page, dict) and isinstance(real, dict):
        named = {key: value for key, value in page.items() if key != MORE}
        complete = MORE in page or page.keys() == real.keys()
        return complete and all(key in real and shows(value, real[key]) for key, value in named.items())
    return bool(page == real)


def test_the_transcript_on_the_page_is_what_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    real: list[tuple[str, Any]] = []
    say, heard = Program.send_line, Program.read_line

    def note_said(program: Program, line: str) -> None:
        real.append((">", json.loads(line)))
        say(program, line)

    def note_heard(program: Program, seconds: float) -> str:
        line = heard(program, seconds)
        real.append(("<", json.loads(line)))
        return line

    monkeypatch.setattr(Program, "send_line", note_said)
    monkeypatch.setattr(Program, "read_line", note_heard)
    engine = EnginePlayer(str(BOTS / "ten_lines.py"), seed=7)
    played(match_of(), engine)
    engine.close()
    page = transcript()
    assert [who for who, _message in page] == [who for who, _message in real]
    for (_who, shown), (_same, said) in zip(page, real, strict=True):
        assert shows(shown, said), f"on the page: {shown}\nreally: {said}"


def test_the_page_lists_every_field_of_a_view(tmp_path: Path) -> None:
    log = tmp_path / "log"
    engine = EnginePlayer(f"{bot(tmp_path, LOG, GREETING, ANSWER)} {log}")
    decided(engine, 1)
    engine.close()
    fields = next(line["view"] for line in lines_said(log) if line["type"] == "decide")
    listed = re.findall(r"^\| (`.*?) \|", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    named = {name for row in listed for name in re.findall(r"`(\w+)`", row)}
    assert set(fields) <= named
