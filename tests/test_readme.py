"""Run the commands and programs of README.md and docs/commands.md."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import click
import pytest

from ginrummy.cli import command_group
from tests.cli.running import ginrummy
from tests.record.texts import record_of

PROJECT = Path(__file__).parents[1]
README = (PROJECT / "README.md").read_text(encoding="utf-8")
PAGES = README + (PROJECT / "docs" / "commands.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```", PAGES, re.DOTALL | re.MULTILINE)
LINES = list(
    dict.fromkeys(
        line.partition(" #")[0].strip()
        for language, block in BLOCKS
        if language == "sh"
        for line in block.splitlines()
    )
)
SERVERS = ("ginrummy serve", "ginrummy bot", "ginrummy tidy", "ginrummy engine", "ginrummy site")
COMMANDS = [line for line in LINES if line.startswith("ginrummy ")]
QUICK = {
    "play": ["--plain", "--seed", "1"],
    "replay": ["--plain"],
    "arena": ["--workers", "1"],
    "ladder": ["--hands", "4", "--workers", "1"],
    "exploit": ["--hands", "10", "--workers", "1"],
}


def blocks(language: str) -> list[str]:
    """Return the blocks of the pages in `language`."""
    return [block for name, block in BLOCKS if name == language]


def typed(command: str) -> list[str]:
    """Return the arguments after `ginrummy`, with few hands and no full-screen mode."""
    words = shlex.split(command)[1:]
    words = ["4" if before == "--hands" else word for before, word in zip(["", *words], words, strict=False)]
    return [*words, *QUICK.get(words[0], [])]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the current directory with the files named on the pages."""
    (house,), (friday,), (player, _library) = blocks("toml"), blocks("text"), blocks("python")
    (tmp_path / "house.toml").write_text(house, encoding="utf-8")
    (tmp_path / "friday.txt").write_text(friday, encoding="utf-8")
    (tmp_path / "my_module.py").write_text(player, encoding="utf-8")
    for name in ("XDG_STATE_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.setenv(name, str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.long
@pytest.mark.parametrize("command", [each for each in COMMANDS if not each.startswith(SERVERS)])
def test_the_commands_run(command: str, folder: Path) -> None:
    if "--record" not in command:
        (folder / "evening.gin").write_text(record_of("standard"), encoding="utf-8")
    ran = ginrummy(*typed(command))
    assert (ran.status, ran.err) == (0, "")
    assert ran.out


@pytest.mark.parametrize("command", [each for each in COMMANDS if each.startswith("ginrummy serve")])
def test_the_server_has_these_options(command: str) -> None:
    serve = command_group.root_command().get_command(click.Context(command_group.root_command()), "serve")
    assert serve is not None
    assert serve.make_context("serve", shlex.split(command)[2:]).params["opens"] == ("--open" in command)


@pytest.mark.parametrize("command", [each for each in COMMANDS if each.startswith("ginrummy bot ")])
def test_the_bot_has_these_options(command: str) -> None:
    bot = command_group.root_command().get_command(click.Context(command_group.root_command()), "bot")
    assert bot is not None
    assert bot.make_context("bot", shlex.split(command)[2:]).params["token"] == "gin_…"


@pytest.mark.parametrize("command", [each for each in COMMANDS if each.startswith("ginrummy site")])
def test_the_site_is_written_where_it_is_said(command: str) -> None:
    site = command_group.root_command().get_command(click.Context(command_group.root_command()), "site")
    assert site is not None
    assert site.make_context("site", shlex.split(command)[2:]).params["out"] == Path("public/gin")


@pytest.mark.parametrize("command", [each for each in COMMANDS if each.startswith("ginrummy engine")])
def test_the_engine_answers(command: str) -> None:
    ran = ginrummy(*shlex.split(command)[1:], stdin='{"type": "hello"}\n')
    assert json.loads(ran.out)["name"] == "champion"


@pytest.mark.parametrize("command", [each for each in COMMANDS if "--database" in each])
def test_what_is_done_beside_a_server_has_these_options(command: str) -> None:
    name, *options = shlex.split(command)[1:]
    asked = command_group.root_command().get_command(click.Context(command_group.root_command()), name)
    assert asked is not None
    assert asked.make_context(name, options).params["database"].startswith("postgresql")


def test_every_line_is_tried() -> None:
    tried = [
        line
        for line in LINES
        if re.match(r"ginrummy |make (play|test)$|pip install '\.\[web(,light)?\]'$", line)
    ]
    assert tried == LINES
    named = {line.split()[1] for line in COMMANDS}
    assert named == set(command_group.COMMANDS)


@pytest.mark.parametrize("block", blocks("python"))
def test_the_python_runs(block: str, capsys: pytest.CaptureFixture[str]) -> None:
    names: dict[str, object] = {"__name__": "readme"}
    exec(compile(block, "README.md", "exec"), names)
    if "match" in names:
        assert capsys.readouterr().out.endswith(" hands\n")
        assert "text" in names
    else:
        assert "MyPlayer" in names


@pytest.mark.parametrize("target", ["play", "test"])
def test_make_has_the_two_commands(target: str) -> None:
    environment = {**os.environ, "MAKEFLAGS": ""}
    ran = subprocess.run(
        ["make", "-n", target, f"PYTHON={sys.executable}", "ARGS=--port 0"],
        cwd=PROJECT,
        capture_output=True,
        text=True,
        env=environment,
    )
    assert ran.returncode == 0, ran.stderr
    wanted = {"play": "ginrummy serve --open --port 0", "test": "-m pytest"}
    assert wanted[target] in ran.stdout


def test_the_links_lead_somewhere() -> None:
    links = re.findall(r"\]\(([^)]+)\)", README)
    assert links
    assert {link for link in links if not (PROJECT / link).exists()} == set()
