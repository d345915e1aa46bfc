"""The commands of docs/arena.md and docs/engine-protocol.md."""

from __future__ import annotations

import json
import re
import shlex
import shutil
from pathlib import Path

import pytest

from ginrummy.lab.arena.results import parse_piece_line
from tests.cli.running import ginrummy

PROJECT = Path(__file__).parents[2]
PAGES = [PROJECT / "docs" / name for name in ("arena.md", "engine-protocol.md")]
PLAYER = """
from ginrummy.players import load_player

class Bot:
    def __init__(self, seed=0):
        self.inner = load_player("simple", seed=seed)

    def decide(self, view):
        return self.inner.decide(view)
"""
FEW = {"--hands": "4", "--games": "2"}


def commands(page: Path) -> list[str]:
    """Return the commands in the code blocks of `page`, without their comments."""
    blocks = re.findall(r"^```\n(.*?)^```", page.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
    lines = [line for block in blocks for line in block.splitlines()]
    return [line.partition("#")[0].strip() for line in lines if line.startswith("ginrummy ")]


def shortened(command: str) -> list[str]:
    """Return the arguments of `command`, with few hands and one worker."""
    words = shlex.split(command)[1:]
    if words[0] != "arena":
        return words
    words = [FEW.get(words[place - 1], word) for place, word in enumerate(words)]
    length = [] if set(FEW) & set(words) else ["--hands", "4"]
    return [*words, *length, "--workers", "1"]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the current directory with the players named on the pages."""
    for name in ("my-bot", "other-bot"):
        shutil.copy(PROJECT / "examples" / "bots" / "ten_lines.py", tmp_path / name)
        (tmp_path / name).chmod(0o755)
    for name in ("new.py", "old.py"):
        (tmp_path / name).write_text(PLAYER)
    for name in ("XDG_STATE_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.setenv(name, str(tmp_path))
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    "command", [each for page in PAGES for each in commands(page) if " play" not in each]
)
def test_arenas_of_the_pages_are_played(command: str, folder: Path) -> None:
    ran = ginrummy(*shortened(command))
    assert (ran.status, ran.err) == (0, "")
    assert "The intervals hold the truth" in ran.out
    if "--out" in command:
        assert (folder / "runs" / "my-bot" / "journal.jsonl").exists()


@pytest.mark.parametrize("command", [each for page in PAGES for each in commands(page) if " play" in each])
def test_bots_of_the_pages_can_be_played_against(command: str, folder: Path) -> None:
    ran = ginrummy(*shortened(command), "--plain", "--seed", "1", stdin="")
    assert "Deadwood" in ran.out
    assert "my-bot" in ran.out


def test_there_are_commands_on_the_pages() -> None:
    assert [len(commands(page)) for page in PAGES] == [5, 3]


def test_the_line_of_the_journal_can_be_read() -> None:
    line = re.search(r'^\{"pairing".*$', PAGES[0].read_text(encoding="utf-8"), re.MULTILINE)
    assert line is not None
    played = parse_piece_line(line[0])
    assert (played.piece.pairs, [leg.won for leg in played.legs]) == (1, [1, -1])


def test_every_option_is_on_the_page_or_explains_itself() -> None:
    shown = ginrummy("arena", "--help").out
    options = set(re.findall(r"--[a-z]+(?:-[a-z]+)*", shown))
    assert options >= {"--sprt", "--times", "--records", "--cluster", "--out", "--json", "--move-time"}
    page = PAGES[0].read_text(encoding="utf-8")
    own = options - {"--help", "--lang", "--error", "--variant", "--move-time", "--workers"}
    assert {option for option in own if option not in page} == set()


def test_the_messages_on_the_page_are_json() -> None:
    blocks = re.findall(
        r"^```\n([<>].*?)^```", PAGES[1].read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE
    )
    messages = [json.loads(line[2:]) for block in blocks for line in block.splitlines()]
    kinds = [message.get("type") for message in messages]
    assert kinds == ["hello", "hello", "match", "hand", "decide", None, "judge", None, "over"]
