"""Players that exit, hang, flood or leave processes behind: each forfeits its hand with the right reason, no
more.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from ginrummy.lab.arena.match_play import Failure, Roster, check_player, play_leg
from ginrummy.players import PlayerError, legal_answer, load_player
from ginrummy.players.programs.external_engine import EngineFault
from ginrummy.variants import load_variant
from tests.arena.misbehaving import SLEEP
from tests.arena.plans import plan_of
from tests.arena.processes import running, running_below, soon
from tests.cli.running import ginrummy, refused
from tests.players.engines import ANSWER, GREETING, bot, indented, written
from tests.players.test_external_engine import first_view

BAD = "tests.arena.misbehaving"
PROJECT = Path(__file__).parents[2]
SLEEPER = "subprocess.Popen(['sleep', os.environ['GINRUMMY_TEST_SLEEP']]"
MOVE_TIME = 2.0

REASONS = [
    ("Exiting", "it called exit()"),
    ("ExitingWithWords", "it called exit('I have\\nhad enough')"),
    ("Interrupting", "it broke down: KeyboardInterrupt"),
    ("Leaving", "it broke down: GeneratorExit"),
    ("Vanishing", "it ended with status 3"),
    ("Dying", "it ended with status -9"),
    ("Endless", "no answer in 2\u00a0s"),
    ("Asleep", "no answer in 2\u00a0s"),
    ("Deep", "it broke down: RecursionError"),
    ("Greedy", "it broke down: MemoryError"),
    ("Deaf", "it closed its "),
    ("Asking", "it broke down: EOFError"),
    ("Unspeakable", "it answers <Hidden>, which is not a move"),
    ("Unutterable", "it broke down: Wordless"),
    ("BreedingAndGone", "it ended with status 0"),
]
HARMLESS = ["Loud", "Forking", "Breeding", "Threading"]


@pytest.fixture(autouse=True)
def left_behind(monkeypatch: pytest.MonkeyPatch) -> str:
    """Return the command of the processes left behind, which identifies them among those of other tests."""
    seconds = str(random.randrange(10**6, 10**9))
    monkeypatch.setenv(SLEEP, seconds)
    return f"sleep {seconds}"


@pytest.fixture
def roster() -> Iterator[Roster]:
    """Return the players of a process that may start only these."""
    roster = Roster(move_time=MOVE_TIME)
    yield roster
    roster.close()


def failures_of(roster: Roster, name: str, *, pair: int = 3) -> tuple[Failure, ...]:
    """Return the failures of the player `name` in a hand long enough to fail in."""
    seats = (roster.seat_player(name, 0, seed=1), roster.seat_player("simple", 1, seed=1))
    return play_leg(plan_of("simple", "simple"), pair, seats).failures


@pytest.mark.parametrize(("name", "why"), REASONS)
def test_it_loses_its_hand_for_the_true_reason_and_nothing_survives(
    roster: Roster, left_behind: str, name: str, why: str
) -> None:
    start = time.monotonic()
    (failure,) = failures_of(roster, f"{BAD}:{name}")
    assert time.monotonic() - start < MOVE_TIME + 15
    assert failure.seat == 0
    assert failure.why.startswith(why)
    assert not failures_of(roster, "simple")
    roster.close()
    assert soon(lambda: not running_below(os.getpid(), BAD) and not running(left_behind))


@pytest.mark.parametrize("name", HARMLESS)
def test_what_only_looks_bad_plays_on_and_leaves_nothing(roster: Roster, left_behind: str, name: str) -> None:
    assert failures_of(roster, f"{BAD}:{name}") == ()
    roster.close()
    assert soon(lambda: not running_below(os.getpid(), BAD) and not running(left_behind))


@pytest.mark.parametrize(
    "name", ["Exiting", "ExitingWithWords", "Leaving", "Deep", "Unspeakable", "Unutterable"]
)
def test_in_our_own_process_it_fails_as_well_and_we_go_on(name: str) -> None:
    player = load_player(f"{BAD}:{name}")
    for _decision in range(2):
        legal_answer(player, first_view())
    with pytest.raises(PlayerError, match=r"exit\(|broke down|not a move"):
        legal_answer(player, first_view())


def test_ctrl_c_is_a_persons_and_goes_through() -> None:
    player = load_player(f"{BAD}:Interrupting")
    for _decision in range(2):
        legal_answer(player, first_view())
    with pytest.raises(KeyboardInterrupt):
        legal_answer(player, first_view())


def test_a_player_that_exits_when_it_is_made_is_refused() -> None:
    with pytest.raises(PlayerError, match="it cannot be made: SystemExit"):
        load_player(f"{BAD}:Unmade")
    with pytest.raises(PlayerError, match="it cannot be made: SystemExit"):
        check_player(f"{BAD}:Unmade", load_variant("standard").row, move_time=1)


def test_a_run_goes_on_with_an_exiting_player(tmp_path: Path) -> None:
    for workers in ("1", "2"):
        out = tmp_path / workers
        arguments = ("--hands", "4", "--workers", workers, "--out", str(out))
        ran = ginrummy("arena", f"{BAD}:Exiting", "simple", *arguments)
        assert ran.status == 0
        assert "lost 4 hands by rule: it called exit()" in ran.out
        lines = [json.loads(line) for line in (out / "journal.jsonl").read_text().splitlines()]
        assert sum(len(line["faults"]) for line in lines) == 4


def test_an_endless_player_is_bound_by_the_move_time() -> None:
    ran = ginrummy(
        "arena", f"{BAD}:Endless", "simple", "--hands", "2", "--workers", "1", "--move-time", "0.5"
    )
    assert ran.status == 0
    assert "lost 2 hands by rule: no answer in 0.5\u00a0s" in ran.out


def test_what_a_player_prints_is_not_in_the_table() -> None:
    found = ginrummy("arena", f"{BAD}:Loud", "simple", "--hands", "2", "--workers", "1", "--json")
    assert found.json["pairings"][0]["faults"] == [0, 0]
    assert "x" * 100 not in found.out + found.err


def test_a_class_that_never_finishes_loading_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ginrummy.players.programs.isolated.START_TIME", 1.0)
    (tmp_path / "slow.py").write_text("while True: pass")
    complaint = refused("arena", f"{tmp_path}/slow.py:Bot", "simple", "--hands", "2")
    assert "no answer in 1\u00a0s" in complaint


@pytest.mark.long
def test_compiling_does_not_count_as_thinking(roster: Roster, tmp_path: Path) -> None:
    text = "    def strange(self, view):\n        with announce_compilation():\n            time.sleep(3)\n"
    (tmp_path / "compiling.py").write_text(
        "import time\nfrom ginrummy.kernel.compile_progress import announce_compilation\n"
        f"from {BAD} import Misbehaving\n\n\nclass Compiling(Misbehaving):\n{text}"
    )
    assert failures_of(roster, f"{tmp_path}/compiling.py:Compiling") == ()


@pytest.mark.parametrize(
    ("does", "why"),
    [
        ("os.close(0); say(move=legal(told)[0]); time.sleep(99)", "it closed its input"),
        ("sys.stdout.write('half a line'); sys.stdout.flush(); time.sleep(99)", "no answer in 0.5\u00a0s"),
        ("sys.stdout.write('half a line'); sys.exit()", "it does not end its line"),
        ("print('[' * 500_000, flush=True)", "it answered no JSON object: [[["),
        ("print('{\"move\": \"' + '9' * 900_000 + '\"}', flush=True)", "999"),
        ("while True: print('x' * 1000, file=sys.stderr)", "no answer in 0.5\u00a0s"),
        (r"""print('{"move": "\\ud800\\u001b[31m"}', flush=True)""", "“[31m” is not a card"),
        (r"sys.exit('\x1b[31mred\r\x07')", "it ended with status 1: [31mred"),
        (f"{SLEEPER}); sys.exit(4)", "it ended with status 4"),
        (
            f"{SLEEPER}, start_new_session=True); sys.exit(5)",
            "it ended with status 5",
        ),
        (f"{SLEEPER}); time.sleep(99)", "no answer in 0.5\u00a0s"),
        ("os.fork(); time.sleep(99)", "no answer in 0.5\u00a0s"),
    ],
)
def test_a_program_loses_for_the_true_reason_and_nothing_survives(
    tmp_path: Path, left_behind: str, does: str, why: str
) -> None:
    roster = Roster(move_time=0.5)
    (failure,) = failures_of(roster, bot(tmp_path, GREETING, indented(does), ANSWER))
    assert why in failure.why
    assert failure.why.replace("\u00a0", " ").isprintable()
    assert len(failure.why) < 301
    failure.why.encode()
    roster.close()
    assert soon(lambda: not running_below(os.getpid(), str(tmp_path)) and not running(left_behind))


@pytest.mark.long
def test_ten_hands_leave_no_process(tmp_path: Path, left_behind: str) -> None:
    does = f"{SLEEPER}, start_new_session=True); time.sleep(99)"
    spec = bot(tmp_path, GREETING, indented(does), ANSWER)
    ran = ginrummy("arena", spec, "simple", "--hands", "10", "--move-time", "0.2", "--workers", "2")
    assert "lost 10 hands by rule: no answer in 0.2\u00a0s" in ran.out
    assert soon(lambda: not running(left_behind) and not running(str(tmp_path)))


@pytest.mark.parametrize("workers", ["1", "2"])
def test_nothing_survives_an_arena_that_is_killed(tmp_path: Path, left_behind: str, workers: str) -> None:
    does = f"{SLEEPER}, start_new_session=True)\nwhile True: pass"
    spec = bot(tmp_path, GREETING, indented(does), ANSWER)
    command = [sys.executable, "-m", "ginrummy", "arena", spec, "simple", "--workers", workers]
    process = subprocess.Popen([*command, "--move-time", "60"], cwd=PROJECT, stdout=subprocess.DEVNULL)
    try:
        assert soon(lambda: bool(running(left_behind)), seconds=60)
    finally:
        process.kill()
        process.wait()
    assert soon(lambda: not running(left_behind) and not running(str(tmp_path)))


def test_a_program_that_kills_what_watches_it_is_found_all_the_same(tmp_path: Path) -> None:
    does = " os.kill(os.getppid(), 9); time.sleep(987)"
    roster = Roster(move_time=0.5)
    (failure,) = failures_of(roster, bot(tmp_path, GREETING, indented(does), ANSWER))
    assert failure.why
    assert soon(lambda: not running(str(tmp_path)))


def test_a_program_that_cannot_be_started_says_why(tmp_path: Path) -> None:
    spec = written(tmp_path, "", name="odd")
    Path(spec).write_text("#!/no/such/interpreter\n")
    with pytest.raises(EngineFault, match="it cannot be started: no such file or folder"):
        check_player(spec, load_variant("standard").row, move_time=1)
